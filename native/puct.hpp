// Tree search over many games at once, guided by policies and values from outside (PUCT).
//
// Each game has a tree of its own. A round walks down every tree to a position that has no moves in
// the tree yet. If the game is over there, its result goes up the tree at once; the other positions
// are handed out together, and their policies and values come back together.
#pragma once

#include <vector>

#include "batcher.hpp"

namespace sbg {

class Puct {
  public:
    // `rules` are those of a batch with one slot for each tree.
    Puct(const Batcher& batcher, const BatchRules& rules, float exploration);
    Puct(const Puct&) = delete;
    Puct& operator=(const Puct&) = delete;

    u64 size() const { return trees_.size(); }
    // Forgets the trees and begins anew from these records, one for each tree.
    void begin(const u32* records);
    // Walks down each tree. Writes the records of the positions to judge, and whether there is one.
    void select(u32* leaves, u8* pending, int threads, const Interrupted&);
    // What was found out about them: for each action whether it is legal and how good it seems
    // (weights that are not negative), and the value of the position for the player to move.
    void expand(const u8* legal, const float* policies, const float* values, int threads,
                const Interrupted&);
    // Mixes something else into the policies of the roots, in this proportion.
    void mix(const float* policies, float part);
    // By tree and action: how often it was tried at the root.
    void visits(i32* out) const;
    // By tree: the mean value of the root for the player to move.
    void values(float* out) const;

  private:
    static constexpr i32 none = -1;

    struct Node {
        i32 first = none;  // edge; none: not judged yet
        i32 edges = 0;
        i32 visits = 0;
        float total = 0;  // of the values for the player to move
        float result = 0;
        bool over = false;
    };
    struct Edge {
        i32 action;
        i32 child;
        float prior;
    };
    struct Tree {
        std::vector<Node> nodes;
        std::vector<u32> records;
        std::vector<Edge> edges;
        std::vector<i32> path;  // nodes from the root to the one that was handed out
    };

    u64 words() const { return static_cast<u64>(rules_.packing.words); }
    void add(Tree& tree, const u32* record) const;
    const Edge* best(const Tree& tree, const Node& node) const;
    bool walk(Tree& tree, const Workspace& space, Stop stop) const;
    static void back_up(Tree& tree, float value);
    void judge(Tree& tree, const u8* legal, const float* policy, float value) const;

    const Batcher& batcher_;
    BatchRules rules_;
    float exploration_;
    std::vector<Tree> trees_;
};

}  // namespace sbg
