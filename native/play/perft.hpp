// Counting move sequences. The last ply is counted in bulk, and its positions are never made.
#pragma once

#include "base/shared_word.hpp"
#include "play/replies.hpp"
#include "play/stop.hpp"
#include "play/zobrist.hpp"

namespace sbg {

// Counts already found, keyed by position and depth; shared by threads without locks. An entry is
// valid when its two halves fit together, so a torn write reads as a miss.
struct CountTable {
    u64* entries;  // pairs: key ^ count, count
    u64 mask;      // number of pairs - 1, a power of two minus one
    Zobrist zobrist;
};

}  // namespace sbg

namespace sbg::SBG_ISA {

template <int N>
class Perft {
  public:
    // `table` may be null.
    Perft(const Rules<N>& rules, const State<N>& start, const Scratch& scratch, Stop stop,
          const CountTable* table)
        : rules_(rules), scratch_(scratch), stop_(stop), table_(table), state_(start) {
        listen(*scratch.pace, stop);
    }

    // The number of sequences of `depth` moves, when the turn limit lies beyond them. depth is at
    // least 1. `groups` has room for most_groups at each depth.
    u64 run(int side, int depth, u64 hash, Group<N>* groups) {
        const View<N> seen = view(rules_, state_.side[side], state_.side[side ^ 1]);
        Pace& pace = *scratch_.pace;
        if (pace.cut || (depth > 3 && stopped(stop_))) return 0;
        u64 total;
        if (table_ && depth > 1 && recall(hash, depth, total)) return total;
        const Cursor<N> cursor = collect(rules_, state_, seen, side, scratch_, groups);
        if (depth == 1) return static_cast<u64>(cursor.total);

        total = 0;
        const bool in_bulk = depth == 2 && Replies<N>::can_count(state_, side ^ 1);
        if (in_bulk) replies_.prepare(side ^ 1);
        const Endings<N> endings(rules_, state_, side);
        for (const Group<N>* group = groups; group != cursor.next; ++group) {
            const Board<N> targets = endings.lasting(rules_, *group);
            if (in_bulk) {
                if constexpr (N == 1) {
                    // By hand: as a function of its own the body would be called, not inlined. On
                    // larger boards, where it is long, a call is quicker.
                    for (u64 rest = targets.word[0]; rest; rest &= rest - 1) {
                        const int target = lowest_bit(rest);
                        total += replies_.after(group->origin(target), target);
                    }
                } else {
                    for_each(targets, [&](int target) {
                        total += replies_.after(group->origin(target), target);
                    });
                }
            } else {
                for_each(targets, [&](int target) {
                    const Move move = group->move(target);
                    const int captured = make(state_, side, move.origin, target);
                    const u64 next = table_ ? hash_after(table_->zobrist, rules_.squares, hash,
                                                         group->code, move, captured)
                                            : 0;
                    total += run(side ^ 1, depth - 1, next, cursor.next);
                    unmake(state_, side, move.origin, target, captured);
                });
            }
            if (!common_size<N> && spend(pace, N * 10 * count(targets))) return 0;
        }
        if (common_size<N> && spend(pace, N * 10 * cursor.total)) return 0;
        if (table_ && !stopped(stop_)) remember(hash, depth, total);
        return total;
    }

  private:
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
