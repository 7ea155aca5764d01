// The numbers of an evaluation, derived from the rules alone.
#pragma once

#include <vector>

#include "position.hpp"
#include "search/worker.hpp"

namespace sbg {

// What each number means is told where Evaluation is.
struct Weights {
    std::vector<i32> square, late;  // [code * squares + square]: white's pieces positive
    std::vector<i32> ordering;      // [code]
    std::vector<i32> mobility, hanging, attacked;  // [code]
    std::vector<i32> danger;                       // [code * (squares + 1) + count]
    std::vector<i32> royal;                        // [side][2][most_royal]
    std::vector<i32> formation;                    // [side][3]
    std::vector<i32> runner;                       // [side][2][most_runner]
    i32 tempo = 0;
};

const SearchKernel& search_kernel(const Game& game);

// Piece values from how far a piece reaches, squares from its reach there and from how many moves
// it is away from a goal, counts from how many captures are left before a fatal one.
Weights derive_weights(const Game& game);

// The number of moves of its own that a piece needs from each square, on an empty board, to one of
// its goals; -1 where there is no way.
std::vector<int> goal_distances(const Game& game, int code);

// The squares that a piece is to reach.
std::vector<int> goal_squares(const Game& game, int code);

// The piece of a side whose only one must not be captured, or 0.
int royal_code(const Game& game, int side);

// The piece of which a side has most at the start, if several, or 0.
int common_code(const Game& game, int side);

// Whether both players can win otherwise than by leaving the opponent without a move. Only then is
// passing a fair test: where running out of moves is all that counts, having to move may be bad.
bool passing_is_sound(const Game& game);

// Whether there are goals at all. Where there are none a capture is a move like any other: who runs
// out of moves loses, and only mobility tells who that will be.
bool has_goals(const Game& game);

}  // namespace sbg
