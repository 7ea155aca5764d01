// The terms of an evaluation: their names, and how many numbers each has. C++ and Python take them
// from here and from nowhere else.
#pragma once

#include <string_view>

#include "base/bits.hpp"

namespace sbg {

// Numbers of squares from this on are the same to a royal piece.
inline constexpr int most_royal = 12;
// Moves to a goal from this on are the same to a free runner.
inline constexpr int most_runner = 8;

enum class EvalTerm {
    square,
    late,
    ordering,
    mobility,
    hanging,
    attacked,
    royal,
    formation,
    runner,
    tempo
};

// What has numbers of its own.
enum class Per { square, code, side, game };

// A code's numbers of a square, a code's one, a side's table of rows and columns, or one for all.
struct TermShape {
    const char* name;
    Per per;
    int rows, columns;
    const char* about;

    constexpr int size(int codes, int squares) const {
        const int owners = per == Per::square ? codes * squares
                           : per == Per::code ? codes
                           : per == Per::side ? 2
                                              : 1;
        return owners * rows * columns;
    }
};

// By EvalTerm. All numbers are hundredths of a plain piece, unless something else is said.
inline constexpr TermShape term_shapes[] = {
    {"square", Per::square, 1, 1,
     "What a piece is worth there on a board as full as at the start, negative for black's."},
    {"late", Per::square, 1, 1,
     "The same on an empty board; in between, the number of pieces left decides."},
    {"ordering", Per::code, 1, 1, "What a piece is worth as a victim."},
    {"mobility", Per::code, 1, 1, "For each of its moves, in 1/16."},
    {"hanging", Per::code, 1, 1,
     "For each piece that the player to move could take, for its owner."},
    {"attacked", Per::code, 1, 1, "For each piece of the player to move that could be taken."},
    {"royal", Per::side, 2, most_royal,
     "For each number of safe squares that the royal piece can go to, then of unsafe ones."},
    {"formation", Per::side, 1, 3,
     "For each pair of the commonest piece beside, behind and across each other."},
    {"runner", Per::side, 2, most_runner,
     "For the moves that the nearest free runner needs, if it is to move, then if it is not."},
    {"tempo", Per::game, 1, 1, "For the player to move."},
};

inline constexpr int term_count = static_cast<int>(sizeof(term_shapes) / sizeof(term_shapes[0]));
static_assert(term_count == static_cast<int>(EvalTerm::tempo) + 1);

constexpr const TermShape& shape(EvalTerm term) { return term_shapes[static_cast<int>(term)]; }

// What the evaluation sees of a position beside where pieces stand: these for every code, then
// these for each side.
enum class CodeFeature { moves, attackable };
inline constexpr std::string_view code_features[] = {"moves", "attackable"};
enum class SideFeature { escapes, pressure, beside, behind, across, runner };
inline constexpr std::string_view side_features[] = {"escapes", "pressure", "beside",
                                                     "behind",  "across",   "runner"};
inline constexpr int code_feature_count = 2, side_feature_count = 6;

constexpr int feature_count(int codes) {
    return code_feature_count * codes + 2 * side_feature_count;
}
constexpr int feature(CodeFeature which, int codes, int code) {
    return static_cast<int>(which) * codes + code;
}
constexpr int feature(SideFeature which, int codes, int side) {
    return code_feature_count * codes + side_feature_count * side + static_cast<int>(which);
}

}  // namespace sbg
