// The kernels by their names, for the game that was written in front of them. A macro says which
// are compiled; those of a program have something in common that takes long to compile.
#pragma once

#include "gpu/look.hpp"
#include "gpu/perft.hpp"
#include "gpu/solve.hpp"

#define SBG_KERNEL(threads) __global__ void __launch_bounds__(threads)

namespace sbg::gpu {

extern "C" {

#if defined(SBG_EXPAND)

SBG_KERNEL(128)
sbg_expand(const u32* positions, u32* deeper, u64* length, Level level, u32* scratch) {
    expand<Game>(positions, deeper, length, level, scratch);
}

#elif defined(SBG_LEAVES0)

SBG_KERNEL(128) sbg_leaves0(const u32* positions, u64* sum, Level level, u32* scratch) {
    leaves<Game, 0>(positions, sum, level, scratch);
}

#elif defined(SBG_LEAVES1)

SBG_KERNEL(128) sbg_leaves1(const u32* positions, u64* sum, Level level, u32* scratch) {
    leaves<Game, 1>(positions, sum, level, scratch);
}

#elif defined(SBG_PLAYOUTS)

SBG_KERNEL(256) sbg_begin(u32* memory, Start<Game> start, Run run) {
    begin<Game>(memory, start, run);
}

SBG_KERNEL(256)
sbg_play_out(u32* memory, Start<Game> start, Run run, Tally* tally, u32* scratch) {
    play_out<Game>(memory, start, run, tally, scratch);
}

#elif defined(SBG_STEP)

SBG_KERNEL(256)
sbg_step(const u32* in, u32* out, Span span, Series series, Numbering numbering,
         ActionNumbers actions, u64* illegal, u32* scratch) {
    step<Game>(in, out, span, series, numbering, actions, illegal, scratch);
}

#elif defined(SBG_RANDOM)

SBG_KERNEL(256)
sbg_random_plies(const u32* in, u32* out, Span span, Series series, Numbering numbering, u32 plies,
                 u32 keep, i32* actions, Tally* tallies, u32 tally_count, u32* scratch) {
    random_plies<Game>(in, out, span, series, numbering, plies, keep, actions, tallies, tally_count,
                       scratch);
}

#elif defined(SBG_OPENING)

SBG_KERNEL(256)
sbg_open_games(u32* memory, Span span, Series series, u64* missing, u32* scratch) {
    open_games<Game>(memory, span, series, missing, scratch);
}

#elif defined(SBG_MOVES)

SBG_KERNEL(256)
sbg_move_bits(const u32* memory, u64 slots, Span span, Numbering numbering, Bits bits, u32 stride,
              u32 ended, u32* scratch) {
    move_bits<Game>(memory, slots, span, numbering, bits, stride, ended, scratch);
}

#elif defined(SBG_LOOK)

SBG_KERNEL(256)
sbg_begin_games(const u32* in, u32* out, Span span, Series series, const u8* marks, u32 anew) {
    begin_games<Game>(in, out, span, series, marks, anew);
}

SBG_KERNEL(256)
sbg_seen_bits(const u32* memory, u64 slots, Span span, Bits bits, u32* used, u32 scalar,
              double limit) {
    seen_bits<Game>(memory, slots, span, bits, used, scalar, limit);
}

SBG_KERNEL(256) sbg_spread1(Bits bits, Items items) { spread<u8>(bits, items); }
SBG_KERNEL(256) sbg_spread2(Bits bits, Items items) { spread<u16>(bits, items); }
SBG_KERNEL(256) sbg_spread4(Bits bits, Items items) { spread<u32>(bits, items); }

SBG_KERNEL(256) sbg_boards(const u32* memory, u64 slots, u8* out) {
    boards<Game>(memory, slots, out);
}

SBG_KERNEL(256) sbg_facts(const u32* memory, u64 slots, u32 fact, u32 last_step, void* out) {
    facts<Game>(memory, slots, fact, last_step, out);
}

SBG_KERNEL(256) sbg_records(const u32* memory, u64 slots, Records out) {
    records<Game>(memory, slots, out);
}

SBG_KERNEL(256) sbg_set_records(u32* memory, u64 slots, Records in, u64* wrong) {
    set_records<Game>(memory, slots, in, wrong);
}

SBG_KERNEL(256)
sbg_take_slots(const u32* in, u64 slots, u32* out, u64 count, u32 words, const i64* wanted) {
    take_slots(in, slots, out, count, words, wanted);
}

#elif defined(SBG_FIRST_LEVEL)

SBG_KERNEL(256) sbg_first_level(Atlas atlas, Task task, Events* events, u32* scratch) {
    first_level<Game, Space, u8>(atlas, task, events, scratch);
}

#elif defined(SBG_FIRST_LEVEL_WIDE)

SBG_KERNEL(256) sbg_first_level_wide(Atlas atlas, Task task, Events* events, u32* scratch) {
    first_level<Game, Space, u16>(atlas, task, events, scratch);
}

#elif defined(SBG_NEXT_LEVEL)

SBG_KERNEL(256) sbg_next_level(Atlas atlas, Task task, Events* events, u32* scratch) {
    next_level<Game, Space, u8>(atlas, task, events, scratch);
}

#elif defined(SBG_NEXT_LEVEL_WIDE)

SBG_KERNEL(256) sbg_next_level_wide(Atlas atlas, Task task, Events* events, u32* scratch) {
    next_level<Game, Space, u16>(atlas, task, events, scratch);
}

#elif defined(SBG_MARK_LEVEL)

SBG_KERNEL(256) sbg_mark_level(Atlas atlas, Task task, Events* events) {
    mark_level<Game, Space, u8>(atlas, task, events);
}

#elif defined(SBG_MARK_LEVEL_WIDE)

SBG_KERNEL(256) sbg_mark_level_wide(Atlas atlas, Task task, Events* events) {
    mark_level<Game, Space, u16>(atlas, task, events);
}

#elif defined(SBG_COUNTS)

SBG_KERNEL(256) sbg_count_values(const u8* values, u64 size, u64* counts) {
    count_values(values, size, counts);
}

SBG_KERNEL(256) sbg_count_values_wide(const u16* values, u64 size, u64* counts) {
    count_values(values, size, counts);
}

SBG_KERNEL(256) sbg_narrow_values(const u16* values, u64 size, u8* bytes) {
    narrow_values(values, size, bytes);
}

#endif

}  // extern "C"

}  // namespace sbg::gpu
