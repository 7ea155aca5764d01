// Monte Carlo tree search: playouts from the leaves of a growing tree, chosen by UCT, with proven
// results carried up (the MCTS-solver). One climber per thread; the tree is shared without locks.
#pragma once

#include <cmath>

#include "play/playout.hpp"
#include "search/climber.hpp"
#include "search/moves.hpp"
#include "search/stack.hpp"

namespace sbg::SBG_ISA {

template <int N>
class TreeClimber final : public Climber {
  public:
    explicit TreeClimber(const void* rules) : rules_(*static_cast<const Rules<N>*>(rules)) {
        for (u32 n = 1; n < tabled; ++n) {
            inverse_[n] = 1.0f / static_cast<float>(n);
            inverse_root_[n] = 1.0f / std::sqrt(static_cast<float>(n));
        }
    }

    void set_up(const u8* at, u32 ply, const TreeContext& context,
                const Workspace& space) override {
        context_ = context;
        scratch_ = space.scratch;
        groups_ = static_cast<Group<N>*>(space.groups);
        listen(*scratch_.pace, Stop{context.stop});
        SBG_ISA::set_up(rules_, at, ply, root_);
    }

    void climb() override {
        TreeNode* nodes = context_.nodes;
        const Stop stop{context_.stop};
        while (!stopped(stop) && nodes[context_.root].proven() == unproven) {
            const u64 ticket = context_.tickets->fetch_add(1, std::memory_order_relaxed);
            if (context_.playouts && ticket >= context_.playouts) break;
            if (!once(ticket, stop)) break;
            context_.done->fetch_add(1, std::memory_order_relaxed);
        }
    }

  private:
    static constexpr u32 tabled = 4096;
    static constexpr u32 expand_after = 4;  // playouts from a leaf before it grows

    // One playout; false when it was stopped.
    bool once(u64 ticket, const Stop& stop) {
        TreeNode* nodes = context_.nodes;
        copy(rules_, root_, state_);
        path_.cut(0);
        path_.push(context_.root);
        TreeNode* node = &nodes[context_.root];
        while (node->proven() == unproven) {
            const bool inside =
                node->expanded() || ((node->visits() >= expand_after || path_.size() == 1) &&
                                     (path_.size() == 1 || !context_.flat) && expand(*node));
            if (!inside || node->proven() != unproven) break;
            const u32 child = select_child(*node, path_.size() == 1);
            if (!child) break;
            node = &nodes[child];
            // A move that ends the game is proven, and not chosen.
            play(rules_, state_, to_move(state_), {node->origin, node->target});
            path_.push(child);
            if (context_.shared) node->add(1, -1);  // a virtual loss keeps other threads away
        }
        // The result, for white.
        int result = 0;
        const int mover = to_move(state_) ^ 1;  // who moved into the node
        if (node->proven() != unproven) {
            result = node->proven() == drawn ? 0 : (node->proven() == won) == (mover == 0) ? 1 : -1;
        } else {
            Random random(context_.seed, ticket);
            Outcome outcome;
            // Nobody waits for a game that goes on and on.
            while (!(outcome = play_random(rules_, state_, random, scratch_, groups_)).over()) {
                if ((state_.ply & 255) == 0 && stopped(stop)) break;
            }
            if (!outcome.over() || scratch_.pace->cut) {
                for (u64 i = 1; context_.shared && i < path_.size(); ++i)
                    nodes[path_[i]].add(~0u, 1);  // one visit less
                return false;
            }
            result = outcome.winner < 0 ? 0 : outcome.winner ? -1 : 1;
        }
        back_up(result);
        return true;
    }

    void back_up(int result) {
        TreeNode* nodes = context_.nodes;
        // The root's score is for the opponent of its player, as in every other node.
        int mine = to_move(root_) ? result : -result;
        for (u64 i = 0; i < path_.size(); ++i, mine = -mine) {
            if (context_.shared && i > 0)
                nodes[path_[i]].add(0, 1 + mine);
            else
                nodes[path_[i]].add(1, mine);
        }
        for (u64 i = path_.size() - 1; i > 0; --i) {
            const Proof below = nodes[path_[i]].proven();
            if (below == unproven) break;
            TreeNode& node = nodes[path_[i - 1]];
            if (below == won)
                node.prove(lost);
            else if (!settle(node))
                break;
        }
    }

    // When all its moves are proven and none wins, so is the node.
    bool settle(TreeNode& node) const {
        bool draw = false;
        for (u32 i = 0; i < node.children; ++i) {
            const Proof child = context_.nodes[node.first + i].proven();
            if (child == unproven) return false;
            draw |= child == drawn;
        }
        node.prove(draw ? drawn : won);
        return true;
    }

    // Gives a leaf its children, or finds out how it ends; false if another thread is at it or
    // there is no room.
    bool expand(TreeNode& node) {
        if (!node.claim()) return false;
        const int side = to_move(state_);
        moves_.cut(0);
        const Found found =
            find_moves(rules_, state_, side, scratch_, groups_, [&](const Group<N>& group, i32) {
                for_each(group.targets, [&](int target) { moves_.push(group.move(target)); });
            });
        if (scratch_.pace->cut || spend(*scratch_.pace, found.moves)) {
            node.release();
            return false;
        }
        const Outcome outcome = at_rest(rules_, state_, side, found.moves != 0);
        if (outcome.over()) {
            node.prove(outcome.winner < 0 ? drawn : won);
            node.publish(0, 0);
            return true;
        }
        if (found.wins()) {
            moves_.cut(0);
            moves_.push({static_cast<u16>(found.origin), static_cast<u16>(found.target)});
        }
        const u32 count = static_cast<u32>(moves_.size());
        const u32 first = context_.used->fetch_add(count, std::memory_order_relaxed);
        if (first > context_.capacity || count > context_.capacity - first) {
            context_.used->fetch_sub(count, std::memory_order_relaxed);
            node.release();
            return false;
        }
        // In random order, because the first moves are tried first.
        Random random(context_.seed, ~static_cast<u64>(first));
        const Endings<N> endings(rules_, state_, side);
        for (u32 i = 0; i < count; ++i) {
            const u64 other = i + random.below(count - i);
            const Move move = moves_[other];
            moves_[other] = moves_[i];
            TreeNode& child = context_.nodes[first + i];
            child.reset(move);
            if (found.wins())
                child.prove(won);
            else if (endings.loses(move))
                child.prove(lost);  // captures its own last king
        }
        if (found.wins()) node.prove(lost);
        node.publish(first, count);
        if (!found.wins()) settle(node);
        return true;
    }

    // The index of the child to try next; 0 if none is left to try.
    u32 select_child(const TreeNode& node, bool at_root) const {
        const TreeNode* children = context_.nodes + node.first;
        if (at_root && context_.flat) return fewest(node);
        const float visits = static_cast<float>(node.visits() + 1);
        const float weight = context_.exploration * std::sqrt(std::log(visits));
        float best = -1e9f;
        u32 chosen = 0;
        for (u32 i = 0; i < node.children; ++i) {
            const TreeNode& child = children[i];
            if (child.proven() != unproven) continue;
            const u32 n = child.visits();
            if (!n) return node.first + i;
            const float value =
                n < tabled
                    ? static_cast<float>(child.score()) * inverse_[n] + weight * inverse_root_[n]
                    : static_cast<float>(child.score()) / static_cast<float>(n) +
                          weight / std::sqrt(static_cast<float>(n));
            if (value > best) {
                best = value;
                chosen = node.first + i;
            }
        }
        return chosen;
    }

    u32 fewest(const TreeNode& node) const {
        u32 chosen = 0, least = ~0u;
        for (u32 i = 0; i < node.children; ++i) {
            const TreeNode& child = context_.nodes[node.first + i];
            if (child.proven() != unproven || child.visits() >= least) continue;
            least = child.visits();
            chosen = node.first + i;
        }
        return chosen;
    }

    const Rules<N>& rules_;
    TreeContext context_{};
    Scratch scratch_{};
    Group<N>* groups_ = nullptr;
    State<N> root_, state_;
    Stack<u32> path_;
    Stack<Move> moves_;
    float inverse_[tabled], inverse_root_[tabled];
};

}  // namespace sbg::SBG_ISA
