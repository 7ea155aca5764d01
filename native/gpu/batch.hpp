// Kernels of batches: games that lie in memory and are stepped together. Steps read one array of
// slots and write another, so that a step either happens or does not.
//
// The result of a slot holds two ends: of the game itself in bits 0 to 7, and in bits 8 to 15 of
// the game that the last step ended, which is another one if a new game has begun since.
#pragma once

#include "gpu/numbers.hpp"
#include "gpu/play.hpp"

namespace sbg::gpu {

inline constexpr u32 illegal_action = 5;      // a reason, beside those of state.hpp
inline constexpr u32 opening_due = 1u << 16;  // in a result: the random opening is still to come
inline constexpr u32 end_bits = 0xff;

// Which games a batch plays. Game number g begins from start g modulo the number of starts.
struct Series {
    u64 seed;
    u64 slots;  // slot i plays games i, i + slots, i + 2 * slots and so on
    u64 start_count;
    const u32* starts;  // of each the words of its sets, the ply, and how it ended
    u32 opening;        // random plies before a game begins
    u32 auto_reset;     // a game that ends is followed by the next one in the same step
    u32 illegal_loses;  // else an illegal action is an error
    u32 unused;
};

// The slots that the threads of a launch work on.
struct Span {
    u64 first, last;
};

// -- games that begin and end

template <class G>
SBG_INLINE void start_game(Slot<G>& slot, const Series& series, u64 game) {
    const u64 number = series.start_count == 1 ? 0 : game % series.start_count;
    const u32* from = series.starts + number * static_cast<u64>(set_words<G>() + 2);
    read_sets(slot.state, [&](int f) { return from[f]; });
    slot.state.ply = from[set_words<G>()];
    slot.result = from[set_words<G>() + 1] & end_bits;
    if (series.opening && !slot.result) slot.result = opening_due;
    slot.random = Random::of(series.seed, game);
    slot.game = game;
}

// Notes the end of a game. With auto-reset the next game of the slot begins.
template <class G>
SBG_INLINE void finish(Slot<G>& slot, const Series& series, u32 end) {
    slot.result = end;
    if (end && series.auto_reset) start_game(slot, series, slot.game + series.slots);
    slot.result |= end << 8;
}

// First games, or without `anew` the next games of the slots with a mark.
template <class G>
SBG_INLINE void begin_games(const u32* in, u32* out, const Span& span, const Series& series,
                            const u8* marks, u32 anew) {
    const u64 i = span.first + thread_number();
    if (i >= span.last) return;
    Slot<G> slot;
    if (anew) {
        start_game(slot, series, i);
    } else {
        slot.load(in, series.slots, i);
        if (marks[i])
            start_game(slot, series, slot.game + series.slots);
        else
            slot.result &= end_bits;
    }
    slot.store(out, series.slots, i);
}

// Plays the random openings that are due. One that ends the game is tried again; `missing` becomes
// the first slot where none is found, if it is less.
template <class G>
SBG_INLINE void open_games(u32* memory, const Span& span, const Series& series, u64* missing,
                           u32* scratch) {
    constexpr int tries = 10000;
    const u64 i = span.first + thread_number();
    if (i >= span.last) return;
    u32* const mine = scratch_of<G>(scratch);
    Slot<G> slot;
    slot.load(memory, series.slots, i);
    if (!(slot.result & opening_due)) return;
    const State<G> first = slot.state;
    u32 over = 1;
    for (int attempt = 0; attempt < tries && over; ++attempt) {
        slot.state = first;
        over = going_on;
        for (u32 ply = 0; ply <= series.opening && !over; ++ply) {
            const Random before = slot.random;
            const bool last = ply == series.opening;  // only asks whether the game goes on
            const auto turn = [&]<int side>(Index<side>) {
                const Choice choice = choose<G, side>(slot.state, slot.random, mine);
                over = at_rest<G>(slot.state, side, choice.moves);
                if (!over && !last) over = play<G, side>(slot.state, choice.origin, choice.target);
            };
            if (slot.state.ply & 1)
                turn(Index<1>{});
            else
                turn(Index<0>{});
            if (last) slot.random = before;
        }
    }
    if (over) {
        slot.state = first;
        atomicMin(missing, i);
    }
    slot.result &= ~opening_due;
    slot.store(memory, series.slots, i);
}

// -- given actions

struct ActionNumbers {
    const void* data;
    u32 wide;  // 64 bits each, else 32
    u32 unused;
    SBG_INLINE i64 at(u64 i) const {
        return wide ? static_cast<const i64*>(data)[i] : static_cast<const i32*>(data)[i];
    }
};

// How many random numbers `choose` takes.
template <class G, int side>
SBG_INLINE u32 draws(const State<G>& state) {
    u32 total = static_cast<u32>(G::bunches(side));
    SBG_EACH(G::singles(side))(
        [&](auto i) { total += count(of_kind(state, state.side[side], G::single(side, i).kind)); });
    SBG_EACH(G::walks(side))(
        [&](auto i) { total += count(of_kind(state, state.side[side], G::walk(side, i).kind)); });
    return total;
}

// Plays an action and says how it ended the game; false if it is illegal, and nothing changes.
template <class G, int side>
SBG_INLINE bool given_ply(Slot<G>& slot, const Numbering& numbering, i64 action, u32* scratch,
                          u32& end) {
    int origin, target;
    State<G>& state = slot.state;
    if (!move_of<G>(numbering, action, side, origin, target) || !has(state.side[side], origin))
        return false;
    if (!has(all_targets<G, side>(state, only<G::words>(origin), scratch), target)) return false;
    for (u32 left = draws<G, side>(state); left; --left) slot.random.next();
    end = play<G, side>(state, origin, target);
    return true;
}

// Plays an action in each game that is not over. `illegal` becomes the first slot whose action is
// illegal, if it is less.
template <class G>
SBG_INLINE void step(const u32* in, u32* out, const Span& span, const Series& series,
                     const Numbering& numbering, const ActionNumbers& actions, u64* illegal,
                     u32* scratch) {
    const u64 i = span.first + thread_number();
    if (i >= span.last) return;
    u32* const mine = scratch_of<G>(scratch);
    Slot<G> slot;
    slot.load(in, series.slots, i);
    slot.result &= end_bits;
    if (slot.result && series.auto_reset) {
        finish(slot, series, slot.result);  // this game was over when it began
    } else if (!slot.result) {
        const int side = static_cast<int>(slot.state.ply & 1);
        const i64 action = actions.at(i);
        u32 end = going_on;
        const bool legal = side ? given_ply<G, 1>(slot, numbering, action, mine, end)
                                : given_ply<G, 0>(slot, numbering, action, mine, end);
        if (!legal) {
            if (!series.illegal_loses) atomicMin(illegal, i);
            end = won(illegal_action, side ^ 1);
        } else if (!end) {
            end = rest(slot.state, mine);
        }
        finish(slot, series, end);
    }
    slot.store(out, series.slots, i);
}

// -- random plies

// A random ply of a side, or with none left only whether the game goes on (then `rested`).
template <class G, int side>
SBG_INLINE void random_ply(Slot<G>& slot, u32& left, u32& end, bool& rested, Choice& choice,
                           u32* scratch) {
    if (end || rested || (slot.state.ply & 1) != side) return;
    const Random before = slot.random;
    choice = choose<G, side>(slot.state, slot.random, scratch);
    end = at_rest<G>(slot.state, side, choice.moves);
    if (left && !end) {
        end = play<G, side>(slot.state, choice.origin, choice.target);
        --left;
    } else {
        slot.random = before;
        rested = !left;
    }
}

// Plays so many random plies in each game, and counts in one of `tallies` what was played. With
// `keep`, ends that slots have noted before stay noted. With `actions` nothing is played: the
// number of the move that would be is written there, -1 where the game is over.
template <class G>
SBG_INLINE void random_plies(const u32* in, u32* out, const Span& span, const Series& series,
                             const Numbering& numbering, u32 plies, u32 keep, i32* actions,
                             Tally* tallies, u32 tally_count, u32* scratch) {
    const u64 i = span.first + thread_number();
    const bool there = i < span.last;
    u32* const mine = scratch_of<G>(scratch);
    Slot<G> slot;
    slot.load(in, series.slots, there ? i : span.last - 1);
    u32 end = slot.result & end_bits, told = keep ? slot.result >> 8 & end_bits : u32{going_on};
    u32 left = plies;
    bool rested = !plies && !actions;
    Counts counts{};
    Choice choice{};
    const bool stays = !there || (end && (!series.auto_reset || actions));
    while (!stays) {
        if (end) {
            if (!left) break;
            --left;  // over when it began: a step passes
        } else {
            const u32 before = left;
            random_ply<G, 0>(slot, left, end, rested, choice, mine);
            random_ply<G, 1>(slot, left, end, rested, choice, mine);
            counts.plies += before - left;
            if (!end && !rested) continue;
            if (!end || actions) break;
        }
        told = end;
        const u32 winner = end >> 4;
        counts.white += winner == 1;
        counts.black += winner == 2;
        counts.draws += winner == 0;
        if (!series.auto_reset) break;
        start_game(slot, series, slot.game + series.slots);
        end = slot.result & end_bits;
        if (!left) break;
    }
    if (actions) {
        if (there)
            actions[i] = end ? -1
                             : static_cast<i32>(number_of<G>(numbering, choice.origin,
                                                             choice.target, slot.state.ply & 1));
        return;
    }
    slot.result = (slot.result & opening_due) | end | told << 8;
    if (there) slot.store(out, series.slots, i);
    Tally* const tally = tallies + (thread_number() / warp_size) % tally_count;
    const auto add = [](u64& total, u32 by) {
        const u32 sum = warp_sum(by);
        if (sum && warp_leader()) atomicAdd(&total, static_cast<u64>(sum));
    };
    add(tally->white, counts.white);
    add(tally->black, counts.black);
    add(tally->draws, counts.draws);
    add(tally->plies, counts.plies);
    add(tally->running, there && !end);
}

}  // namespace sbg::gpu
