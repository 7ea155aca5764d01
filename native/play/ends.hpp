// Counting finished games by their length and result (docs/semantics.md, Ends).
#pragma once

#include "play/movegen.hpp"
#include "play/stop.hpp"

namespace sbg {

// How many games of one length white and black have won, and how many were drawn.
struct EndCount {
    u64 wins[2];
    u64 draws;
};

}  // namespace sbg

namespace sbg::SBG_ISA {

template <int N>
class EndCounter {
  public:
    // `counts` begins with the games that end at `start` itself, which no move has ended.
    EndCounter(const Rules<N>& rules, const State<N>& start, const Scratch& scratch, Stop stop,
               EndCount* counts)
        : rules_(rules), scratch_(scratch), stop_(stop), state_(start), counts_(counts) {
        listen(*scratch.pace, stop);
    }

    // Counts the games that end within `depth` more moves, `length` moves having been made.
    // `groups` has room for most_groups at each depth.
    void run(int length, int depth, Group<N>* groups) {
        const int side = to_move(state_);
        if (depth == 0) {
            add(length, at_rest(rules_, state_, side, can_move(rules_, state_, side, scratch_)));
            return;
        }
        if (depth > 2 && stopped(stop_)) return;
        const View<N> seen = view(rules_, state_.side[side], state_.side[side ^ 1]);
        const Cursor<N> cursor = collect(rules_, state_, seen, side, scratch_, groups);
        const Outcome rest = at_rest(rules_, state_, side, cursor.total > 0);
        if (rest.over()) {
            add(length, rest);
            return;
        }
        Pace& pace = *scratch_.pace;
        for (const Group<N>* group = groups; group != cursor.next; ++group) {
            for_each(group->targets, [&](int target) {
                if (pace.cut) return;
                const Move move = group->move(target);
                const Played played = play(rules_, state_, side, move);
                if (played.outcome.over()) {
                    add(length + 1, played.outcome);
                } else {
                    run(length + 1, depth - 1, cursor.next);
                }
                take_back(state_, side, move, played.captured);
            });
            if (spend(pace, N * 10 * count(group->targets))) return;
        }
    }

  private:
    void add(int length, Outcome outcome) {
        if (!outcome.over()) return;
        EndCount& count = counts_[length];
        ++(outcome.winner < 0 ? count.draws : count.wins[outcome.winner]);
    }

    const Rules<N>& rules_;
    const Scratch& scratch_;
    const Stop stop_;
    State<N> state_;
    EndCount* counts_;
};

}  // namespace sbg::SBG_ISA
