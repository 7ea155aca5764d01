// How positions are numbered, so that a table can hold a value for each: the classes of
// solve_space.hpp, for a GPU. A space S has
//
//     places, place(i)   kinds of men in the order of the numbering
//     swaps              how black's view becomes white's: not, by rows, or by turning the board
//     mirrors            whether mirror images are folded
//
// What differs from class to class is in memory: see Atlas.
#pragma once

#include "gpu/play.hpp"

namespace sbg::gpu {

enum Swap : int { no_swap, by_rows, by_turning };

template <int N>
struct Place {
    u32 side, kind;
    u32 most;      // men in any class
    u64 before;    // places whose men take squares away from this domain
    u64 anchored;  // the same for an anchor of these places, which comes first
    Set<N> domain;
};

// Tables in memory. A half is a class with a side to move; P is the number of places.
struct Atlas {
    const u64* halves;     // rows of 3 + 2P: values (and 1 if they are words of 16 bits), size,
                           // where it begins, strides, reciprocals
    const u32* classes;    // rows of 2 + 2P: counterpart, anchor, men, class without one of each
    const u32* sources;    // [place][target] sets: from where men may come
    const u64* binomials;  // [n][k], `row` in a row
    u32 row;
    u32 unused;
};

inline constexpr u32 no_class = ~0u;

template <class S>
SBG_INLINE const u64* half_row(const Atlas& atlas, u32 half) {
    return atlas.halves + static_cast<u64>(half) * (3 + 2 * S::places);
}
template <class S>
SBG_INLINE const u32* class_row(const Atlas& atlas, u32 number) {
    return atlas.classes + static_cast<u64>(number) * (2 + 2 * S::places);
}

// -- images

template <class G>
SBG_INLINE SetOf<G> row_of(const SetOf<G>& set, int y) {
    SetOf<G> found{};
    SBG_UNROLL for (int i = 0; i < G::words; ++i) {
        const int first = y * G::width - 32 * i, last = first + G::width;  // within this word
        const u32 below = last <= 0 ? 0 : last >= 32 ? ~0u : (1u << last) - 1;
        const u32 before = first <= 0 ? 0 : first >= 32 ? ~0u : (1u << first) - 1;
        found.word[i] = set.word[i] & below & ~before;
    }
    return found;
}

template <class G>
SBG_INLINE SetOf<G> upside_down(const SetOf<G>& set) {
    SBG_CONST int height = G::squares / G::width;
    SetOf<G> found{};
    SBG_UNROLL for (int y = 0; y < height; ++y) {
        found = found | shifted(row_of<G>(set, y), (height - 1 - 2 * y) * G::width);
    }
    return found;
}

template <class G>
SBG_INLINE SetOf<G> turned_around(const SetOf<G>& set) {
    SetOf<G> found;
    SBG_UNROLL for (int i = 0; i < G::words; ++i) found.word[i] =
        __brev(set.word[G::words - 1 - i]);
    return shifted(found, G::squares - 32 * G::words);
}

template <class G>
SBG_INLINE SetOf<G> mirrored(const SetOf<G>& set) {
    return turned_around<G>(upside_down<G>(set));
}

template <class G, class Image>
SBG_INLINE State<G> image_of(const State<G>& state, bool swap, Image image) {
    State<G> found;
    found.side[0] = image(state.side[swap ? 1 : 0]);
    found.side[1] = image(state.side[swap ? 0 : 1]);
    SBG_UNROLL for (int p = 0; p < G::planes; ++p) found.plane[p] = image(state.plane[p]);
    found.ply = 0;
    return found;
}

// A position as the other player sees it, and where a square is then; the same if there is no such
// symmetry.
template <class G, class S>
SBG_INLINE State<G> swapped(const State<G>& state) {
    if (S::swaps == by_rows)
        return image_of<G>(state, true, [](const SetOf<G>& set) { return upside_down<G>(set); });
    if (S::swaps == by_turning)
        return image_of<G>(state, true, [](const SetOf<G>& set) { return turned_around<G>(set); });
    return state;
}
template <class G, class S>
SBG_INLINE int swapped_square(int square) {
    if (S::swaps == by_rows) return square + G::squares - (1 + 2 * (square / G::width)) * G::width;
    return S::swaps == by_turning ? G::squares - 1 - square : square;
}

// -- ranks

template <int N>
SBG_INLINE u32 count_below(const Set<N>& set, int square) {
    u32 total = 0;
    SBG_WORDS for (int i = 0; i < N; ++i) {
        const int bits = square - 32 * i;
        const u32 mask = bits <= 0 ? 0 : bits >= 32 ? ~0u : (1u << bits) - 1;
        total += static_cast<u32>(__popc(set.word[i] & mask));
    }
    return total;
}

template <class G, class S>
SBG_INLINE SetOf<G> men_of(const State<G>& state, const Place<G::words>& place) {
    return of_kind(state, state.side[place.side], place.kind) & place.domain;
}

// The squares that a place may have, given those of the places before.
template <class G, class S, class Number>
SBG_INLINE SetOf<G> free_for(Number i, const SetOf<G>* taken, const SetOf<G>& held, int anchor) {
    SBG_CONST Place<G::words> place = S::place(i);
    SBG_CONST int places = i;
    SetOf<G> free = place.domain;
    SBG_UNROLL for (int j = 0; j < places; ++j) {
        if ((place.before >> j & 1) && (!S::mirrors || j != anchor)) free = without(free, taken[j]);
    }
    if (S::mirrors && anchor >= 0 && (place.anchored >> anchor & 1)) free = without(free, held);
    return free;
}

template <class G>
SBG_INLINE SetOf<G> left_half() {
    SetOf<G> found{};
    SBG_UNROLL for (int square = 0; square < G::squares; ++square) {
        if (2 * (square % G::width) <= G::width - 1) found = found | only<G::words>(square);
    }
    return found;
}

// The number of a board within the class of a half.
template <class G, class S>
SBG_INLINE u64 rank_plain(const Atlas& atlas, const State<G>& state, const u64* row, int anchor) {
    SetOf<G> taken[S::most_places];
    SetOf<G> held{};
    u64 index = 0;
    if (S::mirrors) {
        SBG_EACH(S::places)([&](auto i) {
            if (i == anchor) held = men_of<G, S>(state, S::place(i));
        });
    }
    SBG_EACH(S::places)([&](auto i) {
        SBG_CONST Place<G::words> place = S::place(i);
        taken[i] = men_of<G, S>(state, place);
        SetOf<G> free = free_for<G, S>(i, taken, held, anchor);
        if (S::mirrors && i == anchor) free = place.domain & left_half<G>();
        const u64 stride = row[3 + i];
        if (place.most == 1) {
            // Without a man the stride is 0.
            if constexpr (G::words == 1) {
                index += static_cast<u64>(__popc(free.word[0] & (taken[i].word[0] - 1))) * stride;
            } else {
                SetOf<G> men = taken[i];
                index += static_cast<u64>(count_below(free, take_lowest(men))) * stride;
            }
        } else {
            SetOf<G> men = taken[i];
            u64 rank = 0;
            for (u32 k = 1; any(men); ++k)
                rank += atlas.binomials[count_below(free, take_lowest(men)) * atlas.row + k];
            index += rank * stride;
        }
    });
    return index;
}

// The same, with mirror images folded.
template <class G, class S>
SBG_INLINE u64 rank(const Atlas& atlas, const State<G>& state, const u64* row, int anchor) {
    if (!S::mirrors || anchor < 0) return rank_plain<G, S>(atlas, state, row, -1);
    SetOf<G> held{};
    SBG_EACH(S::places)([&](auto i) {
        if (i == anchor) held = men_of<G, S>(state, S::place(i));
    });
    const int x = 2 * (take_lowest(held) % G::width);
    if (x < G::width - 1) return rank_plain<G, S>(atlas, state, row, anchor);
    const State<G> other =
        image_of<G>(state, false, [](const SetOf<G>& set) { return mirrored<G>(set); });
    const u64 there = rank_plain<G, S>(atlas, other, row, anchor);
    if (x > G::width - 1) return there;
    const u64 here = rank_plain<G, S>(atlas, state, row, anchor);
    return here < there ? here : there;
}

// rest / stride by a multiplication, and what is left; the reciprocal is 2^64 / stride, cut off.
SBG_INLINE u64 take_digit(u64& rest, u64 stride, u64 reciprocal) {
    u64 digit = __umul64hi(rest, reciprocal);
    rest -= digit * stride;
    if (rest >= stride) {
        rest -= stride;
        ++digit;
    }
    return digit;
}

// The position of an entry; false if there is none.
template <class G, class S>
SBG_INLINE bool unrank(const Atlas& atlas, u32 half, u64 index, State<G>& state) {
    const u64* row = half_row<S>(atlas, half);
    const u32* men = class_row<S>(atlas, half / 2) + 2;
    const int anchor = S::mirrors ? static_cast<int>(men[-1]) : -1;
    const u64 *stride = row + 3, *reciprocal = stride + S::places;
    u64 rest = index, first = 0;
    if (anchor >= 0) first = take_digit(rest, stride[anchor], reciprocal[anchor]);
    state = State<G>{};
    SetOf<G> taken[S::most_places], held{};
    bool valid = true;
    const auto put = [&](auto i, u64 rank, SetOf<G> free) {
        SBG_CONST Place<G::words> place = S::place(i);
        SetOf<G> mine{};
        if (place.most == 1) {
            if (men[i]) mine = only<G::words>(select(free, static_cast<u32>(rank)));
        } else {
            u32 n = count(free);
            for (u32 k = men[i]; k > 0; --k) {
                do {
                    --n;
                } while (atlas.binomials[n * atlas.row + k] > rank);
                rank -= atlas.binomials[n * atlas.row + k];
                mine = mine | only<G::words>(select(free, n));
            }
        }
        valid = valid && !any(mine & (state.side[0] | state.side[1]));
        state.side[place.side] = state.side[place.side] | mine;
        SBG_UNROLL for (int p = 0; p < G::planes; ++p) {
            if (place.kind >> p & 1) state.plane[p] = state.plane[p] | mine;
        }
        taken[i] = mine;
    };
    if (S::mirrors) {
        SBG_EACH(S::places)([&](auto i) {
            if (i != anchor) return;
            put(i, first, S::place(i).domain & left_half<G>());
            held = taken[i];
        });
    }
    SBG_EACH(S::places)([&](auto i) {
        if (S::mirrors && i == anchor) return;
        taken[i] = SetOf<G>{};
        if (!men[i]) return;
        put(i, take_digit(rest, stride[i], reciprocal[i]), free_for<G, S>(i, taken, held, anchor));
    });
    // Of two mirror images with the anchor on the middle file the first one counts.
    if (!S::mirrors || anchor < 0 || !valid) return valid;
    if (2 * (take_lowest(held) % G::width) != G::width - 1) return true;
    const State<G> other =
        image_of<G>(state, false, [](const SetOf<G>& set) { return mirrored<G>(set); });
    return rank_plain<G, S>(atlas, other, row, anchor) >= index;
}

}  // namespace sbg::gpu
