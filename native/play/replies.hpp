// The last two plies of perft: how many replies each move of a position leaves, without making it.
//
// A move changes two squares, and most of the opponent's pieces do not care. So their moves are
// counted once, with the squares that each count depends on; after a move only the pieces that
// depend on one of its squares are counted again.
#pragma once

#include "play/movegen.hpp"

namespace sbg::SBG_ISA {

// The targets of a piece; adds the squares on whose contents they depend to `watched`.
template <int N>
SBG_INLINE Board<N> watched_destinations(const Rules<N>& rules, const PieceRules<N>& piece,
                                         const View<N>& seen, int origin, const Scratch& scratch,
                                         Board<N>& watched) {
    if (piece.walks && has(piece.walked, origin)) {
        watched = rules.board;
        return walk(rules, piece, seen, origin, scratch);
    }
    const Lookup<N>* lookup = array(rules, piece.lookup) + origin * piece.lookups;
    Board<N> targets = none<N>();
    for (int i = 0; i < piece.lookups; ++i) {
        const Board<N> landings = look_up_landings<N, false>(rules, lookup[i], seen);
        targets = targets | (landings & seen.of[lookup[i].content]);
        watched = watched | landings;
        if (!lookup[i].revealing) watched = watched | lookup[i].index | lookup[i].index2;
    }
    return targets;
}

template <int N>
class Replies {
  public:
    SBG_INLINE Replies(const Rules<N>& rules, const State<N>& state, const Scratch& scratch)
        : rules_(rules), state_(state), scratch_(scratch) {}

    // Whether there are few enough pieces to tell them apart.
    SBG_INLINE static bool can_count(const State<N>& state, int side) {
        return N == 1 || count(state.side[side]) <= most;
    }

    // Counts the moves that `side` would have if it were its turn.
    void prepare(int side) {
        side_ = side;
        pieces_ = sets_ = standing_ = 0;
        counted_ = none<N>();
        const View<N> seen = view(rules_, state_.side[side], state_.side[side ^ 1]);
        for (int b = 0; b < rules_.batches[side]; ++b) {
            const Batch& batch = rules_.batch[side][b];
            for (int i = 0; i < batch.codes; ++i) {
                const int code = batch.code[i];
                const Board<N>& origins = state_.pieces[code];
                if (!any(origins)) continue;
                if (goes_set_wise(rules_.piece[code], origins)) {
                    set_[sets_++] = static_cast<u8>(code);
                } else {
                    for_each(origins, [&](int origin) { count_piece(code, origin, seen); });
                }
            }
        }
    }

    // The replies to a move of the other side.
    SBG_INLINE u64 after(int origin, int target) const {
        Board<N> theirs = state_.side[side_ ^ 1], ours = state_.side[side_];
        remove(theirs, origin);
        add(theirs, target);
        int total = standing_;
        u64 touched = 0;
        if (pieces_) touched = touching_[origin] | touching_[target];
        remove(ours, target);
        if (has(counted_, target)) {
            const int number = number_[target];
            total -= piece_[number].moves;
            touched &= ~(1ull << number);
        }
        const View<N> seen = view(rules_, ours, theirs);
        for (; touched; touched &= touched - 1) {
            const Piece& piece = piece_[lowest_bit(touched)];
            total += count(destinations(piece, seen)) - piece.moves;
        }
        for (int i = 0; i < sets_; ++i) {
            for_each_displacement(
                rules_, rules_.piece[set_[i]], state_.pieces[set_[i]] & ours, seen,
                [&](const Board<N>& targets, int, int) { total += count(targets); });
        }
        return static_cast<u64>(total);
    }

  private:
    static constexpr int most = 64;  // the bits of a word of touching_

    // It is looked up after many moves, so its lookups are kept at hand.
    struct Piece {
        const Lookup<N>* lookup;
        i32 moves, lookups;
        u16 square;
        u8 code;
        bool occupied_only, walked;
    };

    SBG_INLINE Board<N> destinations(const Piece& piece, const View<N>& seen) const {
        if (piece.occupied_only)
            return look_up_all<N, 0, true>(rules_, piece.lookup, piece.lookups, seen);
        if (piece.walked)
            return walk(rules_, rules_.piece[piece.code], seen, piece.square, scratch_);
        return look_up_all<N, 0, false>(rules_, piece.lookup, piece.lookups, seen);
    }

    void count_piece(int code, int origin, const View<N>& seen) {
        if (!pieces_) {
            for (int square = 0; square < rules_.squares; ++square) touching_[square] = 0;
        }
        Board<N> watched = none<N>();
        const Board<N> targets =
            watched_destinations(rules_, rules_.piece[code], seen, origin, scratch_, watched);
        const int number = pieces_++;
        const PieceRules<N>& piece = rules_.piece[code];
        piece_[number] = {array(rules_, piece.lookup) + origin * piece.lookups,
                          count(targets),
                          piece.lookups,
                          static_cast<u16>(origin),
                          static_cast<u8>(code),
                          piece.occupied_only,
                          piece.walks && has(piece.walked, origin)};
        number_[origin] = static_cast<u8>(number);
        add(counted_, origin);
        standing_ += piece_[number].moves;
        const u64 bit = 1ull << number;
        for_each(watched, [&](int square) { touching_[square] |= bit; });
    }

    const Rules<N>& rules_;
    const State<N>& state_;
    const Scratch& scratch_;
    int side_ = 0;
    // Pieces counted one by one.
    int pieces_ = 0;
    i32 standing_ = 0;  // the sum of their moves
    Board<N> counted_;  // their squares
    Piece piece_[most];
    u8 number_[64 * N];     // which of them stands on a square
    u64 touching_[64 * N];  // which of them depend on a square
    // Kinds of pieces that go set-wise: these are counted anew after each move.
    int sets_ = 0;
    u8 set_[26];
};

}  // namespace sbg::SBG_ISA
