#include "bindings/match.hpp"

#include <limits>

#include "bindings/arguments.hpp"
#include "bindings/calls.hpp"
#include "bindings/game.hpp"
#include "search/match.hpp"

namespace sbg::bindings {

namespace {

struct PySide {
    PySide(nb::handle kind, nb::handle nodes, nb::handle depth, nb::handle noise,
           nb::handle hash_bytes, nb::handle exploration, nb::handle given_weights) {
        side.kind = static_cast<MatchSide::Kind>(small(kind, "kind", 0, 2));
        side.nodes = natural(nodes, "nodes");
        side.depth = small(depth, "depth", 0);
        side.noise = small(noise, "noise", 0, most_estimate);
        side.hash_bytes = natural(hash_bytes, "hash_bytes");
        side.exploration = real(exploration, "exploration");
        if (!side.nodes && !side.depth) refuse_value("a player needs a budget of nodes or a depth");
        if (!given_weights.is_none()) {
            weights = nb::borrow(given_weights);
            side.weights = &instance<Weights>(given_weights, "weights", "Weights");
        }
    }

    MatchSide side;
    nb::object weights;  // keeps them alive
};

// All games in arrays, one after the other.
struct PyMatchGames {
    std::vector<i8> winners;          // by game: 0 white, 1 black, -1 nobody
    std::vector<u8> reasons;          // by game: Reason; 0 with a winner: proven
    std::vector<u32> lengths;         // by game: plies
    std::vector<u8> openings;         // by game: a code per square
    std::vector<u32> begun;           // by game: the ply of its opening
    std::vector<u16> moves;           // by ply: two squares
    std::vector<i32> scores;          // by ply: for white
    std::vector<u32> branching;       // by ply
    std::vector<u8> moved, captured;  // by ply: codes
};

PyMatchGames flattened(const std::vector<MatchGame>& games) {
    PyMatchGames out;
    for (const MatchGame& game : games) {
        out.winners.push_back(static_cast<i8>(game.outcome.winner));
        out.reasons.push_back(static_cast<u8>(game.outcome.reason));
        out.lengths.push_back(static_cast<u32>(game.plies.size()));
        out.openings.insert(out.openings.end(), game.opening.at.begin(), game.opening.at.end());
        out.begun.push_back(game.opening.ply);
        for (const MatchPly& ply : game.plies) {
            out.moves.push_back(ply.move.origin);
            out.moves.push_back(ply.move.target);
            out.scores.push_back(ply.score);
            out.branching.push_back(ply.branching);
            out.moved.push_back(ply.moved);
            out.captured.push_back(ply.captured);
        }
    }
    return out;
}

PyMatchGames match(nb::handle given_game, nb::handle first, nb::handle second, nb::handle games,
                   nb::handle seed, nb::handle first_game, nb::handle openings,
                   nb::handle random_plies, nb::handle adjudicate, nb::handle threads) {
    PyGame& game = instance<PyGame>(given_game, "game", "Game");
    const MatchSide one = instance<PySide>(first, "first", "MatchSide").side;
    const MatchSide other = instance<PySide>(second, "second", "MatchSide").side;
    MatchOptions options;
    options.games = unsigned_whole(games, "games", std::numeric_limits<u32>::max());
    options.seed = natural(seed, "seed");
    options.first_game = natural(first_game, "first_game");
    options.random_plies = small(random_plies, "random_plies", 0, 10'000);
    options.adjudicate = truth(adjudicate, "adjudicate");
    options.threads = small(threads, "threads", 1, most_threads);
    for (const nb::object& given : items(openings, "openings")) {
        const auto& position = instance<PyPosition>(given, "opening", "Position");
        if (position.game != &game) refuse_value("an opening belongs to another game");
        if (position.value.outcome.over()) refuse_value("an opening is over already");
        options.openings.push_back(position.value);
    }
    const std::shared_ptr<const Knowledge> knowledge = game.knowledge();
    return flattened(interruptible([&](const Interrupted& interrupted) {
        return play_match(knowledge, one, other, options, interrupted);
    }));
}

}  // namespace

void bind_match(nb::module_& m) {
    nb::class_<PySide>(m, "MatchSide", "A player of a match: 0 alphabeta, 1 mcts, 2 random.")
        .def(nb::init<nb::handle, nb::handle, nb::handle, nb::handle, nb::handle, nb::handle,
                      nb::handle>(),
             any("kind") = 0, any("nodes") = 200, any("depth") = 0, any("noise") = 0,
             any("hash_bytes") = 1 << 20, any("exploration") = MatchSide{}.exploration,
             any("weights") = nb::none(),
             nb::sig("def __init__(self, kind: int = 0, nodes: int = 200, depth: int = 0, noise: "
                     "int = 0, hash_bytes: int = ..., exploration: float = ..., weights: Weights | "
                     "None = None) -> None"));

    const auto bytes = [](const auto& numbers) {
        return nb::bytes(reinterpret_cast<const char*>(numbers.data()),
                         numbers.size() * sizeof(numbers[0]));
    };
    nb::class_<PyMatchGames>(m, "MatchGames", "The games of a match: arrays as bytes.")
        .def_prop_ro(
            "winners", [=](const PyMatchGames& self) { return bytes(self.winners); },
            "int8, by game: 0 white, 1 black, -1 nobody.")
        .def_prop_ro(
            "reasons", [=](const PyMatchGames& self) { return bytes(self.reasons); },
            "uint8, by game: 1 count, 2 goal, 3 no moves, 4 turn limit; 0 proven.")
        .def_prop_ro(
            "lengths", [=](const PyMatchGames& self) { return bytes(self.lengths); },
            "uint32, by game: plies after the opening.")
        .def_prop_ro(
            "openings", [=](const PyMatchGames& self) { return bytes(self.openings); },
            "uint8, by game: a code for every square.")
        .def_prop_ro(
            "begun", [=](const PyMatchGames& self) { return bytes(self.begun); },
            "uint32, by game: the ply of the opening.")
        .def_prop_ro(
            "moves", [=](const PyMatchGames& self) { return bytes(self.moves); },
            "uint16, by ply: origin and target.")
        .def_prop_ro(
            "scores", [=](const PyMatchGames& self) { return bytes(self.scores); },
            "int32, by ply: for white, as the player who moved saw it.")
        .def_prop_ro(
            "branching", [=](const PyMatchGames& self) { return bytes(self.branching); },
            "uint32, by ply: legal moves.")
        .def_prop_ro(
            "moved", [=](const PyMatchGames& self) { return bytes(self.moved); },
            "uint8, by ply: the code of the piece.")
        .def_prop_ro(
            "captured", [=](const PyMatchGames& self) { return bytes(self.captured); },
            "uint8, by ply: the code of the piece, or 0.");

    m.def("match", &match, any("game"), any("first"), any("second"), any("games"), any("seed") = 0,
          any("first_game") = 0, any("openings") = nb::tuple(), any("random_plies") = 4,
          any("adjudicate") = true, any("threads") = 1,
          nb::sig("def match(game: Game, first: MatchSide, second: MatchSide, games: int, seed: "
                  "int = 0, first_game: int = 0, openings: collections.abc.Sequence[Position] = "
                  "(), random_plies: int = 4, adjudicate: bool = True, threads: int = 1) -> "
                  "MatchGames"),
          "Games between two players, the same on any number of threads.");
}

}  // namespace sbg::bindings
