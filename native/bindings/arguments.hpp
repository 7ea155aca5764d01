// Arguments from Python as C++ values. Whatever Python passes is either taken or refused with a
// sentence for people. For that, bound functions take objects and convert them here: nanobind's own
// conversions refuse with a list of C++ signatures.
#pragma once

#include <nanobind/nanobind.h>

#include <limits>
#include <string>
#include <vector>

#include "base/bits.hpp"

namespace sbg::bindings {

namespace nb = nanobind;

// An argument that may be any object, None too.
inline auto any(const char* name) { return nb::arg(name).none(); }

// What an object is, for a message: the name of its type.
std::string type_of(nb::handle given);
// An object as Python writes it, shortened; its type where that cannot be.
std::string shown(nb::handle given);

// TypeError with this message.
[[noreturn]] void refuse_type(const std::string& message);
// ValueError with this message.
[[noreturn]] void refuse_value(const std::string& message);

// Whole numbers; everything that has __index__ is one, such as NumPy's.
i64 whole(nb::handle given, const char* name, i64 least, i64 most);
u64 unsigned_whole(nb::handle given, const char* name, u64 most);

inline int small(nb::handle given, const char* name, int least,
                 int most = std::numeric_limits<int>::max()) {
    return static_cast<int>(whole(given, name, least, most));
}
inline u64 natural(nb::handle given, const char* name) {
    return unsigned_whole(given, name, std::numeric_limits<u64>::max());
}

// A number that is neither negative nor infinite.
double real(nb::handle given, const char* name);
std::string text(nb::handle given, const char* name);
bool truth(nb::handle given, const char* name);
std::vector<u8> byte_values(nb::handle given, const char* name);

// The items of a sequence (not of a text).
std::vector<nb::object> items(nb::handle given, const char* name);

// An object of a class that is bound to Python.
template <class T>
T& instance(nb::handle given, const char* name, const char* expected) {
    T* found = nullptr;
    if (given.is_none() || !nb::try_cast<T*>(given, found, false) || !found)
        refuse_type(std::string(name) + " is a " + expected + ", not " + type_of(given));
    return *found;
}

}  // namespace sbg::bindings
