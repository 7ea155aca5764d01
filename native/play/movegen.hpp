// Move generation: finds the legal moves of a position, as groups that share an origin or a shift.
//
// A group is a set of targets that share either their origin or their displacement: origin = base +
// (target & follow), where follow is 0 for a fixed origin and -1 (all ones) for a displacement.
// Groups of one side are disjoint.
#pragma once

#include "play/state.hpp"
#include "play/walk.hpp"

namespace sbg {

// A group of moves of pieces with this code, and the number of moves up to its end.
template <int N>
struct Group {
    Board<N> targets;
    i16 base;
    i8 follow;
    u8 code;
    i32 end;

    SBG_INLINE int origin(int target) const { return base + (target & follow); }
    SBG_INLINE Move move(int target) const {
        return {static_cast<u16>(origin(target)), static_cast<u16>(target)};
    }
};

}  // namespace sbg

namespace sbg::SBG_ISA {

// Where the words of a lookup can end, before the contents of those squares are asked for.
template <int N, bool OccupiedOnly>
SBG_INLINE_IF_SHORT Board<N> look_up_landings(const Rules<N>& rules, const Lookup<N>& lookup,
                                              const View<N>& seen) {
    const Board<N>& source = seen.of[OccupiedOnly ? int{occupied} : int{lookup.source}];
    u64 index = extract_bits(source.word[0], lookup.index.word[0]);
    for (int i = 1; i < N; ++i) {
        index |= extract_bits(source.word[i], lookup.index.word[i]) << lookup.index_shift[i];
    }
    if constexpr (!OccupiedOnly) {
        for (int i = 0; i < N; ++i) {
            index |= extract_bits(seen.of[opponent].word[i], lookup.index2.word[i])
                     << lookup.index2_shift[i];
        }
    }
    const u64 entry = items<u32>(rules)[lookup.table + index];
    Board<N> landings;
    for (int i = 0; i < N; ++i) {
        const u64 bits = i == 0 ? entry : entry >> lookup.target_shift[i];
        landings.word[i] = deposit_bits(bits, lookup.targets.word[i]);
    }
    return landings;
}

// Where a piece can go by these table lookups. L is their number where it is known, else 0.
template <int N, int L, bool OccupiedOnly>
SBG_INLINE Board<N> look_up_all(const Rules<N>& rules, const Lookup<N>* lookup, int lookups,
                                const View<N>& seen) {
    Board<N> targets = none<N>();
    for (int i = 0; i < (L ? L : lookups); ++i) {
        targets = targets | (look_up_landings<N, OccupiedOnly>(rules, lookup[i], seen) &
                             seen.of[lookup[i].content]);
    }
    return targets;
}

template <int N, int L, bool OccupiedOnly>
SBG_INLINE Board<N> look_up_all(const Rules<N>& rules, const PieceRules<N>& piece,
                                const View<N>& seen, int origin) {
    const int lookups = L ? L : piece.lookups;
    const Lookup<N>* lookup = array(rules, piece.lookup) + origin * lookups;
    return look_up_all<N, L, OccupiedOnly>(rules, lookup, lookups, seen);
}

template <int N>
SBG_INLINE Board<N> destinations_here(const Rules<N>& rules, const PieceRules<N>& piece,
                                      const View<N>& seen, int origin, const Scratch& scratch) {
    if (piece.occupied_only) return look_up_all<N, 0, true>(rules, piece, seen, origin);
    if (piece.walks && has(piece.walked, origin)) {
        return walk(rules, piece, seen, origin, scratch);
    }
    return look_up_all<N, 0, false>(rules, piece, seen, origin);
}

template <int N>
SBG_NOINLINE Board<N> destinations_apart(const Rules<N>& rules, const PieceRules<N>& piece,
                                         const View<N>& seen, int origin, const Scratch& scratch) {
    return destinations_here(rules, piece, seen, origin, scratch);
}

// Where a piece can go, whatever its rules are like.
template <int N>
SBG_INLINE Board<N> destinations(const Rules<N>& rules, const PieceRules<N>& piece,
                                 const View<N>& seen, int origin, const Scratch& scratch) {
    if constexpr (common_size<N>) return destinations_here(rules, piece, seen, origin, scratch);
    return destinations_apart(rules, piece, seen, origin, scratch);
}

// The targets of one displacement, for all origins at once; `term` is left at the next
// displacement.
template <int N>
SBG_INLINE Board<N> step_all(const Rules<N>& rules, const Term<N>*& term, const Term<N>* end,
                             const Board<N>& pieces, const View<N>& seen) {
    Board<N> targets = none<N>();
    do {
        Board<N> origins = pieces & term->origins;
        for (int i = 0; i < term->conditions; ++i) {
            const Condition& condition =
                items<Condition>(rules)[term->first_condition + static_cast<u32>(i)];
            origins = origins & shifted(seen.of[condition.content], -condition.step);
        }
        targets = targets | (shifted(origins, term->step) & seen.of[term->content]);
        ++term;
    } while (term != end && term->joined);
    return targets;
}

// Calls visit(targets, base, follow) for every displacement of the pieces of this kind.
template <int N, class Visit>
SBG_INLINE void for_each_displacement(const Rules<N>& rules, const PieceRules<N>& piece,
                                      const Board<N>& origins, const View<N>& seen, Visit visit) {
    const Term<N>* term = array(rules, piece.term);
    const Term<N>* end = term + piece.terms;
    while (term != end) {
        const int step = term->step;
        visit(step_all(rules, term, end, origins, seen), -step, -1);
    }
}

template <int N>
SBG_INLINE bool goes_set_wise(const PieceRules<N>& piece, const Board<N>& origins) {
    return piece.terms && count(origins) >= piece.set_wise_from;
}

// Calls visit(code, targets, base, follow) for every group of moves of a side, keeping none. `mask`
// has the squares whose pieces count.
template <int N, class Visit>
SBG_INLINE void for_each_group(const Rules<N>& rules, const Board<N>* pieces, const Board<N>& mask,
                               const View<N>& seen, int side, const Scratch& scratch, Visit visit) {
    for (int b = 0; b < rules.batches[side]; ++b) {
        const Batch& batch = rules.batch[side][b];
        for (int i = 0; i < batch.codes; ++i) {
            const int code = batch.code[i];
            const PieceRules<N>& piece = rules.piece[code];
            const Board<N> origins = pieces[code] & mask;
            if (goes_set_wise(piece, origins)) {
                for_each_displacement(rules, piece, origins, seen,
                                      [&](const Board<N>& targets, int base, int follow) {
                                          visit(code, targets, base, follow);
                                      });
            } else {
                for_each(origins, [&](int origin) {
                    visit(code, destinations(rules, piece, seen, origin, scratch), origin, 0);
                });
            }
        }
    }
}

// Where the next group goes, and the number of moves so far.
template <int N>
struct Cursor {
    Group<N>* next;
    i64 total;

    SBG_INLINE void add(const Board<N>& targets, int base, int follow, int code) {
        total += count(targets);
        *next++ = {targets, static_cast<i16>(base), static_cast<i8>(follow), static_cast<u8>(code),
                   static_cast<i32>(total)};
    }
};

template <int N, int L>
SBG_NOINLINE Cursor<N> collect_origins(const Rules<N>& rules, const State<N>& state,
                                       const Board<N>& origins, const View<N>& seen,
                                       const Scratch& scratch, Cursor<N> cursor) {
    for_each(origins, [&](int origin) {
        const int code = state.at[origin];
        const PieceRules<N>& piece = rules.piece[code];
        if constexpr (L == 0) {
            cursor.add(destinations(rules, piece, seen, origin, scratch), origin, 0, code);
        } else {
            cursor.add(look_up_all<N, L, true>(rules, piece, seen, origin), origin, 0, code);
        }
    });
    return cursor;
}

template <int N>
SBG_NOINLINE Cursor<N> collect_displacements(const Rules<N>& rules, int code,
                                             const Board<N>& origins, const View<N>& seen,
                                             Cursor<N> cursor) {
    for_each_displacement(rules, rules.piece[code], origins, seen,
                          [&](const Board<N>& targets, int base, int follow) {
                              cursor.add(targets, base, follow, code);
                          });
    return cursor;
}

// All groups of moves of a side, also those without moves: their number then changes only with
// captures, and the processor learns how often the loops over them go round.
template <int N>
SBG_INLINE Cursor<N> collect(const Rules<N>& rules, const State<N>& state, const View<N>& seen,
                             int side, const Scratch& scratch, Group<N>* groups) {
    Cursor<N> cursor{groups, 0};
    for (int b = 0; b < rules.batches[side]; ++b) {
        const Batch& batch = rules.batch[side][b];
        Board<N> origins = none<N>();
        for (int i = 0; i < batch.codes; ++i) {
            const int code = batch.code[i];
            const Board<N>& pieces = state.pieces[code];
            if (goes_set_wise(rules.piece[code], pieces)) {
                cursor = collect_displacements(rules, code, pieces, seen, cursor);
            } else {
                origins = origins | pieces;
            }
        }
        if (!any(origins)) continue;
        switch (common_size<N> ? batch.lookups : 0) {
            case 1:
                cursor = collect_origins<N, 1>(rules, state, origins, seen, scratch, cursor);
                break;
            case 2:
                cursor = collect_origins<N, 2>(rules, state, origins, seen, scratch, cursor);
                break;
            case 3:
                cursor = collect_origins<N, 3>(rules, state, origins, seen, scratch, cursor);
                break;
            default:
                cursor = collect_origins<N, 0>(rules, state, origins, seen, scratch, cursor);
        }
    }
    return cursor;
}

// The same, for callers to whom a call costs nothing against the rest.
template <int N>
SBG_NOINLINE Cursor<N> collect_apart(const Rules<N>& rules, const State<N>& state,
                                     const View<N>& seen, int side, const Scratch& scratch,
                                     Group<N>* groups) {
    return collect(rules, state, seen, side, scratch, groups);
}

template <int N>
SBG_INLINE bool can_move(const Rules<N>& rules, const State<N>& state, int side,
                         const Scratch& scratch) {
    const View<N> seen = view(rules, state.side[side], state.side[side ^ 1]);
    for (int i = 0; i < N; ++i) {
        for (u64 rest = state.side[side].word[i]; rest; rest &= rest - 1) {
            const int origin = 64 * i + lowest_bit(rest);
            const PieceRules<N>& piece = rules.piece[state.at[origin]];
            if (any(destinations(rules, piece, seen, origin, scratch))) return true;
        }
    }
    return false;
}

// Plays a legal move and says how the game ended, if it did: by any of the four reasons.
template <int N>
SBG_INLINE Played play(const Rules<N>& rules, State<N>& state, int side, Move move,
                       const Scratch& scratch) {
    Played played = play(rules, state, side, move);
    if (!played.outcome.over())
        played.outcome = at_rest(rules, state, side ^ 1, can_move(rules, state, side ^ 1, scratch));
    return played;
}

// Which moves of a side would end the game: what `play` would say of each, for whole groups at
// once and without playing them.
template <int N>
struct Endings {
    Board<N> theirs, ours, both;  // where a capture is fatal

    SBG_INLINE Endings(const Rules<N>& rules, const State<N>& state, int side)
        : theirs(fatal_squares(rules, state, side ^ 1)),
          ours(fatal_squares(rules, state, side)),
          both(theirs | ours) {}

    SBG_INLINE bool loses(Move move) const {
        return move.origin != move.target && has(ours, move.target);
    }
    SBG_INLINE Board<N> winning(const Rules<N>& rules, const Group<N>& group) const {
        const Board<N> losing = captures(group, ours);
        return group.targets & (theirs | without(rules.piece[group.code].goal, losing));
    }
    // The targets of moves after which the game goes on, if the other side can move.
    SBG_INLINE Board<N> lasting(const Rules<N>& rules, const Group<N>& group) const {
        return without(group.targets, rules.piece[group.code].goal | captures(group, both));
    }

  private:
    // The squares of these that a group's moves can capture: to stay on one's square is no capture.
    SBG_INLINE static Board<N> captures(const Group<N>& group, Board<N> squares) {
        if (!group.follow) remove(squares, group.base);
        if (group.follow && !group.base) squares = none<N>();
        return squares;
    }
};

}  // namespace sbg::SBG_ISA
