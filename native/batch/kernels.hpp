// The code of the kernels of batches, included by two source files for each instruction set: one
// for the sizes of boards that people play on, and with SBG_RARE one for the others.
#pragma once

#include "base/sizes.hpp"
#include "batch/observe.hpp"

namespace sbg::SBG_ISA {

template <int N>
struct BatchFor {
    static const Rules<N>& typed(const BatchRules& batch) {
        return *static_cast<const Rules<N>*>(batch.rules);
    }
    static Group<N>* groups(const Workspace& space) { return static_cast<Group<N>*>(space.groups); }
    static View<N> seen(const Rules<N>& rules, const State<N>& state, int side) {
        return view(rules, state.side[side], state.side[side ^ 1]);
    }

    // -- games that begin and end

    // Plays the random plies of an opening; false if the game is over after them.
    static bool open(const BatchRules& batch, State<N>& state, Random& random,
                     const Workspace& space) {
        const Rules<N>& rules = typed(batch);
        for (u32 i = 0; i < batch.opening; ++i) {
            if (play_random(rules, state, random, space.scratch, groups(space)).over())
                return false;
        }
        const int side = to_move(state);
        return !at_rest(rules, state, side, can_move(rules, state, side, space.scratch)).over();
    }

    // Sets record and state to the beginning of a game. An opening that ends the game is tried
    // again, and where none is found that is refused: no game begins before its opening.
    SBG_NOINLINE static void start(const BatchRules& batch, u64 game, u32* record, State<N>& state,
                                   const Workspace& space, Stop stop) {
        const Rules<N>& rules = typed(batch);
        const u64 number = batch.start_count == 1 ? 0 : game % batch.start_count;
        const u32* from = batch.starts + number * static_cast<u64>(batch.packing.words);
        for (int i = 0; i < batch.packing.words; ++i) record[i] = from[i];
        record[1] &= 0xff;
        load(rules, batch.packing, record, state);
        Random random(batch.seed, game);
        bool found = !batch.opening || is_over(record);
        u32 longest = record[0];
        for (int i = 0; i < opening_tries && !found && !stopped(stop); ++i) {
            found = open(batch, state, random, space);
            longest = state.ply > longest ? state.ply : longest;
            if (found)
                save(rules, batch.packing, state, record);
            else
                load(rules, batch.packing, record, state);
        }
        if (!found && !stopped(stop)) refuse_opening(batch.opening, longest - record[0]);
        set_two_words(record + 2, random.state);
        set_two_words(record + 4, game);
    }

    // Notes the end of a game in its record. With auto-reset the next game of the slot begins.
    static void finish(const BatchRules& batch, u32 end, u32* record, State<N>& state,
                       const Workspace& space, Stop stop) {
        if (batch.auto_reset) {
            start(batch, two_words(record + 4) + batch.slots, record, state, space, stop);
            record[1] |= end << 8;
        } else {
            record[1] = end | end << 8;
        }
    }

    static void begin(const BatchRules& batch, const u32* in, u32* out, u64 first, u64 last,
                      const u8* marks, bool anew, const Workspace& space, Stop stop) {
        State<N> state;
        for (u64 slot = first; slot < last && !stopped(stop); ++slot) {
            const u64 at = slot * static_cast<u64>(batch.packing.words);
            if (marks && !marks[slot]) {
                copy(batch, in + at, out + at);
            } else {
                start(batch, anew ? slot : two_words(in + at + 4) + batch.slots, out + at, state,
                      space, stop);
            }
        }
    }

    SBG_INLINE static void copy(const BatchRules& batch, const u32* from, u32* to) {
        for (int i = 0; i < batch.packing.words; ++i) to[i] = from[i];
        to[1] &= 0xff;
    }

    // -- legal moves

    template <class Word>
    SBG_INLINE static void write_sets(const Rules<N>& rules, const Group<N>* begin,
                                      const Group<N>* end, Word* row) {
        constexpr int bits = 8 * static_cast<int>(sizeof(Word));
        const int words = N == 1 ? 1 : (rules.squares + bits - 1) / bits;
        for (int i = 0; i < rules.squares * words; ++i) row[i] = 0;
        for (const Group<N>* group = begin; group != end; ++group) {
            if (group->follow) {
                for_each(group->targets, [&](int target) {
                    row[group->origin(target) * words + target / bits] |= Word{1}
                                                                          << (target % bits);
                });
            } else {
                for (int i = 0; i < words; ++i)
                    row[group->base * words + i] = static_cast<Word>(group->targets.word[i]);
            }
        }
    }

    // The sets of a slot, in an array for all.
    SBG_INLINE static void write_legal(const Rules<N>& rules, const Group<N>* begin,
                                       const Group<N>* end, void* out, u64 slot) {
        const auto squares = static_cast<u64>(rules.squares);
        if (squares <= 32) {
            write_sets(rules, begin, end, static_cast<u32*>(out) + slot * squares);
        } else {
            const u64 words = (squares + 63) / 64;
            write_sets(rules, begin, end, static_cast<u64*>(out) + slot * squares * words);
        }
    }

    static void write_legal(const BatchRules& batch, const u32* record, const State<N>& state,
                            void* out, u64 slot, const Workspace& space) {
        const Rules<N>& rules = typed(batch);
        Group<N>* list = groups(space);
        Cursor<N> cursor{list, 0};
        const int side = to_move(state);
        if (!is_over(record))
            cursor = collect(rules, state, seen(rules, state, side), side, space.scratch, list);
        write_legal(rules, list, cursor.next, out, slot);
    }

    static void legal(const BatchRules& batch, const u32* in, u64 first, u64 last, void* out,
                      const Workspace& space, Stop stop) {
        State<N> state;
        for (u64 slot = first; slot < last && !stopped(stop); ++slot) {
            const u32* record = in + slot * static_cast<u64>(batch.packing.words);
            load(typed(batch), batch.packing, record, state);
            write_legal(batch, record, state, out, slot, space);
        }
    }

    static void mask(const BatchRules& batch, const u32* in, u64 first, u64 last, u8* out, u8 ended,
                     const Workspace& space, Stop stop) {
        const Rules<N>& rules = typed(batch);
        const ActionTable& actions = *batch.actions;
        const auto size = static_cast<u64>(actions.size);
        State<N> state;
        for (u64 slot = first; slot < last && !stopped(stop); ++slot) {
            const u32* record = in + slot * static_cast<u64>(batch.packing.words);
            u8* row = out + slot * size;
            const u8 all = is_over(record) ? ended : u8{0};
            for (u64 i = 0; i < size; ++i) row[i] = all;
            if (is_over(record)) continue;
            load(rules, batch.packing, record, state);
            const int side = to_move(state);
            for_each_group(rules, state.pieces, rules.board, seen(rules, state, side), side,
                           space.scratch, [&](int, const Board<N>& targets, int base, int follow) {
                               for_each(targets, [&](int target) {
                                   const Move move{static_cast<u16>(base + (target & follow)),
                                                   static_cast<u16>(target)};
                                   row[actions.action(move, side)] = 1;
                               });
                           });
        }
    }

    static void sample(const BatchRules& batch, const u32* in, u64 first, u64 last, i32* actions,
                       const Workspace& space, Stop stop) {
        const Rules<N>& rules = typed(batch);
        State<N> state;
        for (u64 slot = first; slot < last && !stopped(stop); ++slot) {
            const u32* record = in + slot * static_cast<u64>(batch.packing.words);
            actions[slot] = -1;
            if (is_over(record)) continue;
            load(rules, batch.packing, record, state);
            const int side = to_move(state);
            const Cursor<N> cursor =
                collect(rules, state, seen(rules, state, side), side, space.scratch, groups(space));
            if (!cursor.total) continue;
            Random random;
            random.state = two_words(record + 2);
            actions[slot] = batch.actions->action(choose(groups(space), cursor, random), side);
        }
    }

    // -- steps

    SBG_INLINE static bool legal_move(const BatchRules& batch, const State<N>& state, int side,
                                      i64 action, const Workspace& space, Move& move) {
        const Rules<N>& rules = typed(batch);
        if (!batch.actions->move(action, side, move) || !has(state.side[side], move.origin))
            return false;
        const PieceRules<N>& piece = rules.piece[state.at[move.origin]];
        return has(destinations(rules, piece, seen(rules, state, side), move.origin, space.scratch),
                   move.target);
    }

    static u64 step(const BatchRules& batch, const u32* in, u32* out, u64 first, u64 last,
                    const ActionNumbers& actions, void* legal, const Workspace& space, Stop stop) {
        const Rules<N>& rules = typed(batch);
        Group<N>* list = groups(space);
        State<N> state;
        for (u64 slot = first; slot < last && !stopped(stop); ++slot) {
            const u64 at = slot * static_cast<u64>(batch.packing.words);
            u32* record = out + at;
            copy(batch, in + at, record);
            if (is_over(record) && !batch.auto_reset) {
                if (legal) write_legal(rules, list, list, legal, slot);
                continue;
            }
            load(rules, batch.packing, in + at, state);
            const int side = to_move(state);
            Cursor<N> cursor{list, 0};
            Move move;
            u32 end = 0;
            if (is_over(record)) {
                end = record[1];  // this game was over when it began
            } else if (!legal_move(batch, state, side, actions[slot], space, move)) {
                if (!batch.illegal_loses) return slot;
                end = packed_end(illegal_action, side ^ 1);
            } else {
                Random random;
                random.state = two_words(record + 2);
                random.skip();
                set_two_words(record + 2, random.state);
                const int code = state.at[move.origin];
                Outcome outcome = play(rules, state, side, move).outcome;
                save_move(batch.packing, code, move, record);
                if (!outcome.over()) {
                    const int next = side ^ 1;
                    bool moves;
                    if (legal) {
                        cursor = collect(rules, state, seen(rules, state, next), next,
                                         space.scratch, list);
                        moves = cursor.total != 0;
                    } else {
                        moves = can_move(rules, state, next, space.scratch);
                    }
                    outcome = at_rest(rules, state, next, moves);
                }
                end = packed_end(outcome);
            }
            if (end) {
                finish(batch, end, record, state, space, stop);
                if (legal) write_legal(batch, record, state, legal, slot, space);
            } else if (legal) {
                write_legal(rules, list, cursor.next, legal, slot);
            }
        }
        return last;
    }

    // Plays up to so many random plies of one game and says how it ended; false when stopped.
    SBG_INLINE static bool play_on(const Rules<N>& rules, State<N>& state, Random& random,
                                   u64& left, const Workspace& space, Stop stop, Outcome& outcome) {
        const bool walks = rules.most_states != 0;
        const u32 before = state.ply;
        const u32 until = before + static_cast<u32>(left < (1u << 30) ? left : 1u << 30);
        do {
            if ((state.ply & 1023) == 0 && stopped(stop)) return false;
            outcome = play_random(rules, state, random, space.scratch, groups(space));
            if (walks && space.scratch.pace->cut) return false;
        } while (!outcome.over() && state.ply != until);
        left -= state.ply - before;
        if (!outcome.over() && !left) {
            const int side = to_move(state);
            outcome = at_rest(rules, state, side, can_move(rules, state, side, space.scratch));
        }
        return true;
    }

    // The next game of a slot, without the rest of its record. Where all games begin alike their
    // position is read once, into `opened`.
    SBG_NOINLINE static void restart(const BatchRules& batch, u32* record, State<N>& state,
                                     Random& random, State<N>& opened, bool& known,
                                     const Workspace& space, Stop stop) {
        const u64 game = two_words(record + 4) + batch.slots;
        if (batch.start_count != 1 || batch.opening) {
            start(batch, game, record, state, space, stop);
            random.state = two_words(record + 2);
            return;
        }
        if (!known) load(typed(batch), batch.packing, batch.starts, opened);
        known = true;
        SBG_ISA::copy(typed(batch), opened, state);
        random = Random(batch.seed, game);
        record[1] = batch.starts[1] & 0xff;
        set_two_words(record + 4, game);
    }

    static void random(const BatchRules& batch, const u32* in, u32* out, u64 first, u64 last,
                       u64 plies, const Workspace& space, Stop stop, Tally& tally) {
        const Rules<N>& rules = typed(batch);
        State<N> state, opened;
        bool known = false;
        for (u64 slot = first; slot < last && !stopped(stop); ++slot) {
            const u64 at = slot * static_cast<u64>(batch.packing.words);
            const u32* from = in + at;
            u32* record = out + at;
            u32 end = from[1] & 0xff, told = 0;
            if (end && !batch.auto_reset) {
                copy(batch, from, record);
                continue;
            }
            load(rules, batch.packing, from, state);
            Random random;
            random.state = two_words(from + 2);
            set_two_words(record + 4, two_words(from + 4));
            for (u64 left = plies; left;) {
                if (end) {
                    --left;  // over when it began: a step passes
                } else {
                    const u64 before = left;
                    Outcome outcome;
                    if (!play_on(rules, state, random, left, space, stop, outcome)) return;
                    tally.plies += before - left;
                    end = packed_end(outcome);
                }
                if (!end) continue;
                told = end;
                ++(end >> 4 ? tally.wins[(end >> 4) - 1] : tally.draws);
                if (!batch.auto_reset) break;
                restart(batch, record, state, random, opened, known, space, stop);
                end = record[1];
            }
            save(rules, batch.packing, state, record);
            set_two_words(record + 2, random.state);
            record[1] = end | told << 8;
        }
    }

    // -- records from outside

    static void pack(const BatchRules& batch, const u8* boards, const u32* plies, const u32* status,
                     u32* out, u64 first, u64 last, const Workspace& space, Stop stop) {
        const Rules<N>& rules = typed(batch);
        State<N> state;
        for (u64 slot = first; slot < last && !stopped(stop); ++slot) {
            u32* record = out + slot * static_cast<u64>(batch.packing.words);
            set_up(rules, boards + slot * static_cast<u64>(rules.squares), plies[slot], state);
            for (int i = 0; i < packed_head; ++i) record[i] = 0;
            save(rules, batch.packing, state, record);
            const int side = to_move(state);
            record[1] = status[slot] != status_unknown
                            ? status[slot]
                            : packed_end(at_rest(rules, state, side,
                                                 can_move(rules, state, side, space.scratch)));
        }
    }

    static u64 check(const BatchRules& batch, const u32* in, u64 first, u64 last) {
        const Rules<N>& rules = typed(batch);
        State<N> state;
        const auto valid_end = [](u32 end) {
            const u32 reason = end & 15, winner = end >> 4;
            const bool drawn = reason == static_cast<u32>(Reason::turn_limit);
            return reason ? reason <= illegal_action && winner <= 2 && drawn == !winner : !winner;
        };
        for (u64 slot = first; slot < last; ++slot) {
            const u32* record = in + slot * static_cast<u64>(batch.packing.words);
            load(rules, batch.packing, record, state, false);
            const Board<N> all = state.side[0] | state.side[1];
            Board<N> known = none<N>();
            for (int code = 1; code < rules.codes; ++code) known = known | state.pieces[code];
            if (any(without(all, known)) || any(without(all, rules.board)) ||
                record[0] > (1u << 31) || record[1] >> 16 || !valid_end(record[1] & 0xff) ||
                !valid_end(record[1] >> 8))
                return slot;
        }
        return last;
    }

    static constexpr BatchKernel kernel{begin, step,        random,     sample, legal,
                                        mask,  &observe<N>, &boards<N>, pack,   check};
};

#if defined(SBG_RARE)

const BatchKernel* rare_batch_kernel(int words) {
    return dispatch(words, RareWords{}, []<int N>() { return &BatchFor<N>::kernel; });
}

#else

const BatchKernel* rare_batch_kernel(int words);

const BatchKernel* batch_kernel(int words) {
    const BatchKernel* common =
        dispatch(words, CommonWords{}, []<int N>() { return &BatchFor<N>::kernel; });
    return common ? common : rare_batch_kernel(words);
}

#endif

}  // namespace sbg::SBG_ISA
