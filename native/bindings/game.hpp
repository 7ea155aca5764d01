// Games and positions as Python has them.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "play/position.hpp"
#include "search/knowledge.hpp"

namespace sbg::bindings {

namespace nb = nanobind;

// Python's moves are values that never change, so every move of a game exists once, except on huge
// boards, where there may be millions. `move_type` makes one from its two squares, each (x, y).
class MoveObjects {
  public:
    MoveObjects(nb::object move_type, int width, int squares);

    nb::object object(Move move);
    nb::list list(const std::vector<Move>& moves);
    // The move of an object that was made here.
    std::optional<Move> find(nb::handle object) const;
    const nb::object& type() const { return move_type_; }

  private:
    nb::object made(Move move);
    const nb::object& square(int number);

    nb::object move_type_;
    // The slots of the type where it has nothing else: they may be filled without calling Python.
    nb::object origin_, target_;
    descrsetfunc fill_ = nullptr;
    int width_, squares_;
    std::vector<nb::object> square_;
    // By origin, each row made when it is first needed; empty on boards where that could fill the
    // memory.
    std::vector<std::vector<nb::object>> rows_;
    std::unordered_map<PyObject*, Move> known_;
};

// Python's outcomes, each made once: `outcome_type` makes one from its winner and reason.
class OutcomeObjects {
  public:
    explicit OutcomeObjects(nb::object outcome_type) : outcome_type_(std::move(outcome_type)) {}

    nb::object object(const Outcome& outcome);

  private:
    nb::object outcome_type_;
    nb::object made_[5][3];  // [reason][1 + winner]
};

struct PyGame {
    PyGame(GameData data, const BuildOptions& options, bool use_bmi2, nb::object move_type,
           nb::object outcome_type);

    // What its searchers share, made when it is first asked for.
    std::shared_ptr<const Knowledge> knowledge();

    Game game;
    MoveObjects moves;
    OutcomeObjects outcomes;

  private:
    std::mutex mutex_;
    std::shared_ptr<const Knowledge> knowledge_;
};

struct PyPosition {
    nb::object owner;  // keeps the game alive; it never refers to positions, so there is no cycle
    PyGame* game;
    Position value;

    const Game& native() const { return game->game; }
};

inline constexpr int most_threads = 1024;
inline constexpr int most_depth = 255;

void bind_game(nb::module_& m);

}  // namespace sbg::bindings
