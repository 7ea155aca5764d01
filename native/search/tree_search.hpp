// The Monte Carlo players, which choose moves by the results of random games (playouts).
#pragma once

#include "search/search.hpp"

namespace sbg {

// Keeps its tree between searches: the part below the new position is used again. One search at a
// time.
class TreeSearcher {
  public:
    struct Options {
        bool flat = false;         // no tree: the same number of playouts for each move
        double exploration = 0.7;  // weight of what was tried little
        u64 seed = 0;
    };

    // The game must outlive the searcher. The memory is for the nodes of the tree.
    TreeSearcher(const Game& game, const Options& options, u64 bytes);
    ~TreeSearcher();
    void clear();

    // The position is not over. In the limits, nodes are playouts.
    std::vector<SearchLine> search(const Position& position, const SearchLimits& limits,
                                   const std::atomic<bool>& stop, const OnLine& on_line,
                                   const Interrupted& interrupted);

  private:
    struct Tree {
        TreeNode* nodes = nullptr;
        std::atomic<u32> used{1};  // node 0 is none
    };
    u32 find(const Position& position) const;
    void reuse(u32 node);
    const TreeNode& node(u32 index) const { return tree_.nodes[index]; }
    int distance(u32 index) const;
    u32 best_child(u32 index, const std::vector<u32>& excluded) const;
    SearchLine line(u32 child, int rank) const;
    std::vector<SearchLine> lines(int wanted, u64 playouts, double seconds) const;
    void run(const Position& position, const SearchLimits& limits, const std::atomic<bool>& stop,
             const std::function<void(double)>& tell, const Interrupted& interrupted);

    const Game& game_;
    Options options_;
    u32 capacity_;
    Tree tree_, spare_;
    u32 root_ = 0;
    Position position_;  // the root's
    std::atomic<u64> done_{0};
    u64 searches_ = 0;
    std::vector<std::unique_ptr<Climber>> climbers_;
};

}  // namespace sbg
