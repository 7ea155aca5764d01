// Kernels that write arrays about the games of a batch: boards, legal moves, what players see,
// numbers, and records.
//
// Rows of many items that are 0 or 1 are made in two goes, so that neighbouring threads write
// neighbouring places. First each game's row becomes bits, a thread a game. Then these are spread
// to items, sixteen bytes a thread.
#pragma once

#include "gpu/batch.hpp"

namespace sbg::gpu {

// Rows of bits: word w of the row of the i-th game of a span is at words[w * by_word + i * by_row].
struct Bits {
    u32* words;
    u64 by_word, by_row;
    u32 count;  // words of a row
    u32 unused;
};

// The bits of legal moves: of the number of each, or with `stride` those of origin * stride +
// target. A game that is over has none, or with `ended` all of them.
template <class G>
SBG_INLINE void move_bits(const u32* memory, u64 slots, const Span& span,
                          const Numbering& numbering, const Bits& bits, u32 stride, u32 ended,
                          u32* scratch) {
    constexpr u32 most_here = 64;
    const u64 place = thread_number(), i = span.first + place;
    if (i >= span.last) return;
    Slot<G> slot;
    slot.load(memory, slots, i);
    u32 here[most_here];
    const bool small = bits.count <= most_here;
    u32* const out = bits.words + place * bits.by_row;
    u32* const row = small ? here : out;
    const u64 by_word = small ? 1 : bits.by_word;
    const bool over = slot.result & end_bits;
    const u32 fill = over && ended ? ~0u : 0u;
    for (u32 w = 0; w < bits.count; ++w) row[w * by_word] = fill;
    const auto mark = [&](int origin, int target, int side) {
        const u32 bit = stride ? static_cast<u32>(origin) * stride + static_cast<u32>(target)
                               : number_of<G>(numbering, origin, target, side);
        row[(bit >> 5) * by_word] |= 1u << (bit & 31);
    };
    u32* const mine = scratch_of<G>(scratch);
    if (!over && slot.state.ply & 1) {
        for_each_move<G, 1>(slot.state, mine, [&](int from, int to) { mark(from, to, 1); });
    } else if (!over) {
        for_each_move<G, 0>(slot.state, mine, [&](int from, int to) { mark(from, to, 0); });
    }
    if (!small) return;
    for (u32 w = 0; w < bits.count; ++w) out[w * bits.by_word] = here[w];
}

// -- what stands on the squares

// The kind of the piece on a square that holds one.
template <class G>
SBG_INLINE u32 kind_at(const State<G>& state, int square) {
    u32 kind = 0;
    SBG_UNROLL for (int p = 0; p < G::planes; ++p) {
        kind |= static_cast<u32>(has(state.plane[p], square)) << p;
    }
    return kind;
}

// The boards as a code a square, 0 for none, 1 + 2 * kind for white's, 2 + 2 * kind for black's. A
// thread a square.
template <class G>
SBG_INLINE void boards(const u32* memory, u64 slots, u8* out) {
    const u64 item = thread_number(), i = item / static_cast<u64>(G::squares);
    if (i >= slots) return;
    const int square = static_cast<int>(item - i * static_cast<u64>(G::squares));
    Slot<G> slot;
    slot.load(memory, slots, i);
    const u32 twice = 2 * kind_at(slot.state, square);
    const bool white = has(slot.state.side[0], square), black = has(slot.state.side[1], square);
    out[item] = static_cast<u8>(white ? 1 + twice : black ? 2 + twice : 0);
}

// A number from 0 to 1 in 16 bits: one bit of sign, five of exponent, ten of fraction.
SBG_INLINE u32 half_float(u32 bits) {
    const int exponent = static_cast<int>(bits >> 23) - 127 + 15;
    const u32 fraction = (bits & 0x7fffff) | 0x800000;
    if (exponent <= 0) {
        const int shift = 14 - exponent;
        return shift > 24 ? 0 : (fraction + (1u << (shift - 1))) >> shift;
    }
    return (static_cast<u32>(exponent - 1) << 10) + ((fraction + 0x1000) >> 13);
}

enum Scalar : u32 { byte_scalar, half_scalar, single_scalar };

// The bits of what players see, in the order of src/sbg/engine/encoding.py. The part of the turn
// limit that is used up is a bit among bytes; else it goes to `used`, as such a number.
template <class G>
SBG_INLINE void seen_bits(const u32* memory, u64 slots, const Span& span, const Bits& bits,
                          u32* used, u32 scalar, double limit) {
    const u64 place = thread_number(), i = span.first + place;
    if (i >= span.last) return;
    Slot<G> slot;
    slot.load(memory, slots, i);
    const int side = static_cast<int>(slot.state.ply & 1);
    const double part = slot.state.ply / limit;
    union {
        float number;
        u32 bits;
    } ply{static_cast<float>(part < 1 ? part : 1)};
    if (scalar == single_scalar) used[place] = ply.bits;
    if (scalar == half_scalar) used[place] = half_float(ply.bits);
    const u64 full = scalar == byte_scalar && part >= 1;
    const int kinds = G::kinds, planes = 2 * kinds + 3;
    const u64 always = (static_cast<u64>(side) | full << 1 | 4) << (2 * kinds);
    const SetOf<G> own_pieces = chosen(side, slot.state.side[1], slot.state.side[0]);
    const SetOf<G> others = chosen(side, slot.state.side[0], slot.state.side[1]);
    u32* word = bits.words + place * bits.by_row;
    u64 waiting = 0;
    int filled = 0;
    const auto append = [&](u64 more, int count) {
        waiting |= more << filled;
        filled += count;
        if (filled < 32) return;
        *word = static_cast<u32>(waiting);
        word += bits.by_word;
        waiting >>= 32;
        filled -= 32;
    };
    for (int s = 0; s < G::squares; ++s) {
        const int square = seen_square<G>(s, side);
        const u64 piece = u64{1} << kind_at(slot.state, square);
        u64 pattern = always;
        if (has(own_pieces, square)) pattern |= piece;
        if (has(others, square)) pattern |= piece << kinds;
        if (planes <= 32) {
            append(pattern, planes);
        } else {
            append(pattern & 0xffffffff, 32);
            append(pattern >> 32, planes - 32);
        }
    }
    if (filled) *word = static_cast<u32>(waiting);
}

// -- bits to items

struct Sixteen {
    alignas(16) u32 word[4];
};

// What rows of bits become: `row` items a game, of `games` games, in memory that allows for sixteen
// bytes at a time if `aligned`. In each group of `planes` items, number `plane` is taken from
// `used` by game; with 0 planes there is no such item.
struct Items {
    void* out;
    const u32* used;
    u32 games, row, planes, plane, aligned;
    u32 unused;
};

// Some bits, at least so many, from a place of a row.
SBG_INLINE u32 some_bits(const Bits& bits, u32 game, u32 at, u32 many) {
    const u32* word = bits.words + game * bits.by_row + (at >> 5) * bits.by_word;
    const u32 low = word[0] >> (at & 31);
    return (at & 31) + many > 32 ? low | word[bits.by_word] << (32 - (at & 31)) : low;
}

// T is u8, u16 for half precision, or u32 for single.
template <class T>
SBG_INLINE void spread(const Bits& bits, const Items& items) {
    constexpr u32 each = 16 / sizeof(T), one = sizeof(T) == 1   ? 1
                                               : sizeof(T) == 2 ? 0x3c00
                                                                : 0x3f800000;
    const u32 total = items.games * items.row;
    const u64 number = thread_number();
    if (number >= (total + each - 1) / each) return;
    const u32 first = static_cast<u32>(number) * each;
    u32 game = first / items.row, at = first - game * items.row;
    u32 found = 0;
    for (u32 have = 0, g = game, from = at; have < each && g < items.games;) {
        const u32 left = items.row - from, many = left < each - have ? left : each - have;
        found |= (some_bits(bits, g, from, many) & ((1u << many) - 1)) << have;
        have += many;
        ++g;
        from = 0;
    }
    Sixteen made;
    SBG_UNROLL for (int w = 0; w < 4; ++w) {
        if constexpr (sizeof(T) == 1) {
            made.word[w] = (((found >> 4 * w) & 15) * 0x204081) & 0x1010101;
        } else if constexpr (sizeof(T) == 2) {
            const u32 two = found >> 2 * w;
            made.word[w] = (two & 1) * one | (two >> 1 & 1) * (one << 16);
        } else {
            made.word[w] = (found >> w & 1) * one;
        }
    }
    if constexpr (sizeof(T) > 1) {
        u32 plane = items.planes ? at % items.planes : 0;
        SBG_UNROLL for (u32 j = 0; j < each; ++j) {
            if (items.planes && plane == items.plane && game < items.games) {
                const u32 shift = 8 * sizeof(T) * j % 32;
                made.word[j * sizeof(T) / 4] |= items.used[game] << shift;
            }
            if (++plane == items.planes) plane = 0;
            if (++at == items.row) {
                at = 0;
                ++game;
            }
        }
    }
    if (items.aligned && first + each <= total) {
        static_cast<Sixteen*>(items.out)[number] = made;
        return;
    }
    T* const out = static_cast<T*>(items.out) + first;
    SBG_UNROLL for (u32 j = 0; j < each; ++j) {
        if (first + j < total)
            out[j] = static_cast<T>(made.word[j * sizeof(T) / 4] >> (8 * sizeof(T) * j % 32));
    }
}

// -- numbers about games

enum Fact : u32 {
    ply_fact,
    turn_fact,
    number_fact,
    ended_fact,
    winner_fact,
    reason_fact,
    reward_fact
};

// One number a game, of the types that src/sbg/arrays/facts.py names.
template <class G>
SBG_INLINE void facts(const u32* memory, u64 slots, u32 fact, u32 last_step, void* out) {
    const u64 i = thread_number();
    if (i >= slots) return;
    const u32* rest = memory + static_cast<u64>(set_words<G>()) * slots + i;
    const u32 ply = rest[0], result = rest[slots];
    const u32 end = (last_step ? result >> 8 : result) & end_bits;
    switch (fact) {
        case ply_fact:
            static_cast<i64*>(out)[i] = ply;
            break;
        case turn_fact:
            static_cast<u8*>(out)[i] = ply & 1;
            break;
        case number_fact:
            static_cast<u64*>(out)[i] = rest[4 * slots] | static_cast<u64>(rest[5 * slots]) << 32;
            break;
        case ended_fact:
            static_cast<u8*>(out)[i] = end != 0;
            break;
        case winner_fact:
            static_cast<i8*>(out)[i] = static_cast<i8>(static_cast<int>(end >> 4) - 1);
            break;
        case reason_fact:
            static_cast<u8*>(out)[i] = end & 15;
            break;
        default: {
            const u32 winner = result >> 12 & 15;
            const float white = winner == 1 ? 1.0f : winner == 2 ? -1.0f : 0.0f;
            static_cast<float*>(out)[2 * i] = white;
            static_cast<float*>(out)[2 * i + 1] = 0.0f - white;
        }
    }
}

// -- records, as native/play/packed.hpp has them, by row

struct Records {
    u32* rows;
    u32 planes, plane_words;
};

template <class G>
SBG_INLINE void records(const u32* memory, u64 slots, const Records& out) {
    const u64 i = thread_number();
    if (i >= slots) return;
    Slot<G> slot;
    slot.load(memory, slots, i);
    u32* const row = out.rows + i * (6 + out.planes * out.plane_words);
    row[0] = slot.state.ply;
    row[1] = slot.result & 0xffff;
    row[2] = slot.random.a;
    row[3] = slot.random.b;
    row[4] = static_cast<u32>(slot.game);
    row[5] = static_cast<u32>(slot.game >> 32);
    const State<G>& state = slot.state;
    // Codes of black are those of white plus one: a kind counts one more above the lowest bit.
    SetOf<G> carry = state.side[1];
    for (u32 b = 0; b < out.planes; ++b) {
        SetOf<G> plane = state.side[0];
        if (b) {
            SetOf<G> kind{};
            SBG_UNROLL for (int p = 0; p < G::planes; ++p) {
                if (static_cast<int>(b) == p + 1) kind = state.plane[p];
            }
            plane = without(kind, carry) | without(carry, kind);
            carry = carry & kind;
        }
        u32* const words = row + 6 + b * out.plane_words;
        for (u32 w = 0; w < out.plane_words; ++w) words[w] = 0;
        SBG_UNROLL for (int w = 0; w < G::words; ++w) {
            if (w < static_cast<int>(out.plane_words)) words[w] = plane.word[w];
        }
    }
}

SBG_INLINE bool valid_end(u32 end) {
    const u32 reason = end & 15, winner = end >> 4;
    if (!reason) return !winner;
    return reason <= illegal_action && winner <= 2 && (reason == turn_limit) == !winner;
}

// Slots from records; `wrong` becomes the first that no game of these rules can have, if it is
// less.
template <class G>
SBG_INLINE void set_records(u32* memory, u64 slots, const Records& in, u64* wrong) {
    const u64 i = thread_number();
    if (i >= slots) return;
    const u32* const row = in.rows + i * (6 + in.planes * in.plane_words);
    Slot<G> slot;
    State<G>& state = slot.state;
    state.ply = row[0];
    slot.result = row[1];
    slot.random = {row[2], row[3] | !(row[2] | row[3])};
    slot.game = row[4] | static_cast<u64>(row[5]) << 32;
    bool bad = row[0] > 1u << 31 || row[1] >> 16 || !valid_end(row[1] & end_bits) ||
               !valid_end(row[1] >> 8 & end_bits);
    const auto plane = [&](u32 b) {
        SetOf<G> found{};
        const u32* const words = row + 6 + b * in.plane_words;
        SBG_UNROLL for (int w = 0; w < G::words; ++w) {
            if (w < static_cast<int>(in.plane_words)) found.word[w] = words[w];
        }
        for (u32 w = static_cast<u32>(G::words); w < in.plane_words; ++w) bad = bad || words[w];
        return found;
    };
    SetOf<G> all = plane(0);
    state.side[0] = all;
    for (u32 b = 1; b < in.planes; ++b) all = all | plane(b);
    state.side[1] = without(all, state.side[0]);
    SetOf<G> borrow = state.side[1], known{};
    SBG_UNROLL for (int p = 0; p < G::planes; ++p) state.plane[p] = SetOf<G>{};
    for (u32 b = 1; b < in.planes; ++b) {
        const SetOf<G> code = plane(b), kind = without(code, borrow) | without(borrow, code);
        borrow = without(borrow, code);
        if (static_cast<int>(b) > G::planes) bad = bad || any(kind);
        SBG_UNROLL for (int p = 0; p < G::planes; ++p) {
            if (static_cast<int>(b) == p + 1) state.plane[p] = kind;
        }
    }
    for (u32 kind = 0; kind < static_cast<u32>(G::kinds); ++kind)
        known = known | of_kind(state, all, kind);
    bad = bad || any(without(all, known)) || any(without(all, G::board()));
    if (bad) atomicMin(wrong, i);
    slot.store(memory, slots, i);
}

// Words of slots, `chosen` by their numbers, to other memory. A thread a word.
SBG_INLINE void take_slots(const u32* in, u64 slots, u32* out, u64 count, u32 words,
                           const i64* wanted) {
    const u64 item = thread_number(), f = item / count, i = item - f * count;
    if (f < words) out[item] = in[f * slots + static_cast<u64>(wanted[i])];
}

}  // namespace sbg::gpu
