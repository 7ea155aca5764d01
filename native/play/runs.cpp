// Long calls: perft and playouts spread over threads, while the calling thread watches for an
// interruption.
#include <algorithm>
#include <atomic>

#include "base/threads.hpp"
#include "play/position.hpp"
#include "play/runs.hpp"

namespace sbg {

void run(int threads, const Interrupted& interrupted, const std::function<void(Stop)>& work) {
    std::atomic<bool> stop{false};
    Threads workers(stop);
    workers.start(threads, [&](int) { work(Stop{&stop}); });
    while (!workers.ended_within(0.1)) {
        if (interrupted && interrupted()) stop = true;
    }
    workers.join();
}

namespace {

// Pairs of words for a power of two of entries, at most this many bytes.
std::vector<u64> count_entries(u64 bytes) {
    return std::vector<u64>(2 * std::bit_floor(std::max<u64>(bytes / (2 * sizeof(u64)), 1)));
}

}  // namespace

// A position at or below the root, and how long the sequences from it are.
struct Game::Task {
    Position position;
    int depth;
};

u64 Game::count(const std::vector<Task>& tasks, int threads, u64 hash_bytes,
                const Interrupted& interrupted) const {
    if (tasks.empty()) return 0;
    std::vector<u64> entries = count_entries(hash_bytes);
    const CountTable table{entries.data(), entries.size() / 2 - 1, zobrist()};
    std::atomic<u64> total{0};
    int deepest = 1;
    for (const Task& task : tasks) deepest = std::max(deepest, task.depth);
    std::atomic<std::size_t> next{0};
    run(threads, interrupted, [&](Stop stop) {
        const Workspaces::Lease space(*spaces_, deepest);
        for (std::size_t i; (i = next++) < tasks.size() && !*stop.flag;) {
            const Position& position = tasks[i].position;
            total += kernel_->perft(rules(), position.at.data(), position.side(), tasks[i].depth,
                                    position.hash, *space, stop, hash_bytes ? &table : nullptr);
        }
    });
    return total;
}

u64 Game::perft(const Position& position, int depth, int threads, u64 hash_bytes,
                const Interrupted& interrupted) const {
    if (depth == 0) return 1;
    // A sequence that would pass the turn limit does not exist.
    if (position.outcome.over() || u64{position.ply} + static_cast<u64>(depth) > data_.limit)
        return 0;
    // Where it is sure to be quick no thread is started.
    if (depth <= 2 && !built_.states && data_.squares() <= 256) {
        const Workspaces::Lease space(*spaces_, depth);
        const std::atomic<bool> never{false};
        return kernel_->perft(rules(), position.at.data(), position.side(), depth, 0, *space,
                              Stop{&never}, nullptr);
    }
    return count(cut(
                     {position, depth}, threads, [](const Task&) {}, interrupted),
                 threads, hash_bytes, interrupted);
}

std::vector<Game::Task> Game::cut(Task whole, int threads,
                                  const std::function<void(const Task&)>& over,
                                  const Interrupted& interrupted) const {
    // With more moves than this a board for each would fill the memory.
    constexpr std::size_t most = 100'000;
    std::vector<Task> tasks{std::move(whole)};
    const std::size_t enough = threads > 1 ? 32 * static_cast<std::size_t>(threads) : 0;
    Work work(Work::boundless, interrupted);
    try {
        for (int ply = 0; ply < 2 && tasks.size() < enough && tasks.front().depth > 1; ++ply) {
            std::vector<Task> deeper, ended;
            for (const Task& task : tasks) {
                const std::vector<Move> list = moves(task.position);
                if (list.size() > most) return tasks;
                for (const Move move : list) {
                    work.spend(1000 + data_.squares());
                    Task next{play(task.position, move), task.depth - 1};
                    (next.position.outcome.over() ? ended : deeper).push_back(std::move(next));
                }
            }
            for (const Task& task : ended) over(task);
            tasks = std::move(deeper);
            if (tasks.empty()) break;
        }
    } catch (const Interruption&) {
        return {};
    }
    return tasks;
}

std::vector<EndCount> Game::ends(const Position& position, int depth, int threads,
                                 const Interrupted& interrupted) const {
    std::vector<EndCount> counts(static_cast<std::size_t>(depth) + 1);
    const auto over = [&](const Task& task) {
        const int winner = task.position.outcome.winner;
        EndCount& count = counts[static_cast<std::size_t>(depth - task.depth)];
        ++(winner < 0 ? count.draws : count.wins[winner]);
    };
    if (position.outcome.over()) {
        over({position, depth});
        return counts;
    }
    const std::vector<Task> tasks = cut({position, depth}, threads, over, interrupted);
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    run(threads, interrupted, [&](Stop stop) {
        const Workspaces::Lease space(*spaces_, std::max(depth, 1));
        std::vector<EndCount> mine(counts.size());
        for (std::size_t i; (i = next++) < tasks.size() && !*stop.flag;) {
            const Task& task = tasks[i];
            kernel_->ends(rules(), task.position.at.data(), task.position.ply, task.depth, *space,
                          stop, mine.data() + (depth - task.depth));
        }
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < mine.size(); ++i) {
            counts[i].wins[0] += mine[i].wins[0];
            counts[i].wins[1] += mine[i].wins[1];
            counts[i].draws += mine[i].draws;
        }
    });
    return counts;
}

Tally Game::playouts(const Position& position, u64 games, u64 seed, int threads,
                     const Interrupted& interrupted) const {
    Tally total{};
    if (position.outcome.over()) {
        (position.outcome.winner < 0 ? total.draws : total.wins[position.outcome.winner]) = games;
        return total;
    }
    // Small enough portions for an even load, and few enough to take them one by one.
    const u64 portion = std::clamp<u64>(games / (16 * static_cast<u64>(threads)), 1, 1024);
    std::atomic<u64> next{0};
    std::mutex mutex;
    run(threads, interrupted, [&](Stop stop) {
        const Workspaces::Lease space(*spaces_);
        Tally mine{};
        for (u64 first; (first = next.fetch_add(portion)) < games && !*stop.flag;) {
            kernel_->playouts(rules(), position.at.data(), position.ply, seed, first,
                              std::min(first + portion, games), *space, stop, mine);
        }
        const std::lock_guard lock(mutex);
        total += mine;
    });
    return total;
}

}  // namespace sbg
