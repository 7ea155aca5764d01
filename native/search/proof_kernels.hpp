// The provers' code, included by one source file for each instruction set.
#pragma once

#include "base/sizes.hpp"
#include "search/prover.hpp"

namespace sbg::SBG_ISA {

// Larger boards are out of reach of proofs anyway.
using ProofWords = Words<1, 2, 3>;

ProofWorker* make_prover(int words, const void* rules) {
    return dispatch(words, ProofWords{},
                    [&]<int N>() -> ProofWorker* { return new Prover<N>(rules); });
}

}  // namespace sbg::SBG_ISA
