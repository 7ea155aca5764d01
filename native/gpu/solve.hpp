// Exact values of positions, class by class: the levels of solve_sweep.hpp on a GPU, over tables of
// bytes, or of words of 16 bits where distances are too long for bytes. A block looks through a
// part of a table, gathers the entries that are to be worked on, and then its threads share them:
// neighbours, which lead to neighbours.
//
// A value is 0 where nothing is known, 1 + 2 * plies for a loss of the player to move, one more for
// a win; the largest number of a table where there is no board. Between two kernels of a level an
// entry may be marked: it is to be looked at again. In tables that are finished there are no marks.
// Where no move captures an own man, losses have even distances and wins odd ones, so that a level
// finds either losses or wins, and only that is looked for.
#pragma once

#include "gpu/space.hpp"

namespace sbg::gpu {

// T is u8 or u16.
template <class T>
inline constexpr u32 none = sizeof(T) == 1 ? 0xff : 0xffff;  // there is no board
template <class T>
inline constexpr u32 mark = none<T> - 1;
template <class T>
inline constexpr u32 mark_known = none<T> - 2;  // marked, though a win by a capture is known
inline constexpr u32 distances = 4096;
template <class T>
inline constexpr u32 most_plies = sizeof(T) == 1 ? 125 : distances - 1;
inline constexpr u32 no_board = 0xffff;
inline constexpr int part = 16;  // entries of a thread

SBG_INLINE u32 loss_in(u32 plies) { return 1 + 2 * plies; }
SBG_INLINE u32 win_in(u32 plies) { return 2 + 2 * plies; }
SBG_INLINE bool is_win(u32 value) { return value && !(value & 1); }
SBG_INLINE bool is_loss(u32 value) { return value & 1; }
SBG_INLINE u32 plies_of(u32 value) { return (value - 1) / 2; }

// What happened in a kernel.
struct Events {
    u64 found[distances];  // values by their plies
    u64 looked;            // entries that were worked on
    u64 overflow;          // distances that are too long for the table
    u64 outside;           // moves that lead out of the space, which there should not be
};

struct Task {
    u32 half, level;
    u32 wanted[2];  // entries with these values are worked on; all if they are `every`
    u64 first;      // those from here on
};

inline constexpr u32 every = 1 << 16;

// The values of a half. The lowest bit of their address says that they are words.
template <class T>
SBG_INLINE T* values_of(const u64* row) {
    return reinterpret_cast<T*>(row[0] & ~u64{1});
}

// -- who works on what

#if defined(__CUDACC_RTC__)

// Which of sixteen entries have one of two values.
SBG_INLINE u32 chosen_of(const u8* values, const u32* wanted) {
    const uint4 four = *reinterpret_cast<const uint4*>(values);
    const u32 words[4] = {four.x, four.y, four.z, four.w};
    u32 found = 0;
    SBG_UNROLL for (int i = 0; i < 4; ++i) {
        const u32 same = __vcmpeq4(words[i], wanted[0] * 0x01010101u) |
                         __vcmpeq4(words[i], wanted[1] * 0x01010101u);
        found |= (((same & 0x08040201u) * 0x01010101u) >> 24) << (4 * i);
    }
    return found;
}
SBG_INLINE u32 chosen_of(const u16* values, const u32* wanted) {
    u32 found = 0;
    SBG_UNROLL for (int half = 0; half < 2; ++half) {
        const uint4 four = reinterpret_cast<const uint4*>(values)[half];
        const u32 words[4] = {four.x, four.y, four.z, four.w};
        SBG_UNROLL for (int i = 0; i < 4; ++i) {
            const u32 low = words[i] & 0xffff, high = words[i] >> 16;
            const u32 first = low == wanted[0] || low == wanted[1];
            const u32 second = high == wanted[0] || high == wanted[1];
            found |= (first | second << 1) << (8 * half + 2 * i);
        }
    }
    return found;
}

template <class T, class Visit>
SBG_INLINE void in_parts(const T* values, u64 size, const Task& task, Events* events, Visit visit) {
    __shared__ u16 list[256 * part];
    __shared__ u32 counts[128];
    __shared__ u32 length;
    const u32 me = threadIdx.x;
    if (me < 128) counts[me] = 0;
    if (me == 0) length = 0;
    __syncthreads();
    const u64 begin = task.first + static_cast<u64>(blockIdx.x) * (256 * part);
    const u64 first = begin + me * part;
    u32 chosen = 0;
    if (first < size) {
        chosen =
            task.wanted[0] == every ? (1u << part) - 1 : chosen_of(values + first, task.wanted);
        if (first + part > size) chosen &= (1u << (size - first)) - 1;
    }
    if (chosen) {
        u32 at = atomicAdd(&length, static_cast<u32>(__popc(chosen)));
        for (; chosen; chosen &= chosen - 1)
            list[at++] = static_cast<u16>(me * part + static_cast<u32>(__ffs(chosen)) - 1);
    }
    __syncthreads();
    const u32 all = length;
    if (!all) return;
    for (u32 i = me; i < all; i += blockDim.x) {
        const u32 found = visit(begin + list[i]);
        if (!found) continue;
        if (plies_of(found) < 128)
            atomicAdd(&counts[plies_of(found)], 1u);
        else
            atomicAdd(&events->found[plies_of(found)], u64{1});
    }
    __syncthreads();
    if (me < 128 && counts[me]) atomicAdd(&events->found[me], static_cast<u64>(counts[me]));
    if (me == 0) atomicAdd(&events->looked, static_cast<u64>(all));
}

#else

template <class T, class Visit>
SBG_INLINE void in_parts(const T* values, u64 size, const Task& task, Events* events, Visit visit) {
    const u64 first = task.first + thread_number() * part;
    for (u64 index = first; index < first + part && index < size; ++index) {
        const u32 value = values[index];
        if (task.wanted[0] != every && value != task.wanted[0] && value != task.wanted[1]) continue;
        ++events->looked;
        if (const u32 found = visit(index)) ++events->found[plies_of(found)];
    }
}

#endif

// -- values by moves

// A position and its successors, as they are numbered: those of the other player.
template <class G, class S>
struct Node {
    const Atlas& atlas;
    Events* events;
    u32 half;
    State<G> state;  // as its own player sees it, if players can be swapped
    State<G> other;  // as the other one does
    u32 next;        // class of the successors without a capture

    SBG_INLINE Node(const Atlas& given, Events* noted, u32 number)
        : atlas(given), events(noted), half(number) {
        next = S::swaps ? class_row<S>(atlas, half / 2)[0] : half / 2;
    }

    SBG_INLINE u32 half_of(u32 number) const {
        return 2 * number + (S::swaps ? 0 : (half & 1) ^ 1);
    }
};

struct Child {
    u32 half;
    u64 index;
};

// Where the successor of a class and half is; other.ply says nothing.
template <class G, class S>
SBG_INLINE Child locate(const Atlas& atlas, const State<G>& state, u32 number, u32 half) {
    const int anchor = S::mirrors ? static_cast<int>(class_row<S>(atlas, number)[1]) : -1;
    return {half, rank<G, S>(atlas, state, half_row<S>(atlas, half), anchor)};
}

// An entry of a table that is finished.
SBG_INLINE u32 entry_of(const u64* row, u64 index) {
    if (row[0] & 1) return values_of<const u16>(row)[index];
    const u32 value = values_of<const u8>(row)[index];
    return value == none<u8> ? no_board : value;
}

template <class G, class S>
SBG_INLINE u32 value_of(const Atlas& atlas, const Child& child, Events* events) {
    const u64* row = half_row<S>(atlas, child.half);
    if (child.index < row[1]) {
        const u32 value = entry_of(row, child.index);
        if (value != no_board) return value;
    }
    atomicAdd(&events->outside, u64{1});
    return 0;
}

// The same for a table that is worked on: 0 for what is marked, and what does not count yet.
template <class G, class S, class T>
SBG_INLINE u32 value_before(const Atlas& atlas, const Child& child, u32 level, Events* events) {
    const u64* row = half_row<S>(atlas, child.half);
    if (child.index < row[1]) {
        const u32 value = values_of<const T>(row)[child.index];
        if (value == none<T>) atomicAdd(&events->outside, u64{1});
        return value < mark_known<T> && value && plies_of(value) < level ? value : 0;
    }
    atomicAdd(&events->outside, u64{1});
    return 0;
}

// The place of the man on a square.
template <class G, class S>
SBG_INLINE u32 place_on(const State<G>& state, const SetOf<G>& square) {
    u32 found = 0;
    SBG_EACH(S::places)([&](auto i) {
        if (any(men_of<G, S>(state, S::place(i)) & square)) found = static_cast<u32>(int{i});
    });
    return found;
}

enum Ended : u32 { lasts, wins, loses };

// Makes a move on the board as the other player sees it. `number` becomes the class after it,
// `captured` whether there was a capture.
template <class G, class S, int side>
SBG_INLINE Ended make_move(const Node<G, S>& node, int origin, int target, State<G>& after,
                           u32& number, bool& captured) {
    after = node.other;
    const int from = swapped_square<G, S>(origin), to = swapped_square<G, S>(target);
    const SetOf<G> there = only<G::words>(to);
    captured = origin != target && any((after.side[0] | after.side[1]) & there);
    number = node.next;
    const u32 place = captured ? place_on<G, S>(after, there) : 0;
    u32 result;
    int winner;
    if (S::swaps) {
        result = play<G, 1>(after, from, to);
        winner = 1;
    } else {
        result = play<G, side>(after, from, to);
        winner = side;
    }
    if (result) return static_cast<int>(result >> 4) == winner + 1 ? wins : loses;
    if (captured) number = class_row<S>(node.atlas, number)[2 + S::places + place];
    return lasts;
}

// The squares of men whose capture wins at once.
template <class G, int side>
SBG_INLINE SetOf<G> last_men(const State<G>& state) {
    SetOf<G> found{};
    SBG_UNROLL for (int i = 0; i < G::counts(side ^ 1); ++i) {
        const Count fatal = G::count(side ^ 1, i);
        const SetOf<G> theirs = of_kind(state, state.side[side ^ 1], fatal.kind);
        if (count(theirs) == fatal.left + 1) found = found | theirs;
    }
    return found;
}

enum Question : u32 { any_value, a_win, a_loss };

// The value of a position by its moves at a level, 0 if they do not decide it. With `a_win` only a
// win by what the level before has found counts, with `a_loss` only a loss.
template <class G, class S, class T, int side>
SBG_INLINE u32 look(const Node<G, S>& node, u32 level, Question question, u32* scratch) {
    SetOf<G> groups[G::most_groups];
    const u32 total = gather<G, side>(node.state, groups);
    if (level == 0) {
        const SetOf<G> last = last_men<G, side>(node.state);
        SetOf<G> reached{};
        for (int i = 0; i < G::groups(side); ++i) reached = reached | groups[i];
        if (any(reached & last)) return win_in(1);
    }
    u32 win = ~0u, loss = 0, moves = 0;
    bool all_lose = true;
    find_move<G, side>(node.state, groups, total, scratch, [&](int origin, int target) {
        State<G> after;
        u32 number;
        bool captured;
        ++moves;
        const Ended ended = make_move<G, S, side>(node, origin, target, after, number, captured);
        if (ended == wins) {
            win = 1;
            return true;
        }
        if (ended == loses) {
            loss = loss > 1 ? loss : 1;
            return false;
        }
        // At first nothing in the same class is known; and wins by captures are known already.
        if (!captured && level == 0) {
            all_lose = false;
            return false;
        }
        if (captured && question == a_win) return false;
        if (number == no_class) {
            atomicAdd(&node.events->outside, u64{1});
            return true;
        }
        const Child child = locate<G, S>(node.atlas, after, number, node.half_of(number));
        const u32 value = captured ? value_of<G, S>(node.atlas, child, node.events)
                                   : value_before<G, S, T>(node.atlas, child, level, node.events);
        if (is_win(value)) {
            loss = loss > plies_of(value) + 1 ? loss : plies_of(value) + 1;
            return false;
        }
        all_lose = false;
        if (is_loss(value)) win = win < plies_of(value) + 1 ? win : plies_of(value) + 1;
        return question == a_loss || (!captured && win == level);
    });
    if (!moves) return loss_in(0);
    if (win != ~0u) return question == a_loss ? 0 : win_in(win);
    return all_lose && question != a_win ? loss_in(loss) : 0;
}

template <class G, class S, class T>
SBG_INLINE u32 look_at(Node<G, S>& node, u32 level, Question question, u32* scratch) {
    node.other = swapped<G, S>(node.state);
    u32 value;
    if (S::swaps || !(node.half & 1))
        value = look<G, S, T, 0>(node, level, question, scratch);
    else
        value = look<G, S, T, 1>(node, level, question, scratch);
    if (!value || plies_of(value) <= most_plies<T>) return value;
    atomicAdd(&node.events->overflow, u64{1});
    return 0;
}

// -- kernels

template <class G, class S, class T>
SBG_INLINE void first_level(Atlas atlas, Task task, Events* events, u32* scratch) {
    const u64* row = half_row<S>(atlas, task.half);
    T* const values = values_of<T>(row);
    in_parts(values, row[1], task, events, [&](u64 index) -> u32 {
        Node<G, S> node(atlas, events, task.half);
        if (!unrank<G, S>(atlas, task.half, index, node.state)) {
            values[index] = static_cast<T>(none<T>);
            return 0;
        }
        const u32 value = look_at<G, S, T>(node, 0, any_value, scratch_of<G>(scratch));
        if (value) values[index] = static_cast<T>(value);
        return value;
    });
}

template <class G, class S, class T>
SBG_INLINE void next_level(Atlas atlas, Task task, Events* events, u32* scratch) {
    const u64* row = half_row<S>(atlas, task.half);
    T* const values = values_of<T>(row);
    in_parts(values, row[1], task, events, [&](u64 index) -> u32 {
        Node<G, S> node(atlas, events, task.half);
        Question question = any_value;
        if (!G::captures_own && !(task.level & 1)) question = a_loss;
        if (!G::captures_own && (task.level & 1) && values[index] == mark<T>) question = a_win;
        unrank<G, S>(atlas, task.half, index, node.state);
        const u32 value = look_at<G, S, T>(node, task.level, question, scratch_of<G>(scratch));
        values[index] = static_cast<T>(value);
        return value;
    });
}

// Marks what may lead to the entries that have become final at a level.
template <class G, class S, class T>
SBG_INLINE void mark_level(Atlas atlas, Task task, Events* events) {
    const u64* row = half_row<S>(atlas, task.half);
    const T* const found = values_of<const T>(row);
    in_parts(found, row[1], task, events, [&](u64 index) -> u32 {
        State<G> state;
        unrank<G, S>(atlas, task.half, index, state);
        // A loss makes wins that take longer shorter.
        const u32 later = is_loss(found[index]) || G::captures_own ? win_in(task.level + 2) : ~0u;
        state = swapped<G, S>(state);
        const u32 mover = S::swaps ? 0 : (task.half & 1) ^ 1;
        const u32 number = S::swaps ? class_row<S>(atlas, task.half / 2)[0] : task.half / 2;
        const u32 half = 2 * number + mover;
        T* const values = values_of<T>(half_row<S>(atlas, half));
        const SetOf<G> empty = without(without(G::board(), state.side[0]), state.side[1]);
        const auto mark_one = [&](const State<G>& before) {
            const u64 at = locate<G, S>(atlas, before, number, half).index;
            if (at >= half_row<S>(atlas, half)[1]) {
                atomicAdd(&events->outside, u64{1});
                return;
            }
            const u32 value = values[at];
            if (!value)
                values[at] = static_cast<T>(mark<T>);
            else if (value >= later && value < mark_known<T> && is_win(value))
                values[at] = static_cast<T>(mark_known<T>);
        };
        SBG_EACH(S::places)([&](auto i) {
            SBG_CONST Place<G::words> place = S::place(i);
            if (place.side != mover) return;
            SetOf<G> men = men_of<G, S>(state, place);
            while (any(men)) {
                const int target = take_lowest(men);
                SetOf<G> sources;
                const u32* words =
                    atlas.sources + static_cast<u64>(int{i} * G::squares + target) * G::words;
                SBG_UNROLL for (int w = 0; w < G::words; ++w) sources.word[w] = words[w];
                const SetOf<G> to = only<G::words>(target);
                if (any(sources & to)) mark_one(state);
                SetOf<G> origins = sources & empty;
                while (any(origins)) {
                    const SetOf<G> from = only<G::words>(take_lowest(origins));
                    State<G> before = state;
                    before.side[mover] = without(before.side[mover], to) | from;
                    SBG_UNROLL for (int p = 0; p < G::planes; ++p) {
                        if (place.kind >> p & 1)
                            before.plane[p] = without(before.plane[p], to) | from;
                    }
                    mark_one(before);
                }
            }
        });
        return 0;
    });
}

// How often each value occurs in a half.
template <class T>
SBG_INLINE void count_values(const T* values, u64 size, u64* counts) {
    constexpr u32 bins = 1024;  // in fast memory; the last one is for entries without a board
#if defined(__CUDACC_RTC__)
    __shared__ u32 here[bins];
    for (u32 i = threadIdx.x; i < bins; i += blockDim.x) here[i] = 0;
    __syncthreads();
#endif
    constexpr u64 run = 256;
    const u64 first = thread_number() * run, last = first + run < size ? first + run : size;
    for (u64 i = first; i < last;) {
        const u32 value = values[i];
        u32 same = 0;
        for (; i < last && values[i] == value; ++i) ++same;
#if defined(__CUDACC_RTC__)
        if (value < bins - 1 || value == none<T>)
            atomicAdd(&here[value == none<T> ? bins - 1 : value], same);
        else
#else
        static_cast<void>(bins);
#endif
            atomicAdd(&counts[value], static_cast<u64>(same));
    }
#if defined(__CUDACC_RTC__)
    __syncthreads();
    for (u32 i = threadIdx.x; i < bins; i += blockDim.x) {
        if (here[i]) atomicAdd(&counts[i == bins - 1 ? none<T> : i], static_cast<u64>(here[i]));
    }
#endif
}

// Words as bytes, where all of them fit.
SBG_INLINE void narrow_values(const u16* values, u64 size, u8* bytes) {
    const u64 first = thread_number() * part;
    for (u64 i = first; i < first + part && i < size; ++i)
        bytes[i] = static_cast<u8>(values[i]);  // without a board, all bits are set in both
}

}  // namespace sbg::gpu
