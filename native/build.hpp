// A game's data in, its Rules with everything they point to out.
#pragma once

#include <memory>

#include "automaton.hpp"
#include "tables.hpp"

namespace sbg {

struct BuildOptions {
    TableLimits tables;
    bool set_wise = true;
    // What all tables together may cost; what is left then is walked. See docs/architecture.md.
    long most_work = 200'000'000;
};

// Owns a Rules<N>.
class Built {
  public:
    virtual ~Built() = default;
    virtual const void* rules() const = 0;
    u64 bytes = 0;  // of the tables and lookups
    u64 marks = 0;  // (state, square) pairs that walking may mark
    int most_groups = 0;
};

// The number of words of the kernel for a board of this size.
int words_for(int squares);

// Throws Interruption.
std::unique_ptr<Built> build(const GameData& game, const BuildOptions& options,
                             const Interrupted& interrupted);

}  // namespace sbg
