#include "bindings/batch.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

#include "batch/batcher.hpp"
#include "batch/puct.hpp"
#include "bindings/arrays.hpp"
#include "bindings/calls.hpp"
#include "bindings/game.hpp"
#include "xla/games.hpp"

namespace sbg::bindings {

namespace {

using nb::handle;

// A game and the numbers of its moves.
struct PyActions {
    PyActions(handle given, handle kind, handle size, handle plane_of, handle steps, handle index,
              handle origins, handle targets)
        : owner(nb::borrow(given)),
          game(&instance<PyGame>(given, "game", "Game")),
          batcher(game->game,
                  read(game->game.data(), kind, size, plane_of, steps, index, origins, targets)) {}

    nb::object owner;
    PyGame* game;
    Batcher batcher;

  private:
    static std::vector<i32> numbers(handle given, const char* name, u64 length, int least,
                                    int most) {
        const ArrayView array(given, name, {Item::int32}, {length}, false);
        std::vector<i32> found(array.as<i32>(), array.as<i32>() + length);
        for (const i32 number : found) {
            if (number < least || number > most)
                refuse_value(std::string(name) + " has numbers from " + std::to_string(least) +
                             " to " + std::to_string(most));
        }
        return found;
    }

    static Batcher::Actions read(const GameData& data, handle kind, handle size, handle plane_of,
                                 handle steps, handle index, handle origins, handle targets) {
        Batcher::Actions found{};
        found.kind = static_cast<ActionTable::Kind>(small(kind, "kind", 0, 2));
        found.size = small(size, "size", 1);
        const auto squares = static_cast<u64>(data.squares());
        const auto places = static_cast<u64>((2 * data.width - 1) * (2 * data.height - 1));
        if (found.kind == ActionTable::Kind::planes) {
            if (found.size % data.squares()) refuse_value("size is planes times squares");
            const int planes = found.size / data.squares();
            found.plane_of = numbers(plane_of, "plane_of", places, -1, planes - 1);
            found.steps = numbers(steps, "steps", 2 * static_cast<u64>(planes), -64, 64);
        } else if (found.kind == ActionTable::Kind::pairs) {
            const auto actions = static_cast<u64>(found.size);
            found.index = numbers(index, "index", squares * squares, -1, found.size - 1);
            found.origins = numbers(origins, "origins", actions, 0, data.squares() - 1);
            found.targets = numbers(targets, "targets", actions, 0, data.squares() - 1);
        } else if (static_cast<u64>(found.size) != squares * squares) {
            refuse_value("size is the square of the number of squares");
        }
        return found;
    }
};

// How the games of a batch begin and go on; the records are Python's.
struct PyBatch {
    PyBatch(handle given, handle slots, handle seed, handle starts, handle opening,
            handle auto_reset, handle illegal_loses, handle threads)
        : owner(nb::borrow(given)), actions(&instance<PyActions>(given, "actions", "Actions")) {
        rules = actions->batcher.rules();
        rules.slots = unsigned_whole(slots, "slots", u64{1} << 40);
        rules.seed = natural(seed, "seed");
        rules.opening = static_cast<u32>(whole(opening, "opening", 0, 10'000));
        rules.auto_reset = truth(auto_reset, "auto_reset");
        rules.illegal_loses = truth(illegal_loses, "illegal_loses");
        workers = small(threads, "threads", 1, most_threads);
        if (starts.is_none()) {
            const std::vector<u8>& board = data().start;
            const u32 ply = 0, status = status_unknown;
            begins.resize(words());
            run(1, 1, [&](u64 first, u64 last, const Workspace& space, sbg::Stop stop) {
                kernel().pack(rules, board.data(), &ply, &status, begins.data(), first, last, space,
                              stop);
            });
            rules.start_count = 1;
        } else {
            rules.start_count = rows_of(starts, "starts");
            if (!rules.start_count) refuse_value("there is at least one start");
            const ArrayView records(starts, "starts", {Item::uint32}, {rules.start_count, words()},
                                    false);
            begins.assign(records.as<u32>(), records.as<u32>() + rules.start_count * words());
            refuse_invalid(begins.data(), rules.start_count);
        }
        rules.starts = begins.data();
    }
    PyBatch(const PyBatch&) = delete;

    const GameData& data() const { return actions->game->game.data(); }
    const BatchKernel& kernel() const { return actions->batcher.kernel(); }
    u64 words() const { return static_cast<u64>(rules.packing.words); }
    u64 squares() const { return static_cast<u64>(data().squares()); }
    u64 action_count() const { return static_cast<u64>(actions->batcher.actions().size); }

    void refuse_invalid(const u32* records, u64 count) const {
        const u64 bad = kernel().check(rules, records, 0, count);
        if (bad < count)
            refuse_value("record " + std::to_string(bad) + " is not of a position of this game");
    }

    template <class Work>
    void run(u64 slots, u64 plies, const Work& work) const {
        interruptible([&](const Interrupted& interrupted) {
            actions->batcher.run(slots, plies, workers, interrupted, work);
            return 0;
        });
    }

    ArrayView records(handle given, const char* name, bool writable) const {
        return {given, name, {Item::uint32}, {rules.slots, words()}, writable};
    }

    nb::object owner;
    PyActions* actions;
    BatchRules rules;
    int workers;
    std::vector<u32> begins;
};

void begin(const PyBatch& self, handle state, handle out, handle marks) {
    const ArrayView to = self.records(out, "out", true);
    if (state.is_none()) {
        self.run(self.rules.slots, 1, [&](u64 first, u64 last, const Workspace& space, auto stop) {
            self.kernel().begin(self.rules, nullptr, to.as<u32>(), first, last, nullptr, true,
                                space, stop);
        });
        return;
    }
    const ArrayView from = self.records(state, "state", false);
    const ArrayView mask(marks, "mask", {Item::boolean, Item::uint8}, {self.rules.slots}, false);
    self.run(self.rules.slots, 1, [&](u64 first, u64 last, const Workspace& space, auto stop) {
        self.kernel().begin(self.rules, from.as<u32>(), to.as<u32>(), first, last, mask.as<u8>(),
                            false, space, stop);
    });
}

ArrayView legal_sets(const PyBatch& self, handle given, const char* name) {
    const u64 squares = self.squares();
    if (squares <= 32) return {given, name, {Item::uint32}, {self.rules.slots, squares, 1}, true};
    return {given, name, {Item::uint64}, {self.rules.slots, squares, (squares + 63) / 64}, true};
}

// The first slot whose action is illegal, or -1.
i64 step(const PyBatch& self, handle state, handle out, handle given, handle legal) {
    const u64 slots = self.rules.slots;
    const ArrayView from = self.records(state, "state", false), to = self.records(out, "out", true);
    const ArrayView numbers(given, "actions", {Item::int32, Item::int64}, {slots}, false);
    const ActionNumbers actions{numbers.as<void>(), numbers.item() == Item::int64};
    std::optional<ArrayView> sets;
    if (!legal.is_none()) sets.emplace(legal_sets(self, legal, "legal"));
    std::atomic<u64> illegal{slots};
    self.run(slots, 1, [&](u64 first, u64 last, const Workspace& space, auto stop) {
        const u64 bad = self.kernel().step(self.rules, from.as<u32>(), to.as<u32>(), first, last,
                                           actions, sets ? sets->as<void>() : nullptr, space, stop);
        u64 least = illegal;
        while (bad < last && bad < least && !illegal.compare_exchange_weak(least, bad)) {
        }
    });
    return illegal < slots ? static_cast<i64>(illegal.load()) : -1;
}

Tally random_plies(const PyBatch& self, handle state, handle out, handle plies) {
    const ArrayView from = self.records(state, "state", false), to = self.records(out, "out", true);
    const u64 count = natural(plies, "plies");
    Tally total{};
    std::mutex mutex;
    self.run(self.rules.slots, std::min<u64>(count, 1000),
             [&](u64 first, u64 last, const Workspace& space, auto stop) {
                 Tally mine{};
                 self.kernel().random(self.rules, from.as<u32>(), to.as<u32>(), first, last, count,
                                      space, stop, mine);
                 const std::lock_guard lock(mutex);
                 total += mine;
             });
    return total;
}

void sample(const PyBatch& self, handle state, handle out) {
    const ArrayView from = self.records(state, "state", false);
    const ArrayView to(out, "out", {Item::int32}, {self.rules.slots}, true);
    self.run(self.rules.slots, 1, [&](u64 first, u64 last, const Workspace& space, auto stop) {
        self.kernel().sample(self.rules, from.as<u32>(), first, last, to.as<i32>(), space, stop);
    });
}

void legal(const PyBatch& self, handle state, handle out) {
    const ArrayView from = self.records(state, "state", false), to = legal_sets(self, out, "out");
    self.run(self.rules.slots, 1, [&](u64 first, u64 last, const Workspace& space, auto stop) {
        self.kernel().legal(self.rules, from.as<u32>(), first, last, to.as<void>(), space, stop);
    });
}

void mask(const PyBatch& self, handle state, handle out, handle ended) {
    const ArrayView from = self.records(state, "state", false);
    const ArrayView to(out, "out", {Item::boolean, Item::int8, Item::uint8},
                       {self.rules.slots, self.action_count()}, true);
    const u8 all = truth(ended, "ended");
    self.run(self.rules.slots, 1, [&](u64 first, u64 last, const Workspace& space, auto stop) {
        self.kernel().mask(self.rules, from.as<u32>(), first, last, to.as<u8>(), all, space, stop);
    });
}

void observe(const PyBatch& self, handle state, handle out) {
    const ArrayView from = self.records(state, "state", false);
    const auto height = static_cast<u64>(self.data().height);
    const auto width = static_cast<u64>(self.data().width);
    const auto planes = static_cast<u64>(self.actions->batcher.views());
    const ArrayView to(out, "out",
                       {Item::float32, Item::float16, Item::uint8, Item::int8, Item::boolean},
                       {self.rules.slots, height, width, planes}, true);
    const Scalar scalar = to.item() == Item::float32   ? Scalar::single
                          : to.item() == Item::float16 ? Scalar::half
                                                       : Scalar::byte;
    self.run(self.rules.slots, 1, [&](u64 first, u64 last, const Workspace&, auto) {
        self.kernel().observe(self.rules, from.as<u32>(), first, last, to.as<void>(), scalar);
    });
}

void boards(const PyBatch& self, handle state, handle out) {
    const ArrayView from = self.records(state, "state", false);
    const auto height = static_cast<u64>(self.data().height);
    const auto width = static_cast<u64>(self.data().width);
    const ArrayView to(out, "out", {Item::uint8}, {self.rules.slots, height, width}, true);
    self.run(self.rules.slots, 1, [&](u64 first, u64 last, const Workspace&, auto) {
        self.kernel().boards(self.rules, from.as<u32>(), first, last, to.as<u8>());
    });
}

void pack(const PyBatch& self, handle given, handle plies, handle status, handle out) {
    const u64 count = rows_of(plies, "plies");
    const ArrayView from(given, "boards", {Item::uint8}, {count, self.squares()}, false);
    const ArrayView when(plies, "plies", {Item::uint32}, {count}, false);
    const ArrayView ends(status, "status", {Item::uint32}, {count}, false);
    const ArrayView to(out, "out", {Item::uint32}, {count, self.words()}, true);
    for (u64 i = 0; i < count * self.squares(); ++i) {
        if (from.as<u8>()[i] >= self.data().codes())
            refuse_value("a board holds a code without a piece");
    }
    self.run(count, 1, [&](u64 first, u64 last, const Workspace& space, auto stop) {
        self.kernel().pack(self.rules, from.as<u8>(), when.as<u32>(), ends.as<u32>(), to.as<u32>(),
                           first, last, space, stop);
    });
}

void check(const PyBatch& self, handle state) {
    const u64 count = rows_of(state, "state");
    const ArrayView from(state, "state", {Item::uint32}, {count, self.words()}, false);
    self.refuse_invalid(from.as<u32>(), count);
}

// -- trees

struct PyPuct {
    PyPuct(handle given, handle exploration)
        : owner(nb::borrow(given)),
          batch(&instance<PyBatch>(given, "batch", "Batch")),
          trees(batch->actions->batcher, batch->rules,
                static_cast<float>(real(exploration, "exploration"))) {}

    nb::object owner;
    PyBatch* batch;
    Puct trees;
    bool begun = false, waiting = false;

    void need(bool now, const char* what) const {
        if (!now) refuse_value(what);
    }
};

void begin_trees(PyPuct& self, handle state) {
    const ArrayView from = self.batch->records(state, "state", false);
    self.batch->refuse_invalid(from.as<u32>(), self.trees.size());
    self.trees.begin(from.as<u32>());
    self.begun = true;
    self.waiting = false;
}

// Runs a pass over the trees. One that is interrupted leaves trees that cannot be used.
template <class Pass>
u64 passed(PyPuct& self, bool waiting, const Pass& pass) {
    self.begun = false;
    const u64 count =
        interruptible([&](const Interrupted& interrupted) { return pass(interrupted); });
    self.begun = true;
    self.waiting = waiting;
    return count;
}

u64 select_leaves(PyPuct& self, handle leaves) {
    self.need(self.begun && !self.waiting, "select comes after begin, or after expand");
    const ArrayView out = self.batch->records(leaves, "leaves", true);
    return passed(self, true, [&](const Interrupted& interrupted) {
        return self.trees.select(out.as<u32>(), self.batch->workers, interrupted);
    });
}

u64 expand_leaves(PyPuct& self, handle policies, handle values, handle leaves) {
    self.need(self.begun && self.waiting, "expand comes after select");
    const u64 rows = self.trees.waiting(), actions = self.batch->action_count();
    const ArrayView weights(policies, "policies", {Item::float32}, {rows, actions}, false);
    const ArrayView judged(values, "values", {Item::float32}, {rows}, false);
    std::optional<ArrayView> out;
    if (!leaves.is_none()) out.emplace(self.batch->records(leaves, "leaves", true));
    // An array without rows may have no address, but there is something to take in all the same.
    static constexpr float nothing = 0;
    const float* given = rows ? weights.as<float>() : &nothing;
    return passed(self, out.has_value(), [&](const Interrupted& interrupted) {
        return self.trees.expand(given, judged.as<float>(), out ? out->as<u32>() : nullptr,
                                 self.batch->workers, interrupted);
    });
}

void mix_roots(PyPuct& self, handle policies, handle part) {
    self.need(self.begun, "mix comes after begin");
    const ArrayView weights(policies, "policies", {Item::float32},
                            {self.trees.size(), self.batch->action_count()}, false);
    self.trees.mix(weights.as<float>(), static_cast<float>(real(part, "part")));
}

void root_visits(const PyPuct& self, handle out) {
    self.need(self.begun, "visits comes after begin");
    const ArrayView to(out, "out", {Item::int32}, {self.trees.size(), self.batch->action_count()},
                       true);
    self.trees.visits(to.as<i32>());
}

void root_values(const PyPuct& self, handle out) {
    self.need(self.begun, "values comes after begin");
    const ArrayView to(out, "out", {Item::float32}, {self.trees.size()}, true);
    self.trees.values(to.as<float>());
}

void bind_puct(nb::module_& m) {
    nb::class_<PyPuct>(m, "Puct", "Trees of many games, judged by the caller.")
        .def(nb::init<handle, handle>(), any("batch"), any("exploration") = 1.5,
             nb::sig("def __init__(self, batch: Batch, exploration: float = 1.5) -> None"))
        .def("begin", &begin_trees, any("state"), nb::sig("def begin(self, state: object) -> None"),
             "Forgets all and begins anew.")
        .def("select", &select_leaves, any("leaves"),
             nb::sig("def select(self, leaves: object) -> int"),
             "Writes the records of the positions to judge into the first rows; their number.")
        .def("expand", &expand_leaves, any("policies"), any("values"), any("leaves") = nb::none(),
             nb::sig("def expand(self, policies: object, values: object, leaves: object = None) -> "
                     "int"),
             "What was found out about them; with leaves it also selects the next.")
        .def("mix", &mix_roots, any("policies"), any("part"),
             nb::sig("def mix(self, policies: object, part: float) -> None"),
             "Mixes other policies into those of the roots.")
        .def("visits", &root_visits, any("out"), nb::sig("def visits(self, out: object) -> None"))
        .def("values", &root_values, any("out"), nb::sig("def values(self, out: object) -> None"));
}

// -- programs of XLA

struct PyXlaGame {
    PyXlaGame(handle given, handle key)
        : owner(nb::borrow(given)),
          batch(&instance<PyBatch>(given, "batch", "Batch")),
          game(text(key, "key"), batch->actions->batcher, batch->rules, batch->workers) {}

    nb::object owner;
    PyBatch* batch;
    XlaGame game;
};

nb::dict xla_targets() {
    nb::dict found;
    for (const XlaGame::Target& target : XlaGame::targets)
        found[target.name] =
            nb::capsule(reinterpret_cast<const void*>(target.handler), "xla._CUSTOM_CALL_TARGET");
    return found;
}

void bind_xla(nb::module_& m) {
    nb::class_<PyXlaGame>(m, "XlaGame", "A game that programs of XLA may step, by its key.")
        .def(nb::init<handle, handle>(), any("batch"), any("key"),
             nb::sig("def __init__(self, batch: Batch, key: str) -> None"));
    m.def("xla_targets", &xla_targets, nb::sig("def xla_targets() -> dict[str, object]"),
          "The functions that such programs call, as capsules.");
}

}  // namespace

void bind_batch(nb::module_& m) {
    bind_arrays(m);
    nb::class_<PyActions>(m, "Actions",
                          "The numbers of a game's moves: 0 planes, 1 pairs, 2 squares.")
        .def(
            nb::init<handle, handle, handle, handle, handle, handle, handle, handle>(), any("game"),
            any("kind"), any("size"), any("plane_of") = nb::none(), any("steps") = nb::none(),
            any("index") = nb::none(), any("origins") = nb::none(), any("targets") = nb::none(),
            nb::sig("def __init__(self, game: Game, kind: int, size: int, plane_of: object = None, "
                    "steps: object = None, index: object = None, origins: object = None, targets: "
                    "object = None) -> None"));

    nb::class_<PyBatch>(m, "Batch",
                        "How the games of a batch begin and go on. All arrays are the caller's.")
        .def(nb::init<handle, handle, handle, handle, handle, handle, handle, handle>(),
             any("actions"), any("slots"), any("seed") = 0, any("starts") = nb::none(),
             any("opening") = 0, any("auto_reset") = false, any("illegal_loses") = false,
             any("threads") = 1,
             nb::sig("def __init__(self, actions: Actions, slots: int, seed: int = 0, starts: "
                     "object = None, opening: int = 0, auto_reset: bool = False, illegal_loses: "
                     "bool = False, threads: int = 1) -> None"))
        .def_prop_ro("words", &PyBatch::words, "32-bit words of a record.")
        .def("begin", &begin, any("state"), any("out"), any("mask"),
             nb::sig("def begin(self, state: object, out: object, mask: object) -> None"),
             "All first games, or without None the next ones of the slots with a mark.")
        .def("step", &step, any("state"), any("out"), any("actions"), any("legal"),
             nb::sig("def step(self, state: object, out: object, actions: object, legal: object) "
                     "-> int"),
             "Plays an action in each game; the first slot with an illegal one, or -1.")
        .def("random", &random_plies, any("state"), any("out"), any("plies"),
             nb::sig("def random(self, state: object, out: object, plies: int) -> Tally"),
             "Plays so many random plies in each game.")
        .def("sample", &sample, any("state"), any("out"),
             nb::sig("def sample(self, state: object, out: object) -> None"),
             "The action that the next random ply of each game would play, or -1.")
        .def("legal", &legal, any("state"), any("out"),
             nb::sig("def legal(self, state: object, out: object) -> None"),
             "The sets of legal targets by origin.")
        .def("mask", &mask, any("state"), any("out"), any("ended") = false,
             nb::sig("def mask(self, state: object, out: object, ended: bool = False) -> None"),
             "1 for each legal action; `ended` for all actions of a game that is over.")
        .def("observe", &observe, any("state"), any("out"),
             nb::sig("def observe(self, state: object, out: object) -> None"))
        .def("boards", &boards, any("state"), any("out"),
             nb::sig("def boards(self, state: object, out: object) -> None"))
        .def("pack", &pack, any("boards"), any("plies"), any("status"), any("out"),
             nb::sig("def pack(self, boards: object, plies: object, status: object, out: object) "
                     "-> None"),
             "Records from boards; a status of 2**32 - 1 is found out.")
        .def("check", &check, any("state"), nb::sig("def check(self, state: object) -> None"),
             "ValueError if a record is not of a position of this game.");
    bind_puct(m);
    bind_xla(m);
}

}  // namespace sbg::bindings
