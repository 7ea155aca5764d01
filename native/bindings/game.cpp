#include "bindings/game.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "bindings/arguments.hpp"
#include "bindings/calls.hpp"

namespace sbg::bindings {

using namespace nb::literals;

// -- moves and outcomes as objects

MoveObjects::MoveObjects(nb::object move_type, int width, int squares)
    : move_type_(std::move(move_type)),
      width_(width),
      squares_(squares),
      square_(static_cast<std::size_t>(squares)) {
    if (squares <= 1024) rows_.resize(static_cast<std::size_t>(squares));
    if (PyType_Check(move_type_.ptr()) && nb::hasattr(move_type_, "__slots__") &&
        move_type_.attr("__slots__").equal(nb::make_tuple("origin", "target")) &&
        !nb::hasattr(move_type_, "__post_init__")) {
        origin_ = move_type_.attr("origin"), target_ = move_type_.attr("target");
        fill_ =
            reinterpret_cast<descrsetfunc>(PyType_GetSlot(Py_TYPE(origin_.ptr()), Py_tp_descr_set));
    }
}

const nb::object& MoveObjects::square(int number) {
    nb::object& place = square_[static_cast<std::size_t>(number)];
    if (!place.is_valid()) place = nb::make_tuple(number % width_, number / width_);
    return place;
}

nb::object MoveObjects::made(Move move) {
    const nb::object &from = square(move.origin), &to = square(move.target);
    if (!fill_) return move_type_(from, to);
    nb::object made =
        nb::steal(PyType_GenericAlloc(reinterpret_cast<PyTypeObject*>(move_type_.ptr()), 0));
    if (!made.is_valid() || fill_(origin_.ptr(), made.ptr(), from.ptr()) != 0 ||
        fill_(target_.ptr(), made.ptr(), to.ptr()) != 0)
        nb::raise_python_error();
    // It refers to numbers alone and is in no cycle: the collector need not look at millions of
    // them.
    PyObject_GC_UnTrack(made.ptr());
    return made;
}

nb::object MoveObjects::object(Move move) {
    if (rows_.empty()) return made(move);
    std::vector<nb::object>& row = rows_[move.origin];
    if (row.empty()) row.resize(static_cast<std::size_t>(squares_));
    nb::object& place = row[move.target];
    if (!place.is_valid()) {
        place = made(move);
        known_.emplace(place.ptr(), move);
    }
    return place;
}

namespace {

class WithoutCollecting {
  public:
    explicit WithoutCollecting(bool wanted) : enable_(wanted && PyGC_Disable()) {}
    ~WithoutCollecting() {
        if (enable_) PyGC_Enable();
    }
    WithoutCollecting(const WithoutCollecting&) = delete;
    WithoutCollecting& operator=(const WithoutCollecting&) = delete;

  private:
    bool enable_;
};

}  // namespace

nb::list MoveObjects::list(const std::vector<Move>& moves) {
    nb::list list = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(moves.size())));
    if (!list.is_valid()) nb::raise_python_error();
    // Nothing here is garbage, and looking for some again and again takes longer than the rest.
    const WithoutCollecting pause(moves.size() > 10'000);
    constexpr std::size_t stretch = 1 << 17;  // millions of moves take a second: Ctrl-C is heard
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (i % stretch == stretch - 1 && PyErr_CheckSignals()) nb::raise_python_error();
        PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(i), object(moves[i]).release().ptr());
    }
    return list;
}

std::optional<Move> MoveObjects::find(nb::handle object) const {
    const auto found = known_.find(object.ptr());
    if (found == known_.end()) return std::nullopt;
    return found->second;
}

namespace {

constexpr const char* reason_names[] = {nullptr, "count", "goal", "no-moves", "turn-limit"};
constexpr const char* winner_names[] = {nullptr, "white", "black"};

nb::object text_or_none(const char* text) {
    return text ? nb::object(nb::str(text)) : nb::object(nb::none());
}

}  // namespace

nb::object OutcomeObjects::object(const Outcome& outcome) {
    if (!outcome.over()) return nb::none();
    const auto reason = static_cast<std::size_t>(outcome.reason);
    const auto winner = static_cast<std::size_t>(outcome.winner + 1);
    nb::object& place = made_[reason][winner];
    if (!place.is_valid())
        place = outcome_type_(text_or_none(winner_names[winner]), reason_names[reason]);
    return place;
}

// -- games

PyGame::PyGame(GameData data, const BuildOptions& options, bool use_bmi2, nb::object move_type,
               nb::object outcome_type)
    : game(interruptible([&](const Interrupted& interrupted) {
          return Game(std::move(data), options, use_bmi2, interrupted);
      })),
      moves(std::move(move_type), game.data().width, game.data().squares()),
      outcomes(std::move(outcome_type)) {
    game.hear(&signalled);
}

std::shared_ptr<const Knowledge> PyGame::knowledge() {
    return interruptible([&](const Interrupted& interrupted) {
        const std::lock_guard lock(mutex_);
        if (!knowledge_) knowledge_ = std::make_shared<const Knowledge>(game, interrupted);
        return knowledge_;
    });
}

namespace {

// None for a piece that cannot move; else the number of states, a byte for each whether it accepts,
// and transitions of five 32-bit numbers: source, dx, dy, on (0 empty, 1 opponent, 2 own), target.
Dfa to_dfa(nb::handle given) {
    Dfa dfa;
    if (given.is_none()) return dfa;
    const std::vector<nb::object> parts = items(given, "a DFA");
    if (parts.size() != 3) refuse_value("a DFA has states, accepting states and transitions");
    dfa.states = small(parts[0], "the number of states", 1);
    dfa.accepting = byte_values(parts[1], "accepting");
    const std::vector<u8> flat = byte_values(parts[2], "transitions");
    if (flat.size() % sizeof(Dfa::Edge)) refuse_value("transitions come in fives");
    dfa.edges.resize(flat.size() / sizeof(Dfa::Edge));
    if (!dfa.edges.empty()) std::memcpy(dfa.edges.data(), flat.data(), flat.size());
    return dfa;
}

std::pair<nb::object, nb::object> to_pair(nb::handle given, const char* name) {
    std::vector<nb::object> parts = items(given, name);
    if (parts.size() != 2) refuse_value(std::string(name) + " is a pair");
    return {std::move(parts[0]), std::move(parts[1])};
}

void make_game(PyGame* self, nb::handle width, nb::handle height, nb::handle start, nb::handle dfas,
               nb::handle count_goals, nb::handle square_goals, nb::handle limit,
               nb::object move_type, nb::object outcome_type, nb::handle walks, nb::handle bmi2,
               nb::handle part_bits, nb::handle merged_bits, nb::handle set_wise) {
    constexpr int most = 64;
    GameData data;
    data.width = small(width, "width", 1, most);
    data.height = small(height, "height", 1, most);
    data.start = byte_values(start, "start");
    for (const nb::object& dfa : items(dfas, "dfas")) data.dfas.push_back(to_dfa(dfa));
    for (const nb::object& walk : items(walks, "walks")) data.walks.push_back(to_dfa(walk));
    for (const nb::object& goal : items(count_goals, "count_goals")) {
        const auto [code, count] = to_pair(goal, "a count goal");
        data.count_goals.push_back({small(code, "the code of a goal", 0),
                                    static_cast<long>(whole(count, "the count of a goal", 0,
                                                            std::numeric_limits<long>::max()))});
    }
    for (const nb::object& goal : items(square_goals, "square_goals")) {
        const auto [code, squares] = to_pair(goal, "a square goal");
        GameData::SquareGoal native{small(code, "the code of a goal", 0), {}};
        for (const nb::object& square : items(squares, "the squares of a goal"))
            native.squares.push_back(small(square, "the square of a goal", 0));
        data.square_goals.push_back(std::move(native));
    }
    data.limit = static_cast<u32>(whole(limit, "limit", 0, std::numeric_limits<u32>::max()));
    BuildOptions options;
    options.tables.part_bits = small(part_bits, "part_bits", -1, 24);
    options.tables.merged_bits = small(merged_bits, "merged_bits", 0, 24);
    options.set_wise = truth(set_wise, "set_wise");
    new (self) PyGame(std::move(data), options, truth(bmi2, "bmi2"), std::move(move_type),
                      std::move(outcome_type));
}

PyPosition make_position(nb::handle_t<PyGame> self, nb::handle board, nb::handle ply) {
    auto& game = nb::cast<PyGame&>(self);
    const auto number = static_cast<u32>(whole(ply, "ply", 0, std::numeric_limits<u32>::max() - 1));
    return {nb::borrow(self), &game,
            game.game.position(
                board.is_none() ? game.game.data().start : byte_values(board, "board"), number)};
}

// A position whose outcome was brought about by a move that is no longer known.
PyPosition make_finished(nb::handle_t<PyGame> self, nb::handle board, nb::handle ply,
                         nb::handle winner, nb::handle reason) {
    const auto find = [](const auto& names, nb::handle wanted) {
        for (std::size_t i = 0; i < std::size(names); ++i) {
            if (names[i] ? nb::isinstance<nb::str>(wanted) && wanted.equal(nb::str(names[i]))
                         : wanted.is_none())
                return static_cast<int>(i);
        }
        return -1;
    };
    PyPosition position = make_position(self, board, ply);
    const int why = find(reason_names, reason), who = find(winner_names, winner);
    const bool drawn = why == static_cast<int>(Reason::turn_limit);
    if (why <= 0 || who < 0 || drawn != (who == 0))
        refuse_value("a game does not end with the winner " + shown(winner) + " and the reason " +
                     shown(reason));
    position.value.outcome = {static_cast<Reason>(why), who - 1};
    return position;
}

// -- positions

std::optional<PyPosition> play_squares(const PyPosition& self, int origin, int target) {
    const Move move{static_cast<u16>(origin), static_cast<u16>(target)};
    if (!self.native().legal(self.value, move)) return std::nullopt;
    return PyPosition{self.owner, self.game, self.native().play(self.value, move)};
}

// The number of a square (x, y); none if it is not on the board, or no square at all.
std::optional<int> square_number(const GameData& data, nb::handle given) {
    std::pair<nb::object, nb::object> square;
    try {
        square = to_pair(given, "a square");
    } catch (const nb::builtin_exception&) {
        return std::nullopt;
    }
    const auto within = [](nb::handle number, int size) {
        const nb::object whole = nb::steal(PyNumber_Index(number.ptr()));
        int overflow = 0;
        const long value = whole.is_valid() ? PyLong_AsLongAndOverflow(whole.ptr(), &overflow) : -1;
        PyErr_Clear();
        return overflow || value < 0 || value >= size ? -1 : static_cast<int>(value);
    };
    const int x = within(square.first, data.width), y = within(square.second, data.height);
    if (x < 0 || y < 0) return std::nullopt;
    return y * data.width + x;
}

std::optional<PyPosition> play(const PyPosition& self, nb::handle move) {
    MoveObjects& moves = self.game->moves;
    if (const auto known = moves.find(move))
        return play_squares(self, known->origin, known->target);
    const int is_move = PyObject_IsInstance(move.ptr(), moves.type().ptr());
    if (is_move < 0) nb::raise_python_error();
    if (!is_move) refuse_type("play takes a Move or text such as 'a2a3', not " + type_of(move));
    const nb::object from = move.attr("origin"), to = move.attr("target");
    const auto origin = square_number(self.native().data(), from);
    const auto target = square_number(self.native().data(), to);
    if (!origin || !target) return std::nullopt;
    return play_squares(self, *origin, *target);
}

u64 perft(const PyPosition& self, nb::handle depth, nb::handle threads, nb::handle hash_bytes,
          nb::handle stop) {
    const int plies = small(depth, "depth", 0, most_depth);
    const int workers = small(threads, "threads", 1, most_threads);
    const u64 bytes = natural(hash_bytes, "hash_bytes");
    const Stop* flag = stop.is_none() ? nullptr : &instance<Stop>(stop, "stop", "Stop");
    return interruptible([&](const Interrupted& interrupted) {
        return self.native().perft(self.value, plies, workers, bytes,
                                   [&] { return (flag && flag->flag) || interrupted(); });
    });
}

std::vector<EndCount> ends(const PyPosition& self, nb::handle depth, nb::handle threads) {
    const int plies = small(depth, "depth", 0, most_depth);
    const int workers = small(threads, "threads", 1, most_threads);
    return interruptible([&](const Interrupted& interrupted) {
        return self.native().ends(self.value, plies, workers, interrupted);
    });
}

Tally playouts(const PyPosition& self, nb::handle games, nb::handle seed, nb::handle threads) {
    const u64 wanted = natural(games, "games"), number = natural(seed, "seed");
    const int workers = small(threads, "threads", 1, most_threads);
    return interruptible([&](const Interrupted& interrupted) {
        return self.native().playouts(self.value, wanted, number, workers, interrupted);
    });
}

bool same_position(const PyPosition& self, nb::handle other) {
    PyPosition* position = nullptr;
    return nb::try_cast<PyPosition*>(other, position, false) && position &&
           self.game == position->game && self.value == position->value;
}

u64 hash_value(const PyPosition& self) {
    return self.value.hash ^ (u64{self.value.ply} << 8) ^
           static_cast<u64>(self.value.outcome.reason);
}

void bind_position(nb::module_& m) {
    nb::class_<Tally>(m, "Tally", "Results of playouts.")
        .def_prop_ro("white", [](const Tally& self) { return self.wins[0]; })
        .def_prop_ro("black", [](const Tally& self) { return self.wins[1]; })
        .def_ro("draws", &Tally::draws)
        .def_ro("plies", &Tally::plies, "The moves of all games together.");

    nb::class_<EndCount>(m, "EndCount", "Finished games of one length.")
        .def_prop_ro("white", [](const EndCount& self) { return self.wins[0]; })
        .def_prop_ro("black", [](const EndCount& self) { return self.wins[1]; })
        .def_ro("draws", &EndCount::draws);

    nb::class_<PyPosition>(m, "Position", "A position: a value.")
        .def_prop_ro(
            "board",
            [](const PyPosition& self) {
                return nb::bytes(self.value.at.data(), self.value.at.size());
            },
            "One byte per square: 0, or the code of the piece.")
        .def_prop_ro(
            "ply", [](const PyPosition& self) { return self.value.ply; },
            "The number of plies played.")
        .def_prop_ro(
            "zobrist", [](const PyPosition& self) { return self.value.hash; },
            "A 64-bit hash of board and player to move.")
        .def_prop_ro(
            "outcome",
            [](const PyPosition& self) { return self.game->outcomes.object(self.value.outcome); },
            nb::sig("def outcome(self) -> typing.Any"),
            "What the game's outcome_type makes of the winner and the reason; None while the game "
            "goes on.")
        .def(
            "moves",
            [](const PyPosition& self) {
                return self.game->moves.list(self.native().moves(self.value));
            },
            nb::sig("def moves(self) -> list[typing.Any]"), "The legal moves in order.")
        .def("play", &play, any("move"), "The position after a move, or None when it is not legal.")
        .def("perft", &perft,
             nb::sig("def perft(self, depth: int, threads: int = 1, hash_bytes: int = 0, stop: "
                     "Stop | None = None) -> int"),
             any("depth"), any("threads") = 1, any("hash_bytes") = 0, any("stop") = nb::none(),
             "The number of move sequences; without meaning if it was stopped.")
        .def("ends", &ends,
             nb::sig("def ends(self, depth: int, threads: int = 1) -> list[EndCount]"),
             any("depth"), any("threads") = 1, "Finished games by their length, from 0 to depth.")
        .def("playouts", &playouts,
             nb::sig("def playouts(self, games: int, seed: int = 0, threads: int = 1) -> Tally"),
             any("games"), any("seed") = 0, any("threads") = 1)
        .def("__eq__", &same_position, nb::arg().none(),
             nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", &hash_value);
}

}  // namespace

void bind_game(nb::module_& m) {
    nb::class_<PyGame>(
        m, "Game",
        "A game's rules as tables. `move_type` makes moves, `outcome_type` outcomes.\n\n"
        "Moves are made from two squares (x, y), outcomes from a winner and a reason. `walks` are "
        "smaller automata\nthan `dfas`, nondeterministic, with the same words: they are walked "
        "instead. The last four arguments are for\ntests and measurements.")
        .def("__init__", &make_game,
             nb::sig("def __init__(self, width: int, height: int, start: bytes, dfas: "
                     "collections.abc.Sequence[tuple[int, bytes, bytes] | None], count_goals: "
                     "collections.abc.Sequence[tuple[int, "
                     "int]], square_goals: collections.abc.Sequence[tuple[int, "
                     "collections.abc.Sequence[int]]], limit: int, "
                     "move_type: object, outcome_type: object, *, walks: "
                     "collections.abc.Sequence[tuple[int, bytes, bytes] | None] = (), bmi2: bool = "
                     "True, part_bits: int = ..., merged_bits: int = ..., set_wise: bool = True) "
                     "-> None"),
             any("width"), any("height"), any("start"), any("dfas"), any("count_goals"),
             any("square_goals"), any("limit"), any("move_type"), any("outcome_type"),
             nb::kw_only(), any("walks") = nb::tuple(), any("bmi2") = true,
             any("part_bits") = TableLimits{}.part_bits,
             any("merged_bits") = TableLimits{}.merged_bits, any("set_wise") = true)
        .def("position", &make_position,
             nb::sig("def position(self, board: bytes | None = None, ply: int = 0) -> Position"),
             any("board") = nb::none(), any("ply") = 0,
             "The initial position, or one without a last move.")
        .def("finished", &make_finished,
             nb::sig("def finished(self, board: bytes, ply: int, winner: str | None, reason: str) "
                     "-> Position"),
             any("board"), any("ply"), any("winner"), any("reason"),
             "A position with the outcome that its last move brought about.")
        .def_prop_ro(
            "table_bytes", [](const PyGame& self) { return self.game.bytes(); },
            "The size of the tables.")
        .def_prop_ro(
            "bmi2", [](const PyGame& self) { return self.game.uses_bmi2(); },
            "Whether play uses the PEXT and PDEP instructions.");
    bind_position(m);
    m.attr("MOST_THREADS") = most_threads;
    m.attr("MOST_DEPTH") = most_depth;
}

}  // namespace sbg::bindings
