// How positions are numbered, so that a table can hold a value for each.
//
// Two ways. By classes: boards with the same men form a class, and within a class a board is a
// combination of squares for each kind of men, one kind after the other. By squares: what stands on
// a square is a digit, a board is a number in a mixed radix, and the number is an index itself or a
// key to be found by hashing.
//
// A kind is a code on squares that it cannot leave: bishops of a colour of squares are a kind.
// Boards are folded by the symmetries that the rules have: with the colours swapped, and the board
// upside down or turned around, only positions with white to move are kept, and of two mirror
// images one.
//
// By squares, boards with a man that wins at once have no entry, whoever is to move: their value is
// found by looking a move or two ahead. These men are called loud.
//
// This header plays on a GPU too: plain data and no library.
#pragma once

#include "play/movegen.hpp"

namespace sbg {

inline constexpr int max_kinds = 64;
inline constexpr u64 nowhere = ~0ull;
inline constexpr u64 unwritten = nowhere - 1;   // a board that has a value, but no entry
inline constexpr u64 loud_weight = 1ull << 56;  // more than all boards; so are 128 of them

// One kind of men in the numbering of a class.
template <int N>
struct KindPlace {
    Board<N> domain;
    u64 before;  // a bit for each earlier kind whose men take squares away from this domain
    u64 ways;    // combinations of free squares
    u8 code;
    u8 men;
};

template <int N>
struct Layout {
    KindPlace<N> place[max_kinds];
    int places;
    bool anchored;  // the first place is one man on the left half: mirror images are folded
    u64 size;
    u64 key;       // sum of the class weights of its men
    u32 flipped;   // the class with the colours swapped, if they are
    u8 anchor[2];  // the kind of the anchor, also with the colours swapped
};

// The values of one class with one side to move. A value is 0 for a draw (or not known yet),
// 1 + 2 * plies for a loss of the player to move, one more for a win; all ones where there is no
// board. Bytes, or words of 16 bits.
struct Half {
    u8* narrow;
    u16* wide;   // one of the two is null
    u64* dirty;  // a bit for each entry that is to be looked at again
    u64 size;
};

struct Where {
    u32 half;
    u64 index;  // nowhere: no board of this space
};

template <int N>
struct Space {
    int codes, kinds, width, squares;
    bool by_squares, hashed, flips, mirrors;
    const u8* kind_at;        // [code * squares + square], 255: it cannot be there
    const u16* image[4];      // squares, bit 0: seen by black, bit 1: left and right exchanged
    const u64* binomial;      // [n * (max_kinds + 1) + k]
    const u64* class_weight;  // [kind]
    const u32* class_of;      // [sum of weights of the men], all ones: none
    const Layout<N>* layout;  // [class]
    const u64* weight[4];     // by squares: [image][code * squares + square]
    const u64* stride;        // [square]
    const u8* digits;         // [square]
    const u8* code_of;        // [square * max_codes + digit]
    const u8* most;           // [kind] men at most
    const u8* least;          // [kind]
    const u8* least_of;       // [code]
    const u64* slot;          // hashed: keys, all ones where empty
    u64 slots;                // a power of two
    u64 numbers;              // by squares: boards with an entry have numbers below this
    const Board<N>* loud;     // [code] squares from which it wins at once; null: none
    const Board<N>* sources;  // [code * squares + target]
    Half* half;               // by classes [2 * class + side], by squares [side]
};

}  // namespace sbg

namespace sbg::SBG_ISA {

SBG_INLINE u64 binomial(const u64* table, int n, int k) { return table[n * (max_kinds + 1) + k]; }

SBG_INLINE int other_code(int code) { return ((code - 1) ^ 1) + 1; }

template <int N>
SBG_INLINE int count_below(const Board<N>& a, int square) {
    int total = 0;
    for (int i = 0; i < N; ++i) {
        if (64 * (i + 1) <= square) {
            total += count(Board<1>{{a.word[i]}});
        } else {
            const u64 mask = (1ull << (square & 63)) - 1;
            total += count(Board<1>{{a.word[i] & mask}});
            break;
        }
    }
    return total;
}

// The number of a board within its class, seen through an image; nowhere if it has none.
template <int N>
SBG_INLINE u64 rank_image(const Space<N>& space, const Layout<N>& layout, const State<N>& state,
                          int image) {
    Board<N> taken[max_kinds];
    u64 index = 0;
    const u16* map = space.image[image];
    for (int i = 0; i < layout.places; ++i) {
        const KindPlace<N>& place = layout.place[i];
        const int code = image & 1 ? other_code(place.code) : place.code;
        Board<N> mine;
        if (image == 0) {
            mine = state.pieces[code];
        } else {
            mine = none<N>();
            for_each(state.pieces[code], [&](int square) { add(mine, map[square]); });
        }
        mine = mine & place.domain;
        taken[i] = mine;
        Board<N> free = place.domain;
        for (u64 rest = place.before; rest; rest &= rest - 1)
            free = without(free, taken[lowest_bit(rest)]);
        u64 rank = 0;
        int k = 0;
        for_each(mine, [&](int square) {
            rank += binomial(space.binomial, count_below(free, square), ++k);
        });
        if (k != place.men || any(without(mine, free))) return nowhere;
        index = index * place.ways + rank;
    }
    return index;
}

// The same, with mirror images folded.
template <int N>
SBG_INLINE u64 rank(const Space<N>& space, const Layout<N>& layout, const State<N>& state,
                    int flip) {
    if (!layout.anchored) return rank_image(space, layout, state, flip);
    const int code = flip ? other_code(layout.place[0].code) : layout.place[0].code;
    Board<N> anchor = none<N>();
    for_each(state.pieces[code], [&](int square) {
        if (space.kind_at[code * space.squares + square] == layout.anchor[flip])
            add(anchor, square);
    });
    if (!any(anchor)) return nowhere;
    const int x = select(anchor, 0) % space.width;
    if (2 * x < space.width - 1) return rank_image(space, layout, state, flip);
    const u64 mirrored = rank_image(space, layout, state, flip | 2);
    if (2 * x > space.width - 1) return mirrored;
    const u64 plain = rank_image(space, layout, state, flip);
    return plain < mirrored ? plain : mirrored;
}

template <int N>
SBG_INLINE u64 number_image(const Space<N>& space, const State<N>& state, int image) {
    u64 number = 0;
    for (int side = 0; side < 2; ++side) {
        for_each(state.side[side], [&](int square) {
            number += space.weight[image][state.at[square] * space.squares + square];
        });
    }
    return number;
}

// The key of a position for hashing.
template <int N>
SBG_INLINE u64 key_of(const Space<N>& space, const State<N>& state, int side) {
    const int flip = space.flips ? side : 0;
    u64 number = number_image(space, state, flip);
    if (space.mirrors) {
        const u64 mirrored = number_image(space, state, flip | 2);
        number = mirrored < number ? mirrored : number;
    }
    return 2 * number + static_cast<u64>(side ^ flip);
}

SBG_INLINE u64 first_slot(u64 key, u64 slots) {
    key *= 0x9e3779b97f4a7c15ull;
    return (key ^ (key >> 29)) & (slots - 1);
}

// Where the value of a position is.
template <int N>
SBG_INLINE Where locate(const Space<N>& space, const State<N>& state, int side, u32 class_number) {
    if (!space.by_squares) {
        if (class_number == ~0u) return {0, nowhere};
        const int flip = space.flips ? side : 0;
        const u32 to = flip ? space.layout[class_number].flipped : class_number;
        const u64 index = rank(space, space.layout[to], state, flip);
        return {2 * to + static_cast<u32>(side ^ flip), index};
    }
    const u64 key = key_of(space, state, side);
    if (!space.hashed)
        return {static_cast<u32>(key & 1), key >> 1 < space.numbers ? key >> 1 : unwritten};
    for (u64 at = first_slot(key, space.slots);; at = (at + 1) & (space.slots - 1)) {
        if (space.slot[at] == key) return {0, at};
        if (space.slot[at] == nowhere) return {0, nowhere};
    }
}

// The class after a man was captured.
template <int N>
SBG_INLINE u32 class_without(const Space<N>& space, u32 class_number, int code, int square) {
    if (space.by_squares) return 0;
    const u8 kind = space.kind_at[code * space.squares + square];
    if (kind == 255) return ~0u;
    return space.class_of[space.layout[class_number].key - space.class_weight[kind]];
}

// The class of any board; all ones if it has none.
template <int N>
SBG_INLINE u32 class_of(const Space<N>& space, const State<N>& state) {
    if (space.by_squares) return 0;
    u8 men[max_kinds] = {};
    bool found = true;
    for (int side = 0; side < 2; ++side) {
        for_each(state.side[side], [&](int square) {
            const u8 kind = space.kind_at[state.at[square] * space.squares + square];
            if (kind == 255 || ++men[kind] > space.most[kind]) found = false;
        });
    }
    if (!found) return ~0u;
    u64 key = 0;
    for (int kind = 0; kind < space.kinds; ++kind) key += men[kind] * space.class_weight[kind];
    return space.class_of[key];
}

template <int N>
SBG_INLINE void clear(const Space<N>& space, State<N>& state, int side) {
    state.side[0] = state.side[1] = none<N>();
    for (int code = 0; code < space.codes; ++code) state.pieces[code] = none<N>();
    for (int square = 0; square < space.squares; ++square) state.at[square] = 0;
    state.ply = static_cast<u32>(side);
}

template <int N>
SBG_INLINE bool restore_class(const Space<N>& space, const Layout<N>& layout, u64 index,
                              State<N>& state) {
    u64 ranks[max_kinds];
    u64 rest = index;
    for (int i = layout.places; i-- > 0;) {
        ranks[i] = rest % layout.place[i].ways;
        rest /= layout.place[i].ways;
    }
    for (int i = 0; i < layout.places; ++i) {
        const KindPlace<N>& place = layout.place[i];
        Board<N> free = place.domain;
        for (u64 before = place.before; before; before &= before - 1) {
            // Men of these kinds lie within this domain, so all of them count.
            const KindPlace<N>& other = layout.place[lowest_bit(before)];
            free = without(free, state.pieces[other.code] & other.domain);
        }
        int n = count(free);
        for (int k = place.men; k > 0; --k) {
            do {
                --n;
            } while (binomial(space.binomial, n, k) > ranks[i]);
            ranks[i] -= binomial(space.binomial, n, k);
            const int square = select(free, n);
            if (state.at[square]) return false;
            put(state, place.code, square);
        }
    }
    // Of two mirror images with the anchor on the middle file the first one counts.
    if (!layout.anchored) return true;
    const Board<N> anchor = state.pieces[layout.place[0].code] & layout.place[0].domain;
    if (2 * (select(anchor, 0) % space.width) != space.width - 1) return true;
    return rank_image(space, layout, state, 2) >= index;
}

template <int N>
SBG_INLINE bool restore_number(const Space<N>& space, u64 number, State<N>& state) {
    u8 men[max_kinds] = {};
    for (int square = space.squares; square-- > 0 && number;) {
        if (space.digits[square] < 2) continue;
        const u64 digit = number / space.stride[square];
        number -= digit * space.stride[square];
        if (!digit) continue;
        const int code = space.code_of[square * max_codes + static_cast<int>(digit)];
        const u8 kind = space.kind_at[code * space.squares + square];
        if (++men[kind] > space.most[kind]) return false;
        put(state, code, square);
    }
    for (int kind = 0; kind < space.kinds; ++kind)
        if (men[kind] < space.least[kind]) return false;
    for (int code = 1; code < space.codes; ++code)
        if (count(state.pieces[code]) < space.least_of[code]) return false;
    return true;
}

// The position of an entry; false if there is none.
template <int N>
SBG_INLINE bool restore(const Space<N>& space, Where where, State<N>& state, int& side,
                        u32& class_number) {
    if (!space.by_squares) {
        class_number = where.half / 2;
        side = static_cast<int>(where.half & 1);
        clear(space, state, side);
        return restore_class(space, space.layout[class_number], where.index, state);
    }
    class_number = 0;
    u64 key = 2 * where.index + where.half;
    if (space.hashed) key = space.slot[where.index];
    if (key == nowhere) return false;
    side = static_cast<int>(key & 1);
    clear(space, state, side);
    return restore_number(space, key >> 1, state);
}

}  // namespace sbg::SBG_ISA
