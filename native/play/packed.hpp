// A game as a short record of 32-bit words, for keeping many of them.
//
// A square's code is spread over planes: bit b of every square's code is one set of squares, so a
// board takes as many sets as codes have bits. Boards of at most 32 squares have sets of one word,
// others of two for each 64 squares.
//
//     word 0      ply
//     word 1      status: how this game ended, and what the last step ended (see below)
//     words 2, 3  the state of the random numbers of this game, low word first
//     words 4, 5  the number of this game, low word first
//     words 6 …   the planes, bit 0 of the codes first
#pragma once

#include "play/state.hpp"

namespace sbg {

struct Packing {
    int planes;       // bits of a code
    int plane_words;  // 32-bit words of a plane
    int words;        // of a record
};

inline constexpr int packed_head = 6;
inline constexpr int most_planes = 6;
static_assert(max_codes <= 1 << most_planes);

constexpr Packing packing(int squares, int codes) {
    Packing found{1, squares <= 32 ? 1 : 2 * ((squares + 63) / 64), 0};
    while ((1 << found.planes) < codes) ++found.planes;
    found.words = packed_head + found.planes * found.plane_words;
    return found;
}

// Status words hold two ends: of the game itself in bits 0 to 7, and in bits 8 to 15 of the game
// that the last step ended, which is another one if a new game has begun since. An end is a Reason,
// or `illegal_action`, in bits 0 to 3 and one more than the winner from bit 4 on; 0 is no end.
inline constexpr u32 illegal_action = 5;

SBG_INLINE u32 packed_end(u32 reason, int winner) {
    return reason ? reason | static_cast<u32>(winner + 1) << 4 : 0;
}
SBG_INLINE u32 packed_end(const Outcome& outcome) {
    return packed_end(static_cast<u32>(outcome.reason), outcome.winner);
}
SBG_INLINE bool is_over(const u32* record) { return (record[1] & 0xff) != 0; }

SBG_INLINE u64 two_words(const u32* words) { return words[0] | static_cast<u64>(words[1]) << 32; }
SBG_INLINE void set_two_words(u32* words, u64 value) {
    words[0] = static_cast<u32>(value);
    words[1] = static_cast<u32>(value >> 32);
}

}  // namespace sbg

namespace sbg::SBG_ISA {

template <int N>
SBG_INLINE Board<N> load_plane(const u32* from, int plane_words) {
    Board<N> plane = none<N>();
    if (plane_words == 1) {
        plane.word[0] = from[0];
    } else {
        for (int i = 0; i < N; ++i) {
            if (N <= 4 || 2 * i < plane_words) plane.word[i] = two_words(from + 2 * i);
        }
    }
    return plane;
}

template <int N>
SBG_INLINE void save_plane(u32* to, int plane_words, const Board<N>& plane) {
    if (plane_words == 1) {
        to[0] = static_cast<u32>(plane.word[0]);
    } else {
        for (int i = 0; i < N; ++i) {
            if (N <= 4 || 2 * i < plane_words) set_two_words(to + 2 * i, plane.word[i]);
        }
    }
}

// What the squares hold, from the planes of their codes. P is the number of planes.
template <int N, int P>
SBG_INLINE void set_squares(const Rules<N>& rules, const Board<N>* plane, State<N>& state) {
#if defined(SBG_BMI2)
    // Eight squares at a time: bit b of their codes becomes bit b of eight bytes.
    for (int square = 0; square < rules.squares; square += 8) {
        u64 eight = 0;
        for (int b = 0; b < P; ++b) {
            const u64 bits = plane[b].word[N == 1 ? 0 : square >> 6] >> (square & 63);
            eight |= deposit_bits(bits, 0x0101010101010101ull) << b;
        }
        __builtin_memcpy(state.at + square, &eight, sizeof eight);
    }
#else
    (void)plane;
    for (int square = 0; square < rules.squares; ++square) state.at[square] = 0;
    for (int code = 1; code < rules.codes; ++code) {
        for_each(state.pieces[code], [&](int square) { state.at[square] = static_cast<u8>(code); });
    }
#endif
}

template <int N, int P>
SBG_INLINE void load_planes(const Rules<N>& rules, const Packing& packing, const u32* record,
                            State<N>& state, bool squares) {
    Board<N> plane[P];
    Board<N> all = none<N>();
    for (int b = 0; b < P; ++b) {
        plane[b] =
            load_plane<N>(record + packed_head + b * packing.plane_words, packing.plane_words);
        all = all | plane[b];
    }
    // White's codes are the odd ones.
    state.side[0] = plane[0];
    state.side[1] = without(all, plane[0]);
    // By the bits of a code above the lowest: the squares that have them, of all that are occupied.
    Board<N> with[1 << (P - 1)];
    with[0] = all;
    for (int b = 1; b < P; ++b) {
        for (int low = 0; low < 1 << (b - 1); ++low) {
            with[low | 1 << (b - 1)] = with[low] & plane[b];
            with[low] = without(with[low], plane[b]);
        }
    }
    state.pieces[0] = none<N>();
    for (int code = 1; code < rules.codes; ++code) {
        state.pieces[code] = with[code >> 1] & state.side[side_of(code)];
    }
    state.ply = record[0];
    if (squares) set_squares<N, P>(rules, plane, state);
}

// The board and the ply of a record; without `squares` only the sets and the ply.
template <int N>
SBG_NOINLINE void load(const Rules<N>& rules, const Packing& packing, const u32* record,
                       State<N>& state, bool squares = true) {
    switch (packing.planes) {
        case 1:
            return load_planes<N, 1>(rules, packing, record, state, squares);
        case 2:
            return load_planes<N, 2>(rules, packing, record, state, squares);
        case 3:
            return load_planes<N, 3>(rules, packing, record, state, squares);
        case 4:
            return load_planes<N, 4>(rules, packing, record, state, squares);
        case 5:
            return load_planes<N, 5>(rules, packing, record, state, squares);
        default:
            return load_planes<N, 6>(rules, packing, record, state, squares);
    }
}

template <int N, int P>
SBG_INLINE void save_planes(const Rules<N>& rules, const Packing& packing, const State<N>& state,
                            u32* record) {
    Board<N> plane[P];
    plane[0] = state.side[0];
    for (int b = 1; b < P; ++b) plane[b] = none<N>();
    for (int code = 2; code < rules.codes; ++code) {
        for (int b = 1; b < P; ++b) {
            if ((code >> b) & 1) plane[b] = plane[b] | state.pieces[code];
        }
    }
    for (int b = 0; b < P; ++b) {
        save_plane(record + packed_head + b * packing.plane_words, packing.plane_words, plane[b]);
    }
    record[0] = state.ply;
}

// The board and the ply into a record; the rest of it stays.
template <int N>
SBG_NOINLINE void save(const Rules<N>& rules, const Packing& packing, const State<N>& state,
                       u32* record) {
    switch (packing.planes) {
        case 1:
            return save_planes<N, 1>(rules, packing, state, record);
        case 2:
            return save_planes<N, 2>(rules, packing, state, record);
        case 3:
            return save_planes<N, 3>(rules, packing, state, record);
        case 4:
            return save_planes<N, 4>(rules, packing, state, record);
        case 5:
            return save_planes<N, 5>(rules, packing, state, record);
        default:
            return save_planes<N, 6>(rules, packing, state, record);
    }
}

// The same where a move of a piece with this code is all that changed.
SBG_INLINE void save_move(const Packing& packing, int code, Move move, u32* record) {
    u32* from = record + packed_head + (move.origin >> 5);
    u32* to = record + packed_head + (move.target >> 5);
    const u32 origin = 1u << (move.origin & 31), target = 1u << (move.target & 31);
    for (int b = 0; b < packing.planes; ++b) {
        *from &= ~origin;
        const u32 held = (static_cast<u32>(code) >> b) & 1;
        *to = (*to & ~target) | ((0 - held) & target);
        from += packing.plane_words;
        to += packing.plane_words;
    }
    ++record[0];
}

}  // namespace sbg::SBG_ISA
