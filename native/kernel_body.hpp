// The kernels' code, included by one source file for each instruction set.
#pragma once

#include "kernel.hpp"

namespace sbg::SBG_ISA {

template <int N>
struct KernelBody {
    static const Rules<N>& typed(const void* rules) { return *static_cast<const Rules<N>*>(rules); }

    static void set_up(const Rules<N>& rules, const u8* at, State<N>& state) {
        state.side[0] = state.side[1] = none<N>();
        for (int code = 0; code < rules.codes; ++code) state.pieces[code] = none<N>();
        for (int square = 0; square < rules.squares; ++square) {
            state.at[square] = 0;
            if (at[square]) put(state, at[square], square);
        }
    }

    static u64 moves(const void* untyped, const u8* at, int side, const Workspace& space, Move* out,
                     u64 room) {
        const Rules<N>& rules = typed(untyped);
        State<N> state;
        set_up(rules, at, state);
        const View<N> seen = view(rules, state.side[side], state.side[side ^ 1]);
        u64 found = 0;
        for_each(state.side[side], [&](int origin) {
            const PieceRules<N>& piece = rules.piece[state.at[origin]];
            for_each(destinations(rules, piece, seen, origin, space.scratch), [&](int target) {
                if (found < room) out[found] = {static_cast<u16>(origin), static_cast<u16>(target)};
                ++found;
            });
        });
        return found;
    }

    static bool legal(const void* untyped, const u8* at, int side, Move move,
                      const Workspace& space) {
        const Rules<N>& rules = typed(untyped);
        State<N> state;
        set_up(rules, at, state);
        if (!has(state.side[side], move.origin)) return false;
        const View<N> seen = view(rules, state.side[side], state.side[side ^ 1]);
        const PieceRules<N>& piece = rules.piece[state.at[move.origin]];
        return has(destinations(rules, piece, seen, move.origin, space.scratch), move.target);
    }

    static bool can_move(const void* untyped, const u8* at, int side, const Workspace& space) {
        const Rules<N>& rules = typed(untyped);
        State<N> state;
        set_up(rules, at, state);
        const View<N> seen = view(rules, state.side[side], state.side[side ^ 1]);
        for (Board<N> left = state.side[side]; any(left);) {
            const int origin = select(left, 0);
            remove(left, origin);
            const PieceRules<N>& piece = rules.piece[state.at[origin]];
            if (any(destinations(rules, piece, seen, origin, space.scratch))) return true;
        }
        return false;
    }

    static u64 perft(const void* untyped, const u8* at, int side, int depth, u64 hash,
                     const Workspace& space, Stop stop, const CountTable* table) {
        const Rules<N>& rules = typed(untyped);
        State<N> start{};
        set_up(rules, at, start);
        Perft<N> counter(rules, start, space.scratch, stop, table);
        return counter.run(side, depth, hash, static_cast<Group<N>*>(space.groups));
    }

    static void playouts(const void* untyped, const u8* at, u32 ply, u64 seed, u64 first, u64 last,
                         const Workspace& space, Stop stop, Tally& tally) {
        const Rules<N>& rules = typed(untyped);
        State<N> start{};
        set_up(rules, at, start);
        play_out(rules, start, ply, seed, first, last, space, stop, tally);
    }

    static constexpr Kernel kernel{N, sizeof(Group<N>), moves, legal, can_move, perft, playouts};
};

const Kernel* kernel(int words) {
    switch (words) {
        case 1:
            return &KernelBody<1>::kernel;
        case 2:
            return &KernelBody<2>::kernel;
        case 3:
            return &KernelBody<3>::kernel;
        case 4:
            return &KernelBody<4>::kernel;
        case 6:
            return &KernelBody<6>::kernel;
        case 16:
            return &KernelBody<16>::kernel;
        case 64:
            return &KernelBody<64>::kernel;
        default:
            return nullptr;
    }
}

}  // namespace sbg::SBG_ISA
