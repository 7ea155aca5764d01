// The part of bindings.cpp that makes the searchers known to Python. It is included there, after
// what it builds on, and nowhere else.
#pragma once

#include "search/self_play.hpp"
#include "search/tree_search.hpp"

namespace {

// Ends a search from another thread; each search has its own.
struct PyStop {
    std::atomic<bool> flag{false};
};

// Runs a search that tells Python about its progress. What a callback raises ends the search and is
// raised again afterwards.
template <class Call>
auto telling(Call call) {
    std::exception_ptr failure;
    auto guarded = [&](const auto& tell) {
        const nb::gil_scoped_acquire gil;
        if (failure || PyErr_Occurred()) return;  // after Ctrl-C nothing may be called
        try {
            tell();
        } catch (...) {
            failure = std::current_exception();
        }
    };
    auto result = interruptible([&](const Interrupted& interrupted) {
        return call([&] { return failure || interrupted(); }, guarded);
    });
    if (failure) std::rethrow_exception(failure);
    return result;
}

nb::list move_list(PyRules& rules, const std::vector<Move>& moves) {
    nb::list list;
    for (const Move move : moves) list.append(nb::borrow(rules.moves.object(move)));
    return list;
}

// What both searchers have in common.
struct PySearch {
    explicit PySearch(nb::handle_t<PyRules> owner)
        : owner(nb::borrow(owner)), rules(&nb::cast<PyRules&>(owner)) {}

    void check(const PyPosition& position) const {
        if (position.rules != rules)
            throw std::invalid_argument("the position belongs to another game");
        if (position.value.outcome.over()) throw std::invalid_argument("the game is over");
    }

    nb::tuple line_tuple(const SearchLine& line) {
        return nb::make_tuple(line.rank, line.depth, line.selective_depth, line.score, line.proven,
                              line.nodes, line.seconds, line.hash_permille,
                              move_list(*rules, line.moves));
    }

    template <class Native>
    nb::list run(Native& native, const PyPosition& position, PyStop& stop,
                 const SearchLimits& limits, const nb::object& on_line) {
        check(position);
        checked_threads(limits.threads);
        if (limits.depth < 0 || limits.seconds < 0 || limits.enough < 0 || limits.lines < 1)
            throw std::invalid_argument("limits are not negative, and there is at least one line");
        const std::unique_lock lock(busy, std::try_to_lock);
        if (!lock) throw std::runtime_error("one search at a time");
        const auto found = telling([&](const Interrupted& interrupted, const auto& guarded) {
            const OnLine tell = [&](const SearchLine& line) {
                guarded([&] { on_line(line_tuple(line)); });
            };
            return native.search(position.value, limits, stop.flag,
                                 on_line.is_none() ? OnLine{} : tell, interrupted);
        });
        nb::list list;
        for (const SearchLine& line : found) list.append(line_tuple(line));
        return list;
    }

    nb::object owner;
    PyRules* rules;
    std::mutex busy;
};

struct PyTree : PySearch {
    PyTree(nb::handle_t<PyRules> owner, u64 bytes, bool flat, double exploration, u64 seed)
        : PySearch(owner), tree(rules->game, {flat, exploration, seed}, bytes) {}

    nb::list search(const PyPosition& position, PyStop& stop, u64 playouts, double seconds,
                    int threads, int lines, const nb::object& on_line) {
        return run(tree, position, stop, {0, playouts, seconds, 0, threads, lines}, on_line);
    }

    TreeSearcher tree;
};

struct PySearcher : PySearch {
    PySearcher(nb::handle_t<PyRules> owner, u64 hash_bytes)
        : PySearch(owner), searcher(rules->game, hash_bytes) {}

    nb::list search(const PyPosition& position, PyStop& stop, int depth, u64 nodes, double seconds,
                    double enough, int threads, int lines, const nb::object& on_line) {
        return run(searcher, position, stop, {depth, nodes, seconds, enough, threads, lines},
                   on_line);
    }

    Score evaluate(const PyPosition& position, bool quiet) {
        check(position);
        const std::unique_lock lock(busy, std::try_to_lock);
        if (!lock) throw std::runtime_error("one search at a time");
        return searcher.evaluate(position.value, quiet);
    }

    std::vector<u16> features(const PyPosition& position) {
        check(position);
        const std::unique_lock lock(busy, std::try_to_lock);
        if (!lock) throw std::runtime_error("one search at a time");
        return searcher.features(position.value);
    }

    // What is learned by code, and the numbers for the whole game.
    using Numbers = std::vector<i32>;
    using PyWeights = std::tuple<Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers,
                                 Numbers, Numbers, i32>;

    PyWeights weights() const {
        const Weights& own = searcher.weights();
        return {own.square,   own.late,  own.ordering,  own.mobility, own.hanging,
                own.attacked, own.royal, own.formation, own.runner,   own.tempo};
    }

    void set_weights(const PyWeights& given) {
        Weights weights = searcher.weights();
        const auto replace = [](Numbers& old, const Numbers& with) {
            if (old.size() != with.size())
                throw std::invalid_argument("the weights are for another board");
            old = with;
        };
        replace(weights.square, std::get<0>(given));
        replace(weights.late, std::get<1>(given));
        replace(weights.ordering, std::get<2>(given));
        replace(weights.mobility, std::get<3>(given));
        replace(weights.hanging, std::get<4>(given));
        replace(weights.attacked, std::get<5>(given));
        replace(weights.royal, std::get<6>(given));
        replace(weights.formation, std::get<7>(given));
        replace(weights.runner, std::get<8>(given));
        weights.tempo = std::get<9>(given);
        searcher.set_weights(std::move(weights));
    }

    nb::tuple self_play(PyStop& stop, const SelfPlayOptions& options) {
        const std::unique_lock lock(busy, std::try_to_lock);
        if (!lock) throw std::runtime_error("one search at a time");
        const Judgements found = interruptible([&](const Interrupted& interrupted) {
            return sbg::self_play(rules->game, searcher, options, stop.flag, interrupted);
        });
        const auto bytes = [](const auto& numbers) {
            return nb::bytes(reinterpret_cast<const char*>(numbers.data()),
                             numbers.size() * sizeof(numbers[0]));
        };
        return nb::make_tuple(bytes(found.boards), bytes(found.features), bytes(found.movers),
                              bytes(found.scores), bytes(found.telling), bytes(found.games),
                              bytes(found.results), found.plies);
    }

    Searcher searcher;
};

void bind_search(nb::module_& m) {
    nb::class_<PyStop>(m, "Stop", "Ends a search from another thread; each search has its own.")
        .def(nb::init<>())
        .def("set", [](PyStop& self) { self.flag = true; });

    nb::class_<PySearcher>(m, "Searcher", "Alpha-beta search with its memory.")
        .def(nb::init<nb::handle_t<PyRules>, u64>(), "rules"_a, "hash_bytes"_a)
        .def("search", &PySearcher::search,
             nb::sig("def search(self, position: Position, stop: Stop, depth: int = 0, nodes: int "
                     "= 0, seconds: float = 0.0, enough: float = 0.0, threads: int = 1, lines: int "
                     "= 1, on_line: object | None = None) -> list[tuple[int, int, int, int, bool, "
                     "int, float, int, list[object]]]"),
             "position"_a, "stop"_a, "depth"_a = 0, "nodes"_a = 0, "seconds"_a = 0.0,
             "enough"_a = 0.0, "threads"_a = 1, "lines"_a = 1, "on_line"_a = nb::none(),
             "The best lines: rank, depth, selective depth, score, proven, nodes, seconds, table "
             "use, moves.")
        .def("evaluate", &PySearcher::evaluate, "position"_a, "quiet"_a = false)
        .def("features", &PySearcher::features, "position"_a,
             "What the evaluation sees beside where pieces stand.")
        .def("weights", &PySearcher::weights,
             "The numbers of native/search/weights.hpp, without the dangers.")
        .def("set_weights", &PySearcher::set_weights, "weights"_a)
        .def(
            "self_play",
            [](PySearcher& self, PyStop& stop, u64 games, u64 nodes, u64 seed, int most_opening,
               i32 noise) {
                return self.self_play(stop, {games, nodes, seed, most_opening, noise});
            },
            nb::sig("def self_play(self, stop: Stop, games: int, nodes: int, seed: int, "
                    "most_opening: int = 10, noise: int = 15) -> tuple[bytes, bytes, bytes, "
                    "bytes, bytes, bytes, bytes, int]"),
            "stop"_a, "games"_a, "nodes"_a, "seed"_a, "most_opening"_a = 10, "noise"_a = 15,
            "The arrays of native/search/self_play.hpp, as bytes.")
        .def(
            "set_noise",
            [](PySearcher& self, i32 noise, u64 seed) { self.searcher.set_noise(noise, seed); },
            "noise"_a, "seed"_a)
        .def("clear", [](PySearcher& self) { self.searcher.clear(); });

    nb::class_<PyTree>(m, "Tree", "Monte Carlo search with its tree.")
        .def(nb::init<nb::handle_t<PyRules>, u64, bool, double, u64>(), "rules"_a, "bytes"_a,
             nb::kw_only(), "flat"_a = false, "exploration"_a = TreeSearcher::Options{}.exploration,
             "seed"_a = 0)
        .def(
            "search", &PyTree::search,
            nb::sig("def search(self, position: Position, stop: Stop, playouts: int = 0, seconds: "
                    "float = 0.0, threads: int = 1, lines: int = 1, on_line: object | None = None) "
                    "-> list[tuple[int, int, int, int, bool, int, float, int, list[object]]]"),
            "position"_a, "stop"_a, "playouts"_a = 0, "seconds"_a = 0.0, "threads"_a = 1,
            "lines"_a = 1, "on_line"_a = nb::none(), "As Searcher.search; nodes are playouts.")
        .def("clear", [](PyTree& self) { self.tree.clear(); });
}

}  // namespace
