// The part of XLA's foreign function interface that we use: how a compiled program of XLA (and so
// of JAX) calls a function of ours with its arrays.
//
// It is a C interface of structs that begin with their size, and of codes that never change their
// meaning. These are our own declarations, of version 0.1 and everything in it that later versions
// still have, so that building needs nothing of XLA. The library that loads a handler asks it for
// its version and refuses one that it does not serve any more.
#pragma once

#include <cstddef>

#include "base/compiler.hpp"

namespace sbg::xla {

inline constexpr int major_version = 0, minor_version = 1;

struct Error;    // XLA's own
struct Context;  // XLA's own

struct Extension {
    std::size_t struct_size;
    int type;
    Extension* next;
};

struct Version {
    std::size_t struct_size;
    Extension* extensions;
    int major, minor;
};

// Asked for when a handler is registered: an extension of a call without arguments.
struct Metadata {
    std::size_t struct_size;
    Version version;
    u32 traits;
};
inline constexpr int metadata_extension = 1;
struct MetadataExtension {
    Extension base;
    Metadata* metadata;
};

// Types of items.
enum Type : int { boolean = 1, int32 = 4, int64 = 5, uint32 = 8, float32 = 11 };

struct Buffer {
    std::size_t struct_size;
    Extension* extensions;
    int type;
    void* data;
    i64 rank;
    i64* dimensions;
};
inline constexpr int buffer_argument = 1;

// Arguments, and results that are to be written.
struct Arrays {
    std::size_t struct_size;
    Extension* extensions;
    i64 size;
    int* kinds;
    void** items;
};

struct Text {
    const char* data;
    std::size_t size;
};

struct Attributes {
    std::size_t struct_size;
    Extension* extensions;
    i64 size;
    int* kinds;
    Text** names;
    void** items;
};
inline constexpr int text_attribute = 4;

struct ErrorMade {
    std::size_t struct_size;
    Extension* extensions;
    const char* message;
    int code;
};
inline constexpr int invalid_argument = 3, not_found = 5, internal = 13;

struct StreamAsked {
    std::size_t struct_size;
    Extension* extensions;
    Context* context;
    void* stream;  // the answer: on CUDA a CUstream
};

struct Api {
    std::size_t struct_size;
    Extension* extensions;
    Version version;
    const void* internal_api;
    Error* (*create_error)(ErrorMade*);
    void (*error_message)(void*);
    void (*destroy_error)(void*);
    Error* (*register_handler)(void*);
    Error* (*get_stream)(StreamAsked*);
};

struct Call {
    std::size_t struct_size;
    Extension* extensions;
    const Api* api;
    Context* context;
    int stage;
    Arrays arguments;
    Arrays results;
    Attributes attributes;
};

using Handler = Error*(Call*);

}  // namespace sbg::xla
