// The numbers of an evaluation, derived from the rules alone.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "play/position.hpp"
#include "search/layout.hpp"
#include "search/worker.hpp"

namespace sbg {

// The numbers of all terms, one after the other in the order of layout.hpp.
class Weights {
  public:
    Weights(int codes, int squares);

    int codes() const { return codes_; }
    int squares() const { return squares_; }
    std::span<i32> operator[](EvalTerm term) {
        return {numbers_.data() + offset(term), size(term)};
    }
    std::span<const i32> operator[](EvalTerm term) const {
        return {numbers_.data() + offset(term), size(term)};
    }
    friend bool operator==(const Weights&, const Weights&) = default;

  private:
    std::size_t offset(EvalTerm term) const { return offsets_[static_cast<std::size_t>(term)]; }
    std::size_t size(EvalTerm term) const {
        return static_cast<std::size_t>(shape(term).size(codes_, squares_));
    }

    int codes_, squares_;
    std::array<std::size_t, term_count> offsets_;
    std::vector<i32> numbers_;
};

// Piece values from how far a piece reaches, squares from its reach there and from how many moves
// it is away from a goal. Where pieces take long to be moved fewer squares are looked at; that is
// counted, not timed, so that equal games have equal weights. Throws Interruption.
Weights derive_weights(const Game& game, const Interrupted& interrupted);

// What it costs when the next capture of a counted piece is fatal.
inline constexpr i32 last_capture_danger = 240;

// [code * (squares + 1) + count], for white: how many captures are left before a fatal one.
std::vector<i32> derive_danger(const Game& game);

// The number of moves of its own that a piece needs from each square, on an empty board, to one of
// its goals; -1 where there is no way, and everywhere when the work does not suffice.
std::vector<int> goal_distances(const Game& game, int code, Work& work);

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
