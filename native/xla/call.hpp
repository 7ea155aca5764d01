// What all handlers of programs of XLA have in common: the question for their version, the game
// that the program names, and errors.
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "xla/api.hpp"

namespace sbg::xla {

// Thrown by the work of a handler.
struct Refusal {
    int code;
    std::string message;
};

[[noreturn]] inline void refuse(std::string message, int code = invalid_argument) {
    throw Refusal{code, std::move(message)};
}

// Answers the question for the version of a handler, if this is it.
inline bool tells_version(const Call& call) {
    for (Extension* found = call.extensions; found; found = found->next) {
        if (found->type != metadata_extension) continue;
        Metadata& about = *reinterpret_cast<MetadataExtension*>(found)->metadata;
        about.version = {sizeof(Version), nullptr, major_version, minor_version};
        about.traits = 0;
        return true;
    }
    return false;
}

// The game that a program names.
inline std::string game_key(const Call& call) {
    const Attributes& given = call.attributes;
    for (i64 i = 0; i < given.size; ++i) {
        if (std::string(given.names[i]->data, given.names[i]->size) != "game") continue;
        if (given.kinds[i] != text_attribute) break;
        const auto& text = *static_cast<const Text*>(given.items[i]);
        return {text.data, text.size};
    }
    refuse("the attribute `game` is missing");
}

[[noreturn]] inline void refuse_unknown_game() {
    refuse("the game of this program is not there: make an Env of it first", not_found);
}

// The items of an array without its last axes.
inline u64 count(const Buffer& buffer, i64 axes) {
    u64 found = 1;
    for (i64 i = 0; i < axes; ++i) found *= static_cast<u64>(buffer.dimensions[i]);
    return found;
}

// One of `size` arrays.
inline const Buffer& buffer(const Arrays& arrays, i64 i, i64 size, const char* name) {
    if (arrays.size != size || i >= size || arrays.kinds[i] != buffer_argument)
        refuse(std::string("wrong number of arrays: no ") + name);
    return *static_cast<const Buffer*>(arrays.items[i]);
}

// Runs work(call); what it throws becomes an error of XLA.
template <class Work>
Error* answer(Call* call, const Work& work) {
    if (tells_version(*call)) return nullptr;
    const auto failure = [&](int code, const std::string& message) {
        ErrorMade made{sizeof made, nullptr, message.c_str(), code};
        return call->api->create_error(&made);
    };
    try {
        work(*call);
        return nullptr;
    } catch (const Refusal& refusal) {
        return failure(refusal.code, "sbg: " + refusal.message);
    } catch (const std::exception& problem) {
        return failure(internal, std::string("sbg: ") + problem.what());
    } catch (...) {
        return failure(internal, "sbg: the call failed");
    }
}

}  // namespace sbg::xla
