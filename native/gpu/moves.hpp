// Moves of a side: found for all pieces at once where their targets tell from where they came, else
// for one origin after the other.
#pragma once

#include "gpu/random.hpp"
#include "gpu/state.hpp"

namespace sbg::gpu {

// The board as the player to move sees it: for every union of contents its squares.
template <class G>
struct View {
    SetOf<G> of[8];

    SBG_INLINE View(const SetOf<G>& mine, const SetOf<G>& theirs) {
        SBG_CONST SetOf<G> board = G::board();
        of[0] = SetOf<G>{};
        of[empty_square] = without(without(board, mine), theirs);
        of[opponent] = theirs;
        of[empty_square | opponent] = without(board, mine);
        of[own] = mine;
        of[empty_square | own] = without(board, theirs);
        of[occupied] = mine | theirs;
        of[anything] = board;
    }
};

// Follows ops from those of the movers that are of the kinds that an op says.
template <class G, int Groups>
SBG_INLINE void follow(int first, int last, const State<G>& state, const View<G>& seen,
                       const SetOf<G>& movers, SetOf<G> (&targets)[Groups]) {
    SetOf<G> at[most_depth + 1];
    SBG_OPS for (int i = first; i < last; ++i) {
        const Op op = G::op(i);
        const int depth = static_cast<int>(op.depth);
        if (!depth) {
            at[0] = of_kinds(state, movers, op.kinds);
        } else {
            SetOf<G> open = seen.of[op.element.content] & G::columns(op.element.dx);
            if (!op.element.stages) {
                at[depth] = shifted(at[depth - 1], op.element.step) & open;
            } else {
                SetOf<G> all = at[depth - 1];
                SBG_OPS for (int stage = 0; stage < most_stages; ++stage) {
                    if (stage >= static_cast<int>(op.element.stages)) break;
                    const int step = op.element.step * (1 << stage);
                    all = all | (open & shifted(all, step));
                    open = open & shifted(open, step);
                }
                at[depth] = all;
            }
        }
        if (op.group >= 0) targets[op.group] = targets[op.group] | at[depth];
    }
}

// All targets of one piece, by its automaton: for each state the squares where a walk has been in
// it, and from which of them it has not gone on yet.
template <class G>
SBG_NOINLINE SetOf<G> walk(const Walk& walk, const SetOf<G>& mine, const SetOf<G>& theirs,
                           int origin, u32* scratch) {
    using Squares = SetOf<G>;
    auto* reached = reinterpret_cast<Squares*>(scratch);
    Squares* fresh = reached + walk.states;
    for (u32 state = 0; state < 2 * walk.states; ++state) reached[state] = Squares{};
    const Squares start = only<G::words>(origin);
    const Squares none = without(without(G::board(), mine), theirs);
    Squares targets{};
    if (walk.accepts_empty) targets = start;
    reached[0] = fresh[0] = start;
    for (u32 state = 0; state < walk.states;) {
        const Squares from = fresh[state];
        u32 next = state + 1;
        if (any(from)) {
            fresh[state] = Squares{};
            const u32 first = G::first(walk.first + state), last = G::first(walk.first + state + 1);
            for (u32 t = first; t < last; ++t) {
                const Transition letter = G::transition(t);
                Squares content{};
                if (letter.content & empty_square) content = none;
                if (letter.content & opponent) content = content | theirs;
                if (letter.content & own) content = content | mine;
                Squares arrived = shifted(from, letter.step) & content & G::columns(letter.dx);
                if (letter.accepting) targets = targets | arrived;
                if (!letter.goes_on) continue;
                arrived = without(arrived, reached[letter.target]);
                if (!any(arrived)) continue;
                reached[letter.target] = reached[letter.target] | arrived;
                fresh[letter.target] = fresh[letter.target] | arrived;
                if (letter.target < next) next = letter.target;
            }
        }
        state = next;
    }
    return targets;
}

// Calls visit(origin, targets) for each of the movers whose kind has no groups.
template <class G, int side, class Visit>
SBG_INLINE void for_each_apart(const State<G>& state, const View<G>& seen, const SetOf<G>& movers,
                               u32* scratch, Visit visit) {
    SBG_EACH(G::singles(side))([&](auto i) {
        SBG_CONST Single single = G::single(side, i);
        SetOf<G> origins = of_kind(state, movers, single.kind);
        while (any(origins)) {
            const int origin = take_lowest(origins);
            const SetOf<G> from = only<G::words>(origin);
            SetOf<G> targets[1]{};
            follow<G>(static_cast<int>(single.first), static_cast<int>(single.last), state, seen,
                      from, targets);
            visit(origin, targets[0]);
        }
    });
    SBG_EACH(G::walks(side))([&](auto i) {
        SBG_CONST Walk walked = G::walk(side, i);
        SetOf<G> origins = of_kind(state, movers, walked.kind);
        while (any(origins)) {
            const int origin = take_lowest(origins);
            visit(origin, walk<G>(walked, state.side[side], state.side[side ^ 1], origin, scratch));
        }
    });
}

// From where the piece came that a group lets arrive at a target. `back` holds a step in its low
// half, and above it the content of the squares that a ride in its direction passed; or, with the
// highest bit, the number of a word that has to be traced back element by element.
template <class G>
SBG_INLINE int origin_of(u32 back, int square, const SetOf<G>& mine, const SetOf<G>& theirs) {
    const auto content = [&] {
        return has(mine, square)     ? u32{own}
               : has(theirs, square) ? u32{opponent}
                                     : u32{empty_square};
    };
    if (G::traces && back >> 31) {
        const Word word = G::word(static_cast<int>(back & 0x7fffffff));
        for (u32 i = word.elements; i-- > 0;) {
            const Element element = G::element(static_cast<int>(word.first + i));
            if (!element.stages) square -= element.step;
            while (element.stages && element.content & content()) square -= element.step;
        }
        return square;
    }
    const int step = static_cast<i16>(back & 0xffff);
    square -= step;
    if (G::rides) {
        const u32 passed = back >> 16;
        while (passed & content()) square -= step;
    }
    return square;
}

// Calls visit(bunch, targets) for every bunch: the targets of each of its groups.
template <class G, int side, class Visit>
SBG_INLINE void for_each_bunch(const State<G>& state, const View<G>& seen, const SetOf<G>& movers,
                               Visit visit) {
    SBG_EACH(G::bunches(side))([&](auto b) {
        SBG_CONST Bunch bunch = G::bunch(side, b);
        SetOf<G> targets[G::bunch_size]{};
        follow<G>(static_cast<int>(bunch.first), static_cast<int>(bunch.last), state, seen, movers,
                  targets);
        visit(b, targets);
    });
}

template <class G, int side>
SBG_INLINE u32 count_moves(const State<G>& state, u32* scratch) {
    const View<G> seen(state.side[side], state.side[side ^ 1]);
    u32 total = 0;
    for_each_bunch<G, side>(state, seen, state.side[side], [&](auto b, const SetOf<G>* targets) {
        SBG_CONST int groups = static_cast<int>(G::bunch(side, b).groups);
        SBG_OPS for (int i = 0; i < groups; ++i) total += count(targets[i]);
    });
    for_each_apart<G, side>(state, seen, state.side[side], scratch,
                            [&](int, const SetOf<G>& targets) { total += count(targets); });
    return total;
}

// All targets of some pieces together; of a single one, what it may do. Compiled once and called:
// it is not for what has to be fastest.
template <class G, int side>
SBG_NOINLINE SetOf<G> all_targets(const State<G>& state, const SetOf<G>& movers, u32* scratch) {
    const View<G> seen(state.side[side], state.side[side ^ 1]);
    SetOf<G> all{};
    for_each_bunch<G, side>(state, seen, movers, [&](auto b, const SetOf<G>* targets) {
        SBG_CONST int groups = static_cast<int>(G::bunch(side, b).groups);
        SBG_OPS for (int i = 0; i < groups; ++i) all = all | targets[i];
    });
    for_each_apart<G, side>(state, seen, movers, scratch,
                            [&](int, const SetOf<G>& targets) { all = all | targets; });
    return all;
}

// The targets of all groups, and the number of their moves. They go to memory anyway, so this is
// compiled once and called.
template <class G, int side>
SBG_NOINLINE u32 gather(const State<G>& state, SetOf<G>* groups) {
    const SetOf<G>&mine = state.side[side], &theirs = state.side[side ^ 1];
    const View<G> seen(mine, theirs);
    u32 total = 0;
    for_each_bunch<G, side>(state, seen, mine, [&](auto b, const SetOf<G>* targets) {
        SBG_CONST Bunch bunch = G::bunch(side, b);
        SBG_OPS for (int i = 0; i < static_cast<int>(bunch.groups); ++i) {
            groups[static_cast<int>(bunch.group) + i] = targets[i];
            total += count(targets[i]);
        }
    });
    return total;
}

// Calls visit(origin, target) for moves until it returns true, and says whether it did. The groups
// and their number of moves come from `gather`.
template <class G, int side, class Visit>
SBG_INLINE bool find_move(const State<G>& state, const SetOf<G>* groups, u32 total, u32* scratch,
                          Visit visit) {
    const SetOf<G> mine = state.side[side], theirs = state.side[side ^ 1];
    SetOf<G> rest{};
    for (int i = -1; total; --total) {
        while (!any(rest)) rest = groups[++i];
        const int target = take_lowest(rest);
        if (visit(origin_of<G>(G::back(side, i), target, mine, theirs), target)) return true;
    }
    const View<G> seen(mine, theirs);
    bool found = false;
    for_each_apart<G, side>(state, seen, mine, scratch, [&](int origin, SetOf<G> targets) {
        while (!found && any(targets)) found = visit(origin, take_lowest(targets));
    });
    return found;
}

// Calls visit(origin, target) for every move.
template <class G, int side, class Visit>
SBG_INLINE void for_each_move(const State<G>& state, u32* scratch, Visit visit) {
    SetOf<G> groups[G::most_groups];
    const u32 total = gather<G, side>(state, groups);
    find_move<G, side>(state, groups, total, scratch, [&](int origin, int target) {
        visit(origin, target);
        return false;
    });
}

// The same number, of which the compiler is not to know that it grows: it would turn the choices
// between groups into branches, one inside the other.
SBG_INLINE u32 opaque(u32 number) {
#if defined(__CUDACC_RTC__)
    asm("" : "+r"(number));
#endif
    return number;
}

struct Choice {
    u32 moves;  // 0: there is none to choose
    int origin, target;
};

// A random move, each as likely. The groups of a bunch are counted together; of several bunches the
// last is taken with the probability of its share of the moves so far, and so on (reservoir
// sampling), and so are the pieces that move apart.
template <class G, int side>
SBG_INLINE Choice choose(const State<G>& state, Random& random, u32* scratch) {
    const SetOf<G>&mine = state.side[side], &theirs = state.side[side ^ 1];
    const View<G> seen(mine, theirs);
    SetOf<G> best{};
    u32 total = 0, k = 0, back = 0;
    int origin = -1;
    for_each_bunch<G, side>(state, seen, mine, [&](auto b, const SetOf<G>* targets) {
        SBG_CONST Bunch bunch = G::bunch(side, b);
        SBG_CONST int groups = static_cast<int>(bunch.groups),
                      first = static_cast<int>(bunch.group);
        u32 end[G::bunch_size], here = 0;
        SBG_OPS for (int i = 0; i < groups; ++i) {
            here += count(targets[i]);
            end[i] = opaque(here);
        }
        total += here;
        const u32 r = random.below(total);
        if (r < here) {
            best = targets[0];
            back = G::back(side, first);
            u32 before = 0;
            SBG_OPS for (int i = 1; i < groups; ++i) {
                const bool later = r >= end[i - 1];
                best = chosen(later, targets[i], best);
                back = later ? G::back(side, first + i) : back;
                before = later ? end[i - 1] : before;
            }
            k = r - before;
        }
    });
    for_each_apart<G, side>(state, seen, mine, scratch, [&](int from, const SetOf<G>& targets) {
        const u32 here = count(targets);
        total += here;
        const u32 r = random.below(total);
        if (r < here) {
            best = targets;
            k = r;
            origin = from;
        }
    });
    if (!total) return {0, 0, 0};
    const int target = select(best, k);
    if (origin < 0) origin = origin_of<G>(back, target, mine, theirs);
    return {total, origin, target};
}

}  // namespace sbg::gpu
