// Random moves from which a game between players begins.
#pragma once

#include "position.hpp"
#include "random.hpp"

namespace sbg {

// The position after so many random moves, or `start` if every try ended the game.
Position random_opening(const Game& game, const Position& start, int plies,
                        portable::Random& random, int tries);

}  // namespace sbg
