#include "search/proof_search.hpp"

#include <algorithm>
#include <bit>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "base/clock.hpp"
#include "base/threads.hpp"

namespace sbg {

namespace {

constexpr u64 bucket_bytes = ProofTable::ways * sizeof(ProofEntry);
u64 mask_for(u64 bytes) { return std::bit_floor(std::max<u64>(bytes / bucket_bytes, 256)) - 1; }

constexpr u64 file_mark = 0x31666f6f72506273;  // of files with tables, and their version

ProofResult told(const ProofEntry* entry) {
    ProofResult result;
    if (!entry) return result;
    result.proved = entry->proved;
    result.refuted = entry->refuted;
    result.proof = entry->proof;
    result.disproof = entry->disproof;
    return result;
}

}  // namespace

ProofWorker::~ProofWorker() = default;

ProofSearcher::ProofSearcher(const Game& game, int attacker, u64 bytes)
    : game_(game),
      attacker_(attacker),
      mask_(mask_for(bytes)),
      pages_(std::make_unique<Pages>((mask_ + 1) * bucket_bytes)),
      locks_(new std::atomic<u8>[ProofTable::locks]()) {
    workers_.emplace_back();
    const int words = game.kernel().words;
    workers_.back().reset(game.uses_bmi2() ? bmi2::make_prover(words, game.rules())
                                           : portable::make_prover(words, game.rules()));
    if (!workers_.back()) throw std::invalid_argument("the board is too large for proofs");
}

ProofTable ProofSearcher::table() const {
    return {reinterpret_cast<ProofEntry*>(pages_->words()), mask_, locks_.get()};
}

ProofResult ProofSearcher::probe(const Position& position) const {
    const portable::Bucket bucket(table(), position.hash);
    return told(bucket.find(position.hash));
}

ProofResult ProofSearcher::search(const Position& position, const ProofLimits& limits,
                                  const std::atomic<bool>& stopped,
                                  const Interrupted& interrupted) {
    const Clock::time_point begun = Clock::now();
    const int words = game_.kernel().words;
    while (workers_.size() < static_cast<std::size_t>(limits.threads)) {
        workers_.emplace_back(game_.uses_bmi2() ? bmi2::make_prover(words, game_.rules())
                                                : portable::make_prover(words, game_.rules()));
    }
    std::atomic<bool> stop{false};
    std::atomic<u64> nodes{0};
    const ProofContext context{table(),      game_.zobrist(), attacker_, limits.threads > 1,
                               limits.nodes, &nodes,          &stop,     &stop};
    Threads threads(stop);
    threads.start(limits.threads, [&](int number) {
        ProofWorker& worker = *workers_[static_cast<std::size_t>(number)];
        const Workspaces::Lease space(game_.workspaces());
        worker.set_up(position.at.data(), position.ply, position.hash, context, *space);
        worker.run(limits.plies);
        stop = true;  // the answer is there, for all
    });
    double asked = 0;
    while (!threads.ended_within(0.02)) {
        const double now = seconds_since(begun);
        if (stopped || (limits.seconds > 0 && now >= limits.seconds)) stop = true;
        if (now - asked > 0.1) {
            asked = now;
            if (interrupted && interrupted()) stop = true;
        }
    }
    threads.join();
    ProofResult result = probe(position);
    result.nodes = nodes;
    return result;
}

int ProofSearcher::use() const {
    const ProofTable all = table();
    const u64 sample = std::min<u64>(mask_ + 1, 1000);
    u64 used = 0;
    for (u64 i = 0; i < sample * ProofTable::ways; ++i) used += all.entries[i].proof != 0;
    return static_cast<int>(1000 * used / (sample * ProofTable::ways));
}

void ProofSearcher::save(const std::string& path, u64 mark) const {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    const u64 head[] = {file_mark, mark, static_cast<u64>(attacker_)};
    file.write(reinterpret_cast<const char*>(head), sizeof head);
    const ProofTable all = table();
    for (u64 i = 0; i < (mask_ + 1) * ProofTable::ways; ++i) {
        ProofEntry entry = all.entries[i];
        if (!entry.proof) continue;
        entry.busy = 0;
        file.write(reinterpret_cast<const char*>(&entry), sizeof entry);
    }
    file.flush();
    if (!file)
        throw std::system_error(std::make_error_code(std::errc::io_error), "it cannot be written");
}

void ProofSearcher::load(const std::string& path, u64 mark) {
    std::ifstream file(path, std::ios::binary);
    u64 head[3] = {};
    file.read(reinterpret_cast<char*>(head), sizeof head);
    if (!file || head[0] != file_mark || head[1] != mark || head[2] != static_cast<u64>(attacker_))
        throw std::invalid_argument("the file does not hold a table of this search");
    ProofEntry entry;
    while (file.read(reinterpret_cast<char*>(&entry), sizeof entry)) {
        if (!entry.proof || !entry.disproof) continue;
        const portable::Bucket bucket(table(), entry.key);
        *bucket.make(entry.key) = entry;
    }
}

void ProofSearcher::grow(u64 bytes) {
    const u64 mask = mask_for(bytes);
    if (mask <= mask_) return;
    const ProofTable small = table();
    const u64 entries = (mask_ + 1) * ProofTable::ways;
    const std::unique_ptr<Pages> kept =
        std::exchange(pages_, std::make_unique<Pages>((mask + 1) * bucket_bytes));
    mask_ = mask;
    for (u64 i = 0; i < entries; ++i) {
        const ProofEntry& entry = small.entries[i];
        if (!entry.proof) continue;
        const portable::Bucket bucket(table(), entry.key);
        *bucket.make(entry.key) = entry;
    }
}

}  // namespace sbg
