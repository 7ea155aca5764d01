#include "rules/automaton.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace sbg {

namespace {

void require(bool holds, const char* message) {
    if (!holds) throw std::invalid_argument(message);
}

void validate_dfa(const Dfa& dfa, const GameData& game) {
    require(dfa.states >= 0, "a DFA has a negative number of states");
    require(dfa.accepting.size() == static_cast<std::size_t>(dfa.states),
            "accepting must have one byte per state");
    for (const Dfa::Edge& edge : dfa.edges) {
        require(edge.source >= 0 && edge.source < dfa.states, "a transition's source is no state");
        require(edge.target >= 0 && edge.target < dfa.states, "a transition's target is no state");
        require(edge.on >= 0 && edge.on <= 2, "a transition's content must be 0, 1 or 2");
        require(edge.dx > -game.width && edge.dx < game.width && edge.dy > -game.height &&
                    edge.dy < game.height,
                "a transition's step is larger than the board");
    }
}

}  // namespace

void validate(const GameData& game) {
    require(game.width >= 1 && game.width <= 64 && game.height >= 1 && game.height <= 64,
            "the board's sides must be 1 to 64");
    require(game.start.size() == static_cast<std::size_t>(game.squares()),
            "start must have one byte per square");
    require(game.dfas.size() <= 26, "at most 26 kinds of pieces");
    require(game.limit <= 1'000'000'000, "the turn limit must be at most 10^9");
    for (u8 code : game.start) require(code < game.codes(), "start holds a code without a piece");
    for (const Dfa& dfa : game.dfas) validate_dfa(dfa, game);
    require(game.walks.empty() || game.walks.size() == game.dfas.size(),
            "there must be as many walks as DFAs, or none");
    for (const Dfa& walk : game.walks) validate_dfa(walk, game);
    for (const auto& goal : game.count_goals) {
        require(goal.code >= 1 && goal.code < game.codes(), "a count goal's code is no piece");
    }
    for (const auto& goal : game.square_goals) {
        require(goal.code >= 1 && goal.code < game.codes(), "a square goal's code is no piece");
        for (int square : goal.squares) {
            require(square >= 0 && square < game.squares(), "a goal square is off the board");
        }
    }
}

// Marks the states from which acceptance can be reached, going backwards over the edges.
static std::vector<u8> useful_states(const Dfa& dfa) {
    std::vector<Dfa::Edge> edges = dfa.edges;
    std::sort(edges.begin(), edges.end(),
              [](const auto& a, const auto& b) { return a.target < b.target; });
    std::vector<u8> useful = dfa.accepting;
    std::vector<i32> open;
    for (i32 s = 0; s < dfa.states; ++s) {
        if (useful[static_cast<u32>(s)]) open.push_back(s);
    }
    while (!open.empty()) {
        const i32 target = open.back();
        open.pop_back();
        auto edge = std::lower_bound(edges.begin(), edges.end(), target,
                                     [](const auto& e, i32 state) { return e.target < state; });
        for (; edge != edges.end() && edge->target == target; ++edge) {
            u8& mark = useful[static_cast<u32>(edge->source)];
            if (!mark) open.push_back(edge->source);
            mark = 1;
        }
    }
    return useful;
}

Automaton make_automaton(const Dfa& dfa, int side) {
    Automaton result;
    if (!dfa.states) return result;
    const std::vector<u8> useful = useful_states(dfa);
    std::vector<Dfa::Edge> edges;
    for (Dfa::Edge edge : dfa.edges) {
        if (side == 1) edge.dy = -edge.dy;
        if (useful[static_cast<u32>(edge.target)]) edges.push_back(edge);
    }
    auto order = [](const Dfa::Edge& e) { return std::tuple(e.source, e.dy, e.dx, e.on); };
    std::sort(edges.begin(), edges.end(),
              [&](const auto& a, const auto& b) { return order(a) < order(b); });

    // Breadth first from the start, so that equal languages of minimal automata get equal numbers.
    std::vector<i32> number(static_cast<u32>(dfa.states), -1);
    std::vector<i32> states{0};
    number[0] = 0;
    for (std::size_t s = 0; s < states.size(); ++s) {
        result.accepting.push_back(dfa.accepting[static_cast<u32>(states[s])] != 0);
        result.first.push_back(static_cast<u32>(result.transitions.size()));
        auto edge = std::lower_bound(edges.begin(), edges.end(), states[s],
                                     [](const auto& e, i32 state) { return e.source < state; });
        for (; edge != edges.end() && edge->source == states[s]; ++edge) {
            i32& target = number[static_cast<u32>(edge->target)];
            if (target < 0) {
                target = static_cast<i32>(states.size());
                states.push_back(edge->target);
            }
            result.transitions.push_back({static_cast<i16>(edge->dx), static_cast<i16>(edge->dy),
                                          static_cast<u8>(1 << edge->on), false, false,
                                          static_cast<u32>(target)});
        }
    }
    result.states = static_cast<u32>(states.size());
    result.first.push_back(static_cast<u32>(result.transitions.size()));
    for (Transition& t : result.transitions) {
        t.accepting = result.accepting[t.target] != 0;
        t.goes_on = result.first[t.target] != result.first[t.target + 1];
    }
    return result;
}

// The strongly connected component of each state (Tarjan's algorithm). A component has a higher
// number than those that it leads to.
static std::vector<u32> components(const Automaton& automaton) {
    struct Visit {
        u32 state, next;  // the transition to follow next
    };
    constexpr u32 unknown = ~u32{0};
    std::vector<u32> component(automaton.states, unknown), order(automaton.states, unknown),
        lowest(automaton.states), open;
    std::vector<Visit> path;
    u32 seen = 0, found = 0;
    const auto enter = [&](u32 state) {
        order[state] = lowest[state] = seen++;
        open.push_back(state);
        path.push_back({state, automaton.first[state]});
    };
    enter(0);
    while (!path.empty()) {
        const u32 state = path.back().state;
        if (path.back().next < automaton.first[state + 1]) {
            const u32 target = automaton.transitions[path.back().next++].target;
            if (order[target] == unknown) {
                enter(target);
            } else if (component[target] == unknown) {
                lowest[state] = std::min(lowest[state], order[target]);
            }
            continue;
        }
        path.pop_back();
        if (!path.empty())
            lowest[path.back().state] = std::min(lowest[path.back().state], lowest[state]);
        if (lowest[state] != order[state]) continue;
        u32 member;
        do {
            member = open.back();
            open.pop_back();
            component[member] = found;
        } while (member != state);
        ++found;
    }
    return component;
}

static auto place(const Transition& letter) {
    return std::tuple(letter.target, letter.dy, letter.dx);
}

Automaton for_walking(const Automaton& automaton) {
    Automaton result;
    if (!automaton.states) return result;
    const std::vector<u32> component = components(automaton);
    std::vector<u32> states(automaton.states), number(automaton.states);
    std::iota(states.begin(), states.end(), 0);
    std::stable_sort(states.begin(), states.end(),
                     [&](u32 a, u32 b) { return component[a] > component[b]; });
    for (u32 i = 0; i < automaton.states; ++i) number[states[i]] = i;
    result.states = automaton.states;
    for (const u32 state : states) {
        const auto begin = static_cast<u32>(result.transitions.size());
        result.first.push_back(begin);
        result.accepting.push_back(automaton.accepting[state]);
        std::vector<Transition> letters(
            automaton.transitions.begin() + static_cast<std::ptrdiff_t>(automaton.first[state]),
            automaton.transitions.begin() +
                static_cast<std::ptrdiff_t>(automaton.first[state + 1]));
        for (Transition& letter : letters) letter.target = number[letter.target];
        std::stable_sort(letters.begin(), letters.end(),
                         [](const auto& a, const auto& b) { return place(a) < place(b); });
        for (const Transition& letter : letters) {
            if (result.transitions.size() > begin &&
                place(result.transitions.back()) == place(letter)) {
                result.transitions.back().content |= letter.content;
            } else {
                result.transitions.push_back(letter);
            }
        }
    }
    result.first.push_back(static_cast<u32>(result.transitions.size()));
    return result;
}

Lattice lattice_of(const Automaton& automaton) {
    // Two steps that make all others: (columns, shift) and (0, rows).
    Lattice made{};
    for (const Transition& letter : automaton.transitions) {
        int x = letter.dx, y = letter.dy;
        while (x) {
            const int times = made.columns / x;
            std::swap(made.columns -= times * x, x);
            std::swap(made.shift -= times * y, y);
        }
        made.rows = std::gcd(made.rows, y);
        if (made.rows) made.shift %= made.rows;
    }
    if (made.columns < 0) made = {-made.columns, -made.shift, made.rows};
    return made;
}

std::vector<u32> wider_states(const Automaton& automaton) {
    constexpr u32 near = 8;  // a chain of stars needs 1
    const auto letter = [&](u32 t) { return automaton.transitions[t]; };
    const auto has_all = [&](u32 wide, u32 narrow) {
        u32 w = automaton.first[wide];
        const u32 end = automaton.first[wide + 1];
        for (u32 n = automaton.first[narrow]; n < automaton.first[narrow + 1]; ++n) {
            while (w < end && place(letter(w)) < place(letter(n))) ++w;
            if (w == end || place(letter(w)) != place(letter(n)) ||
                (letter(n).content & ~letter(w).content))
                return false;
        }
        return true;
    };
    std::vector<u32> wider(automaton.states);
    for (u32 state = 0; state < automaton.states; ++state) {
        wider[state] = state;
        for (u32 other = state; other-- > 0 && state - other <= near;) {
            if (!has_all(other, state)) continue;
            wider[state] = other;
            break;
        }
    }
    return wider;
}

}  // namespace sbg
