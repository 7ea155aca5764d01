// Counting move sequences. The last ply is counted in bulk, and its positions are never made.
#pragma once

#include <atomic>

#include "replies.hpp"

namespace sbg {

// Counts already found, keyed by position and depth; shared by threads without locks. An entry is
// valid when its two halves fit together, so a torn write reads as a miss.
struct CountTable {
    u64* entries;     // pairs: key ^ count, count
    u64 mask;         // number of pairs - 1, a power of two minus one
    const u64* keys;  // Zobrist keys, [code * squares + square]
    u64 turn_key;
};

}  // namespace sbg

namespace sbg::SBG_ISA {

SBG_INLINE u64 load(u64& place) { return std::atomic_ref(place).load(std::memory_order_relaxed); }
SBG_INLINE void store(u64& place, u64 value) {
    std::atomic_ref(place).store(value, std::memory_order_relaxed);
}

template <int N>
class Perft {
  public:
    // `table` may be null.
    Perft(const Rules<N>& rules, const State<N>& start, const Scratch& scratch, Stop stop,
          const CountTable* table)
        : rules_(rules), scratch_(scratch), stop_(stop), table_(table), state_(start) {}

    // The number of sequences of `depth` moves, when the turn limit lies beyond them. depth is at
    // least 1. `groups` has room for most_groups at each depth.
    u64 run(int side, int depth, u64 hash, Group<N>* groups) {
        const View<N> seen = view(rules_, state_.side[side], state_.side[side ^ 1]);
        if (depth > 3 && stopped(stop_)) return 0;
        u64 total;
        if (table_ && depth > 1 && recall(hash, depth, total)) return total;
        const Cursor<N> cursor = collect(rules_, state_, seen, side, scratch_, groups);
        if (depth == 1) return static_cast<u64>(cursor.total);

        total = 0;
        const bool in_bulk = depth == 2 && Replies<N>::can_count(state_, side ^ 1);
        if (in_bulk) replies_.prepare(side ^ 1);
        const Board<N> fatal = fatal_squares(rules_, state_);
        for (const Group<N>* group = groups; group != cursor.next; ++group) {
            const Board<N> targets = lasting(*group, fatal);
            if (in_bulk) {
                for_each(targets, [&](int target) {
                    total += replies_.after(group->base + (target & group->follow), target);
                });
            } else {
                for_each(targets, [&](int target) {
                    const int origin = group->base + (target & group->follow);
                    const int captured = make(state_, side, origin, target);
                    const u64 next = table_ ? hash_after(hash, origin, target, captured) : 0;
                    total += run(side ^ 1, depth - 1, next, cursor.next);
                    unmake(state_, side, origin, target, captured);
                });
            }
        }
        if (table_ && !stopped(stop_)) remember(hash, depth, total);
        return total;
    }

  private:
    // The targets of a group whose moves do not end the game: not onto a goal, and not a capture
    // down to a fatal count.
    SBG_INLINE Board<N> lasting(const Group<N>& group, const Board<N>& fatal) const {
        Board<N> ending = fatal;
        // To stay on one's square is no capture.
        if (!group.follow) remove(ending, group.base);
        if (group.follow && !group.base) ending = none<N>();
        return without(group.targets, rules_.piece[group.code].goal | ending);
    }

    u64 hash_after(u64 hash, int origin, int target, int captured) const {
        const u64* keys = table_->keys + state_.at[target] * rules_.squares;
        hash ^= table_->turn_key ^ keys[origin] ^ keys[target];
        return captured ? hash ^ table_->keys[captured * rules_.squares + target] : hash;
    }

    static u64 key(u64 hash, int depth) {
        return hash + static_cast<u64>(depth) * 0x9e3779b97f4a7c15ull;
    }

    bool recall(u64 hash, int depth, u64& found) const {
        const u64 k = key(hash, depth);
        u64* pair = table_->entries + 2 * (k & table_->mask);
        found = load(pair[1]);
        return found && (load(pair[0]) ^ found) == k;
    }

    void remember(u64 hash, int depth, u64 found) const {
        const u64 k = key(hash, depth);
        u64* pair = table_->entries + 2 * (k & table_->mask);
        store(pair[0], k ^ found);
        store(pair[1], found);
    }

    const Rules<N>& rules_;
    const Scratch& scratch_;
    const Stop stop_;
    const CountTable* table_;
    State<N> state_;
    Replies<N> replies_{rules_, state_, scratch_};
};

}  // namespace sbg::SBG_ISA
