// The alpha-beta player: finds the best lines of a position within limits, and reports as it goes.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "search/knowledge.hpp"
#include "search/memory.hpp"

namespace sbg {

// What a search may spend; 0 is no limit.
struct SearchLimits {
    int depth = 0;
    u64 nodes = 0;
    double seconds = 0;  // ends the search wherever it is
    double enough = 0;   // after so many seconds no deeper search is begun
    int threads = 1;
    int lines = 1;
};

struct SearchLine {
    int rank = 1;
    int depth = 0, selective_depth = 0;
    Score score = 0;
    bool proven = false;  // also of a draw
    u64 nodes = 0;
    double seconds = 0;
    int hash_permille = 0;
    std::vector<Move> moves;
};

using OnLine = std::function<void(const SearchLine&)>;

// Keeps its memory between searches. One search at a time.
class Searcher {
  public:
    Searcher(std::shared_ptr<const Knowledge> knowledge, u64 hash_bytes);

    const Weights& weights() const { return weights_; }
    // std::invalid_argument if they are for another board or other pieces.
    void set_weights(Weights weights);
    // Adds up to `noise` to estimates, by position and seed: a way to play worse, and differently.
    void set_noise(i32 noise, u64 seed);
    // Forgets everything: what comes is as if the searcher were new.
    void clear();

    // The position is not over. `stop` may be set at any time by anybody.
    std::vector<SearchLine> search(const Position& position, const SearchLimits& limits,
                                   const std::atomic<bool>& stop, const OnLine& on_line,
                                   const Interrupted& interrupted);
    // Without looking ahead, for the player to move.
    Score evaluate(const Position& position);
    // As layout.hpp has them.
    std::vector<u16> features(const Position& position);

  private:
    struct Run;
    SearchContext context(const std::atomic<bool>& stop) const;
    Worker& at(const Position& position, const Workspace& space);
    Worker& worker(std::size_t number);
    int hash_permille() const;

    std::shared_ptr<const Knowledge> knowledge_;
    const Game& game_;
    Weights weights_;
    std::vector<Phased> square_;        // of weights_, as the evaluation has them
    const Runners* runners_ = nullptr;  // once they are needed
    i32 noise_ = 0;
    u64 seed_ = 0;
    u64 mask_;
    Pages pages_;
    u8 age_ = 1;
    std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace sbg
