#include "bindings/search.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/arguments.hpp"
#include "bindings/calls.hpp"
#include "bindings/evaluation.hpp"
#include "bindings/game.hpp"
#include "search/self_play.hpp"
#include "search/tree_search.hpp"

namespace sbg::bindings {

namespace {

// A line of a search, with its moves as objects.
struct PyLine {
    SearchLine line;
    nb::list moves;
};

// What both searchers have in common. They do one thing at a time: whatever comes while a search is
// under way is refused.
struct PySearch {
    explicit PySearch(nb::handle given)
        : game(&instance<PyGame>(given, "game", "Game")), owner(nb::borrow(given)) {}

    class Turn {
      public:
        explicit Turn(PySearch& search) : busy_(search.busy) {
            if (busy_.exchange(true)) {
                busy_held_ = false;
                throw std::runtime_error("this searcher is at work: one thing at a time");
            }
        }
        ~Turn() {
            if (busy_held_) busy_ = false;
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

      private:
        std::atomic<bool>& busy_;
        bool busy_held_ = true;
    };

    const Position& checked(nb::handle given) const {
        const auto& position = instance<PyPosition>(given, "position", "Position");
        if (position.game != game) refuse_value("the position belongs to another game");
        if (position.value.outcome.over()) refuse_value("the game is over");
        return position.value;
    }

    PyLine object(const SearchLine& line) { return {line, game->moves.list(line.moves)}; }

    template <class Native>
    nb::list run(Native& native, nb::handle given, nb::handle given_stop,
                 const SearchLimits& limits, const nb::object& on_line) {
        const Position& position = checked(given);
        const Stop& stop = instance<Stop>(given_stop, "stop", "Stop");
        if (!on_line.is_none() && !PyCallable_Check(on_line.ptr()))
            refuse_type("on_line is a function, not " + type_of(on_line));
        const Turn turn(*this);
        const auto found = telling([&](const Interrupted& interrupted, const auto& guarded) {
            const OnLine tell = [&](const SearchLine& line) {
                guarded([&] { on_line(object(line)); });
            };
            return native.search(position, limits, stop.flag, on_line.is_none() ? OnLine{} : tell,
                                 interrupted);
        });
        nb::list list;
        for (const SearchLine& line : found) list.append(object(line));
        return list;
    }

    PyGame* game;
    nb::object owner;  // keeps the game alive
    std::atomic<bool> busy{false};
};

int threads_of(nb::handle given) { return small(given, "threads", 1, most_threads); }
int lines_of(nb::handle given) { return small(given, "lines", 1); }

struct PyTreeSearcher : PySearch {
    PyTreeSearcher(nb::handle game_object, nb::handle bytes, nb::handle flat,
                   nb::handle exploration, nb::handle seed)
        : PySearch(game_object),
          native(game->game,
                 {truth(flat, "flat"), real(exploration, "exploration"), natural(seed, "seed")},
                 natural(bytes, "bytes")) {}

    nb::list search(nb::handle position, nb::handle stop, nb::handle playouts, nb::handle seconds,
                    nb::handle threads, nb::handle lines, const nb::object& on_line) {
        return run(native, position, stop,
                   {0, natural(playouts, "playouts"), real(seconds, "seconds"), 0,
                    threads_of(threads), lines_of(lines)},
                   on_line);
    }

    void clear() {
        const Turn turn(*this);
        native.clear();
    }

    TreeSearcher native;
};

struct PySearcher : PySearch {
    PySearcher(nb::handle game_object, nb::handle hash_bytes)
        : PySearch(game_object), native(game->knowledge(), natural(hash_bytes, "hash_bytes")) {}

    nb::list search(nb::handle position, nb::handle stop, nb::handle depth, nb::handle nodes,
                    nb::handle seconds, nb::handle enough, nb::handle threads, nb::handle lines,
                    const nb::object& on_line) {
        return run(native, position, stop,
                   {small(depth, "depth", 0), natural(nodes, "nodes"), real(seconds, "seconds"),
                    real(enough, "enough"), threads_of(threads), lines_of(lines)},
                   on_line);
    }

    Score evaluate(nb::handle position) {
        const Position& value = checked(position);
        const Turn turn(*this);
        return native.evaluate(value);
    }

    nb::dict features(nb::handle position) {
        const Position& value = checked(position);
        const Turn turn(*this);
        return feature_dict(native.features(value), native.weights().codes());
    }

    Weights weights() {
        const Turn turn(*this);
        return native.weights();
    }

    void set_weights(nb::handle given) {
        const Weights& weights = instance<Weights>(given, "weights", "Weights");
        const Turn turn(*this);
        interruptible([&](const Interrupted&) {
            native.set_weights(weights);
            return true;
        });
    }

    Judgements self_play(nb::handle given_stop, nb::handle games, nb::handle nodes, nb::handle seed,
                         nb::handle most_opening, nb::handle noise) {
        const Stop& stop = instance<Stop>(given_stop, "stop", "Stop");
        SelfPlayOptions options;
        options.games = unsigned_whole(games, "games", std::numeric_limits<u32>::max());
        options.nodes = natural(nodes, "nodes");
        options.seed = natural(seed, "seed");
        options.most_opening = small(most_opening, "most_opening", 0);
        options.noise = small(noise, "noise", 0, most_estimate);
        if (!options.nodes) refuse_value("nodes is a number from 1 up, not 0");
        const Turn turn(*this);
        return interruptible([&](const Interrupted& interrupted) {
            return sbg::self_play(game->game, native, options, stop.flag, interrupted);
        });
    }

    void set_noise(nb::handle noise, nb::handle seed) {
        const i32 most = small(noise, "noise", 0, most_estimate);
        const u64 number = natural(seed, "seed");
        const Turn turn(*this);
        native.set_noise(most, number);
    }

    void clear() {
        const Turn turn(*this);
        native.clear();
    }

    Searcher native;
};

void bind_line(nb::module_& m) {
    nb::class_<PyLine>(m, "Line", "A line of a search.")
        .def_prop_ro(
            "rank", [](const PyLine& self) { return self.line.rank; }, "1 is the best.")
        .def_prop_ro("depth", [](const PyLine& self) { return self.line.depth; })
        .def_prop_ro("selective_depth",
                     [](const PyLine& self) { return self.line.selective_depth; })
        .def_prop_ro(
            "score", [](const PyLine& self) { return self.line.score; },
            "For the player to move; from PROVEN_SCORE on WIN_SCORE less the plies to the end.")
        .def_prop_ro(
            "proven", [](const PyLine& self) { return self.line.proven; },
            "Whether the score is certain, also that of a draw.")
        .def_prop_ro(
            "nodes", [](const PyLine& self) { return self.line.nodes; }, "Or playouts.")
        .def_prop_ro("seconds", [](const PyLine& self) { return self.line.seconds; })
        .def_prop_ro(
            "hash_permille", [](const PyLine& self) { return self.line.hash_permille; },
            "How much of the table or the tree is in use.")
        .def_ro("moves", &PyLine::moves, nb::sig("def moves(self) -> list[typing.Any]"));
}

void bind_judgements(nb::module_& m) {
    const auto bytes = [](const auto& numbers) {
        return nb::bytes(reinterpret_cast<const char*>(numbers.data()),
                         numbers.size() * sizeof(numbers[0]));
    };
    nb::class_<Judgements>(
        m, "Judgements",
        "The positions that a searcher judged in games against itself: arrays as bytes.")
        .def_prop_ro(
            "boards", [=](const Judgements& self) { return bytes(self.boards); },
            "uint8: a code for every square.")
        .def_prop_ro(
            "features", [=](const Judgements& self) { return bytes(self.features); },
            "uint16: code_features() for every code, then side_features() for both sides.")
        .def_prop_ro(
            "movers", [=](const Judgements& self) { return bytes(self.movers); },
            "uint8: who is to move, 0 for white.")
        .def_prop_ro(
            "scores", [=](const Judgements& self) { return bytes(self.scores); },
            "int32: for white.")
        .def_prop_ro(
            "telling", [=](const Judgements& self) { return bytes(self.telling); },
            "uint8: whether the estimate of the position is the score.")
        .def_prop_ro(
            "games", [=](const Judgements& self) { return bytes(self.games); },
            "uint32: the game that it belongs to.")
        .def_prop_ro(
            "results", [=](const Judgements& self) { return bytes(self.results); },
            "int32, by game: 1 if white won, 0, -1.")
        .def_ro("plies", &Judgements::plies, "Of all games.");
}

}  // namespace

void bind_search(nb::module_& m) {
    bind_line(m);
    bind_judgements(m);

    nb::class_<PySearcher>(m, "Searcher", "Alpha-beta search with its memory.")
        .def(nb::init<nb::handle, nb::handle>(), any("game"), any("hash_bytes"),
             nb::sig("def __init__(self, game: Game, hash_bytes: int) -> None"))
        .def("search", &PySearcher::search,
             nb::sig("def search(self, position: Position, stop: Stop, depth: int = 0, nodes: int "
                     "= 0, seconds: float = 0.0, enough: float = 0.0, threads: int = 1, lines: int "
                     "= 1, on_line: collections.abc.Callable[[Line], object] | None = None) -> "
                     "list[Line]"),
             any("position"), any("stop"), any("depth") = 0, any("nodes") = 0, any("seconds") = 0.0,
             any("enough") = 0.0, any("threads") = 1, any("lines") = 1, any("on_line") = nb::none(),
             "The best lines, the best first. 0 is no limit.")
        .def("evaluate", &PySearcher::evaluate, any("position"),
             nb::sig("def evaluate(self, position: Position) -> int"),
             "What a position is worth to the player to move, without looking ahead.")
        .def("features", &PySearcher::features, any("position"),
             nb::sig("def features(self, position: Position) -> dict[str, list[int]]"),
             "What the evaluation sees beside where pieces stand: code_features() by code, "
             "side_features() by side.")
        .def("weights", &PySearcher::weights)
        .def("set_weights", &PySearcher::set_weights, any("weights"),
             nb::sig("def set_weights(self, weights: Weights) -> None"))
        .def("self_play", &PySearcher::self_play, any("stop"), any("games"), any("nodes"),
             any("seed"), any("most_opening") = SelfPlayOptions{}.most_opening,
             any("noise") = SelfPlayOptions{}.noise,
             nb::sig("def self_play(self, stop: Stop, games: int, nodes: int, seed: int, "
                     "most_opening: int = ..., noise: int = ...) -> Judgements"))
        .def("set_noise", &PySearcher::set_noise, any("noise"), any("seed"),
             nb::sig("def set_noise(self, noise: int, seed: int) -> None"),
             "Adds up to that to estimates, or takes it away, by position and seed.")
        .def("clear", &PySearcher::clear, "Forgets everything.");

    nb::class_<PyTreeSearcher>(m, "TreeSearcher", "Monte Carlo search with its tree.")
        .def(nb::init<nb::handle, nb::handle, nb::handle, nb::handle, nb::handle>(), any("game"),
             any("bytes"), nb::kw_only(), any("flat") = false,
             any("exploration") = TreeSearcher::Options{}.exploration, any("seed") = 0,
             nb::sig("def __init__(self, game: Game, bytes: int, *, flat: bool = False, "
                     "exploration: float = ..., seed: int = 0) -> None"))
        .def("search", &PyTreeSearcher::search,
             nb::sig("def search(self, position: Position, stop: Stop, playouts: int = 0, seconds: "
                     "float = 0.0, threads: int = 1, lines: int = 1, on_line: "
                     "collections.abc.Callable[[Line], "
                     "object] | None = None) -> list[Line]"),
             any("position"), any("stop"), any("playouts") = 0, any("seconds") = 0.0,
             any("threads") = 1, any("lines") = 1, any("on_line") = nb::none(),
             "As Searcher.search; nodes are playouts.")
        .def("clear", &PyTreeSearcher::clear, "Forgets the tree.");

    m.attr("WIN_SCORE") = win_score;
    m.attr("PROVEN_SCORE") = proven_score;
    m.attr("EXPLORATION") = TreeSearcher::Options{}.exploration;
}

}  // namespace sbg::bindings
