// Walking an automaton over the board, for pieces whose tables would be too large.
//
// A walk goes through pairs of a state and a square. It begins one pair at a time. If there are
// many it goes on by sets: for each state the squares on which a walk has been in it, and a letter
// moves a whole set at once. States are then taken in their order, the lowest first: they are
// numbered so that what leads to a state has been seen when its turn comes, except in cycles.
//
// Where a wider state has been, which has all transitions of this one, nothing new can come from
// here: those squares are left out. In a chain of stars each square is gone on from but once.
#pragma once

#include "rules/rules.hpp"

namespace sbg {

// How long a thread goes on before somebody is asked whether it should: walks may be long, and so
// may lists of moves.
struct Pace {
    static constexpr i64 stretch = 400'000;  // steps of about a nanosecond

    bool (*ask)(void*) = nullptr;  // true: stop
    void* data = nullptr;
    i64 left = stretch;
    i64 stretches = 0;  // that are over
    bool cut = false;   // said to stop: what was found since then is not complete
};

// Memory for walking, owned by the caller, one per thread. All of it is empty between walks.
struct Scratch {
    u64* reached;  // a board per state: where a walk has been in it
    u64* fresh;    // of these, from where it has not gone on yet
    u64* waiting;  // a bit per state: whether it has fresh squares
    u64* met;      // a bit per state: whether it was reached at all
    Pace* pace;
};

}  // namespace sbg

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

// Counts steps, and asks now and then; true: stop.
inline SBG_NOINLINE bool look_up(Pace& pace) {
    const i64 over = 1 - pace.left / Pace::stretch;
    pace.left += over * Pace::stretch;
    pace.stretches += over;
    if (pace.ask && !pace.cut) pace.cut = pace.ask(pace.data);
    if (pace.cut) pace.left = -1;  // so that every later step says the same
    return pace.cut;
}
SBG_INLINE bool spend(Pace& pace, i64 steps) { return (pace.left -= steps) < 0 && look_up(pace); }
SBG_INLINE i64 steps(const Pace& pace) { return (pace.stretches + 1) * Pace::stretch - pace.left; }

// The words of a set that are not empty: from `begin` to before `end`.
struct Extent {
    int begin, end;
};

template <int N>
SBG_INLINE Extent extent(const Board<N>& a) {
    Extent found{0, N};
    while (found.begin < N && !a.word[found.begin]) ++found.begin;
    while (found.end > found.begin && !a.word[found.end - 1]) --found.end;
    return found;
}

template <int N>
class Walker {
  public:
    Walker(const Rules<N>& rules, const PieceRules<N>& piece, const View<N>& seen,
           const Scratch& scratch)
        : rules_(rules),
          first_(array(rules, piece.walk.first)),
          transitions_(array(rules, piece.walk.transitions)),
          wider_(array(rules, piece.walk.wider)),
          landings_(array(rules, piece.landings)),
          lattice_(piece.walk.lattice),
          states_((piece.walk.states + 63) / 64),
          seen_(seen),
          reached_(reinterpret_cast<Board<N>*>(scratch.reached)),
          fresh_(reinterpret_cast<Board<N>*>(scratch.fresh)),
          waiting_(scratch.waiting),
          met_(scratch.met),
          pace_(*scratch.pace) {}

    // Adds the targets of a piece on `origin`; only some of them when the pace says stop.
    void run(int origin, Board<N>& targets) {
        visit(0, origin);
        u32 looked = 0;
        while (head_ < tail_) {
            const u32 state = pair_[head_].state, square = pair_[head_].square;
            const u32 begin = first_[state], end = first_[state + 1];
            if (tail_ + (end - begin) > most_pairs) break;
            ++head_;
            looked += end - begin;
            const int x = static_cast<int>(square) % rules_.width;
            const int y = static_cast<int>(square) / rules_.width;
            for (u32 t = begin; t < end; ++t) {
                const Transition& letter = transitions_[t];
                const int to_x = x + letter.dx, to_y = y + letter.dy;
                if (to_x < 0 || to_x >= rules_.width || to_y < 0 || to_y >= rules_.height) continue;
                const int to = to_y * rules_.width + to_x;
                if (!has(seen_.of[letter.content], to)) continue;
                if (letter.accepting) add(targets, to);
                if (letter.goes_on) visit(letter.target, to);
            }
        }
        const bool stop = spend(pace_, 3 * i64{looked} + 20);
        if (head_ == tail_ || stop) {
            for (u32 i = 0; i < tail_; ++i) reached_[pair_[i].state].word[pair_[i].square / 64] = 0;
        } else {
            go_on_by_sets(targets);
        }
    }

  private:
    // So many pairs one at a time: what moves a set costs more on a larger board.
    static constexpr u32 most_pairs = N < 14 ? 64 + 32 * N : 512;

    struct Pair {
        u32 state, square;
    };

    SBG_INLINE void visit(u32 state, int square) {
        if (has(reached_[state], square)) return;
        add(reached_[state], square);
        pair_[tail_++] = {state, static_cast<u32>(square)};
    }

    void go_on_by_sets(Board<N>& targets) {
        for (u32 i = 0; i < tail_; ++i) {
            const u32 state = pair_[i].state;
            const u64 bit = 1ull << (state % 64);
            met_[state / 64] |= bit;
            if (i < head_) continue;
            waiting_[state / 64] |= bit;
            add(fresh_[state], static_cast<int>(pair_[i].square));
        }
        const Board<N> most =
            within_reach((landings_[0] & seen_.of[empty_square]) |
                         (landings_[1] & seen_.of[opponent]) | (landings_[2] & seen_.of[own]));
        int missing = 0;  // the first word in which there may be a further target
        for (low_ = 0; low_ < states_;) {
            if (!waiting_[low_]) {
                ++low_;
                continue;
            }
            const u32 state = 64 * low_ + static_cast<u32>(lowest_bit(waiting_[low_]));
            waiting_[low_] &= waiting_[low_] - 1;
            const Extent from = take(state);
            if (from.begin == from.end) {
                if (spend(pace_, 4 * N)) break;
                continue;
            }
            const u32 begin = first_[state], end = first_[state + 1];
            for (u32 t = begin; t < end; ++t) step(transitions_[t], from, targets);
            if (spend(pace_, 2 * N + 2 * i64{end - begin} * (2 + from.end - from.begin))) break;
            while (missing < N && !(most.word[missing] & ~targets.word[missing])) ++missing;
            if (missing == N) break;  // there is no further target
        }
        tidy_up();
    }

    // Of some squares those that steps can lead to from where the walk began.
    Board<N> within_reach(const Board<N>& squares) const {
        const auto [columns, shift, rows] = lattice_;
        if (columns == 1 && rows == 1) return squares;
        const int x0 = static_cast<int>(pair_[0].square) % rules_.width;
        const int y0 = static_cast<int>(pair_[0].square) / rules_.width;
        Board<N> found = none<N>();
        for (int x = columns ? x0 % columns : x0; x < rules_.width; x += columns ? columns : 64) {
            int y = columns ? y0 + (x - x0) / columns * shift : y0;
            if (rows) y = (y % rows + rows) % rows;
            for (; y < rules_.height; y += rows ? rows : 64) {
                if (y >= 0) add(found, y * rules_.width + x);
            }
        }
        return found & squares;
    }

    // The squares of a state from where to go on, into from_.
    SBG_INLINE Extent take(u32 state) {
        Board<N>& fresh = fresh_[state];
        u32 wider = state;
        do {
            if (wider_[wider] == wider) break;
            wider = wider_[wider];
        } while (!(met_[wider / 64] >> (wider % 64) & 1));
        if (wider != state) {
            fresh = without(fresh, reached_[wider]);
            reached_[state] = reached_[state] | reached_[wider];
        }
        const Extent words = extent(fresh);
        from_[words.begin] = from_[words.end + 1] = 0;
        for (int i = words.begin; i < words.end; ++i) {
            from_[i + 1] = fresh.word[i];
            fresh.word[i] = 0;
        }
        return words;
    }

    SBG_INLINE void step(const Transition& letter, const Extent& from, Board<N>& targets) {
        const int by = letter.dy * rules_.width + letter.dx;
        const int words = by >> 6, bits = by & 63;
        const Board<N>& columns = array(rules_, rules_.arrivals)[letter.dx + rules_.width - 1];
        const Board<N>& content = seen_.of[letter.content];
        Board<N>& reached = reached_[letter.target];
        Board<N>& fresh = fresh_[letter.target];
        const int begin = from.begin + words < 0 ? 0 : from.begin + words;
        const int end = from.end + words + 1 > N ? N : from.end + words + 1;
        u64 news = 0;
        for (int i = begin; i < end; ++i) {
            const u64* here = from_ + (i - words + 1);
            u64 arrived = (here[0] << bits) | ((here[-1] >> 1) >> (63 - bits));
            arrived &= columns.word[i] & content.word[i];
            if (letter.accepting) targets.word[i] |= arrived;
            if (!letter.goes_on) continue;
            arrived &= ~reached.word[i];
            reached.word[i] |= arrived;
            fresh.word[i] |= arrived;
            news |= arrived;
        }
        if (!news) return;
        const u32 word = letter.target / 64;
        const u64 bit = 1ull << (letter.target % 64);
        waiting_[word] |= bit;
        met_[word] |= bit;
        if (word < low_) low_ = word;
    }

    // The scratch memory is left as it was found: empty.
    void tidy_up() {
        for (u32 i = 0; i < states_; ++i) {
            for (u64 rest = met_[i]; rest; rest &= rest - 1) {
                const u32 state = 64 * i + static_cast<u32>(lowest_bit(rest));
                reached_[state] = none<N>();
                fresh_[state] = none<N>();
            }
            met_[i] = waiting_[i] = 0;
        }
    }

    const Rules<N>& rules_;
    const u32* first_;
    const Transition* transitions_;
    const u32* wider_;
    const Board<N>* landings_;
    const Lattice& lattice_;
    u32 states_;  // in words
    const View<N>& seen_;
    Board<N>* reached_;
    Board<N>* fresh_;
    u64* waiting_;
    u64* met_;
    Pace& pace_;
    u32 head_ = 0, tail_ = 0;
    Pair pair_[most_pairs];
    u32 low_ = 0;      // the first word of waiting_ that may have a state
    u64 from_[N + 2];  // the squares that a letter moves, from word 1, with an empty word at both
                       // ends of the extent
};

template <int N>
SBG_NOINLINE Board<N> walk(const Rules<N>& rules, const PieceRules<N>& piece, const View<N>& seen,
                           int origin, const Scratch& scratch) {
    Board<N> targets = none<N>();
    if (scratch.pace->cut) return targets;
    if (piece.walk.accepts_empty) add(targets, origin);
    Walker<N>(rules, piece, seen, scratch).run(origin, targets);
    return targets;
}

}  // namespace sbg::SBG_ISA
