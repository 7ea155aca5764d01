// The kernels by their names, for the game that was written in front of them. A macro says which
// are compiled: SBG_PLAYOUTS, SBG_STEPS or SBG_PERFT.
#pragma once

#include "cuda/perft.hpp"
#include "cuda/play.hpp"

namespace sbg::gpu {

extern "C" {

#if defined(SBG_PERFT)

__global__ void __launch_bounds__(128)
    sbg_expand(const u32* positions, u32* deeper, u64* length, Level level, u32* scratch) {
    expand<Game>(positions, deeper, length, level, scratch);
}

__global__ void __launch_bounds__(128)
    sbg_leaves(const u32* positions, u64* sum, Level level, u32* scratch) {
    leaves<Game>(positions, sum, level, scratch);
}

#endif

#if defined(SBG_PLAYOUTS) || defined(SBG_STEPS)

__global__ void __launch_bounds__(256) sbg_begin(u32* memory, Start<Game> start, Run run) {
    begin<Game>(memory, start, run);
}

#endif

#if defined(SBG_PLAYOUTS)

__global__ void __launch_bounds__(256)
    sbg_play_out(u32* memory, Start<Game> start, Run run, Tally* tally, u32* scratch) {
    play_out<Game>(memory, start, run, tally, scratch);
}

#endif

#if defined(SBG_STEPS)

__global__ void __launch_bounds__(256)
    sbg_step_random(u32* memory, u32 slots, u32 plies, u32* moves, u32* scratch) {
    step_random<Game>(memory, slots, plies, moves, scratch);
}

__global__ void __launch_bounds__(256)
    sbg_step(u32* memory, u32 slots, const u32* moves, u32* refused, u32* scratch) {
    step<Game>(memory, slots, moves, refused, scratch);
}

__global__ void __launch_bounds__(256) sbg_boards(const u32* memory, u32 slots, u8* out) {
    boards<Game>(memory, slots, out);
}

#endif

}  // extern "C"

}  // namespace sbg::gpu
