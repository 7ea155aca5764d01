// What batches ask of the code that plays: one BatchKernel per board size and instruction set.
//
// Steps read one array of records (packed.hpp) and write another, so that a step either happens or
// does not: an illegal action or Ctrl-C leaves the games as they were. Kernels allocate nothing.
#pragma once

#include "play/actions.hpp"
#include "play/kernel.hpp"
#include "play/packed.hpp"

namespace sbg {

// Numbers from outside, of either width.
struct ActionNumbers {
    const void* data;
    bool wide;  // 64 bits each, else 32
    SBG_INLINE i64 operator[](u64 i) const {
        return wide ? static_cast<const i64*>(data)[i] : static_cast<const i32*>(data)[i];
    }
};

// Openings are drawn so often at most, until the game is not over after one.
inline constexpr int opening_tries = 10'000;
// Throws std::invalid_argument: no game of so many tries went on for `opening` plies.
[[noreturn]] void refuse_opening(u32 opening, u32 longest);

enum class Scalar : u8 { byte, half, single };

// What belongs to a batch beside its records. Game number g of a batch begins from start g modulo
// the number of starts, with `opening` random plies; its random numbers follow from seed and g.
struct BatchRules {
    const void* rules;
    Packing packing;
    const ActionTable* actions;
    const u32* starts;  // records
    u64 start_count;
    u64 seed;
    u64 slots;  // slot i plays games i, i + slots, i + 2 * slots and so on
    u32 opening;
    bool auto_reset;     // a game that ends is followed by the next one in the same step
    bool illegal_loses;  // else an illegal action is an error
    double limit;        // the turn limit, for observations
};

// Each works on the records from `first` up to `last`, and gives up when stopped.
struct BatchKernel {
    // Lets game numbers begin: of the slots with a mark (all, without marks), each its next game,
    // or its first.
    void (*begin)(const BatchRules&, const u32* in, u32* out, u64 first, u64 last, const u8* marks,
                  bool anew, const Workspace&, Stop);
    // Plays an action in each game that is not over. With `legal` the sets of legal targets of the
    // positions that follow are written there, by slot and origin. Returns the first slot whose
    // action is illegal, or `last`.
    u64 (*step)(const BatchRules&, const u32* in, u32* out, u64 first, u64 last,
                const ActionNumbers& actions, void* legal, const Workspace&, Stop);
    // Plays so many random plies in each game.
    void (*random)(const BatchRules&, const u32* in, u32* out, u64 first, u64 last, u64 plies,
                   const Workspace&, Stop, Tally&);
    // The action that the next random ply would play; -1 where the game is over.
    void (*sample)(const BatchRules&, const u32* in, u64 first, u64 last, i32* actions,
                   const Workspace&, Stop);
    void (*legal)(const BatchRules&, const u32* in, u64 first, u64 last, void* out,
                  const Workspace&, Stop);
    // A byte for each action. The actions of a game that is over are all `ended`.
    void (*mask)(const BatchRules&, const u32* in, u64 first, u64 last, u8* out, u8 ended,
                 const Workspace&, Stop);
    void (*observe)(const BatchRules&, const u32* in, u64 first, u64 last, void* out, Scalar);
    // A code for each square.
    void (*boards)(const BatchRules&, const u32* in, u64 first, u64 last, u8* out);
    // Records from boards, plies and status words; a status of `status_unknown` is found out.
    void (*pack)(const BatchRules&, const u8* boards, const u32* plies, const u32* status, u32* out,
                 u64 first, u64 last, const Workspace&, Stop);
    // The first record that no game of these rules can have, or `last`.
    u64 (*check)(const BatchRules&, const u32* in, u64 first, u64 last);
};

inline constexpr u32 status_unknown = 0xffffffff;

namespace portable {
const BatchKernel* batch_kernel(int words);
}
namespace bmi2 {
const BatchKernel* batch_kernel(int words);  // null in a build without BMI2
}

}  // namespace sbg
