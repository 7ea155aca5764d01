// What the rest of the core asks of the code that plays: one Kernel per board size and instruction
// set.
//
// Boards come as codes per square, rules as the Rules<N> of the kernel's own N. Kernels allocate
// nothing.
#pragma once

#include "perft.hpp"
#include "playout.hpp"
#include "rules.hpp"

namespace sbg {

struct Move {
    u16 origin, target;
    friend auto operator<=>(const Move&, const Move&) = default;
};

struct Kernel {
    int words;
    u32 group_bytes;
    // All moves in the order (origin, target). Returns how many there are; writes no more than
    // `room`.
    u64 (*moves)(const void* rules, const u8* at, int side, const Workspace&, Move* out, u64 room);
    bool (*legal)(const void* rules, const u8* at, int side, Move move, const Workspace&);
    bool (*can_move)(const void* rules, const u8* at, int side, const Workspace&);
    // depth is at least 1 and the turn limit lies beyond it. `table` may be null.
    u64 (*perft)(const void* rules, const u8* at, int side, int depth, u64 hash, const Workspace&,
                 Stop, const CountTable* table);
    // The games number `first` up to `last` of this seed, from a position that is not finished.
    // Returns early, with the games finished so far, when stopped.
    void (*playouts)(const void* rules, const u8* at, u32 ply, u64 seed, u64 first, u64 last,
                     const Workspace&, Stop, Tally&);
};

// The board sizes, in words, for which there are kernels.
inline constexpr int kernel_words[] = {1, 2, 3, 4, 6, 16, 64};

namespace portable {
const Kernel* kernel(int words);
}
namespace bmi2 {
const Kernel* kernel(int words);  // null in a build without BMI2
}

}  // namespace sbg
