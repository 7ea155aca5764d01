#include "bindings/audit.hpp"

#include <cstring>

#include "bindings/arguments.hpp"
#include "bindings/calls.hpp"
#include "bindings/game.hpp"
#include "solve/check_table.hpp"

namespace sbg::bindings {

using namespace nb::literals;

namespace {

// Memory that is only read, for as long as this lives.
class ReadBuffer {
  public:
    explicit ReadBuffer(nb::handle given) {
        if (PyObject_GetBuffer(given.ptr(), &view_, PyBUF_SIMPLE) == 0) return;
        PyErr_Clear();
        refuse_type("values are a buffer of bytes, not " + type_of(given));
    }
    ~ReadBuffer() { PyBuffer_Release(&view_); }
    ReadBuffer(const ReadBuffer&) = delete;
    ReadBuffer& operator=(const ReadBuffer&) = delete;
    const u8* data() const { return static_cast<const u8*>(view_.buf); }
    u64 bytes() const { return static_cast<u64>(view_.len); }

  private:
    Py_buffer view_;
};

struct PyTableCheck {
    nb::object owner;  // keeps the game alive
    std::vector<std::unique_ptr<ReadBuffer>> lent;
    std::unique_ptr<TableCheck> check;
};

CheckedTable::Scheme to_scheme(nb::handle given) {
    const std::string name = text(given, "scheme");
    if (name == "classes") return CheckedTable::Scheme::classes;
    if (name == "squares") return CheckedTable::Scheme::squares;
    if (name == "reachable") return CheckedTable::Scheme::reachable;
    refuse_value("scheme is classes, squares or reachable");
}

std::vector<nb::object> some(nb::handle given, const char* name, std::size_t count) {
    std::vector<nb::object> parts = items(given, name);
    if (parts.size() != count)
        refuse_value(std::string(name) + " has " + std::to_string(count) + " parts");
    return parts;
}

std::vector<int> smalls(nb::handle given, const char* name) {
    std::vector<int> found;
    for (const nb::object& one : items(given, name)) found.push_back(small(one, name, 0));
    return found;
}

void make_py_check(PyTableCheck* self, nb::handle game, nb::handle scheme, nb::handle kinds,
                   nb::handle classes, nb::handle halves, nb::handle flips, nb::handle turns,
                   nb::handle mirrors, nb::handle loud, nb::handle slots) {
    CheckedTable table;
    std::vector<std::unique_ptr<ReadBuffer>> lent;
    table.scheme = to_scheme(scheme);
    for (const nb::object& given : items(kinds, "kinds")) {
        const auto parts = some(given, "a kind", 2);
        table.kinds.push_back(
            {small(parts[0], "the code of a kind", 1), smalls(parts[1], "the squares of a kind")});
    }
    for (const nb::object& given : items(classes, "classes"))
        table.classes.push_back(smalls(given, "a class"));
    for (const nb::object& given : items(halves, "halves")) {
        const auto parts = some(given, "a half", 4);
        lent.push_back(std::make_unique<ReadBuffer>(parts[3]));
        const CheckedTable::Half half{static_cast<u32>(whole(parts[0], "the number of a half", 0,
                                                             std::numeric_limits<u32>::max())),
                                      natural(parts[1], "the size of a half"),
                                      small(parts[2], "the width of an entry", 1, 2),
                                      lent.back()->data()};
        if (half.size > lent.back()->bytes() / static_cast<u64>(half.width))
            refuse_value("a half has too few values");
        table.halves.push_back(half);
    }
    table.flips = truth(flips, "flips");
    table.turns = truth(turns, "turns");
    table.mirrors = truth(mirrors, "mirrors");
    for (const nb::object& given : items(loud, "loud")) {
        const auto parts = some(given, "a loud man", 2);
        table.loud.push_back({small(parts[0], "the code of a loud man", 1),
                              small(parts[1], "the square of a loud man", 0)});
    }
    const std::vector<u8> keys = byte_values(slots, "slots");
    if (keys.size() % 8) refuse_value("slots are 64-bit numbers");
    for (std::size_t at = 0; at < keys.size(); at += 8) {
        u64 key = 0;
        for (std::size_t i = 8; i-- > 0;) key = key << 8 | keys[at + i];
        table.slots.push_back(key);
    }
    PyGame& played = instance<PyGame>(game, "game", "Game");
    auto check = make_table_check(played.game, std::move(table));
    new (self) PyTableCheck{nb::borrow(game), std::move(lent), std::move(check)};
}

CheckedEntries check_entries(const PyTableCheck& self, nb::handle half, nb::handle first,
                             nb::handle last, nb::handle threads) {
    const auto number = static_cast<u32>(whole(half, "half", 0, std::numeric_limits<u32>::max()));
    const u64 from = natural(first, "first"), to = natural(last, "last");
    const int workers = small(threads, "threads", 1, most_threads);
    return interruptible([&](const Interrupted& interrupted) {
        return self.check->check(number, from, to, workers, interrupted);
    });
}

nb::object find_spot(const PyTableCheck& self, nb::handle board, nb::handle side) {
    const std::vector<u8> codes = byte_values(board, "board");
    const GameData& data = nb::cast<PyGame&>(self.owner).game.data();
    if (codes.size() != static_cast<std::size_t>(data.squares()))
        refuse_value("a board has a code for each square");
    for (const u8 code : codes)
        if (code >= data.codes()) refuse_value("a board has codes of pieces");
    const auto spot = self.check->find(codes, small(side, "side", 0, 1));
    if (!spot) return nb::none();
    return nb::make_tuple(spot->half, spot->index);
}

nb::object wrong_entry(const CheckedEntries& entries) {
    if (!entries.wrong) return nb::none();
    const WrongEntry& wrong = *entries.wrong;
    const char* const reasons[] = {"value", "no value", "no board", "outside"};
    return nb::make_tuple(reasons[static_cast<int>(wrong.reason)], wrong.index,
                          nb::bytes(wrong.board.data(), wrong.board.size()), wrong.side,
                          wrong.found, wrong.made);
}

}  // namespace

void bind_audit(nb::module_& m) {
    nb::class_<CheckedEntries>(m, "CheckedEntries", "Entries of a table that were checked.")
        .def_ro("wins", &CheckedEntries::wins)
        .def_ro("draws", &CheckedEntries::draws)
        .def_ro("losses", &CheckedEntries::losses)
        .def_ro("longest", &CheckedEntries::longest,
                "Plies of the longest win or loss, or -1 where there is none.")
        .def_ro("none", &CheckedEntries::none, "Entries without a board.")
        .def_prop_ro("wrong", &wrong_entry,
                     nb::sig("def wrong(self) -> tuple[str, int, bytes, int, int, int] | None"),
                     "The first wrong one: why, its index, its board and side, the value that it "
                     "has, and the one that the moves make.");

    nb::class_<PyTableCheck>(m, "TableCheck",
                             "Checks a table of values, with a numbering of its own.")
        .def("__init__", &make_py_check,
             nb::sig("def __init__(self, game: Game, scheme: str, kinds: "
                     "collections.abc.Sequence[tuple[int, collections.abc.Sequence[int]]], "
                     "classes: collections.abc.Sequence[collections.abc.Sequence[int]], halves: "
                     "collections.abc.Sequence[tuple[int, int, int, typing.Any]], *, flips: bool, "
                     "turns: bool, mirrors: bool, loud: "
                     "collections.abc.Sequence[tuple[int, int]] = (), slots: bytes = b'') -> None"),
             any("game"), any("scheme"), any("kinds"), any("classes"), any("halves"), nb::kw_only(),
             any("flips"), any("turns"), any("mirrors"), any("loud") = nb::make_tuple(),
             any("slots") = nb::bytes("", 0))
        .def("check", &check_entries,
             nb::sig("def check(self, half: int, first: int, last: int, threads: int = 1) -> "
                     "CheckedEntries"),
             any("half"), any("first"), any("last"), any("threads") = 1,
             "Whether these entries follow from those after their moves.")
        .def("find", &find_spot,
             nb::sig("def find(self, board: bytes, side: int) -> tuple[int, int] | None"),
             any("board"), any("side"), "Half and index of a position.");
}

}  // namespace sbg::bindings
