// One piece on one square: the product of its automaton and the board, split into independent
// parts.
//
// A part says: these squares become targets, each when a certain node of the product is reached;
// and reaching a node depends on the contents of the squares on the way. A queen's rays are eight
// parts, a knight's leaps one part without any dependence. design: docs/architecture.md, "tables".
#pragma once

#include <optional>
#include <vector>

#include "base/work.hpp"
#include "rules/automaton.hpp"

namespace sbg {

// Which bit of the board a part looks at on a square: a selector, the bit is whether the content is
// in it.
struct IndexBit {
    int square;
    u8 source;  // occupied, opponent or own
    friend bool operator==(const IndexBit&, const IndexBit&) = default;
};

struct Part {
    struct Edge {
        int from;  // -1: the origin
        int to;
        u8 contents;  // selector: the content of the square of `to` that lets pass
    };
    struct Landing {
        int from;    // node, -1: always
        int square;  // becomes a target
        friend auto operator<=>(const Landing&, const Landing&) = default;
    };
    u8 content = 0;                // selector: what a target square must hold
    std::vector<int> node_square;  // the square of each node
    std::vector<Edge> edges;       // sorted by `from`
    std::vector<Landing> landings;
    std::vector<IndexBit> bits;  // ascending by source, then square
    std::vector<int> targets;    // ascending squares
};

// Cuts a part whose words have a common beginning into its branches, each with that beginning: a
// griffin steps diagonally and rides on in two directions, which do not depend on each other. The
// targets of the part are the union of those of its branches. Returns the part itself where that
// would save no index bits.
std::vector<Part> fork(const Part& part, int origin, Work& work);

class Explorer {
  public:
    // The automaton and the work must outlive the explorer.
    Explorer(const Automaton& automaton, int width, int height, Work& work);

    // Nothing when the product has more than `most_nodes` nodes, or the work is gone: the piece
    // must then be walked from this square.
    std::optional<std::vector<Part>> explore(int origin, int most_nodes);

  private:
    struct Edge {
        int from, to;
        u8 content;
        bool accepting;
    };
    int& node_at(u32 state, int square);
    int node_of(u32 state, int square);
    bool collect(int origin, int most_nodes);
    void split(int origin, std::vector<Part>& parts) const;
    Part make_part(u8 content, std::vector<Part::Landing> landings,
                   const std::vector<const Edge*>& edges, std::vector<int>& local,
                   int origin) const;

    const Automaton& automaton_;
    int width_, height_;
    Work& work_;
    std::vector<int> index_;  // node of (state, square), -1 where none
    std::vector<std::pair<u32, int>> nodes_;
    std::vector<Edge> edges_;
};

}  // namespace sbg
