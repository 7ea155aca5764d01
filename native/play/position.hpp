// A position as a value, and the game that it belongs to: everything that Python sees, without
// Python.
#pragma once

#include <memory>
#include <vector>

#include "play/kernel.hpp"
#include "play/workspace.hpp"
#include "rules/build.hpp"

namespace sbg {

struct Position {
    std::vector<u8> at;  // a code per square
    u32 ply = 0;
    u64 hash = 0;  // Zobrist: board and side to move
    Outcome outcome;

    int side() const { return static_cast<int>(ply & 1); }
    friend bool operator==(const Position&, const Position&) = default;
};

class Game {
  public:
    // Throws std::invalid_argument when the data make no sense, and Interruption.
    Game(GameData data, const BuildOptions& options, bool use_bmi2,
         const Interrupted& interrupted = {});

    const GameData& data() const { return data_; }
    u64 bytes() const { return built_.bytes; }
    const Built& built() const { return built_; }
    bool uses_bmi2() const { return bmi2_; }

    // What searching needs beside the methods below: the tables, the Zobrist keys by code and
    // square, and memory for threads.
    const void* rules() const { return built_.rules(); }
    const Kernel& kernel() const { return *kernel_; }
    Zobrist zobrist() const { return {keys_.data(), turn_key_}; }
    Workspaces& workspaces() const { return *spaces_; }

    // Whom the methods below ask when they take long, also at the same time; they then throw
    // Interruption. Perft and playouts are told with each call.
    void hear(Interrupted interrupted) { interrupted_ = std::move(interrupted); }
    bool interrupted() const { return interrupted_ && interrupted_(); }

    // A position without a last move: only no-moves and the turn limit are tested (semantics,
    // ruling 16).
    Position position(std::vector<u8> at, u32 ply) const;
    std::vector<Move> moves(const Position& position) const;
    // As many of them at most: for games in which listing all takes long.
    std::vector<Move> first_moves(const Position& position, u64 most) const;
    bool legal(const Position& position, Move move) const;
    // The move must be legal.
    Position play(const Position& position, Move move) const;

    u64 perft(const Position& position, int depth, int threads, u64 hash_bytes,
              const Interrupted&) const;
    // The games that end within `depth` moves, by their length from 0 to `depth`.
    std::vector<EndCount> ends(const Position& position, int depth, int threads,
                               const Interrupted&) const;
    Tally playouts(const Position& position, u64 games, u64 seed, int threads,
                   const Interrupted&) const;

  private:
    struct Task;
    u64 key(int code, int square) const {
        return keys_[static_cast<std::size_t>(code * data_.squares() + square)];
    }
    // Cuts a task into one for each move or, where these are few, for each reply: enough to keep
    // all threads busy to the end. What is over is told instead. Nothing when interrupted.
    std::vector<Task> cut(Task whole, int threads, const std::function<void(const Task&)>& over,
                          const Interrupted&) const;
    u64 count(const std::vector<Task>& tasks, int threads, u64 hash_bytes,
              const Interrupted&) const;

    class Hearing;

    GameData data_;
    Built built_;
    Interrupted interrupted_;
    const Kernel* kernel_;
    bool bmi2_;
    std::vector<u64> keys_;
    u64 turn_key_;
    std::unique_ptr<Workspaces> spaces_;
};

// Whether there are kernels for processors without BMI2.
inline bool has_portable() { return portable::kernel(1) != nullptr; }

struct LacksPortable : std::runtime_error {
    LacksPortable()
        : runtime_error(
              "this build of sbg has code for processors with BMI2 alone; `make install` makes one "
              "for all processors") {}
};

}  // namespace sbg
