#include "bindings/solve.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <map>

#include "bindings/arguments.hpp"
#include "bindings/calls.hpp"
#include "bindings/game.hpp"
#include "solve/tables.hpp"

namespace sbg::bindings {

using namespace nb::literals;

namespace {

// Memory that Python lends, for as long as this lives.
class Lent {
  public:
    explicit Lent(nb::handle given) {
        if (PyObject_GetBuffer(given.ptr(), &view_, PyBUF_WRITABLE) == 0) return;
        PyErr_Clear();
        refuse_type("memory is a buffer that can be written, not " + type_of(given));
    }
    ~Lent() { PyBuffer_Release(&view_); }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    void* data() const { return view_.buf; }
    u64 bytes() const { return static_cast<u64>(view_.len); }

  private:
    Py_buffer view_;
};

struct PyTables {
    nb::object owner;  // keeps the game alive
    std::unique_ptr<Tables> tables;
    std::map<u32, std::unique_ptr<Lent>> lent;
};

// 32-bit numbers in threes.
std::vector<SpaceData::Pair> to_pairs(nb::handle given) {
    const std::vector<u8> flat = byte_values(given, "pairs");
    if (flat.size() % sizeof(SpaceData::Pair)) refuse_value("pairs come in threes");
    std::vector<SpaceData::Pair> pairs(flat.size() / sizeof(SpaceData::Pair));
    if (!pairs.empty()) std::memcpy(pairs.data(), flat.data(), flat.size());
    return pairs;
}

void make_py_tables(PyTables* self, nb::handle game, nb::handle kinds, nb::handle classes,
                    nb::handle pairs, nb::handle by_squares, nb::handle hashed, nb::handle flips,
                    nb::handle mirrors, nb::handle depth, nb::handle loud, nb::handle turns) {
    SpaceData data;
    for (const nb::object& kind : items(kinds, "kinds")) {
        const std::vector<nb::object> parts = items(kind, "a kind");
        if (parts.size() != 2) refuse_value("a kind is a pair");
        SpaceData::Kind native{small(parts[0], "the code of a kind", 1), {}};
        for (const nb::object& square : items(parts[1], "the squares of a kind"))
            native.squares.push_back(small(square, "the square of a kind", 0));
        data.kinds.push_back(std::move(native));
    }
    for (const nb::object& given : items(classes, "classes")) {
        std::vector<int> men;
        for (const u8 count : byte_values(given, "a class")) men.push_back(count);
        data.classes.push_back(std::move(men));
    }
    data.pairs = to_pairs(pairs);
    data.by_squares = truth(by_squares, "by_squares");
    data.hashed = truth(hashed, "hashed");
    data.flips = truth(flips, "flips");
    data.mirrors = truth(mirrors, "mirrors");
    data.turns = truth(turns, "turns");
    data.depth = small(depth, "depth", 1);
    for (const nb::object& given : items(loud, "loud")) {
        const std::vector<nb::object> parts = items(given, "a loud man");
        if (parts.size() != 2) refuse_value("a loud man is a code and a square");
        data.loud.push_back({small(parts[0], "the code of a loud man", 1),
                             small(parts[1], "the square of a loud man", 0)});
    }
    PyGame& played = instance<PyGame>(game, "game", "Game");
    auto tables = make_tables(played.game, data);
    new (self) PyTables{nb::borrow(game), std::move(tables), {}};
}

u32 to_half(nb::handle given) {
    return static_cast<u32>(whole(given, "half", 0, std::numeric_limits<u32>::max()));
}

void attach(PyTables& self, nb::handle half, nb::handle memory, nb::handle wide) {
    const u32 number = to_half(half);
    if (memory.is_none()) {
        self.tables->attach(number, nullptr, false);
        self.lent.erase(number);
        return;
    }
    const bool words = truth(wide, "wide");
    auto lent = std::make_unique<Lent>(memory);
    const u64 size = self.tables->size(number);
    if (lent->bytes() < size * (words ? 2 : 1)) refuse_value("there is too little memory");
    if (words && reinterpret_cast<std::uintptr_t>(lent->data()) % 2)
        refuse_value("words begin at an even address");
    self.tables->attach(number, lent->data(), words);
    self.lent[number] = std::move(lent);
}

std::vector<u8> to_board(const PyTables& self, nb::handle given) {
    std::vector<u8> board = byte_values(given, "board");
    const GameData& data = nb::cast<PyGame&>(self.owner).game.data();
    if (board.size() != static_cast<std::size_t>(data.squares()))
        refuse_value("a board has a code for each square");
    for (const u8 code : board)
        if (code >= data.codes()) refuse_value("a board has codes of pieces");
    return board;
}

nb::object find_entry(const PyTables& self, nb::handle board, nb::handle side) {
    const Where where = self.tables->find(to_board(self, board), small(side, "side", 0, 1));
    if (where.index == nowhere) return nb::none();
    return nb::make_tuple(where.half, where.index);
}

nb::object entry_board(const PyTables& self, nb::handle half, nb::handle index) {
    int side = 0;
    const auto found = self.tables->board(to_half(half), natural(index, "index"), side);
    if (!found) return nb::none();
    return nb::make_tuple(nb::bytes(found->data(), found->size()), side);
}

bool meet(PyTables& self, nb::handle board, nb::handle side, nb::handle most) {
    const std::vector<u8> root = to_board(self, board);
    const int mover = small(side, "side", 0, 1);
    const u64 room = natural(most, "most");
    self.tables->attach(0, nullptr, false);
    self.lent.clear();
    return interruptible([&](const Interrupted& interrupted) {
        return self.tables->meet(root, mover, room, interrupted);
    });
}

nb::bytes keys(const PyTables& self) {
    const std::vector<u64>& slots = self.tables->keys();
    return nb::bytes(slots.data(), slots.size() * sizeof(u64));
}

void recall(PyTables& self, nb::handle given) {
    const std::vector<u8> flat = byte_values(given, "keys");
    if (flat.size() % sizeof(u64)) refuse_value("keys are 64-bit numbers");
    std::vector<u64> slots(flat.size() / sizeof(u64));
    if (!slots.empty()) std::memcpy(slots.data(), flat.data(), flat.size());
    self.tables->attach(0, nullptr, false);
    self.lent.clear();
    self.tables->recall(std::move(slots));
}

Settled settle(PyTables& self, nb::handle half, nb::handle first, nb::handle seconds,
               nb::handle threads) {
    const u32 number = to_half(half);
    const u64 from = natural(first, "first");
    const double time = real(seconds, "seconds");
    const int workers = small(threads, "threads", 1, most_threads);
    return interruptible([&](const Interrupted& interrupted) {
        return self.tables->settle(number, from, time, workers, interrupted);
    });
}

Sweep sweep(PyTables& self, nb::handle halves, nb::handle level, nb::handle seconds,
            nb::handle threads) {
    std::vector<u32> numbers;
    for (const nb::object& half : items(halves, "halves")) numbers.push_back(to_half(half));
    const u32 from = static_cast<u32>(whole(level, "level", 0, most_wide + 1));
    const double time = real(seconds, "seconds");
    const int workers = small(threads, "threads", 1, most_threads);
    return interruptible([&](const Interrupted& interrupted) {
        return self.tables->sweep(numbers, from, time, workers, interrupted);
    });
}

TableCount count_values(const PyTables& self, nb::handle half, nb::handle threads) {
    const u32 number = to_half(half);
    const int workers = small(threads, "threads", 1, most_threads);
    return interruptible([&](const Interrupted& interrupted) {
        return self.tables->count(number, workers, interrupted);
    });
}

u64 inconsistent(const PyTables& self, nb::handle half, nb::handle first, nb::handle last,
                 nb::handle threads) {
    const u32 number = to_half(half);
    const u64 from = natural(first, "first"), to = natural(last, "last");
    const int workers = small(threads, "threads", 1, most_threads);
    return interruptible([&](const Interrupted& interrupted) {
        return self.tables->inconsistent(number, from, to, workers, interrupted);
    });
}

}  // namespace

void bind_solve(nb::module_& m) {
    nb::class_<Settled>(m, "Settled", "How far settling has come.")
        .def_ro("next", &Settled::next, "All entries before this one are settled.")
        .def_ro("entries", &Settled::entries, "How many entries were settled.")
        .def_ro("overflow", &Settled::overflow, "Whether a distance did not fit into a byte.");

    nb::class_<Sweep>(m, "Sweep", "How far sweeps have come.")
        .def_ro("level", &Sweep::level, "The next level.")
        .def_ro("done", &Sweep::done)
        .def_ro("overflow", &Sweep::overflow, "Whether a distance did not fit into a byte.");

    nb::class_<TableCount>(m, "TableCount", "The values of a table, counted.")
        .def_ro("losses", &TableCount::losses, "By plies.")
        .def_ro("wins", &TableCount::wins, "By plies.")
        .def_ro("draws", &TableCount::draws)
        .def_ro("none", &TableCount::none, "Entries without a board.")
        .def_ro("zugzwangs", &TableCount::zugzwangs,
                "Boards on which neither wins when it is their move, and one of them loses.");

    nb::class_<PyTables>(m, "Tables",
                         "Positions numbered, and the memory that Python lends for their values.")
        .def("__init__", &make_py_tables,
             nb::sig("def __init__(self, game: Game, kinds: collections.abc.Sequence[tuple[int, "
                     "collections.abc.Sequence[int]]], classes: collections.abc.Sequence[bytes], "
                     "pairs: bytes, *, by_squares: bool, hashed: bool, flips: bool, mirrors: bool, "
                     "depth: int, loud: collections.abc.Sequence[tuple[int, int]] = (), "
                     "turns: bool = False) -> None"),
             any("game"), any("kinds"), any("classes"), any("pairs"), nb::kw_only(),
             any("by_squares"), any("hashed"), any("flips"), any("mirrors"), any("depth"),
             any("loud") = nb::make_tuple(), any("turns") = false)
        .def(
            "size",
            [](const PyTables& self, nb::handle half) { return self.tables->size(to_half(half)); },
            nb::sig("def size(self, half: int) -> int"), any("half"), "How many entries it has.")
        .def("attach", &attach,
             nb::sig("def attach(self, half: int, memory: typing.Any, wide: bool = False) -> None"),
             any("half"), any("memory"), any("wide") = false,
             "Lends memory for the values of a half; None takes it back.")
        .def("find", &find_entry,
             nb::sig("def find(self, board: bytes, side: int) -> tuple[int, int] | None"),
             any("board"), any("side"), "Half and index of a position.")
        .def("board", &entry_board,
             nb::sig("def board(self, half: int, index: int) -> tuple[bytes, int] | None"),
             any("half"), any("index"), "The board of an entry, and the side to move.")
        .def("meet", &meet, nb::sig("def meet(self, board: bytes, side: int, most: int) -> bool"),
             any("board"), any("side"), any("most"),
             "Meets all positions that can be reached; False if there are more than `most`.")
        .def_prop_ro("met", [](const PyTables& self) { return self.tables->met(); })
        .def("keys", &keys, "The slots, 64 bits each.")
        .def("recall", &recall, nb::sig("def recall(self, keys: bytes) -> None"), any("keys"))
        .def("settle", &settle,
             nb::sig("def settle(self, half: int, first: int, seconds: float, threads: int = 1) -> "
                     "Settled"),
             any("half"), any("first"), any("seconds"), any("threads") = 1)
        .def("sweep", &sweep,
             nb::sig("def sweep(self, halves: collections.abc.Sequence[int], level: int, seconds: "
                     "float, threads: int = 1) -> Sweep"),
             any("halves"), any("level"), any("seconds"), any("threads") = 1)
        .def("count", &count_values,
             nb::sig("def count(self, half: int, threads: int = 1) -> TableCount"), any("half"),
             any("threads") = 1)
        .def("inconsistent", &inconsistent,
             nb::sig("def inconsistent(self, half: int, first: int, last: int, threads: int = 1) "
                     "-> int"),
             any("half"), any("first"), any("last"), any("threads") = 1,
             "How many of these entries do not follow from their successors.");
}

}  // namespace sbg::bindings
