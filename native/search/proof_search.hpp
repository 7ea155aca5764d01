// Proof search: whether one player wins a position within a number of plies.
#pragma once

#include <memory>
#include <string>

#include "base/work.hpp"
#include "play/position.hpp"
#include "search/memory.hpp"
#include "search/proof_worker.hpp"

namespace sbg {

struct ProofLimits {
    u32 plies = 0;       // the question: a win within so many?
    u64 nodes = 0;       // 0: no limit
    double seconds = 0;  // 0: no limit
    int threads = 1;
};

// What is known of a position.
struct ProofResult {
    u32 proved = never_proved;  // a win within so many plies
    u32 refuted = 0;            // none within one ply less than this; endless: none at all
    u32 proof = 1, disproof = 1;
    u64 nodes = 0;  // that this search looked at
};

// Searches for wins of one player, and keeps what it finds. One search at a time.
class ProofSearcher {
  public:
    // Plies that a question may have: searches are as deep.
    static constexpr u32 most_plies = 2000;

    // The game must outlive the searcher. Throws std::invalid_argument for boards that are too
    // large.
    ProofSearcher(const Game& game, int attacker, u64 bytes);

    // The position is not over.
    ProofResult search(const Position& position, const ProofLimits& limits,
                       const std::atomic<bool>& stop, const Interrupted& interrupted);
    ProofResult probe(const Position& position) const;
    // Whether somebody has passed through the position: how much of the table is in use, in
    // thousandths, by a sample.
    int use() const;

    // What is worth keeping of the table, in a file of this machine's own byte order. Throws
    // std::runtime_error if the file cannot be written, or is none of this game and player.
    void save(const std::string& path, u64 mark) const;
    void load(const std::string& path, u64 mark);

    // Room for more positions; what is known stays.
    void grow(u64 bytes);

  private:
    ProofTable table() const;

    const Game& game_;
    int attacker_;
    u64 mask_;
    std::unique_ptr<Pages> pages_;
    std::unique_ptr<std::atomic<u8>[]> locks_;
    std::vector<std::unique_ptr<ProofWorker>> workers_;
};

}  // namespace sbg
