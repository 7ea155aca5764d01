// What players see, as arrays: boards, and the planes of src/sbg/engine/encoding.py.
#pragma once

#include <bit>

#include "batch/kernel.hpp"

namespace sbg::SBG_ISA {

// A number from 0 to 1 in 16 bits: one bit of sign, five of exponent, ten of fraction.
SBG_INLINE u16 half_float(float value) {
    const auto bits = std::bit_cast<u32>(value);
    const int exponent = static_cast<int>(bits >> 23) - 127 + 15;
    const u32 fraction = (bits & 0x7fffff) | 0x800000;
    if (exponent <= 0) {
        const int shift = 14 - exponent;
        return static_cast<u16>(shift > 24 ? 0 : (fraction + (1u << (shift - 1))) >> shift);
    }
    return static_cast<u16>((static_cast<u32>(exponent - 1) << 10) + ((fraction + 0x1000) >> 13));
}

template <class T>
SBG_INLINE T scalar(float value) {
    if constexpr (sizeof(T) == sizeof(u16)) {
        return half_float(value);
    } else {
        return static_cast<T>(value);
    }
}

// T is float, u16 for half precision, or u8.
template <int N, class T>
void observe_as(const BatchRules& batch, const u32* in, u64 first, u64 last, T* out) {
    const Rules<N>& rules = *static_cast<const Rules<N>*>(batch.rules);
    const int kinds = (rules.codes - 1) / 2, planes = 2 * kinds + 3;
    const auto size = static_cast<u64>(rules.squares * planes);
    const T one = scalar<T>(1.0f);
    State<N> state;
    for (u64 slot = first; slot < last; ++slot) {
        const u32* record = in + slot * static_cast<u64>(batch.packing.words);
        load(rules, batch.packing, record, state, false);
        const int side = to_move(state);
        const u16* seen = batch.actions->seen[side];
        T* image = out + slot * size;
        for (u64 i = 0; i < size; ++i) image[i] = 0;
        const double used = state.ply / batch.limit;
        const T colour = side ? one : T{0};
        const T ply = scalar<T>(static_cast<float>(used < 1 ? used : 1));
        T* last_planes = image + 2 * kinds;
        for (int square = 0; square < rules.squares; ++square, last_planes += planes) {
            last_planes[0] = colour;
            last_planes[1] = ply;
            last_planes[2] = one;
        }
        for (int code = 1; code < rules.codes; ++code) {
            T* kind = image + (code - 1) / 2 + (side_of(code) == side ? 0 : kinds);
            for_each(state.pieces[code], [&](int square) { kind[seen[square] * planes] = one; });
        }
    }
}

template <int N>
void observe(const BatchRules& batch, const u32* in, u64 first, u64 last, void* out,
             Scalar scalar) {
    switch (scalar) {
        case Scalar::byte:
            return observe_as<N>(batch, in, first, last, static_cast<u8*>(out));
        case Scalar::half:
            return observe_as<N>(batch, in, first, last, static_cast<u16*>(out));
        case Scalar::single:
            return observe_as<N>(batch, in, first, last, static_cast<float*>(out));
    }
}

template <int N>
void boards(const BatchRules& batch, const u32* in, u64 first, u64 last, u8* out) {
    const Rules<N>& rules = *static_cast<const Rules<N>*>(batch.rules);
    State<N> state;
    for (u64 slot = first; slot < last; ++slot) {
        load(rules, batch.packing, in + slot * static_cast<u64>(batch.packing.words), state);
        u8* board = out + slot * static_cast<u64>(rules.squares);
        for (int square = 0; square < rules.squares; ++square) board[square] = state.at[square];
    }
}

}  // namespace sbg::SBG_ISA
