// What a player does in every position that can come up, so that others can check a value: chosen
// such that few positions come up. Positions are given by their half and index.
#pragma once

#include "cuda/solve.hpp"

namespace sbg::gpu {

inline constexpr int index_bits = 40;  // of a position; above them is its half

enum Aim : u32 { to_hold, to_win };

struct Choosing {
    u64 count;  // positions to choose a move for
    u64 room;   // of the list of positions that come up
    u32 aim;
    u32 policy;
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

// Calls visit(child) for each position that a reply leads to, unless it ends the game.
template <class G, class S, int side, class Visit>
SBG_INLINE void for_each_reply(const Node<G, S>& node, u32* scratch, Visit visit) {
    for_each_move<G, side>(node.state, scratch, [&](int origin, int target) {
        State<G> after;
        u32 number;
        bool captured;
        if (make_move<G, S, side>(node, origin, target, after, number, captured) != lasts) return;
        visit(locate<G, S>(node.atlas, after, number, node.half_of(number)));
    });
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
// soon.
SBG_INLINE u32 weight_of(u32 value, u32 policy, u32 men) {
    const u32 most = policy & 4 ? 4u << (2 * (men < 6 ? men : 6)) : 64;
    if (!is_win(value)) return most;
    const u32 weight = 1u << (plies_of(value) / 2 < 16 ? plies_of(value) / 2 : 16);
    return weight < most ? weight : most;
}

template <class G, class S, int side>
SBG_INLINE u32 choose_move(const Node<G, S>& node, u64 index, const Choosing& choosing,
                           const Coming& coming, u32* scratch) {
    constexpr int replier = side ^ 1;
    const u32 own = value_of<G, S>(node.atlas, {node.half, index}, node.events);
    SetOf<G> groups[G::most_groups];
    const u32 total = gather<G, side>(node.state, groups);
    // What is won is won in the shortest way, which soon ends.
    const bool shortest = choosing.aim == to_win || ((choosing.policy & 2) && is_win(own));
    u32 best = ~0u, chosen = ~0u;
    find_move<G, side>(node.state, groups, total, scratch, [&](int origin, int target) {
        State<G> after;
        u32 number, worth = 0;
        bool captured;
        const Ended ended = make_move<G, S, side>(node, origin, target, after, number, captured);
        if (ended == loses) return false;
        if (ended == lasts) {
            const Child child = locate<G, S>(node.atlas, after, number, node.half_of(number));
            const u32 value = value_of<G, S>(node.atlas, child, node.events);
            if (is_win(value)) return false;
            if (shortest && (!is_loss(value) || plies_of(value) + 1 != plies_of(own))) return false;
            const Node<G, S> then = node_after<G, S>(node, after, child.half);
            const u32 men = count(after.side[S::swaps ? 0 : side ^ 1]);
            u32 fresh = 0, replies = 0;
            bool strays = false;
            const auto weigh = [&](const Child& reply) {
                const u64 bit = bit_of<G, S>(node.atlas, reply);
                const auto is_in = [&](const u32* set) { return set[bit / 32] >> (bit % 32) & 1; };
                ++replies;
                if (is_in(coming.seen)) return;
                if (coming.allowed && !is_in(coming.allowed)) strays = true;
                const u32 value = value_of<G, S>(node.atlas, reply, node.events);
                fresh += choosing.policy & 1 ? weight_of(value, choosing.policy, men) : 1;
            };
            if (S::swaps)
                for_each_reply<G, S, 0>(then, scratch, weigh);
            else
                for_each_reply<G, S, replier>(then, scratch, weigh);
            if (strays) return false;
            worth = 64 * fresh + replies;
        }
        if (worth < best) {
            best = worth;
            chosen = static_cast<u32>(origin) << 16 | static_cast<u32>(target);
        }
        return worth == 0;
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
    const auto come = [&](const Child& reply) {
        const u64 bit = bit_of<G, S>(node.atlas, reply);
        const u32 mask = 1u << (bit % 32);
        if (atomicOr(&coming.seen[bit / 32], mask) & mask) return;
        const u64 place = atomicAdd(coming.length, u64{1});
        if (place < choosing.room)
            coming.list[place] = static_cast<u64>(reply.half) << index_bits | reply.index;
    };
    if (S::swaps)
        for_each_reply<G, S, 0>(then, scratch, come);
    else
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
SBG_INLINE void look_up(Atlas atlas, const u64* positions, u64 count, u8* values) {
    const u64 i = thread_number();
    if (i >= count) return;
    const u64* row = half_row<S>(atlas, static_cast<u32>(positions[i] >> index_bits));
    values[i] = reinterpret_cast<const u8*>(row[0])[positions[i] & ((u64{1} << index_bits) - 1)];
}

}  // namespace sbg::gpu
