// Numbers for moves, as src/sbg/engine/encoding.py defines them: seen from the player to move, with
// rows turned upside down for black.
#pragma once

#include "play/state.hpp"

namespace sbg {

struct ActionTable {
    enum class Kind : u8 { planes, pairs, squares };

    Kind kind;
    int size;
    int width, height, squares;
    int planes;           // of kind planes: how many
    const i32* plane_of;  // of kind planes: by the difference of two places, plus `middle`; or -1
    const i32* steps;     // of kind planes: dx and dy of each
    const i32* index;     // of kind pairs: by origin and target
    const i32* origins;   // of kind pairs: by action
    const i32* targets;
    int middle;           // (height - 1) * (2 * width - 1) + width - 1
    const u16* seen[2];   // by side and square: the square as that side sees it, and back
    const i32* place[2];  // by side and square: y * (2 * width - 1) + x as that side sees it
    const u8* column;     // by square
    const u8* row;
    const Move* listed;  // by action: its move as its player sees it; null if there are too many

    static constexpr u16 nowhere = 0xffff;  // the target of an action that leads off the board

    // The action of a move that the rules allow some piece.
    SBG_INLINE int action(Move move, int side) const {
        const int origin = seen[side][move.origin];
        switch (kind) {
            case Kind::planes:
                return origin * planes +
                       plane_of[place[side][move.target] - place[side][move.origin] + middle];
            case Kind::pairs:
                return index[origin * squares + seen[side][move.target]];
            default:
                return origin * squares + seen[side][move.target];
        }
    }

    // The move of an action; false if there is none, and `move` is not set.
    SBG_INLINE bool move(i64 action, int side, Move& move) const {
        if (action < 0 || action >= size) return false;
        const auto number = static_cast<u32>(action);
        if (listed) {
            const Move found = listed[number];
            if (found.target == nowhere) return false;
            move = {seen[side][found.origin], seen[side][found.target]};
            return true;
        }
        return compute(number, side, move);
    }

    SBG_INLINE bool compute(u32 number, int side, Move& move) const {
        u32 origin = 0, target = 0;
        switch (kind) {
            case Kind::planes: {
                origin = number / static_cast<u32>(planes);
                const i32* step = steps + 2 * (number - origin * static_cast<u32>(planes));
                const int x = column[origin] + step[0], y = row[origin] + step[1];
                if (x < 0 || x >= width || y < 0 || y >= height) return false;
                target = static_cast<u32>(y * width + x);
                break;
            }
            case Kind::pairs:
                origin = static_cast<u32>(origins[number]);
                target = static_cast<u32>(targets[number]);
                break;
            default:
                origin = number / static_cast<u32>(squares);
                target = number - origin * static_cast<u32>(squares);
        }
        move = {seen[side][origin], seen[side][target]};
        return true;
    }
};

}  // namespace sbg
