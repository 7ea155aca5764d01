// What a search says about a position: numbers for the player to move, and the longest line.
#pragma once

#include "rules/rules.hpp"

namespace sbg {

// Hundredths of a plain piece, or a proven end: win_score - plies for the player who wins in that
// many plies, the negative for the one who loses.
using Score = i32;

inline constexpr Score win_score = 32000;
inline constexpr Score proven_score = 31000;  // from here on a score is a proof
inline constexpr Score infinite_score = 32001;
inline constexpr Score most_estimate = 25000;
inline constexpr int longest_line = 256;  // plies below the root that a search looks at

// What a position is worth depends on how many plies are left before the turn limit. A position
// that has more than this left cannot reach it within a search, so only the others need the ply in
// their key. With the ply in it no position occurs twice on a line, so there are no repetitions
// either.
inline constexpr u32 limit_horizon = longest_line;

}  // namespace sbg
