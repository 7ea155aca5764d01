// What a player does in every position that can come up, so that others can check a value: chosen
// such that few positions come up. Positions are given by their half and index.
#pragma once

#include "cuda/solve.hpp"

namespace sbg::gpu {

inline constexpr int index_bits = 40;  // of a position; above them is its half

enum Aim : u32 { to_hold, to_win };

// How moves are chosen; the same in src/sbg/cuda/strategies.py.
enum Policy : u32 {
    by_wins = 1,        // what is won soon counts little
    shortest_win = 2,   // what is won is won in the shortest way
    by_men = 4,         // what has few men counts little: those of the opponent,
    by_all_men = 8,     // or all of them
    steeply = 16,       // each man four times as much
    ahead = 32,         // by what comes up a move later too
    most_steeply = 64,  // each man 64 times as much
};

struct Choosing {
    u64 count;  // positions to choose a move for
    u64 room;   // of the list of positions that come up
    u32 aim;
    u32 policy;
    u32 seed;  // of noise that moves are chosen with, if it is not 0
    u32 free;  // what is won within so many plies needs no move
};

struct Coming {
    u64* list;
    u64* length;
    u32* seen;           // a bit for each entry of all tables: whether it has come up
    const u32* allowed;  // the same: whether it may come up; if not null
};

template <class G, class S>
SBG_INLINE u64 bit_of(const Atlas& atlas, const Child& child) {
    return half_row<S>(atlas, child.half)[2] + child.index;
}

template <class G, class S, int side, class Visit>
SBG_INLINE void for_each_child(const Node<G, S>& node, u32* scratch, Visit visit) {
    for_each_move<G, side>(node.state, scratch, [&](int origin, int target) {
        State<G> after;
        u32 number;
        bool captured;
        if (make_move<G, S, side>(node, origin, target, after, number, captured) != lasts) return;
        visit(locate<G, S>(node.atlas, after, number, node.half_of(number)), after);
    });
}

// Calls visit(child, state) for each position that a reply leads to, unless it ends the game.
template <class G, class S, int replier, class Visit>
SBG_INLINE void for_each_reply(const Node<G, S>& node, u32* scratch, Visit visit) {
    if (S::swaps)
        for_each_child<G, S, 0>(node, scratch, visit);
    else
        for_each_child<G, S, replier>(node, scratch, visit);
}

// The position after a move, with the other player to move.
template <class G, class S>
SBG_INLINE Node<G, S> node_after(const Node<G, S>& node, const State<G>& after, u32 half) {
    Node<G, S> found(node.atlas, node.events, half);
    found.state = after;
    found.other = swapped<G, S>(after);
    return found;
}

// How much a position that comes up for the first time adds to a strategy, roughly: a win ends
// soon, and few men have few positions.
SBG_INLINE u64 weight_of(u32 value, u32 policy, u32 men) {
    if (!(policy & by_wins)) return 1;
    const u32 step = policy & most_steeply ? 8 : policy & steeply ? 4 : 2;
    const u64 most = policy & (by_men | by_all_men) ? u64{4} << (step * (men < 5 ? men : 5)) : 64;
    if (!is_win(value)) return most;
    const u64 weight = u64{1} << (plies_of(value) / 2 < 16 ? plies_of(value) / 2 : 16);
    return weight < most ? weight : most;
}

struct Added {
    u64 weight = 0;
    u32 fresh = 0, replies = 0;
    bool strays = false;  // to where it may not
};

SBG_INLINE bool is_free(u32 value, const Choosing& choosing) {
    return is_win(value) && plies_of(value) <= choosing.free;
}

SBG_INLINE bool is_in(const u32* set, u64 bit) { return set[bit / 32] >> (bit % 32) & 1; }

// What comes up for the first time by the replies of a position.
template <class G, class S, int replier>
SBG_INLINE Added weigh_replies(const Node<G, S>& then, const Choosing& choosing,
                               const Coming& coming, u32* scratch) {
    Added added;
    u32 men = count(then.state.side[S::swaps ? 0 : replier]);
    // Against few men of the opponent, own ones count half.
    if (choosing.policy & by_all_men)
        men = (2 * men + count(then.state.side[S::swaps ? 1 : replier ^ 1])) / 2 - 1;
    for_each_reply<G, S, replier>(then, scratch, [&](const Child& reply, const State<G>&) {
        const u64 bit = bit_of<G, S>(then.atlas, reply);
        ++added.replies;
        if (is_in(coming.seen, bit)) return;
        const u32 value = value_of<G, S>(then.atlas, reply, then.events);
        if (is_free(value, choosing)) return;
        if (coming.allowed && !is_in(coming.allowed, bit)) added.strays = true;
        ++added.fresh;
        added.weight += weight_of(value, choosing.policy, men);
    });
    return added;
}

// The least weight of what comes up next, after a position that comes up for the first time.
template <class G, class S, int side>
SBG_NOINLINE u64 weight_ahead(const Node<G, S>& node, const Choosing& choosing,
                              const Coming& coming, u32* scratch) {
    SetOf<G> groups[G::most_groups];
    const u32 total = gather<G, side>(node.state, groups);
    u64 least = ~u64{0} >> 16;
    find_move<G, side>(node.state, groups, total, scratch, [&](int origin, int target) {
        State<G> after;
        u32 number;
        bool captured;
        const Ended ended = make_move<G, S, side>(node, origin, target, after, number, captured);
        if (ended == loses) return false;
        Added added;
        if (ended == lasts) {
            const Child child = locate<G, S>(node.atlas, after, number, node.half_of(number));
            if (is_win(value_of<G, S>(node.atlas, child, node.events))) return false;
            added = weigh_replies<G, S, side ^ 1>(node_after<G, S>(node, after, child.half),
                                                  choosing, coming, scratch);
        }
        if (!added.strays && added.weight < least) least = added.weight;
        return least == 0;
    });
    return least;
}

// Of so many that come up for the first time it is looked what comes up next.
inline constexpr u32 most_ahead = 4;

SBG_INLINE u64 with_noise(u64 worth, u64 index, u32 move, u32 seed) {
    u64 x = (index * 0x9e3779b97f4a7c15u) ^ (u64{move} * 0xc2b2ae3d27d4eb4fu) ^ (u64{seed} << 32);
    x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9u;
    return worth * (256 + (x >> 58)) / 256;
}

template <class G, class S, int side>
SBG_INLINE u32 choose_move(const Node<G, S>& node, u64 index, const Choosing& choosing,
                           const Coming& coming, u32* scratch) {
    constexpr int replier = side ^ 1;
    const u32 own = value_of<G, S>(node.atlas, {node.half, index}, node.events);
    SetOf<G> groups[G::most_groups];
    const u32 total = gather<G, side>(node.state, groups);
    // What is won is won in the shortest way, which soon ends.
    const bool shortest =
        choosing.aim == to_win || ((choosing.policy & shortest_win) && is_win(own));
    u64 best = ~u64{0};
    u32 chosen = ~0u;
    find_move<G, side>(node.state, groups, total, scratch, [&](int origin, int target) {
        State<G> after;
        u32 number;
        bool captured;
        const u32 move = static_cast<u32>(origin) << 16 | static_cast<u32>(target);
        const Ended ended = make_move<G, S, side>(node, origin, target, after, number, captured);
        if (ended == loses) return false;
        Added added;
        if (ended == lasts) {
            const Child child = locate<G, S>(node.atlas, after, number, node.half_of(number));
            const u32 value = value_of<G, S>(node.atlas, child, node.events);
            if (is_win(value)) return false;
            if (shortest && (!is_loss(value) || plies_of(value) + 1 != plies_of(own))) return false;
            const Node<G, S> then = node_after<G, S>(node, after, child.half);
            added = weigh_replies<G, S, replier>(then, choosing, coming, scratch);
            if (added.strays) return false;
            if (choosing.policy & ahead) {
                u64 weight = added.fresh + 4 * added.weight;
                if (!shortest && added.fresh <= most_ahead) {
                    weight = added.fresh;
                    for_each_reply<G, S, replier>(
                        then, scratch, [&](const Child& reply, const State<G>& state) {
                            if (is_in(coming.seen, bit_of<G, S>(node.atlas, reply)) ||
                                is_free(value_of<G, S>(node.atlas, reply, node.events), choosing))
                                return;
                            weight +=
                                weight_ahead<G, S, side>(node_after<G, S>(then, state, reply.half),
                                                         choosing, coming, scratch);
                        });
                }
                added.weight = weight;
            }
        }
        u64 worth = 64 * added.weight + added.replies;
        if (choosing.seed) worth = with_noise(worth, index, move, choosing.seed);
        if (worth < best) {
            best = worth;
            chosen = move;
        }
        return added.fresh == 0;
    });
    if (chosen == ~0u) return chosen;
    State<G> after;
    u32 number;
    bool captured;
    const Ended ended =
        make_move<G, S, side>(node, static_cast<int>(chosen >> 16),
                              static_cast<int>(chosen & 0xffff), after, number, captured);
    if (ended != lasts) return chosen;
    const Node<G, S> then = node_after<G, S>(node, after, node.half_of(number));
    const auto come = [&](const Child& reply, const State<G>&) {
        if (choosing.free && is_free(value_of<G, S>(node.atlas, reply, node.events), choosing))
            return;
        const u64 bit = bit_of<G, S>(node.atlas, reply);
        const u32 mask = 1u << (bit % 32);
        if (atomicOr(&coming.seen[bit / 32], mask) & mask) return;
        const u64 place = atomicAdd(coming.length, u64{1});
        if (place < choosing.room)
            coming.list[place] = static_cast<u64>(reply.half) << index_bits | reply.index;
    };
    for_each_reply<G, S, replier>(then, scratch, come);
    return chosen;
}

// Chooses a move for each position, and lists those that come up after it for the first time. All
// ones: the table has no move that does what is wanted.
template <class G, class S>
SBG_INLINE void choose_moves(Atlas atlas, const u64* positions, u32* moves, Choosing choosing,
                             Coming coming, Events* events, u32* scratch) {
    const u64 i = thread_number();
    if (i >= choosing.count) return;
    const u32 half = static_cast<u32>(positions[i] >> index_bits);
    const u64 index = positions[i] & ((u64{1} << index_bits) - 1);
    Node<G, S> node(atlas, events, half);
    unrank<G, S>(atlas, half, index, node.state);
    node.other = swapped<G, S>(node.state);
    u32* const mine = scratch_of<G>(scratch);
    if (S::swaps || !(half & 1))
        moves[i] = choose_move<G, S, 0>(node, index, choosing, coming, mine);
    else
        moves[i] = choose_move<G, S, 1>(node, index, choosing, coming, mine);
}

// The values of positions.
template <class S>
SBG_INLINE void look_up(Atlas atlas, const u64* positions, u64 count, u16* values) {
    const u64 i = thread_number();
    if (i >= count) return;
    const u64* row = half_row<S>(atlas, static_cast<u32>(positions[i] >> index_bits));
    values[i] = static_cast<u16>(entry_of(row, positions[i] & ((u64{1} << index_bits) - 1)));
}

}  // namespace sbg::gpu
