// Which move to try first: the table's, captures, killers, then what was good elsewhere.
#pragma once

#include "search/score.hpp"
#include "search/stack.hpp"

namespace sbg::SBG_ISA {

struct ScoredMove {
    u16 origin, target;
    i32 score;
};

// Scores of kinds of moves, best first; history lies between -history_most and history_most.
inline constexpr i32 table_rank = 1 << 30, capture_rank = 1 << 24, killer_rank = 1 << 20;
inline constexpr i32 history_most = 1 << 14;

// What quiet moves have been good for, by piece and target, and by distance from the root.
class Ordering {
  public:
    Ordering(int codes, int squares)
        : size_(codes * squares), history_(new i32[static_cast<u64>(size_)]) {
        clear();
    }
    Ordering(const Ordering&) = delete;
    Ordering& operator=(const Ordering&) = delete;
    ~Ordering() { delete[] history_; }

    void clear() {
        for (int i = 0; i < size_; ++i) history_[i] = 0;
        forget_killers();
    }

    // The killers belong to distances from a root, so they go when the root changes.
    void forget_killers() {
        for (auto& pair : killers_) pair[0] = pair[1] = {0, 0, -1};
    }

    SBG_INLINE i32 quiet(int place, u16 origin, u16 target, int distance) const {
        const ScoredMove* killers = killers_[distance];
        if (killers[0].score >= 0 && killers[0].origin == origin && killers[0].target == target)
            return killer_rank + 1;
        if (killers[1].score >= 0 && killers[1].origin == origin && killers[1].target == target)
            return killer_rank;
        return history_[place];
    }

    // A quiet move was good enough to end a node's search.
    SBG_INLINE void reward(int place, const ScoredMove& move, int distance, int depth) {
        ScoredMove* killers = killers_[distance];
        if (killers[0].score < 0 || killers[0].origin != move.origin ||
            killers[0].target != move.target) {
            killers[1] = killers[0];
            killers[0] = {move.origin, move.target, 0};
        }
        change(place, bonus(depth));
    }
    // One that was tried before such a move.
    SBG_INLINE void punish(int place, int depth) { change(place, -bonus(depth)); }

  private:
    static i32 bonus(int depth) { return depth > 20 ? 1600 : 4 * depth * depth; }
    // Moves towards the extreme the slower the nearer, so that it stays in bounds.
    SBG_INLINE void change(int place, i32 by) {
        i32& value = history_[place];
        value += by - value * (by < 0 ? -by : by) / history_most;
    }

    int size_;
    i32* history_;  // [code * squares + target]
    ScoredMove killers_[longest_line + 1][2];
};

// Puts the best of moves[from..] at `from`.
SBG_INLINE void bring_best(Stack<ScoredMove>& moves, u64 from, u64 end) {
    u64 best = from;
    for (u64 i = from + 1; i < end; ++i) {
        if (moves[i].score > moves[best].score) best = i;
    }
    const ScoredMove move = moves[best];
    moves[best] = moves[from];
    moves[from] = move;
}

}  // namespace sbg::SBG_ISA
