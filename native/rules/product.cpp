#include "rules/product.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace sbg {

namespace {

using Landings = std::vector<Part::Landing>;

// Disjoint sets with path halving.
struct Sets {
    std::vector<int> parent;
    explicit Sets(std::size_t n) : parent(n) { std::iota(parent.begin(), parent.end(), 0); }
    int find(int a) {
        while (parent[a] != a) a = parent[a] = parent[parent[a]];
        return a;
    }
    void join(int a, int b) { parent[find(a)] = find(b); }
};

template <class T>
void sort_unique(std::vector<T>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

int plane(u8 content) { return content == empty_square ? 0 : content == opponent ? 1 : 2; }

// Planes with the same landings become one class: a rook captures where it could also have stopped.
std::vector<std::pair<u8, Landings>> classes(Landings (&planes)[3]) {
    std::vector<std::pair<u8, Landings>> result;
    for (int p = 0; p < 3; ++p) {
        Landings& list = planes[p];
        sort_unique(list);
        if (list.empty()) continue;
        auto same = std::find_if(result.begin(), result.end(),
                                 [&](const auto& c) { return c.second == list; });
        if (same != result.end()) {
            same->first |= static_cast<u8>(1 << p);
        } else {
            result.emplace_back(static_cast<u8>(1 << p), std::move(list));
        }
    }
    return result;
}

std::vector<int> target_squares(const Part& part) {
    std::vector<int> squares;
    for (const Part::Landing& landing : part.landings) squares.push_back(landing.square);
    sort_unique(squares);
    return squares;
}

// The bits that reaching the part's nodes depends on: for every square on the way, which contents
// it tells apart.
std::vector<IndexBit> relevant_bits(const Part& part, int origin) {
    std::vector<std::pair<int, u8>> arrivals;  // (square, contents that let pass)
    for (const Part::Edge& e : part.edges) {
        const int square = part.node_square[static_cast<std::size_t>(e.to)];
        if (square != origin) arrivals.emplace_back(square, e.contents);
    }
    sort_unique(arrivals);
    std::vector<IndexBit> bits;
    for (std::size_t i = 0; i < arrivals.size();) {
        const int square = arrivals[i].first;
        bool ep = true, pw = true, ew = true;  // whether the square treats two contents alike
        for (; i < arrivals.size() && arrivals[i].first == square; ++i) {
            const bool e = arrivals[i].second & empty_square, p = arrivals[i].second & opponent;
            const bool w = arrivals[i].second & own;
            ep &= e == p, pw &= p == w, ew &= e == w;
        }
        if (ep && pw) continue;
        if (ep) {
            bits.push_back({square, own});
        } else if (ew) {
            bits.push_back({square, opponent});
        } else {
            bits.push_back({square, occupied});
            if (!pw) bits.push_back({square, opponent});
        }
    }
    // A lookup has room for one source with the opponent beside it, and own is occupied and not
    // opponent.
    const bool mixed =
        std::any_of(bits.begin(), bits.end(), [&](auto b) { return b.source != bits[0].source; });
    if (mixed) {
        const std::size_t count = bits.size();
        for (std::size_t i = 0; i < count; ++i) {
            if (bits[i].source != own) continue;
            bits[i].source = occupied;
            bits.push_back({bits[i].square, opponent});
        }
    }
    // The opponent's bits are the upper ones.
    std::sort(bits.begin(), bits.end(), [](const IndexBit& a, const IndexBit& b) {
        return std::pair(a.source == opponent, a.square) <
               std::pair(b.source == opponent, b.square);
    });
    return bits;
}

}  // namespace

Explorer::Explorer(const Automaton& automaton, int width, int height, Work& work)
    : automaton_(automaton), width_(width), height_(height), work_(work) {
    index_.assign(
        static_cast<std::size_t>(automaton.states) * static_cast<std::size_t>(width * height), -1);
}

int& Explorer::node_at(u32 state, int square) {
    return index_[static_cast<std::size_t>(state) * static_cast<std::size_t>(width_ * height_) +
                  static_cast<std::size_t>(square)];
}

int Explorer::node_of(u32 state, int square) {
    int& node = node_at(state, square);
    if (node < 0) {
        node = static_cast<int>(nodes_.size());
        nodes_.emplace_back(state, square);
    }
    return node;
}

// All nodes that can be reached when every square but the origin may hold anything. The origin
// holds the piece itself, so letters onto it pass with `own` and never otherwise.
bool Explorer::collect(int origin, int most_nodes) {
    nodes_.clear();
    edges_.clear();
    node_of(0, origin);
    const auto most = static_cast<std::size_t>(most_nodes);
    for (std::size_t n = 0; n < nodes_.size() && nodes_.size() <= most && !work_.gone(); ++n) {
        const auto [state, square] = nodes_[n];
        work_.spend(10 + 5 * long{automaton_.first[state + 1] - automaton_.first[state]});
        const int x = square % width_, y = square / width_;
        for (u32 t = automaton_.first[state]; t < automaton_.first[state + 1]; ++t) {
            const Transition& letter = automaton_.transitions[t];
            const int to_x = x + letter.dx, to_y = y + letter.dy;
            if (to_x < 0 || to_x >= width_ || to_y < 0 || to_y >= height_) continue;
            const int to = to_y * width_ + to_x;
            if (to == origin && letter.content != own) continue;
            edges_.push_back({static_cast<int>(n), node_of(letter.target, to), letter.content,
                              letter.accepting});
        }
    }
    for (const auto& [state, square] : nodes_) node_at(state, square) = -1;
    return nodes_.size() <= most && !work_.gone();
}

// Cuts the product at its start node, which is always reached, into the connected components of
// what lies on the way to some landing.
void Explorer::split(int origin, std::vector<Part>& parts) const {
    const std::size_t count = nodes_.size();
    std::vector<u8> on_the_way(count, 0);  // whether a letter leaves the node
    for (const Edge& e : edges_) on_the_way[static_cast<std::size_t>(e.from)] = 1;
    Sets sets(count);
    for (const Edge& e : edges_) {
        if (e.from != 0 && e.to != 0 && on_the_way[static_cast<std::size_t>(e.to)])
            sets.join(e.from, e.to);
    }

    Landings constant[3];
    if (automaton_.accepting[0]) constant[plane(own)].push_back({-1, origin});
    // An edge belongs to the component of its source, or for those of the start node of its target.
    std::vector<std::pair<int, const Edge*>> by_component;
    for (const Edge& e : edges_) {
        if (e.from == 0 && e.accepting) {
            constant[plane(e.content)].push_back(
                {-1, nodes_[static_cast<std::size_t>(e.to)].second});
        }
        if (e.from != 0) {
            by_component.emplace_back(sets.find(e.from), &e);
        } else if (e.to != 0 && on_the_way[static_cast<std::size_t>(e.to)]) {
            by_component.emplace_back(sets.find(e.to), &e);
        }
    }
    for (auto& [content, landings] : classes(constant)) {
        Part part;
        part.content = content;
        part.landings = std::move(landings);
        part.targets = target_squares(part);
        parts.push_back(std::move(part));
    }

    std::sort(by_component.begin(), by_component.end(), [](const auto& a, const auto& b) {
        return std::tuple(a.first, a.second->to, a.second->from) <
               std::tuple(b.first, b.second->to, b.second->from);
    });
    std::vector<int> local(count, -1);
    for (std::size_t begin = 0; begin < by_component.size();) {
        std::size_t end = begin;
        std::vector<const Edge*> edges;  // sorted by target
        for (; end < by_component.size() && by_component[end].first == by_component[begin].first;
             ++end) {
            edges.push_back(by_component[end].second);
        }
        begin = end;
        Landings landings[3];
        for (const Edge* e : edges) {
            if (e->accepting && e->from != 0) {
                landings[plane(e->content)].push_back(
                    {e->from, nodes_[static_cast<std::size_t>(e->to)].second});
            }
        }
        for (auto& [content, list] : classes(landings)) {
            parts.push_back(make_part(content, std::move(list), edges, local, origin));
        }
    }
}

// A part with the nodes from which its landings can be reached. `edges` are sorted by target;
// `local` is scratch.
Part Explorer::make_part(u8 content, Landings landings, const std::vector<const Edge*>& edges,
                         std::vector<int>& local, int origin) const {
    std::vector<int> members;
    auto need = [&](int node) {
        if (node == 0 || local[static_cast<std::size_t>(node)] >= 0) return;
        local[static_cast<std::size_t>(node)] = 0;
        members.push_back(node);
    };
    auto into = [&](int node) {
        return std::lower_bound(edges.begin(), edges.end(), node,
                                [](const Edge* e, int n) { return e->to < n; });
    };
    for (const Part::Landing& landing : landings) need(landing.from);
    for (std::size_t m = 0; m < members.size(); ++m) {
        for (auto e = into(members[m]); e != edges.end() && (*e)->to == members[m]; ++e)
            need((*e)->from);
    }
    std::sort(members.begin(), members.end());

    Part part;
    part.content = content;
    for (int node : members) {
        local[static_cast<std::size_t>(node)] = static_cast<int>(part.node_square.size());
        part.node_square.push_back(nodes_[static_cast<std::size_t>(node)].second);
    }
    for (int node : members) {
        for (auto e = into(node); e != edges.end() && (*e)->to == node; ++e) {
            const int from = (*e)->from == 0 ? -1 : local[static_cast<std::size_t>((*e)->from)];
            const int to = local[static_cast<std::size_t>(node)];
            if (!part.edges.empty() && part.edges.back().from == from &&
                part.edges.back().to == to) {
                part.edges.back().contents |= (*e)->content;
            } else {
                part.edges.push_back({from, to, (*e)->content});
            }
        }
    }
    std::sort(part.edges.begin(), part.edges.end(), [](const auto& a, const auto& b) {
        return std::pair(a.from, a.to) < std::pair(b.from, b.to);
    });
    for (Part::Landing& landing : landings)
        landing.from = local[static_cast<std::size_t>(landing.from)];
    part.landings = std::move(landings);
    part.targets = target_squares(part);
    part.bits = relevant_bits(part, origin);
    for (int node : members) local[static_cast<std::size_t>(node)] = -1;
    return part;
}

namespace {

// How many letters it takes at least to reach each node of a part.
std::vector<int> distances(const Part& part) {
    std::vector<int> distance(part.node_square.size(), -1);
    std::vector<int> open{-1};
    for (std::size_t i = 0; i < open.size(); ++i) {
        const int here = open[i] < 0 ? 0 : distance[static_cast<std::size_t>(open[i])];
        auto e = std::lower_bound(part.edges.begin(), part.edges.end(), open[i],
                                  [](const Part::Edge& edge, int n) { return edge.from < n; });
        for (; e != part.edges.end() && e->from == open[i]; ++e) {
            if (distance[static_cast<std::size_t>(e->to)] >= 0) continue;
            distance[static_cast<std::size_t>(e->to)] = here + 1;
            open.push_back(e->to);
        }
    }
    return distance;
}

// The numbers of a part's edges, sorted by where they lead.
std::vector<std::size_t> by_target(const Part& part) {
    std::vector<std::size_t> order(part.edges.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return part.edges[a].to < part.edges[b].to;
    });
    return order;
}

// The part with only these landings, and the nodes that lead to them. `into` is by_target(part).
Part with_landings(const Part& part, Landings landings, int origin,
                   const std::vector<std::size_t>& into) {
    std::vector<int> local(part.node_square.size(), -1);
    std::vector<int> members;
    auto need = [&](int node) {
        if (node < 0 || local[static_cast<std::size_t>(node)] >= 0) return;
        local[static_cast<std::size_t>(node)] = 0;
        members.push_back(node);
    };
    for (const Part::Landing& landing : landings) need(landing.from);
    for (std::size_t m = 0; m < members.size(); ++m) {
        auto e = std::lower_bound(into.begin(), into.end(), members[m],
                                  [&](std::size_t i, int n) { return part.edges[i].to < n; });
        for (; e != into.end() && part.edges[*e].to == members[m]; ++e) need(part.edges[*e].from);
    }
    std::sort(members.begin(), members.end());
    Part result;
    result.content = part.content;
    for (int node : members) {
        local[static_cast<std::size_t>(node)] = static_cast<int>(result.node_square.size());
        result.node_square.push_back(part.node_square[static_cast<std::size_t>(node)]);
    }
    auto renamed = [&](int node) { return node < 0 ? -1 : local[static_cast<std::size_t>(node)]; };
    for (const Part::Edge& e : part.edges) {
        const int to = renamed(e.to);
        if (to >= 0 && (e.from < 0 || renamed(e.from) >= 0)) {
            result.edges.push_back({renamed(e.from), to, e.contents});
        }
    }
    for (Part::Landing& landing : landings) landing.from = renamed(landing.from);
    result.landings = std::move(landings);
    result.targets = target_squares(result);
    result.bits = relevant_bits(result, origin);
    return result;
}

}  // namespace

std::vector<Part> fork(const Part& part, int origin, Work& work) {
    // A ray, the usual case, has no branches: one way into each node, and one out of it.
    const bool ray =
        part.edges.size() == part.node_square.size() &&
        std::adjacent_find(part.edges.begin(), part.edges.end(), [](const auto& a, const auto& b) {
            return a.from == b.from;
        }) == part.edges.end();
    if (ray) return {part};
    const long once = static_cast<long>(150 * part.edges.size());
    work.spend(once);
    const std::vector<int> distance = distances(part);
    const std::vector<std::size_t> into = by_target(part);
    for (int trunk = 1; trunk <= 3; ++trunk) {
        auto beyond = [&](int node) { return distance[static_cast<std::size_t>(node)] > trunk; };
        Sets sets(part.node_square.size());
        for (const Part::Edge& e : part.edges) {
            if (e.from >= 0 && beyond(e.from) && beyond(e.to)) sets.join(e.from, e.to);
        }
        std::vector<std::pair<int, Part::Landing>> by_branch;  // -1: from the trunk
        for (const Part::Landing& landing : part.landings) {
            by_branch.emplace_back(beyond(landing.from) ? sets.find(landing.from) : -1, landing);
        }
        std::sort(by_branch.begin(), by_branch.end());
        if (by_branch.front().first == by_branch.back().first) continue;
        std::vector<Part> branches;
        for (std::size_t i = 0; i < by_branch.size();) {
            const int branch = by_branch[i].first;
            Landings landings;
            for (; i < by_branch.size() && by_branch[i].first == branch; ++i) {
                landings.push_back(by_branch[i].second);
            }
            work.spend(once);
            if (work.gone()) return {part};
            branches.push_back(with_landings(part, std::move(landings), origin, into));
        }
        const bool smaller = std::all_of(branches.begin(), branches.end(), [&](const Part& b) {
            return b.bits.size() < part.bits.size();
        });
        if (smaller) return branches;
    }
    return {part};
}

std::optional<std::vector<Part>> Explorer::explore(int origin, int most_nodes) {
    if (!collect(origin, most_nodes)) return std::nullopt;
    work_.spend(static_cast<long>(20 * nodes_.size() + 300 * edges_.size()));
    std::vector<Part> parts;
    split(origin, parts);
    return parts;
}

}  // namespace sbg
