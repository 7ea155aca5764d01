// Makes a game's Rules from its data.
#pragma once

#include <memory>

#include "rules/automaton.hpp"
#include "rules/block.hpp"
#include "rules/tables.hpp"

namespace sbg {

struct BuildOptions {
    TableLimits tables;
    bool set_wise = true;
    // What all tables together may cost; what is left then is walked. See docs/architecture.md.
    long most_work = 200'000'000;
};

// The Rules of a game, with all their tables in one block that may be copied by memcpy.
struct Built {
    Block block;  // begins with the Rules<N> of the board's size
    u64 block_bytes = 0;
    u64 bytes = 0;   // of the tables and lookups
    u64 states = 0;  // of the largest automaton that is walked
    int most_groups = 0;

    const void* rules() const { return block.get(); }
};

// Throws Interruption.
Built build(const GameData& game, const BuildOptions& options, const Interrupted& interrupted);

}  // namespace sbg
