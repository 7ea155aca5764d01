#include "bindings/proof.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "bindings/arguments.hpp"
#include "bindings/calls.hpp"
#include "bindings/game.hpp"
#include "search/proof_search.hpp"

namespace sbg::bindings {

namespace {

// Plies that stand for ever.
constexpr i64 proof_endless = 1'000'000'000;

struct PyProofSearcher {
    PyProofSearcher(nb::handle given, nb::handle attacker, nb::handle bytes)
        : game(&instance<PyGame>(given, "game", "Game")),
          owner(nb::borrow(given)),
          native(game->game, small(attacker, "attacker", 0, 1), natural(bytes, "bytes")) {}

    const Position& checked(nb::handle given) const {
        const auto& position = instance<PyPosition>(given, "position", "Position");
        if (position.game != game) refuse_value("the position belongs to another game");
        if (position.value.outcome.over()) refuse_value("the game is over");
        return position.value;
    }

    // One thing at a time.
    class Turn {
      public:
        explicit Turn(PyProofSearcher& searcher) : busy_(searcher.busy) {
            if (busy_.exchange(true))
                throw std::runtime_error("this searcher is at work: one thing at a time");
        }
        ~Turn() { busy_ = false; }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

      private:
        std::atomic<bool>& busy_;
    };

    ProofResult search(nb::handle given, nb::handle given_stop, nb::handle plies, nb::handle nodes,
                       nb::handle seconds, nb::handle threads) {
        const Position& position = checked(given);
        const Stop& stop = instance<Stop>(given_stop, "stop", "Stop");
        const ProofLimits limits{
            static_cast<u32>(small(plies, "plies", 1, int{ProofSearcher::most_plies})),
            natural(nodes, "nodes"), real(seconds, "seconds"),
            small(threads, "threads", 1, most_threads)};
        const Turn turn(*this);
        return interruptible([&](const Interrupted& interrupted) {
            return native.search(position, limits, stop.flag, interrupted);
        });
    }

    ProofResult probe(nb::handle given) {
        const Position& position = checked(given);
        const Turn turn(*this);
        return native.probe(position);
    }

    void save(nb::handle given, nb::handle mark) {
        const std::string path = text(given, "path");
        const u64 number = natural(mark, "mark");
        const Turn turn(*this);
        interruptible([&](const Interrupted&) {
            native.save(path, number);
            return true;
        });
    }

    void load(nb::handle given, nb::handle mark) {
        const std::string path = text(given, "path");
        const u64 number = natural(mark, "mark");
        const Turn turn(*this);
        interruptible([&](const Interrupted&) {
            native.load(path, number);
            return true;
        });
    }

    void grow(nb::handle bytes) {
        const u64 wanted = natural(bytes, "bytes");
        const Turn turn(*this);
        interruptible([&](const Interrupted&) {
            native.grow(wanted);
            return true;
        });
    }

    PyGame* game;
    nb::object owner;  // keeps the game alive
    std::atomic<bool> busy{false};
    ProofSearcher native;
};

}  // namespace

void bind_proof(nb::module_& m) {
    nb::class_<ProofResult>(m, "ProofResult", "What is known of a position.")
        .def_prop_ro(
            "proved",
            [](const ProofResult& self) -> std::optional<u32> {
                return self.proved == never_proved ? std::nullopt : std::optional(self.proved);
            },
            "The attacker wins within so many plies; None if that is not known.")
        .def_prop_ro(
            "refuted",
            [](const ProofResult& self) -> i64 {
                return self.refuted == endless ? proof_endless : i64{self.refuted} - 1;
            },
            "The attacker does not win within so many plies; -1 if that is not known.")
        .def_ro("proof", &ProofResult::proof)
        .def_ro("disproof", &ProofResult::disproof)
        .def_ro("nodes", &ProofResult::nodes, "Positions that the search looked at.");

    nb::class_<PyProofSearcher>(m, "ProofSearcher",
                                "Searches for wins of one player, with its memory.")
        .def(nb::init<nb::handle, nb::handle, nb::handle>(), any("game"), any("attacker"),
             any("bytes"),
             nb::sig("def __init__(self, game: Game, attacker: int, bytes: int) -> None"))
        .def("search", &PyProofSearcher::search,
             nb::sig("def search(self, position: Position, stop: Stop, plies: int, nodes: int = 0, "
                     "seconds: float = 0.0, threads: int = 1) -> ProofResult"),
             any("position"), any("stop"), any("plies"), any("nodes") = 0, any("seconds") = 0.0,
             any("threads") = 1, "Whether the attacker wins within so many plies. 0 is no limit.")
        .def("probe", &PyProofSearcher::probe, any("position"),
             nb::sig("def probe(self, position: Position) -> ProofResult"))
        .def(
            "use", [](const PyProofSearcher& self) { return self.native.use(); },
            "How much of the table is in use, in thousandths.")
        .def("save", &PyProofSearcher::save, any("path"), any("mark"),
             nb::sig("def save(self, path: str, mark: int) -> None"),
             "Writes the table; the mark says what it belongs to.")
        .def("load", &PyProofSearcher::load, any("path"), any("mark"),
             nb::sig("def load(self, path: str, mark: int) -> None"))
        .def("grow", &PyProofSearcher::grow, any("bytes"),
             nb::sig("def grow(self, bytes: int) -> None"),
             "Makes room for more positions; what is known stays.");

    m.attr("PROOF_ENDLESS") = proof_endless;
    m.attr("PROOF_PLIES") = ProofSearcher::most_plies;
}

}  // namespace sbg::bindings
