// Hashes of positions: one random number for each piece on each square, and one for black to move.
#pragma once

#include "play/state.hpp"

namespace sbg {

struct Zobrist {
    const u64* keys;  // [code * squares + square]
    u64 turn;
};

}  // namespace sbg

namespace sbg::SBG_ISA {

// The hash after a move of this piece. A move to its own square changes only the turn.
SBG_INLINE u64 hash_after(const Zobrist& zobrist, int squares, u64 hash, int code, Move move,
                          int captured) {
    const u64* keys = zobrist.keys + code * squares;
    hash ^= zobrist.turn ^ keys[move.origin] ^ keys[move.target];
    return captured ? hash ^ zobrist.keys[captured * squares + move.target] : hash;
}

}  // namespace sbg::SBG_ISA
