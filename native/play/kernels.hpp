// The kernels' code, included by two source files for each instruction set: one for the sizes of
// boards that people play on, and with SBG_RARE one for the others.
#pragma once

#include "base/sizes.hpp"
#include "play/kernel.hpp"

namespace sbg::SBG_ISA {

template <int N>
struct KernelFor {
    static const Rules<N>& typed(const void* rules) { return *static_cast<const Rules<N>*>(rules); }

    static u64 moves(const void* untyped, const u8* at, int side, const Workspace& space, Move* out,
                     u64 room, bool all) {
        const Rules<N>& rules = typed(untyped);
        State<N> state;
        set_up(rules, at, static_cast<u32>(side), state);
        const View<N> seen = view(rules, state.side[side], state.side[side ^ 1]);
        u64 found = 0;
        for (Board<N> left = state.side[side]; any(left) && (all || found < room);) {
            const int origin = select(left, 0);
            remove(left, origin);
            const PieceRules<N>& piece = rules.piece[state.at[origin]];
            for_each(destinations(rules, piece, seen, origin, space.scratch), [&](int target) {
                if (found < room) out[found] = {static_cast<u16>(origin), static_cast<u16>(target)};
                ++found;
            });
        }
        return found;
    }

    static bool legal(const void* untyped, const u8* at, int side, Move move,
                      const Workspace& space) {
        const Rules<N>& rules = typed(untyped);
        State<N> state;
        set_up(rules, at, static_cast<u32>(side), state);
        if (!has(state.side[side], move.origin)) return false;
        const View<N> seen = view(rules, state.side[side], state.side[side ^ 1]);
        const PieceRules<N>& piece = rules.piece[state.at[move.origin]];
        return has(destinations(rules, piece, seen, move.origin, space.scratch), move.target);
    }

    static Outcome at_rest(const void* untyped, const u8* at, u32 ply, const Workspace& space) {
        const Rules<N>& rules = typed(untyped);
        State<N> state;
        set_up(rules, at, ply, state);
        const int side = to_move(state);
        return SBG_ISA::at_rest(rules, state, side, can_move(rules, state, side, space.scratch));
    }

    static Played play(const void* untyped, u8* at, u32 ply, Move move, const Workspace& space) {
        const Rules<N>& rules = typed(untyped);
        State<N> state;
        set_up(rules, at, ply, state);
        const Played played = SBG_ISA::play(rules, state, to_move(state), move, space.scratch);
        at[move.origin] = state.at[move.origin];
        at[move.target] = state.at[move.target];
        return played;
    }

    static u64 perft(const void* untyped, const u8* at, int side, int depth, u64 hash,
                     const Workspace& space, Stop stop, const CountTable* table) {
        const Rules<N>& rules = typed(untyped);
        Perft<N> counter(rules, set_up(rules, at, static_cast<u32>(side)), space.scratch, stop,
                         table);
        return counter.run(side, depth, hash, static_cast<Group<N>*>(space.groups));
    }

    static void ends(const void* untyped, const u8* at, u32 ply, int depth, const Workspace& space,
                     Stop stop, EndCount* counts) {
        const Rules<N>& rules = typed(untyped);
        EndCounter<N> counter(rules, set_up(rules, at, ply), space.scratch, stop, counts);
        counter.run(0, depth, static_cast<Group<N>*>(space.groups));
    }

    static void playouts(const void* untyped, const u8* at, u32 ply, u64 seed, u64 first, u64 last,
                         const Workspace& space, Stop stop, Tally& tally) {
        const Rules<N>& rules = typed(untyped);
        const State<N> start = set_up(rules, at, ply);
        auto* groups = static_cast<Group<N>*>(space.groups);
        listen(*space.scratch.pace, stop);
        const bool walks = rules.most_states != 0;
        State<N> state;
        for (u64 index = first; index < last; ++index) {
            copy(rules, start, state);
            Random random(seed, index);
            Outcome outcome;
            do {
                if ((state.ply & 1023) == (ply & 1023) && stopped(stop)) return;
                outcome = play_random(rules, state, random, space.scratch, groups);
                if (walks && space.scratch.pace->cut) return;
            } while (!outcome.over());
            ++(outcome.winner < 0 ? tally.draws : tally.wins[outcome.winner]);
            tally.plies += state.ply - ply;
        }
    }

    static constexpr Kernel kernel{N,    sizeof(Group<N>), moves, legal, at_rest, play, perft,
                                   ends, playouts};
};

#if defined(SBG_RARE)

const Kernel* rare_kernel(int words) {
    return dispatch(words, RareWords{}, []<int N>() { return &KernelFor<N>::kernel; });
}

#else

const Kernel* rare_kernel(int words);

const Kernel* kernel(int words) {
    const Kernel* common =
        dispatch(words, CommonWords{}, []<int N>() { return &KernelFor<N>::kernel; });
    return common ? common : rare_kernel(words);
}

#endif

}  // namespace sbg::SBG_ISA
