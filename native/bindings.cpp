// The Python module sbg._core. The only file that includes nanobind, and it holds no rules of play.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <stdexcept>
#include <unordered_map>

#include "build_info.hpp"
#include "position.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace sbg;

// The number of states, a byte for each whether it accepts, and transitions of five 32-bit numbers:
// source, dx, dy, on (0 empty, 1 opponent, 2 own), target.
using PyDfa = std::optional<std::tuple<int, nb::bytes, nb::bytes>>;

std::vector<u8> to_vector(const nb::bytes& bytes) {
    const auto* begin = static_cast<const u8*>(bytes.data());
    return {begin, begin + bytes.size()};
}

Dfa to_dfa(const PyDfa& given) {
    Dfa dfa;
    if (!given) return dfa;
    const auto& [states, accepting, flat] = *given;
    if (states < 1) throw std::invalid_argument("a DFA has at least one state");
    if (flat.size() % sizeof(Dfa::Edge)) throw std::invalid_argument("transitions come in fives");
    dfa.states = states;
    dfa.accepting = to_vector(accepting);
    dfa.edges.resize(flat.size() / sizeof(Dfa::Edge));
    if (!dfa.edges.empty()) std::memcpy(dfa.edges.data(), flat.data(), flat.size());
    return dfa;
}

// Python's moves are values that never change, so every move of a game exists once. `move_type`
// makes one from its two squares, each (x, y).
class MoveObjects {
  public:
    MoveObjects(nb::object move_type, int width, int squares)
        : move_type_(std::move(move_type)), width_(width), squares_(squares) {
        if (squares <= 1024) rows_.resize(static_cast<std::size_t>(squares));
    }

    nb::handle object(Move move) {
        nb::object& place = rows_.empty() ? in_map(move) : in_row(move);
        if (!place.is_valid()) {
            place = move_type_(square(move.origin), square(move.target));
            known_.emplace(place.ptr(), move);
        }
        return place;
    }

    // Its squares, when this very object was made here.
    std::optional<Move> find(nb::handle object) const {
        const auto found = known_.find(object.ptr());
        if (found == known_.end()) return std::nullopt;
        return found->second;
    }

  private:
    nb::object& in_row(Move move) {
        std::vector<nb::object>& row = rows_[move.origin];
        if (row.empty()) row.resize(static_cast<std::size_t>(squares_));
        return row[move.target];
    }

    nb::object& in_map(Move move) {
        return map_[move.origin * static_cast<std::size_t>(squares_) + move.target];
    }

    nb::tuple square(int number) const { return nb::make_tuple(number % width_, number / width_); }

    nb::object move_type_;
    int width_, squares_;
    // By origin, each row made when it is first needed; on boards where that could fill the memory,
    // a slower map.
    std::vector<std::vector<nb::object>> rows_;
    std::unordered_map<std::size_t, nb::object> map_;
    std::unordered_map<PyObject*, Move> known_;
};

// Signals are delivered to Python's main thread; asking elsewhere is harmless.
bool signalled() {
    const nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
}

// Runs a long call without the GIL; Ctrl-C ends it and is raised.
template <class Call>
auto interruptible(Call call) {
    bool interrupted = false;
    try {
        auto result = [&] {
            const nb::gil_scoped_release release;
            return call([&] { return interrupted = interrupted || signalled(); });
        }();
        if (!interrupted) return result;
    } catch (const Interruption&) {
    }
    throw nb::python_error();
}

struct PyRules {
    PyRules(int width, int height, const nb::bytes& start, const std::vector<PyDfa>& dfas,
            const std::vector<std::pair<int, long>>& count_goals,
            const std::vector<std::pair<int, std::vector<int>>>& square_goals, u32 limit,
            nb::object move_type, bool use_bmi2, int part_bits, int merged_bits, bool set_wise)
        : game(interruptible([&, given = data(width, height, start, dfas, count_goals, square_goals,
                                              limit)](const Interrupted& interrupted) mutable {
              return Game(std::move(given), options(part_bits, merged_bits, set_wise), use_bmi2,
                          interrupted);
          })),
          moves(std::move(move_type), width, width * height) {}

    static GameData data(int width, int height, const nb::bytes& start,
                         const std::vector<PyDfa>& dfas,
                         const std::vector<std::pair<int, long>>& count_goals,
                         const std::vector<std::pair<int, std::vector<int>>>& square_goals,
                         u32 limit) {
        GameData data;
        data.width = width;
        data.height = height;
        data.start = to_vector(start);
        for (const PyDfa& dfa : dfas) data.dfas.push_back(to_dfa(dfa));
        for (const auto& [code, count] : count_goals) data.count_goals.push_back({code, count});
        for (const auto& [code, squares] : square_goals)
            data.square_goals.push_back({code, squares});
        data.limit = limit;
        return data;
    }

    static BuildOptions options(int part_bits, int merged_bits, bool set_wise) {
        BuildOptions options;
        options.tables.part_bits = part_bits;
        options.tables.merged_bits = merged_bits;
        options.set_wise = set_wise;
        return options;
    }

    Game game;
    MoveObjects moves;
};

struct PyPosition {
    nb::object owner;  // keeps the rules alive; they never refer to positions, so there is no cycle
    PyRules* rules;
    Position value;

    const Game& game() const { return rules->game; }
};

int checked_threads(int threads) {
    if (threads < 1 || threads > 1024)
        throw std::invalid_argument("threads is a number from 1 to 1024");
    return threads;
}

int checked_depth(int depth) {
    if (depth < 0 || depth > 255) throw std::invalid_argument("depth is a number from 0 to 255");
    return depth;
}

PyPosition make_position(nb::handle_t<PyRules> self, std::optional<nb::bytes> board, u32 ply) {
    auto& rules = nb::cast<PyRules&>(self);
    const Game& game = rules.game;
    return {nb::borrow(self), &rules,
            game.position(board ? to_vector(*board) : game.data().start, ply)};
}

// A position whose outcome was brought about by a move that is no longer known.
PyPosition make_finished(nb::handle_t<PyRules> self, const nb::bytes& board, u32 ply, int reason,
                         int winner) {
    PyPosition position = make_position(self, board, ply);
    if (reason < 0 || reason > 4 || winner < -1 || winner > 1)
        throw std::invalid_argument("no such outcome");
    position.value.outcome = {static_cast<Reason>(reason), winner};
    return position;
}

nb::list list_moves(const PyPosition& self) {
    const std::vector<Move> moves = self.game().moves(self.value);
    nb::list list = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(moves.size())));
    if (!list.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < moves.size(); ++i) {
        PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(i),
                       self.rules->moves.object(moves[i]).inc_ref().ptr());
    }
    return list;
}

std::optional<PyPosition> play_squares(const PyPosition& self, int origin, int target) {
    const int squares = self.game().data().squares();
    if (origin < 0 || origin >= squares || target < 0 || target >= squares) return std::nullopt;
    const Move move{static_cast<u16>(origin), static_cast<u16>(target)};
    if (!self.game().legal(self.value, move)) return std::nullopt;
    return PyPosition{self.owner, self.rules, self.game().play(self.value, move)};
}

std::optional<PyPosition> play(const PyPosition& self, nb::handle move) {
    if (const auto known = self.rules->moves.find(move))
        return play_squares(self, known->origin, known->target);
    // Numbers that no int holds name no square either.
    std::pair<int, int> from;
    std::pair<int, int> to;
    if (!nb::try_cast(move.attr("origin"), from) || !nb::try_cast(move.attr("target"), to))
        return std::nullopt;
    const auto [x, y] = from;
    const auto [to_x, to_y] = to;
    const GameData& data = self.game().data();
    if (x < 0 || x >= data.width || to_x < 0 || to_x >= data.width) return std::nullopt;
    if (y < 0 || y >= data.height || to_y < 0 || to_y >= data.height) return std::nullopt;
    return play_squares(self, y * data.width + x, to_y * data.width + to_x);
}

u64 count_sequences(const PyPosition& self, int depth, int threads, u64 hash_bytes) {
    checked_depth(depth);
    checked_threads(threads);
    return interruptible([&](const Interrupted& interrupted) {
        return self.game().perft(self.value, depth, threads, hash_bytes, interrupted);
    });
}

nb::list divide(const PyPosition& self, int depth, int threads, u64 hash_bytes) {
    checked_threads(threads);
    if (checked_depth(depth) < 1) throw std::invalid_argument("depth is a number from 1 to 255");
    std::vector<Move> moves;
    const std::vector<u64> counts = interruptible([&](const Interrupted& interrupted) {
        moves = self.game().moves(self.value);
        return self.game().divide(self.value, moves, depth, threads, hash_bytes, interrupted);
    });
    nb::list list;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        list.append(nb::make_tuple(nb::borrow(self.rules->moves.object(moves[i])), counts[i]));
    }
    return list;
}

std::tuple<u64, u64, u64, u64> playouts(const PyPosition& self, u64 games, u64 seed, int threads) {
    checked_threads(threads);
    const Tally tally = interruptible([&](const Interrupted& interrupted) {
        return self.game().playouts(self.value, games, seed, threads, interrupted);
    });
    return {tally.wins[0], tally.wins[1], tally.draws, tally.plies};
}

std::optional<std::pair<int, int>> outcome(const PyPosition& self) {
    const Outcome& outcome = self.value.outcome;
    if (!outcome.over()) return std::nullopt;
    return std::pair{static_cast<int>(outcome.reason), outcome.winner};
}

bool equal(const PyPosition& self, const PyPosition& other) {
    return self.rules == other.rules && self.value == other.value;
}

u64 hash_value(const PyPosition& self) {
    return self.value.hash ^ (u64{self.value.ply} << 8) ^
           static_cast<u64>(self.value.outcome.reason);
}

nb::bytes board(const PyPosition& self) {
    return nb::bytes(self.value.at.data(), self.value.at.size());
}

}  // namespace

#include "search/bindings.hpp"

NB_MODULE(_core, m) {
    m.doc() = "The native half of sbg: private, use the sbg package instead.";
    m.def("version", &sbg::version, "The package's version when this module was compiled.");
    m.def("compiler", &sbg::compiler, "Name and version of the compiler that built this module.");
    m.def("has_bmi2", &sbg::has_bmi2, "Whether this processor has the PEXT and PDEP instructions.");

    nb::class_<PyRules>(
        m, "Rules",
        "A game's rules as tables. The last four arguments are for tests and measurements.")
        .def(nb::init<int, int, const nb::bytes&, const std::vector<PyDfa>&,
                      const std::vector<std::pair<int, long>>&,
                      const std::vector<std::pair<int, std::vector<int>>>&, u32, nb::object, bool,
                      int, int, bool>(),
             "width"_a, "height"_a, "start"_a, "dfas"_a, "count_goals"_a, "square_goals"_a,
             "limit"_a, "move_type"_a, nb::kw_only(), "bmi2"_a = true,
             "part_bits"_a = TableLimits{}.part_bits, "merged_bits"_a = TableLimits{}.merged_bits,
             "set_wise"_a = true)
        .def("position", &make_position, "board"_a = nb::none(), "ply"_a = 0,
             "The initial position, or one without a last move.")
        .def("finished", &make_finished, "board"_a, "ply"_a, "reason"_a, "winner"_a,
             "A position with the outcome that its last move brought about.")
        .def_prop_ro(
            "table_bytes", [](const PyRules& self) { return self.game.bytes(); },
            "The size of the tables.")
        .def_prop_ro(
            "bmi2", [](const PyRules& self) { return self.game.uses_bmi2(); },
            "Whether play uses the PEXT and PDEP instructions.");

    nb::class_<PyPosition>(m, "Position", "A position: a value.")
        .def_prop_ro("board", &board, "One byte per square: 0, or the code of the piece.")
        .def_prop_ro(
            "ply", [](const PyPosition& self) { return self.value.ply; },
            "The number of half-moves made.")
        .def_prop_ro(
            "zobrist", [](const PyPosition& self) { return self.value.hash; },
            "A 64-bit hash of board and player to move.")
        .def_prop_ro("outcome", &outcome,
                     "Reason and winner as numbers, or None while the game goes on.")
        .def("moves", &list_moves, nb::sig("def moves(self) -> list[object]"),
             "The legal moves in order.")
        .def("play", &play, "move"_a, "The position after a move, or None when it is not legal.")
        .def("perft", &count_sequences, "depth"_a, "threads"_a = 1, "hash_bytes"_a = 0)
        .def("divide", &divide,
             nb::sig("def divide(self, depth: int, threads: int = 1, hash_bytes: int = 0) -> "
                     "list[tuple[object, int]]"),
             "depth"_a, "threads"_a = 1, "hash_bytes"_a = 0)
        .def("playouts", &playouts, "games"_a, "seed"_a = 0, "threads"_a = 1,
             "Wins of white, wins of black, draws, plies.")
        .def("__eq__", &equal)
        .def("__eq__", [](const PyPosition&, nb::handle) { return false; })
        .def("__hash__", &hash_value);

    bind_search(m);
}
