// Numbers for moves, as src/sbg/engine/encoding.py defines them: seen from the player to move, with
// rows turned upside down for black.
#pragma once

#include "gpu/game.hpp"

namespace sbg::gpu {

struct Numbering {
    enum Kind : u32 { planes_kind, pairs_kind, squares_kind };

    u32 kind;
    u32 size;    // how many numbers there are
    u32 planes;  // of kind planes: how many
    u32 unused;
    const i32* places;  // planes: by displacement the plane; pairs: by origin and target the number
    const i32* moves;   // planes: dx and dy of each; pairs: origin and target of each number
};

// A square as a side sees it, and back.
template <class G>
SBG_INLINE int seen_square(int square, int side) {
    const int width = G::width, row = square / width;
    return side ? square + (G::squares / width - 1 - 2 * row) * width : square;
}

// The number of a move that the rules allow some piece.
template <class G>
SBG_INLINE u32 number_of(const Numbering& numbering, int origin, int target, int side) {
    const int width = G::width, squares = G::squares, height = squares / width;
    const int from = seen_square<G>(origin, side), to = seen_square<G>(target, side);
    const int pair = from * squares + to;
    if (numbering.kind == Numbering::squares_kind) return static_cast<u32>(pair);
    if (numbering.kind == Numbering::pairs_kind) return static_cast<u32>(numbering.places[pair]);
    const int dy = to / width - from / width, dx = to % width - from % width;
    const int plane = numbering.places[(dy + height - 1) * (2 * width - 1) + dx + width - 1];
    return static_cast<u32>(from) * numbering.planes + static_cast<u32>(plane);
}

// The move of a number from outside; false if there is none.
template <class G>
SBG_INLINE bool move_of(const Numbering& numbering, i64 number, int side, int& origin,
                        int& target) {
    if (number < 0 || number >= static_cast<i64>(numbering.size)) return false;
    const int width = G::width, squares = G::squares, height = squares / width;
    const int action = static_cast<int>(number);
    if (numbering.kind == Numbering::squares_kind) {
        origin = action / squares;
        target = action % squares;
    } else if (numbering.kind == Numbering::pairs_kind) {
        origin = numbering.moves[2 * action];
        target = numbering.moves[2 * action + 1];
    } else {
        const int planes = static_cast<int>(numbering.planes);
        origin = action / planes;
        const i32* step = numbering.moves + 2 * (action % planes);
        const int x = origin % width + step[0], y = origin / width + step[1];
        if (x < 0 || x >= width || y < 0 || y >= height) return false;
        target = y * width + x;
    }
    origin = seen_square<G>(origin, side);
    target = seen_square<G>(target, side);
    return true;
}

}  // namespace sbg::gpu
