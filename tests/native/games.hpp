// Games for the native tests, written as words over letters with stars, and a small compiler from
// those to a DFA.
//
// The package's own automata are Python's business; this is an independent construction (positions
// of letters, subsets), so that the core can be tested without Python.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "rules/automaton.hpp"

namespace sbg::test {

struct Letter {
    int dx, dy;
    char on;
    bool star = false;
};
using Pattern = std::vector<Letter>;
using Patterns = std::vector<Pattern>;

inline Dfa compile(const Patterns& patterns) {
    std::vector<const Letter*> positions;
    std::vector<std::vector<int>> follow;  // of each position
    std::set<int> first, last;
    bool empty = false;
    for (const Pattern& pattern : patterns) {
        const int base = static_cast<int>(positions.size());
        const int n = static_cast<int>(pattern.size());
        auto reach = [&](int from) {  // positions that may come next after `from`, and whether the
                                      // pattern may end
            std::vector<int> next;
            int i = from;
            for (; i < n; ++i) {
                next.push_back(base + i);
                if (!pattern[static_cast<std::size_t>(i)].star) break;
            }
            return std::pair(next, i == n);
        };
        for (int i = 0; i < n; ++i) {
            positions.push_back(&pattern[static_cast<std::size_t>(i)]);
            auto [next, ends] = reach(i + 1);
            if (pattern[static_cast<std::size_t>(i)].star) next.push_back(base + i);
            if (ends) last.insert(base + i);
            follow.push_back(next);
        }
        auto [start, ends] = reach(0);
        first.insert(start.begin(), start.end());
        empty |= ends;
    }
    using Key = std::tuple<int, int, int>;
    // A state is the set of positions just read; the start is marked by -1.
    std::map<std::set<int>, int> number{{{-1}, 0}};
    std::vector<std::set<int>> states{{-1}};
    Dfa dfa;
    for (std::size_t s = 0; s < states.size(); ++s) {
        const std::set<int> state = states[s];
        bool accepting = s == 0 && empty;
        std::map<Key, std::set<int>> moves;
        for (int p : state) {
            accepting |= p >= 0 && last.count(p);
            const std::vector<int> next = p < 0 ? std::vector<int>(first.begin(), first.end())
                                                : follow[static_cast<std::size_t>(p)];
            for (int q : next) {
                const Letter& l = *positions[static_cast<std::size_t>(q)];
                moves[{l.dx, l.dy, l.on == 'e' ? 0 : l.on == 'p' ? 1 : 2}].insert(q);
            }
        }
        dfa.accepting.push_back(accepting);
        for (const auto& [key, target] : moves) {
            auto [known, fresh] = number.try_emplace(target, static_cast<int>(states.size()));
            if (fresh) states.push_back(target);
            const auto [dx, dy, on] = key;
            dfa.edges.push_back({static_cast<i32>(s), dx, dy, on, known->second});
        }
    }
    dfa.states = static_cast<i32>(states.size());
    return dfa;
}

inline Patterns leaps(const std::vector<std::pair<int, int>>& steps, const std::string& on) {
    Patterns patterns;
    for (auto [dx, dy] : steps) {
        for (char c : on) patterns.push_back({{dx, dy, c}});
    }
    return patterns;
}

inline Patterns rides(const std::vector<std::pair<int, int>>& steps) {
    Patterns patterns;
    for (auto [dx, dy] : steps) {
        patterns.push_back({{dx, dy, 'e', true}, {dx, dy, 'e'}});
        patterns.push_back({{dx, dy, 'e', true}, {dx, dy, 'p'}});
    }
    return patterns;
}

inline Patterns operator+(Patterns a, const Patterns& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

inline const std::vector<std::pair<int, int>> orthogonal{{0, 1}, {0, -1}, {1, 0}, {-1, 0}},
    diagonal{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
    knight{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

// Rows from the top, as in a file; letters are looked up in `letters`.
struct GameSpec {
    std::vector<std::string> rows;
    std::string letters;
    std::vector<Patterns> rules;
    u32 limit = 1000;
    std::string last_rank;  // letters that win on the far rank
    std::string royal;      // letters whose last capture loses
};

inline int code_of(const GameSpec& spec, char c) {
    if (c == '.') return 0;
    const bool white = c >= 'A' && c <= 'Z';
    const auto k = spec.letters.find(white ? c : static_cast<char>(c - 'a' + 'A'));
    return 1 + 2 * static_cast<int>(k) + (white ? 0 : 1);
}

inline GameData make(const GameSpec& spec) {
    GameData game;
    game.height = static_cast<int>(spec.rows.size());
    game.width = static_cast<int>(spec.rows[0].size());
    for (auto row = spec.rows.rbegin(); row != spec.rows.rend(); ++row) {
        for (char c : *row) game.start.push_back(static_cast<u8>(code_of(spec, c)));
    }
    for (const Patterns& patterns : spec.rules) game.dfas.push_back(compile(patterns));
    game.limit = spec.limit;
    for (char c : spec.last_rank) {
        GameData::SquareGoal white{code_of(spec, c), {}}, black{code_of(spec, c) + 1, {}};
        for (int x = 0; x < game.width; ++x) {
            white.squares.push_back((game.height - 1) * game.width + x);
            black.squares.push_back(x);
        }
        game.square_goals.push_back(white);
        game.square_goals.push_back(black);
    }
    for (char c : spec.royal) {
        game.count_goals.push_back({code_of(spec, c), 0});
        game.count_goals.push_back({code_of(spec, c) + 1, 0});
    }
    return game;
}

inline Patterns chess_pawn() { return leaps({{0, 1}}, "e") + leaps({{1, 1}, {-1, 1}}, "p"); }

inline Patterns double_step() {
    Patterns patterns;
    for (char c : {'e', 'p', 'w'}) patterns.push_back({{0, 6, c}, {0, -5, 'e'}, {0, 1, 'e'}});
    return patterns;
}

inline GameSpec chess_like(std::vector<std::string> rows, Patterns pawn = chess_pawn(),
                           u32 limit = 1000) {
    return {std::move(rows),
            "PRNBQK",
            {std::move(pawn), rides(orthogonal), leaps(knight, "ep"), rides(diagonal),
             rides(orthogonal) + rides(diagonal), leaps(orthogonal, "ep") + leaps(diagonal, "ep")},
            limit,
            "P",
            "K"};
}

inline GameSpec gardner() {
    return chess_like({"rnbqk", "ppppp", ".....", "PPPPP", "RNBQK"}, chess_pawn(), 100);
}
inline GameSpec los_alamos() {
    return chess_like({"rnqknr", "pppppp", "......", "......", "PPPPPP", "RNQKNR"});
}
inline GameSpec silverman() { return chess_like({"rqkr", "pppp", "....", "PPPP", "RQKR"}); }
inline GameSpec chess(bool doubled) {
    return chess_like({"rnbqkbnr", "pppppppp", "........", "........", "........", "........",
                       "PPPPPPPP", "RNBQKBNR"},
                      doubled ? chess_pawn() + double_step() : chess_pawn());
}
// Three ranks of riders and leapers on a large board.
inline GameSpec large_chess() {
    GameSpec spec = chess_like({"rnbrbqkbrbnr", "nnbbrrrrbbnn", "pppppppppppp", "............",
                                "............", "............", "............", "............",
                                "............", "PPPPPPPPPPPP", "NNBBRRRRBBNN", "RNBRBQKBRBNR"});
    return spec;
}

inline GameSpec through(int size, const Patterns& pawn) {
    const auto n = static_cast<std::size_t>(size);
    std::vector<std::string> rows(n, std::string(n, '.'));
    rows[0] = rows[1] = std::string(n, 'p');
    rows[n - 1] = rows[n - 2] = std::string(n, 'P');
    return {rows, "P", {pawn}, 1000, "P", ""};
}
inline GameSpec breakthrough(int size) {
    return through(size, leaps({{0, 1}, {1, 1}, {-1, 1}}, "e") + leaps({{1, 1}, {-1, 1}}, "p"));
}
inline GameSpec knightthrough() {
    return through(8, leaps({{1, 2}, {2, 1}, {-1, 2}, {-2, 1}}, "ep"));
}

inline GameSpec pawns(int size) {
    const auto n = static_cast<std::size_t>(size);
    std::vector<std::string> rows(n, std::string(n, '.'));
    rows[0] = std::string(n, 'p');
    rows[n - 1] = std::string(n, 'P');
    return {rows, "P", {chess_pawn()}, 1000, "P", ""};
}

inline GameSpec fox_and_hounds() {
    GameSpec spec{{"h.h.h.h.", "........", "........", "........", "........", "........",
                   "........", "...F...."},
                  "FH",
                  {leaps(diagonal, "e"), leaps({{1, 1}, {-1, 1}}, "e")},
                  1000,
                  "",
                  ""};
    return spec;
}

}  // namespace sbg::test
