// Values of positions: how far from a won or lost end they are, by looking one move ahead.
//
// Where play cannot go in circles, a position is settled after its successors, which are settled
// first. Elsewhere the distances are found in rising order. At level d a position is a win in d
// plies if a move leads to a loss in d - 1, and lost if all moves lead to wins at most that far. A
// value whose distance is at least the level may still fall; a smaller one is final. Moves into
// other classes, which are finished, may give any distance at once. After each level the
// predecessors of what has become final are looked at again. They are found by taking moves back
// without asking whether the rules allow them: to look at too many does no harm, because what is
// looked at is judged by its legal moves.
//
// Threads may work at one level together in any order: what they write has distances that do not
// count yet. `Memory` says how they share it.
#pragma once

#include "solve/space.hpp"

namespace sbg {

// Values as numbers, the same for bytes and words.
inline constexpr u32 no_board = 0xffff;
inline constexpr u32 most_narrow = 126;  // plies that a byte can tell
inline constexpr u32 most_wide = 32766;

SBG_INLINE u32 loss_in(u32 plies) { return 1 + 2 * plies; }
SBG_INLINE u32 win_in(u32 plies) { return 2 + 2 * plies; }
SBG_INLINE bool is_win(u32 value) { return value && !(value & 1); }
SBG_INLINE u32 plies_of(u32 value) { return (value - 1) / 2; }

}  // namespace sbg

namespace sbg::SBG_ISA {

template <int N, class Memory>
class Sweeper {
  public:
    // `groups` has room for most_groups at each of `depths` depths.
    Sweeper(const Rules<N>& rules, const Space<N>& space, const Scratch& scratch, Group<N>* groups,
            int depths)
        : rules_(rules), space_(space), scratch_(scratch), groups_(groups), depths_(depths) {}

    bool overflow = false;  // a distance does not fit into the table
    bool outside = false;   // play left the space, which its maker said it cannot
    u64 settled = 0;        // how many entries were

    u32 value(Where where) const {
        const Half& half = space_.half[where.half];
        if (half.wide) return Memory::load(half.wide[where.index]);
        const u32 found = Memory::load(half.narrow[where.index]);
        return found == 0xff ? no_board : found;
    }

    // Settles an entry after its successors. Only where play cannot go in circles.
    void settle_entry(Where where) {
        int side;
        u32 class_number;
        if (value(where)) return;
        if (!restore(space_, where, state_, side, class_number)) {
            set(where, no_board);
            return;
        }
        settle(side, class_number, where, 0);
    }

    // The first look at an entry; 0 if it is not decided yet.
    u32 first_look(Where where) {
        int side;
        u32 class_number;
        if (!restore(space_, where, state_, side, class_number)) {
            set(where, no_board);
            return 0;
        }
        const u32 found = look(side, class_number, 0);
        if (found) set(where, found);
        return found;
    }

    // Whether an entry is what its successors make it; all tables are finished.
    bool follows(Where where) {
        int side;
        u32 class_number;
        const bool exists = restore(space_, where, state_, side, class_number);
        return value(where) == (exists ? look(side, class_number, ~0u) : no_board);
    }

    // A later look at level > 0; the value before and after.
    struct Change {
        u32 before, after;
    };
    Change look_again(Where where, u32 level) {
        const u32 before = value(where);
        if (is_settled(before, level)) return {before, before};
        int side;
        u32 class_number;
        if (!restore(space_, where, state_, side, class_number)) return {before, before};
        const u32 found = look(side, class_number, level);
        if (!found || found == before) return {before, before};
        set(where, found);
        return {before, found};
    }

    // Marks what may lead to an entry that has become final at this level.
    void mark_before(Where where, u32 level) {
        int side;
        u32 class_number;
        if (!restore(space_, where, state_, side, class_number)) return;
        const int mover = side ^ 1;
        const Board<N> empty = without(rules_.board, state_.side[0] | state_.side[1]);
        const Board<N> men = state_.side[mover];
        for_each(men, [&](int target) {
            const int code = state_.at[target];
            const Board<N>& sources = space_.sources[code * space_.squares + target];
            if (has(sources, target)) mark(mover, class_number, level);
            for_each(sources & empty, [&](int origin) {
                unmake(state_, mover, origin, target, 0);
                mark(mover, class_number, level);
                if (space_.by_squares) mark_captures(mover, target, level);
                make(state_, mover, origin, target);
            });
        });
    }

    // The value of a position by its moves, 0 if they do not decide it.
    u32 look(int side, u32 class_number, u32 level) {
        const View<N> seen = view(rules_, state_.side[side], state_.side[side ^ 1]);
        const Cursor<N> cursor = collect_apart(rules_, state_, seen, side, scratch_, groups_);
        if (!cursor.total) return loss_in(0);
        const Endings<N> endings(rules_, state_, side);
        for (const Group<N>* group = groups_; group != cursor.next; ++group)
            if (any(endings.winning(rules_, *group))) return win_in(1);
        Best best;
        for (const Group<N>* group = groups_; group != cursor.next; ++group) {
            const Board<N> lasting = endings.lasting(rules_, *group);
            if (any(without(group->targets, lasting))) best.take(win_in(0));
            for_each(lasting, [&](int target) {
                const int origin = group->origin(target);
                const int captured = target == origin ? 0 : state_.at[target];
                // At first nothing in the same class is known.
                if (level == 0 && (!captured || space_.by_squares)) {
                    best.take(0);
                    return;
                }
                const u32 to =
                    captured ? class_without(space_, class_number, captured, target) : class_number;
                make(state_, side, origin, target);
                const Where there = locate(space_, state_, side ^ 1, to);
                u32 found = there.index == unwritten ? settle(side ^ 1, to, there, 1) : read(there);
                unmake(state_, side, origin, target, captured);
                const bool same_class = space_.by_squares || !captured;
                if (same_class && found && plies_of(found) >= level) found = 0;
                best.take(found);
            });
        }
        return scratch_.pace->cut ? 0 : best.value();
    }

  private:
    // What the moves so far amount to. A move is given by the value that it leaves the opponent.
    struct Best {
        u32 win = ~0u, loss = 0;
        bool all_lose = true;

        SBG_INLINE void take(u32 found) {
            if (!found) {
                all_lose = false;
            } else if (is_win(found)) {
                loss = plies_of(found) + 1 > loss ? plies_of(found) + 1 : loss;
            } else {
                all_lose = false;
                win = plies_of(found) + 1 < win ? plies_of(found) + 1 : win;
            }
        }
        SBG_INLINE u32 value() const {
            return win != ~0u ? win_in(win) : all_lose ? loss_in(loss) : 0;
        }
    };

    u32 settle(int side, u32 class_number, Where here, int depth) {
        if (depth >= depths_) outside = true;
        if (outside || overflow || spend(*scratch_.pace, 100)) return 0;
        if (any(loud(side))) return set(here, win_in(1));
        Group<N>* groups = groups_ + static_cast<i64>(depth) * rules_.most_groups;
        const View<N> seen = view(rules_, state_.side[side], state_.side[side ^ 1]);
        const Cursor<N> cursor = collect_apart(rules_, state_, seen, side, scratch_, groups);
        if (scratch_.pace->cut) return 0;
        ++settled;
        if (!cursor.total) return set(here, loss_in(0));
        const Endings<N> endings(rules_, state_, side);
        for (const Group<N>* group = groups; group != cursor.next; ++group)
            if (any(endings.winning(rules_, *group))) return set(here, win_in(1));
        const Board<N> threats = loud(side ^ 1);
        Best best;
        for (const Group<N>* group = groups; group != cursor.next; ++group) {
            const Board<N> lasting = endings.lasting(rules_, *group);
            if (any(without(group->targets, lasting))) best.take(win_in(0));
            for_each(lasting, [&](int target) {
                const int origin = group->origin(target);
                const int captured = target == origin ? 0 : state_.at[target];
                if (any(without(threats, only<N>(target)))) {
                    best.take(win_in(1));
                    return;
                }
                const u32 to =
                    captured ? class_without(space_, class_number, captured, target) : class_number;
                make(state_, side, origin, target);
                const Where there = locate(space_, state_, side ^ 1, to);
                u32 found = there.index == unwritten ? 0 : read(there);
                if (!found) found = settle(side ^ 1, to, there, depth + 1);
                unmake(state_, side, origin, target, captured);
                best.take(found);
            });
        }
        if (scratch_.pace->cut || outside || overflow) return 0;
        return set(here, best.value());
    }

    // The men of a side that win at once when it is their move.
    SBG_INLINE Board<N> loud(int side) const {
        Board<N> found = none<N>();
        if (!space_.loud) return found;
        for (int code = 1; code < space_.codes; ++code)
            if (side_of(code) == side) found = found | (state_.pieces[code] & space_.loud[code]);
        return found;
    }

    // Whether a value will not change any more once this level is done.
    static bool is_settled(u32 found, u32 level) {
        return found && (found == no_board || !is_win(found) || plies_of(found) <= level);
    }

    SBG_INLINE void mark(int side, u32 class_number, u32 level) {
        mark(locate(space_, state_, side, class_number), level);
    }
    SBG_INLINE void mark(Where where, u32 level) {
        if (where.index == nowhere || is_settled(value(where), level + 1)) return;
        Memory::mark(space_.half[where.half].dirty[where.index / 64], 1ull << (where.index & 63));
    }

    // By squares captures stay in the space: the man that went away may have been any.
    void mark_captures(int mover, int target, u32 level) {
        for (int code = 1; code < space_.codes; ++code) {
            if (space_.kind_at[code * space_.squares + target] == 255) continue;
            put(state_, code, target);
            mark(mover, 0, level);
            state_.at[target] = 0;
            remove(state_.pieces[code], target);
            remove(state_.side[side_of(code)], target);
        }
    }

    SBG_INLINE u32 read(Where where) {
        if (where.index == nowhere || !space_.half[where.half].size) {
            outside = true;
            return 0;
        }
        const u32 found = value(where);
        if (found != no_board) return found;
        outside = true;
        return 0;
    }

    SBG_INLINE u32 set(Where where, u32 found) {
        if (where.index == unwritten) return found;
        const Half& half = space_.half[where.half];
        if (half.wide) {
            if (found != no_board && found && plies_of(found) > most_wide) overflow = true;
            Memory::store(half.wide[where.index], static_cast<u16>(found));
        } else {
            if (found != no_board && found && plies_of(found) > most_narrow) {
                overflow = true;
                return found;
            }
            Memory::store(half.narrow[where.index],
                          static_cast<u8>(found == no_board ? 0xff : found));
        }
        return found;
    }

    const Rules<N>& rules_;
    const Space<N>& space_;
    const Scratch& scratch_;
    Group<N>* groups_;
    int depths_;
    State<N> state_;
};

}  // namespace sbg::SBG_ISA
