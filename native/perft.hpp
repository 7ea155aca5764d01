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

// What a running count looks at: set from another thread to end early.
struct Stop {
    const std::atomic<bool>* flag;
};

}  // namespace sbg

namespace sbg::SBG_ISA {

SBG_INLINE u64 load(u64& place) { return std::atomic_ref(place).load(std::memory_order_relaxed); }
SBG_INLINE void store(u64& place, u64 value) {
    std::atomic_ref(place).store(value, std::memory_order_relaxed);
}
SBG_INLINE bool stopped(const Stop& stop) { return stop.flag->load(std::memory_order_relaxed); }

template <int N, bool Hashed>
struct Perft {
    const Rules<N>& rules;
    const Scratch& scratch;
    const Stop stop;
    const CountTable* table;
    State<N> state{};
    Replies<N> replies{rules, state, scratch};

    // The number of sequences of `depth` moves, when the turn limit lies beyond them. depth is at
    // least 1.
    u64 run(int side, int depth, u64 hash) {
        const View<N> seen = view(rules, state.side[side], state.side[side ^ 1]);
        if (depth == 1) return static_cast<u64>(count_moves(rules, state, seen, side, scratch));
        if (depth > 3 && stopped(stop)) return 0;
        u64 total;
        if (Hashed && recall(hash, depth, total)) return total;
        total = 0;
        const bool bulk = depth == 2 && count(state.side[side ^ 1]) <= 64;
        if (bulk) {
            replies.prepare(side ^ 1);
            for_each_lasting(seen, side, [&](int, int origin, int target) {
                total += replies.after(origin, target);
            });
        } else {
            for_each_lasting(seen, side, [&](int code, int origin, int target) {
                total += sequences(side, depth, hash, code, origin, target);
            });
        }
        if (Hashed && !stopped(stop)) remember(hash, depth, total);
        return total;
    }

  private:
    // Calls visit(code, origin, target) for every move that does not end the game: not onto a goal,
    // and not a capture down to a fatal count.
    template <class Visit>
    SBG_INLINE void for_each_lasting(const View<N>& seen, int side, Visit visit) const {
        const Board<N> fatal = fatal_squares(rules, state);
        for_each_group(rules, state, seen, side, scratch,
                       [&](int code, const Board<N>& targets, int base, int follow) {
                           Board<N> ending = fatal;
                           // To stay on one's square is no capture.
                           if (!follow) remove(ending, base);
                           if (follow && !base) ending = none<N>();
                           for_each(
                               without(targets, rules.piece[code].goal | ending),
                               [&](int target) { visit(code, base + (target & follow), target); });
                       });
    }

    u64 sequences(int side, int depth, u64 hash, int code, int origin, int target) {
        const int captured = make(state, side, origin, target);
        u64 next = 0;
        if constexpr (Hashed) {
            const u64* keys = table->keys;
            next = hash ^ table->turn_key;
            if (origin != target) {
                next ^= keys[code * rules.squares + origin] ^ keys[code * rules.squares + target];
                if (captured) next ^= keys[captured * rules.squares + target];
            }
        }
        const u64 found = run(side ^ 1, depth - 1, next);
        unmake(state, side, origin, target, captured);
        return found;
    }

    static u64 key(u64 hash, int depth) {
        return hash + static_cast<u64>(depth) * 0x9e3779b97f4a7c15ull;
    }

    bool recall(u64 hash, int depth, u64& found) const {
        const u64 k = key(hash, depth);
        u64* pair = table->entries + 2 * (k & table->mask);
        found = load(pair[1]);
        return found && (load(pair[0]) ^ found) == k;
    }

    void remember(u64 hash, int depth, u64 found) const {
        const u64 k = key(hash, depth);
        u64* pair = table->entries + 2 * (k & table->mask);
        store(pair[0], k ^ found);
        store(pair[1], found);
    }
};

}  // namespace sbg::SBG_ISA
