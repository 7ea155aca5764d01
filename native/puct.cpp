#include "puct.hpp"

#include <algorithm>
#include <cmath>

namespace sbg {

Puct::Puct(const Batcher& batcher, const BatchRules& rules, float exploration)
    : batcher_(batcher), rules_(rules), exploration_(exploration), trees_(rules.slots) {
    rules_.auto_reset = false;
}

void Puct::add(Tree& tree, const u32* record) const {
    Node node;
    if (is_over(record)) {
        const u32 winner = (record[1] & 0xff) >> 4;  // 1 white, 2 black
        node.over = true;
        node.result = !winner ? 0.0f : winner == (record[0] & 1) + 1 ? 1.0f : -1.0f;
    }
    tree.nodes.push_back(node);
    tree.records.insert(tree.records.end(), record, record + words());
}

void Puct::begin(const u32* records) {
    for (u64 i = 0; i < size(); ++i) {
        Tree& tree = trees_[i];
        tree.nodes.clear();
        tree.records.clear();
        tree.edges.clear();
        tree.path.clear();
        add(tree, records + i * words());
    }
}

const Puct::Edge* Puct::best(const Tree& tree, const Node& node) const {
    const float mean = node.visits ? node.total / static_cast<float>(node.visits) : 0;
    const float spread = exploration_ * std::sqrt(static_cast<float>(node.visits));
    const Edge* found = nullptr;
    float most = 0;
    for (i32 i = 0; i < node.edges; ++i) {
        const Edge& edge = tree.edges[static_cast<std::size_t>(node.first + i)];
        float value = mean;  // of a move that was not tried
        float tried = 0;
        if (edge.child != none) {
            const Node& child = tree.nodes[static_cast<std::size_t>(edge.child)];
            tried = static_cast<float>(child.visits);
            if (child.visits) value = -child.total / tried;
        }
        const float score = value + spread * edge.prior / (1 + tried);
        if (!found || score > most) {
            found = &edge;
            most = score;
        }
    }
    return found;
}

void Puct::back_up(Tree& tree, float value) {
    for (std::size_t i = tree.path.size(); i-- > 0; value = -value) {
        Node& node = tree.nodes[static_cast<std::size_t>(tree.path[i])];
        ++node.visits;
        node.total += value;
    }
    tree.path.clear();
}

// Leaves the path at a position to judge, or backs up a result; true if there is one to judge.
bool Puct::walk(Tree& tree, const Workspace& space, Stop stop) const {
    tree.path.assign(1, 0);
    for (;;) {
        const Node node = tree.nodes[static_cast<std::size_t>(tree.path.back())];
        if (node.over) {
            back_up(tree, node.result);
            return false;
        }
        if (node.first == none || !node.edges) return true;
        const auto at = static_cast<std::size_t>(best(tree, node) - tree.edges.data());
        if (tree.edges[at].child == none) {
            BatchRules one = rules_;
            one.slots = 1;
            const i32 action = tree.edges[at].action;
            std::vector<u32> next(words());
            const u32* record = tree.records.data() + static_cast<u64>(tree.path.back()) * words();
            batcher_.kernel().step(one, record, next.data(), 0, 1, {&action, false}, nullptr, space,
                                   stop);
            tree.edges[at].child = static_cast<i32>(tree.nodes.size());
            add(tree, next.data());
        }
        tree.path.push_back(tree.edges[at].child);
    }
}

void Puct::select(u32* leaves, u8* pending, int threads, const Interrupted& interrupted) {
    batcher_.run(size(), 20, threads, interrupted,
                 [&](u64 first, u64 last, const Workspace& space, Stop stop) {
                     for (u64 i = first; i < last && !*stop.flag; ++i) {
                         Tree& tree = trees_[i];
                         pending[i] = walk(tree, space, stop);
                         const i32 leaf = pending[i] ? tree.path.back() : 0;
                         const u32* record = tree.records.data() + static_cast<u64>(leaf) * words();
                         std::copy(record, record + words(), leaves + i * words());
                     }
                 });
}

void Puct::judge(Tree& tree, const u8* legal, const float* policy, float value) const {
    Node& node = tree.nodes[static_cast<std::size_t>(tree.path.back())];
    node.first = static_cast<i32>(tree.edges.size());
    float sum = 0;
    for (int action = 0; action < rules_.actions->size; ++action) {
        if (!legal[action]) continue;
        const float weight = std::isfinite(policy[action]) ? std::max(policy[action], 0.0f) : 0.0f;
        tree.edges.push_back({action, none, weight});
        sum += weight;
        ++node.edges;
    }
    for (i32 i = 0; i < node.edges; ++i) {
        float& prior = tree.edges[static_cast<std::size_t>(node.first + i)].prior;
        prior = sum > 0 ? prior / sum : 1 / static_cast<float>(node.edges);
    }
    back_up(tree, std::isfinite(value) ? std::clamp(value, -1.0f, 1.0f) : 0.0f);
}

void Puct::expand(const u8* legal, const float* policies, const float* values, int threads,
                  const Interrupted& interrupted) {
    const auto actions = static_cast<u64>(rules_.actions->size);
    batcher_.run(size(), 1, threads, interrupted, [&](u64 first, u64 last, const Workspace&, Stop) {
        for (u64 i = first; i < last; ++i) {
            if (!trees_[i].path.empty())
                judge(trees_[i], legal + i * actions, policies + i * actions, values[i]);
        }
    });
}

void Puct::mix(const float* policies, float part) {
    const auto actions = static_cast<u64>(rules_.actions->size);
    for (u64 i = 0; i < size(); ++i) {
        Tree& tree = trees_[i];
        const Node& root = tree.nodes[0];
        for (i32 e = 0; e < root.edges; ++e) {
            Edge& edge = tree.edges[static_cast<std::size_t>(root.first + e)];
            const float other = policies[i * actions + static_cast<u64>(edge.action)];
            edge.prior = (1 - part) * edge.prior + part * other;
        }
    }
}

void Puct::visits(i32* out) const {
    const auto actions = static_cast<u64>(rules_.actions->size);
    std::fill(out, out + size() * actions, 0);
    for (u64 i = 0; i < size(); ++i) {
        const Tree& tree = trees_[i];
        const Node& root = tree.nodes[0];
        for (i32 e = 0; e < root.edges; ++e) {
            const Edge& edge = tree.edges[static_cast<std::size_t>(root.first + e)];
            if (edge.child != none)
                out[i * actions + static_cast<u64>(edge.action)] =
                    tree.nodes[static_cast<std::size_t>(edge.child)].visits;
        }
    }
}

void Puct::values(float* out) const {
    for (u64 i = 0; i < size(); ++i) {
        const Node& root = trees_[i].nodes[0];
        out[i] = root.over     ? root.result
                 : root.visits ? root.total / static_cast<float>(root.visits)
                               : 0.0f;
    }
}

}  // namespace sbg
