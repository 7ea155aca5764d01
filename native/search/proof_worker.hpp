// What the driver of a proof search asks of the code that searches: one worker per thread, made by
// the kernel for a board size and an instruction set.
#pragma once

#include "play/kernel.hpp"
#include "search/proof_table.hpp"

namespace sbg {

// What all threads of one search have in common.
struct ProofContext {
    ProofTable table;
    Zobrist zobrist;
    int attacker;    // the side whose win is in question
    bool shared;     // several threads search
    u64 most_nodes;  // 0: no limit
    std::atomic<u64>* nodes;
    std::atomic<bool>* halt;        // set when there have been enough nodes
    const std::atomic<bool>* stop;  // the same flag, or one that follows it
};

class ProofWorker {
  public:
    virtual ~ProofWorker();
    virtual void set_up(const u8* at, u32 ply, u64 hash, const ProofContext&, const Workspace&) = 0;
    // Searches until it is known whether the attacker wins within so many plies, or stopped.
    virtual void run(u32 plies) = 0;
};

// For boards of so many words; null for those that are too large.
namespace portable {
ProofWorker* make_prover(int words, const void* rules);
}
namespace bmi2 {
ProofWorker* make_prover(int words, const void* rules);
}

}  // namespace sbg
