// The transposition table: what is already known of positions, shared by threads without locks.
//
// An entry is two words, key ^ data and data, so that a torn write reads as a miss. The data, from
// the low end: score 16 bits, origin 12, target 12, depth 8, bound 2, exact 1, spare 5, age 8.
#pragma once

#include "base/shared_word.hpp"
#include "search/score.hpp"

namespace sbg {

enum Bound : u8 { no_bound = 0, upper_bound = 1, lower_bound = 2, exact_bound = 3 };

struct Table {
    u64* entries;  // pairs
    u64 mask;      // number of pairs - 1, a power of two minus one
    u8 age;        // of this search: entries of earlier ones are replaced first
};

}  // namespace sbg

namespace sbg::SBG_ISA {

struct Entry {
    Score score = 0;
    int origin = 0, target = 0;
    int depth = 0;
    Bound bound = no_bound;  // no_bound: nothing is known, or only a move
    bool exact = false;      // the depth reached the end of every game, without reductions
    bool known = false;
};

// Proven ends are stored by their distance from the entry's own position.
SBG_INLINE Score to_table(Score score, int distance) {
    if (score >= proven_score) return score + distance;
    if (score <= -proven_score) return score - distance;
    return score;
}

SBG_INLINE Score from_table(Score score, int distance) {
    if (score >= proven_score) return score - distance;
    if (score <= -proven_score) return score + distance;
    return score;
}

SBG_INLINE Entry recall(const Table& table, u64 key, int distance) {
    u64* pair = table.entries + 2 * (key & table.mask);
    const u64 data = load(pair[1]);
    Entry entry;
    if (!data || (load(pair[0]) ^ data) != key) return entry;
    entry.known = true;
    entry.score = from_table(static_cast<i16>(data & 0xffff), distance);
    entry.origin = static_cast<int>((data >> 16) & 0xfff);
    entry.target = static_cast<int>((data >> 28) & 0xfff);
    entry.depth = static_cast<int>((data >> 40) & 0xff);
    entry.bound = static_cast<Bound>((data >> 48) & 3);
    entry.exact = (data >> 50) & 1;
    return entry;
}

SBG_INLINE void remember(const Table& table, u64 key, int distance, const Entry& entry) {
    u64* pair = table.entries + 2 * (key & table.mask);
    const u64 old = load(pair[1]);
    const bool same = old && (load(pair[0]) ^ old) == key;
    const int old_depth = static_cast<int>((old >> 40) & 0xff);
    const bool current = (old >> 56) == table.age;
    // What was searched deeper in this search stays, unless this is news of the same position.
    if (old && current && !same && old_depth > entry.depth + 2) return;
    if (same && current && old_depth > entry.depth && entry.bound != exact_bound) return;
    const u64 data = static_cast<u64>(static_cast<u16>(to_table(entry.score, distance))) |
                     static_cast<u64>(entry.origin) << 16 | static_cast<u64>(entry.target) << 28 |
                     static_cast<u64>(entry.depth) << 40 | static_cast<u64>(entry.bound) << 48 |
                     static_cast<u64>(entry.exact) << 50 | static_cast<u64>(table.age) << 56;
    store(pair[0], key ^ data);
    store(pair[1], data);
}

}  // namespace sbg::SBG_ISA
