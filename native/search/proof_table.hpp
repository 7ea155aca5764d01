// What a proof search knows of positions, shared by threads: in how many plies the attacker is
// known to win, for how many plies they are known not to, and how hard the rest looks.
//
// The rules have no history, so "wins within r plies" holds for every larger r and "does not win
// within r plies" for every smaller one: two numbers serve a position at every ply of a game.
#pragma once

#include <atomic>

#include "base/bits.hpp"

namespace sbg {

inline constexpr u32 endless = 0xffff;         // plies: for ever
inline constexpr u32 never_proved = 0xffff;    // plies within which a win is known: none
inline constexpr u32 settled = 1'000'000'000;  // a proof or disproof number that means impossible

struct ProofEntry {
    u64 key = 0;
    u32 proof = 0, disproof = 0;  // how hard it looks to prove and to disprove; 0: not an entry
    u16 proved = never_proved;    // the attacker wins within so many plies
    u16 refuted = 0;              // the attacker does not win within one ply less than this
    u32 work = 0;                 // positions searched below
    u16 busy = 0;                 // threads that are below
};

struct ProofTable {
    static constexpr u64 ways = 4;  // entries of a bucket
    static constexpr u64 locks = 4096;

    ProofEntry* entries;
    u64 mask;  // number of buckets - 1, a power of two minus one
    std::atomic<u8>* lock;
};

}  // namespace sbg

namespace sbg::SBG_ISA {

// A bucket that no other thread changes.
class Bucket {
  public:
    SBG_INLINE Bucket(const ProofTable& table, u64 key)
        : entries_(table.entries + (key & table.mask) * ProofTable::ways),
          lock_(table.lock[(key & table.mask) % ProofTable::locks]) {
        while (lock_.exchange(1, std::memory_order_acquire)) {
        }
    }
    SBG_INLINE ~Bucket() { lock_.store(0, std::memory_order_release); }
    Bucket(const Bucket&) = delete;
    Bucket& operator=(const Bucket&) = delete;

    SBG_INLINE ProofEntry* find(u64 key) const {
        for (u64 i = 0; i < ProofTable::ways; ++i)
            if (entries_[i].proof && entries_[i].key == key) return entries_ + i;
        return nullptr;
    }
    // The entry of a position, or a new one in the place of that which was the least work.
    SBG_INLINE ProofEntry* make(u64 key) const {
        ProofEntry* worst = entries_;
        for (u64 i = 0; i < ProofTable::ways; ++i) {
            ProofEntry* entry = entries_ + i;
            if (entry->proof && entry->key == key) return entry;
            if (rank(*entry) < rank(*worst)) worst = entry;
        }
        *worst = ProofEntry{};
        worst->key = key;
        worst->proof = worst->disproof = 1;
        return worst;
    }

  private:
    SBG_INLINE static u64 rank(const ProofEntry& entry) {
        if (!entry.proof) return 0;
        return 1 + u64{entry.work} + (u64{entry.busy} << 32);
    }

    ProofEntry* entries_;
    std::atomic<u8>& lock_;
};

}  // namespace sbg::SBG_ISA
