// Move generation: board and rules in, groups of moves out.
//
// A group is a set of targets that share either their origin or their displacement: origin = base +
// (target & follow), where follow is 0 for a fixed origin and -1 (all ones) for a displacement.
// Groups of one side are disjoint.
#pragma once

#include "rules.hpp"

namespace sbg::SBG_ISA {

// The board as the player to move sees it: for every selector the squares whose content is in it.
template <int N>
struct View {
    Board<N> of[8];
};

template <int N>
SBG_INLINE View<N> view(const Rules<N>& rules, const Board<N>& mine, const Board<N>& theirs) {
    View<N> seen;
    seen.of[0] = none<N>();
    seen.of[empty_square] = without(rules.board, mine | theirs);
    seen.of[opponent] = theirs;
    seen.of[empty_square | opponent] = without(rules.board, mine);
    seen.of[own] = mine;
    seen.of[empty_square | own] = without(rules.board, theirs);
    seen.of[occupied] = mine | theirs;
    seen.of[anything] = rules.board;
    return seen;
}

template <int N, bool OccupiedOnly>
SBG_INLINE Board<N> look_up(const Lookup<N>& lookup, const u32* tables, const View<N>& seen) {
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
    const u64 entry = tables[lookup.table + index];
    Board<N> targets;
    for (int i = 0; i < N; ++i) {
        const u64 bits = i == 0 ? entry : entry >> lookup.target_shift[i];
        targets.word[i] =
            deposit_bits(bits, lookup.targets.word[i]) & seen.of[lookup.content].word[i];
    }
    return targets;
}

// Breadth-first search through (state, square), for pieces whose tables would be too large.
template <int N>
Board<N> walk(const Rules<N>& rules, const Walk& graph, const View<N>& seen, int origin,
              const Scratch& scratch) {
    Board<N> targets = none<N>();
    if (graph.accepts_empty) add(targets, origin);
    const u32 squares = static_cast<u32>(rules.squares);
    u32 head = 0, tail = 0;
    auto visit = [&](u32 node) {
        u64& marks = scratch.marks[node >> 6];
        const u64 bit = 1ull << (node & 63);
        if (marks & bit) return;
        marks |= bit;
        scratch.queue[tail++] = node;
    };
    visit(static_cast<u32>(origin));
    while (head < tail) {
        const u32 node = scratch.queue[head++];
        const u32 state = node / squares;
        const int square = static_cast<int>(node % squares);
        const int x = square % rules.width, y = square / rules.width;
        for (u32 t = graph.first[state]; t < graph.first[state + 1]; ++t) {
            const Transition& letter = graph.transitions[t];
            const int to_x = x + letter.dx, to_y = y + letter.dy;
            if (to_x < 0 || to_x >= rules.width || to_y < 0 || to_y >= rules.height) continue;
            const int to = to_y * rules.width + to_x;
            if (!has(seen.of[letter.content], to)) continue;
            if (letter.accepting) add(targets, to);
            if (letter.goes_on) visit(letter.target * squares + static_cast<u32>(to));
        }
    }
    for (u32 i = 0; i < tail; ++i) scratch.marks[scratch.queue[i] >> 6] = 0;
    return targets;
}

// Where the piece of this kind on this square can go. L is the number of lookups where it is known,
// else 0.
template <int N, int L, bool OccupiedOnly>
SBG_INLINE Board<N> look_up_all(const PieceRules<N>& piece, const u32* tables, const View<N>& seen,
                                int origin) {
    const int lookups = L ? L : piece.lookups;
    const Lookup<N>* lookup = piece.lookup + origin * lookups;
    Board<N> targets = none<N>();
    for (int i = 0; i < lookups; ++i)
        targets = targets | look_up<N, OccupiedOnly>(lookup[i], tables, seen);
    return targets;
}

template <int N>
SBG_INLINE Board<N> leap(const PieceRules<N>& piece, const View<N>& seen, int origin) {
    const Lookup<N>* lookup = piece.lookup + origin * piece.lookups;
    Board<N> targets = lookup->targets & seen.of[lookup->content];
    for (int i = 1; i < piece.lookups; ++i)
        targets = targets | (lookup[i].targets & seen.of[lookup[i].content]);
    return targets;
}

template <int N>
SBG_INLINE Board<N> destinations(const Rules<N>& rules, const PieceRules<N>& piece,
                                 const View<N>& seen, int origin, const Scratch& scratch) {
    if (piece.walks && has(piece.walked, origin))
        return walk(rules, piece.walk, seen, origin, scratch);
    return look_up_all<N, 0, false>(piece, rules.tables, seen, origin);
}

// Calls visit(origin, targets) for every square of `origins`, which hold pieces of this kind. The
// number of lookups is settled before the loop, so that the common cases have no branches inside.
template <int N, class Visit>
SBG_INLINE void for_each_origin(const Rules<N>& rules, const PieceRules<N>& piece,
                                const Board<N>& origins, const View<N>& seen,
                                const Scratch& scratch, Visit visit) {
    const u32* tables = rules.tables;
    if (piece.leaper) {
        for_each(origins, [&](int origin) { visit(origin, leap(piece, seen, origin)); });
    } else if (!piece.occupied_only) {
        for_each(origins, [&](int origin) {
            visit(origin, destinations(rules, piece, seen, origin, scratch));
        });
    } else if (piece.lookups == 1) {
        for_each(origins, [&](int origin) {
            visit(origin, look_up_all<N, 1, true>(piece, tables, seen, origin));
        });
    } else if (piece.lookups == 2) {
        for_each(origins, [&](int origin) {
            visit(origin, look_up_all<N, 2, true>(piece, tables, seen, origin));
        });
    } else {
        for_each(origins, [&](int origin) {
            visit(origin, look_up_all<N, 0, true>(piece, tables, seen, origin));
        });
    }
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
                rules.conditions[term->first_condition + static_cast<u32>(i)];
            origins = origins & shifted(seen.of[condition.content], -condition.step);
        }
        targets = targets | (shifted(origins, term->step) & seen.of[term->content]);
        ++term;
    } while (term != end && term->joined);
    return targets;
}

// Calls visit(code, targets, base, follow) for every group of moves of a side. `mask` keeps the
// pieces that are on the board: perft asks for the replies to a capture without taking the captured
// piece out of its set.
template <int N, class Visit>
SBG_INLINE void for_each_group(const Rules<N>& rules, const Board<N>* pieces, const Board<N>& mask,
                               const View<N>& seen, int side, const Scratch& scratch, Visit visit) {
    for (int m = 0; m < rules.movers[side]; ++m) {
        const int code = rules.mover[side][m];
        const PieceRules<N>& piece = rules.piece[code];
        const Board<N> origins = pieces[code] & mask;
        if (piece.terms && count(origins) >= piece.set_wise_from) {
            const Term<N>* term = piece.term;
            const Term<N>* end = term + piece.terms;
            while (term != end) {
                const int step = term->step;
                visit(code, step_all(rules, term, end, origins, seen), -step, -1);
            }
        } else {
            for_each_origin(
                rules, piece, origins, seen, scratch,
                [&](int origin, const Board<N>& targets) { visit(code, targets, origin, 0); });
        }
    }
}

// How many moves a side has.
template <int N>
SBG_INLINE int count_moves(const Rules<N>& rules, const Board<N>* pieces, const Board<N>& mask,
                           const View<N>& seen, int side, const Scratch& scratch) {
    int total = 0;
    for_each_group(rules, pieces, mask, seen, side, scratch,
                   [&](int, const Board<N>& targets, int, int) { total += count(targets); });
    return total;
}

}  // namespace sbg::SBG_ISA
