#include "batch/puct.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <stdexcept>

namespace sbg {

namespace {

std::string written(float number) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", static_cast<double>(number));
    return text;
}

}  // namespace

Puct::Puct(const Batcher& batcher, const BatchRules& rules, float exploration)
    : batcher_(batcher),
      rules_(rules),
      exploration_(exploration),
      trees_(rules.slots),
      row_(rules.slots, none) {
    rules_.auto_reset = false;
}

Puct::Node Puct::node_of(const u32* record) {
    Node node;
    if (is_over(record)) {
        const u32 winner = (record[1] & 0xff) >> 4;  // 1 white, 2 black
        node.over = true;
        node.result = !winner ? 0.0f : winner == (record[0] & 1) + 1 ? 1.0f : -1.0f;
    }
    return node;
}

void Puct::begin(const u32* records) {
    for (u64 i = 0; i < size(); ++i) {
        Tree& tree = trees_[i];
        tree.nodes.clear();
        tree.edges.clear();
        tree.path.clear();
        tree.leaf = none;
        tree.visits = 0;
        tree.total = 0;
        tree.nodes.push_back(node_of(records + i * words()));
        tree.records.assign(records + i * words(), records + (i + 1) * words());
    }
    waiting_ = 0;
}

i32 Puct::best(const Tree& tree, const Node& node, i32 visits, float mean) const {
    const float spread = exploration_ * std::sqrt(static_cast<float>(visits));
    i32 found = none;
    float most = 0;
    for (i32 i = node.first; i < node.first + node.edges; ++i) {
        const Edge& edge = tree.edges[static_cast<std::size_t>(i)];
        const auto tried = static_cast<float>(edge.visits);
        // A move that was not tried counts as the position does.
        const float value = edge.visits ? edge.total / tried : mean;
        const float score = value + spread * edge.prior / (1 + tried);
        if (found == none || score > most) {
            found = i;
            most = score;
        }
    }
    return found;
}

void Puct::back_up(Tree& tree, float value) {
    for (std::size_t i = tree.path.size(); i-- > 0;) {
        value = -value;
        Edge& edge = tree.edges[static_cast<std::size_t>(tree.path[i])];
        ++edge.visits;
        edge.total += value;
    }
    ++tree.visits;
    tree.total += value;
    tree.leaf = none;
}

// Leaves the tree at a position to judge, or backs up a result.
void Puct::walk(Tree& tree, const Workspace& space, Stop stop) const {
    tree.path.clear();
    i32 at = 0, visits = tree.visits;
    float mean = visits ? tree.total / static_cast<float>(visits) : 0;
    for (;;) {
        const Node node = tree.nodes[static_cast<std::size_t>(at)];
        if (node.over) return back_up(tree, node.result);
        if (node.first == none || !node.edges) {
            tree.leaf = at;
            return;
        }
        const i32 chosen = best(tree, node, visits, mean);
        tree.path.push_back(chosen);
        Edge& edge = tree.edges[static_cast<std::size_t>(chosen)];
        if (edge.child == none) {
            BatchRules one = rules_;
            one.slots = 1;
            edge.child = static_cast<i32>(tree.nodes.size());
            tree.nodes.emplace_back();
            tree.records.resize(tree.records.size() + words());
            u32* next = tree.records.data() + static_cast<u64>(edge.child) * words();
            batcher_.kernel().step(one, record(tree, at), next, 0, 1, {&edge.action, false},
                                   nullptr, space, stop);
            tree.nodes.back() = node_of(next);
        }
        at = edge.child;
        visits = edge.visits;
        mean = visits ? -edge.total / static_cast<float>(visits) : 0;
    }
}

void Puct::judge(Tree& tree, const u8* legal, const float* policy, float value) const {
    Node& node = tree.nodes[static_cast<std::size_t>(tree.leaf)];
    node.first = static_cast<i32>(tree.edges.size());
    float sum = 0;
    for (int action = 0; action < rules_.actions->size; ++action) {
        if (!legal[action]) continue;
        tree.edges.push_back({action, none, policy[action], 0, 0});
        sum += policy[action];
        ++node.edges;
    }
    for (i32 i = 0; i < node.edges; ++i) {
        float& prior = tree.edges[static_cast<std::size_t>(node.first + i)].prior;
        prior = sum > 0 ? prior / sum : 1 / static_cast<float>(node.edges);
    }
    back_up(tree, std::clamp(value, -1.0f, 1.0f));
}

std::string Puct::fault(const u8* legal, const float* policy, float value) const {
    constexpr float rounding = 1e-3f;  // of numbers of 16 bits
    float sum = 0;
    for (int action = 0; action < rules_.actions->size; ++action) {
        if (!legal[action]) continue;
        const std::string where = " for action " + std::to_string(action);
        if (policy[action] < 0 && std::isfinite(policy[action]))
            return "the weight " + written(policy[action]) + where +
                   ": weights are not negative (these look like logits: return their softmax)";
        sum += policy[action];
        if (!std::isfinite(sum))
            return "the weight " + written(policy[action]) + where + ": weights are finite";
    }
    if (!(std::abs(value) <= 1 + rounding))
        return "the value " + written(value) + ": values are numbers from -1 to 1";
    return {};
}

// Takes in what was found out, if there are policies; then walks, if there are leaves to write.
u64 Puct::pass(const float* policies, const float* values, u32* leaves, int threads,
               const Interrupted& interrupted) {
    const auto actions = static_cast<u64>(rules_.actions->size);
    BatchRules one = rules_;
    one.slots = 1;
    std::mutex mutex;
    u64 first_wrong = size();
    std::string wrong;
    batcher_.run(size(), 20, threads, interrupted,
                 [&](u64 first, u64 last, const Workspace& space, Stop stop) {
                     std::vector<u8> legal(actions);
                     for (u64 i = first; i < last && !*stop.flag; ++i) {
                         Tree& tree = trees_[i];
                         if (policies && tree.leaf != none) {
                             const auto row = static_cast<u64>(row_[i]);
                             batcher_.kernel().mask(one, record(tree, tree.leaf), 0, 1,
                                                    legal.data(), 0, space, stop);
                             const float* policy = policies + row * actions;
                             if (std::string found = fault(legal.data(), policy, values[row]);
                                 !found.empty()) {
                                 const std::lock_guard lock(mutex);
                                 if (i < first_wrong) wrong = std::move(found);
                                 first_wrong = std::min(first_wrong, i);
                                 continue;
                             }
                             judge(tree, legal.data(), policy, values[row]);
                         }
                         if (!leaves) continue;
                         walk(tree, space, stop);
                         if (tree.leaf == none) continue;
                         const u32* from = record(tree, tree.leaf);
                         std::copy(from, from + words(), leaves + i * words());
                     }
                 });
    if (first_wrong < size())
        throw std::invalid_argument("evaluate gives slot " + std::to_string(first_wrong) + " " +
                                    wrong);
    waiting_ = 0;
    for (u64 i = 0; leaves && i < size(); ++i) {
        if (trees_[i].leaf == none) continue;
        const u32* from = leaves + i * words();
        std::copy(from, from + words(), leaves + waiting_ * words());
        row_[i] = static_cast<i32>(waiting_++);
    }
    return waiting_;
}

u64 Puct::select(u32* leaves, int threads, const Interrupted& interrupted) {
    return pass(nullptr, nullptr, leaves, threads, interrupted);
}

u64 Puct::expand(const float* policies, const float* values, u32* leaves, int threads,
                 const Interrupted& interrupted) {
    return pass(policies, values, leaves, threads, interrupted);
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
            out[i * actions + static_cast<u64>(edge.action)] = edge.visits;
        }
    }
}

void Puct::values(float* out) const {
    for (u64 i = 0; i < size(); ++i) {
        const Tree& tree = trees_[i];
        const Node& root = tree.nodes[0];
        out[i] = root.over     ? root.result
                 : tree.visits ? tree.total / static_cast<float>(tree.visits)
                               : 0.0f;
    }
}

}  // namespace sbg
