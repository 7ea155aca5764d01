// The data of a game as it comes from Python, and a piece's automaton made ready for exploring.
#pragma once

#include <vector>

#include "rules/rules.hpp"

namespace sbg {

// An automaton; deterministic but for those in GameData::walks.
struct Dfa {
    struct Edge {
        i32 source, dx, dy, on, target;  // on: 0 empty, 1 opponent, 2 own; dy as for white
    };
    i32 states = 0;  // 0: the piece has no rule and cannot move
    std::vector<u8> accepting;
    std::vector<Edge> edges;
};

struct GameData {
    struct CountGoal {
        int code;
        long count;
    };
    struct SquareGoal {
        int code;
        std::vector<int> squares;
    };
    int width = 0, height = 0;
    std::vector<u8> start;  // a code per square
    std::vector<Dfa> dfas;
    // By kind what is walked instead of its DFA, nondeterministic and smaller, with the same words
    // on this board; 0 states or none: the DFA itself.
    std::vector<Dfa> walks;
    std::vector<CountGoal> count_goals;
    std::vector<SquareGoal> square_goals;
    u32 limit = 0;

    int squares() const { return width * height; }
    int codes() const { return 1 + 2 * static_cast<int>(dfas.size()); }
};

// Throws std::invalid_argument that says what is wrong with the data.
void validate(const GameData& game);

// One colour's automaton without dead states: every transition lies on a path to acceptance. The
// states are numbered breadth first, so that pieces that move alike (a queen of either colour) have
// equal automata.
struct Automaton {
    u32 states = 0;
    std::vector<u8> accepting;
    std::vector<u32> first;  // transitions of state s: first[s] .. first[s+1]
    std::vector<Transition> transitions;

    friend bool operator==(const Automaton&, const Automaton&) = default;
};

Automaton make_automaton(const Dfa& dfa, int side);

// The same for walking: letters that differ in their contents alone are one, with a selector, and
// no transition leads to a lower state, except inside a cycle.
Automaton for_walking(const Automaton& automaton);

// For each state a lower one that has all of its transitions, or itself if there is none near.
std::vector<u32> wider_states(const Automaton& automaton);

// Where its steps can lead, one after the other, on a board without an end.
Lattice lattice_of(const Automaton& automaton);

}  // namespace sbg
