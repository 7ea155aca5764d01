// Set-wise forms of rules with few short words, by which all like pieces are moved at once.
#pragma once

#include <map>
#include <vector>

#include "rules/automaton.hpp"

namespace sbg {

struct Step {
    int dx, dy;
    friend auto operator<=>(const Step&, const Step&) = default;
};

// A word, or several that differ only in contents: what the squares at these steps from the origin
// must hold. The last square is among them. A word that ends where it began has displacement (0,0),
// and the origin, whose content is known, is never a condition.
struct Word {
    Step displacement;
    std::map<Step, u8> contents;
    friend bool operator==(const Word&, const Word&) = default;
};

// All words of the language, sorted by displacement; empty when it is infinite or has too many.
std::vector<Word> set_wise_words(const Automaton& automaton);

}  // namespace sbg
