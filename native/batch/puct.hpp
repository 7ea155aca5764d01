// Tree search over many games at once, guided by policies and values from outside (PUCT).
//
// Each game has a tree of its own. A round walks down every tree to a position that has no moves in
// the tree yet. If the game is over there, its result goes up the tree at once; the other positions
// are handed out together, and their policies and values come back together.
#pragma once

#include <string>
#include <vector>

#include "batch/batcher.hpp"

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
    // Walks down each tree. Writes the records of the positions to judge into the first of the
    // rows, of which there are as many as trees, and gives their number.
    u64 select(u32* leaves, int threads, const Interrupted&);
    // How many positions are handed out.
    u64 waiting() const { return waiting_; }
    // What was found out about them, row by row: for each action how good it seems (weights that
    // are not negative; those of illegal ones are ignored), and the value for the player to move.
    // With `leaves` selects again in the same pass, which is quicker than afterwards. Throws
    // std::invalid_argument for anything else, with the first tree that it is about.
    u64 expand(const float* policies, const float* values, u32* leaves, int threads,
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
        float result = 0;
        bool over = false;
    };
    // What is known about a move stays with the move, so that choosing one reads one block of
    // memory.
    struct Edge {
        i32 action;
        i32 child;
        float prior;
        i32 visits;
        float total;  // of the values for the player who makes the move
    };
    struct Tree {
        std::vector<Node> nodes;
        std::vector<u32> records;
        std::vector<Edge> edges;
        std::vector<i32> path;  // edges from the root to the node that was handed out
        i32 leaf = none;        // that node
        i32 visits = 0;
        float total = 0;  // of the values of the root for the player to move
    };

    u64 words() const { return static_cast<u64>(rules_.packing.words); }
    const u32* record(const Tree& tree, i32 node) const {
        return tree.records.data() + static_cast<u64>(node) * words();
    }
    static Node node_of(const u32* record);
    i32 best(const Tree& tree, const Node& node, i32 visits, float mean) const;
    void walk(Tree& tree, const Workspace& space, Stop stop) const;
    static void back_up(Tree& tree, float value);
    void judge(Tree& tree, const u8* legal, const float* policy, float value) const;
    // What is wrong with the policy of legal actions, or with the value; nothing if they are right.
    std::string fault(const u8* legal, const float* policy, float value) const;
    u64 pass(const float* policies, const float* values, u32* leaves, int threads,
             const Interrupted&);

    const Batcher& batcher_;
    BatchRules rules_;
    float exploration_;
    std::vector<Tree> trees_;
    std::vector<i32> row_;  // by tree the row of its position, or none
    u64 waiting_ = 0;
};

}  // namespace sbg
