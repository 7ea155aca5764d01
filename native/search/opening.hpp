// Random moves from which a game between players begins.
#pragma once

#include "base/random.hpp"
#include "play/position.hpp"

namespace sbg {

// The position after so many random moves, or `start` if every try ended the game.
Position random_opening(const Game& game, const Position& start, int plies,
                        portable::Random& random, int tries);

}  // namespace sbg
