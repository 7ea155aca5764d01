// What the rest of the core asks of the code that plays: one Kernel per board size and instruction
// set.
//
// Boards come as codes per square, rules as the Rules<N> of the kernel's own N. Kernels allocate
// nothing.
#pragma once

#include "play/ends.hpp"
#include "play/perft.hpp"
#include "play/playout.hpp"

namespace sbg {

// Memory that a running call needs, one per thread.
struct Workspace {
    Scratch scratch;
    void* groups;  // of Group<N>: Rules::most_groups, for perft as many at each depth
};

struct Kernel {
    int words;
    u32 group_bytes;
    // The moves in the order (origin, target): all, or pieces are asked until there are `room`.
    // Returns how many there are; writes no more than `room`.
    u64 (*moves)(const void* rules, const u8* at, int side, const Workspace&, Move* out, u64 room,
                 bool all);
    bool (*legal)(const void* rules, const u8* at, int side, Move move, const Workspace&);
    // How a position ends that no move led to: by no moves or the turn limit.
    Outcome (*at_rest)(const void* rules, const u8* at, u32 ply, const Workspace&);
    // Plays a legal move on the board.
    Played (*play)(const void* rules, u8* at, u32 ply, Move move, const Workspace&);
    // depth is at least 1 and the turn limit lies beyond it. `table` may be null.
    u64 (*perft)(const void* rules, const u8* at, int side, int depth, u64 hash, const Workspace&,
                 Stop, const CountTable* table);
    // Adds to counts[0], counts[1] and so on the games that end after so many moves, up to `depth`,
    // from a position that no move has ended.
    void (*ends)(const void* rules, const u8* at, u32 ply, int depth, const Workspace&, Stop,
                 EndCount* counts);
    // The games number `first` up to `last` of this seed, from a position that is not finished.
    // Returns early, with the games finished so far, when stopped.
    void (*playouts)(const void* rules, const u8* at, u32 ply, u64 seed, u64 first, u64 last,
                     const Workspace&, Stop, Tally&);
};

// The kernel for boards of so many words (sizes.hpp).
namespace portable {
const Kernel* kernel(int words);  // null in a build for processors with BMI2 alone
}
namespace bmi2 {
const Kernel* kernel(int words);  // null in a build without BMI2
}

}  // namespace sbg
