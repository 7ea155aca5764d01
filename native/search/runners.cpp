#include "search/runners.hpp"

#include <algorithm>

#include "search/prober.hpp"

namespace sbg {

namespace {

using portable::side_of;

constexpr int longest_way = 15;
constexpr int most_steps = longest_way + 2;
constexpr long runner_work = 200'000'000;

}  // namespace

// Sets of squares as plain words.
class Sets {
  public:
    Sets(int count, int words)
        : words_(words), bits_(static_cast<std::size_t>(count) * static_cast<std::size_t>(words)) {}
    u64* operator[](int i) { return bits_.data() + static_cast<std::ptrdiff_t>(i) * words_; }
    const u64* operator[](int i) const {
        return bits_.data() + static_cast<std::ptrdiff_t>(i) * words_;
    }
    void add(int i, int square) { (*this)[i][square >> 6] |= 1ull << (square & 63); }
    void merge(int i, const u64* with) {
        for (int word = 0; word < words_; ++word) (*this)[i][word] |= with[word];
    }

  private:
    int words_;
    std::vector<u64> bits_;
};

// From where a kind of piece gets to a square in a number of its own moves on an empty board.
class Runners::Nearness {
  public:
    Nearness(const Game& game, int code, int words, Work& work)
        : squares_(game.data().squares()),
          arrives_(most_steps * squares_, words),
          takes_(most_steps * squares_, words) {
        Prober prober(game, work);
        const auto all = static_cast<std::size_t>(squares_);
        const auto moves = [&](std::vector<u8> at, int square) {
            at[static_cast<std::size_t>(square)] = 1;
            const auto found = prober(at, code, square);
            return std::vector<u16>(found.begin(), found.end());
        };
        for (int square = 0; square < squares_; ++square) {
            quiet.push_back(moves(std::vector<u8>(all, 0), square));
            arrives_.add(square, square);
        }
        for (int steps = 1; steps < most_steps; ++steps) {
            for (int square = 0; square < squares_; ++square) {
                work.spend(static_cast<long>(3 * quiet[static_cast<std::size_t>(square)].size()));
                arrives_.merge(index(steps, square), arrives(steps - 1, square));
                for (const u16 target : quiet[static_cast<std::size_t>(square)])
                    arrives_.merge(index(steps, target), arrives(steps - 1, square));
            }
        }
        // What can be taken from a square: where the piece goes if all else is an opponent's, and
        // where it goes on an empty board if it does so when an opponent is there.
        for (int square = 0; square < squares_; ++square) {
            std::vector<u16> targets = moves(std::vector<u8>(all, 2), square);
            for (const u16 target : quiet[static_cast<std::size_t>(square)]) {
                std::vector<u8> at(all, 0);
                at[target] = 2;
                if (std::ranges::count(moves(at, square), target)) targets.push_back(target);
            }
            work.spend(static_cast<long>(3 * most_steps * targets.size()));
            for (const u16 target : targets) {
                for (int steps = 1; steps < most_steps; ++steps)
                    takes_.merge(index(steps, target), arrives(steps - 1, square));
            }
        }
    }

    const u64* arrives(int steps, int target) const { return arrives_[index(steps, target)]; }
    const u64* takes(int steps, int target) const { return takes_[index(steps, target)]; }

    std::vector<std::vector<u16>> quiet;  // by square: where it goes on an empty board

  private:
    int index(int steps, int target) const { return steps * squares_ + target; }

    int squares_;
    Sets arrives_, takes_;
};

namespace {

// The squares that a runner may be on after each of its moves, on its shortest ways to a goal.
std::vector<std::vector<int>> ways(const std::vector<std::vector<u16>>& moves,
                                   const std::vector<int>& goals, const std::vector<int>& distance,
                                   int square) {
    std::vector<std::vector<int>> steps{{square}};
    for (int left = distance[static_cast<std::size_t>(square)] - 1; left >= 0; --left) {
        std::vector<int> next;
        for (const int from : steps.back()) {
            for (const u16 to : moves[static_cast<std::size_t>(from)]) {
                const bool nearer = left ? distance[to] == left : std::ranges::count(goals, to) > 0;
                if (nearer && !std::ranges::count(next, to)) next.push_back(to);
            }
        }
        steps.push_back(std::move(next));
    }
    return steps;
}

}  // namespace

Runners::Runners(const Game& game, const Interrupted& interrupted)
    : words_(game.kernel().words), squares_(game.data().squares()) {
    if (words_ > most_runner_words) return;
    Work work(runner_work, interrupted);
    find(game, work);
    if (!work.gone()) return;
    for (int side = 0; side < 2; ++side) {
        runner_[side].clear();
        stopper_[side].clear();
    }
}

void Runners::find(const Game& game, Work& work) {
    const int codes = game.data().codes();
    for (int code = 1; code < codes; ++code) {
        stopper_[side_of(code)].push_back(static_cast<u8>(code));
        if (!goal_squares(game, code).empty())
            runner_[side_of(code)].push_back(static_cast<u8>(code));
    }
    const u64 runners = runner_[0].size() + runner_[1].size();
    if (!runners) return;
    std::vector<Nearness> near;
    for (int code = 1; code < codes && !work.gone(); ++code)
        near.emplace_back(game, code, words_, work);
    if (work.gone()) return;
    // Those that get far are asked first: they stop most.
    for (auto& stoppers : stopper_) {
        std::ranges::stable_sort(stoppers, std::ranges::greater{}, [&](u8 code) {
            std::size_t total = 0;
            for (const auto& targets : near[code - 1u].quiet) total += targets.size();
            return total;
        });
    }
    stoppers_ = std::max(stopper_[0].size(), stopper_[1].size());
    const u64 places = runners * static_cast<u64>(squares_), words = static_cast<u64>(words_);
    distance_.resize(places, 0);
    way_.resize(places * words, 0);
    stops_.resize(runners * 2 * stoppers_ * static_cast<u64>(squares_) * words, 0);
    u64 slot = 0;
    for (int side = 0; side < 2; ++side) {
        for (const u8 code : runner_[side]) {
            const std::vector<int> goals = goal_squares(game, code);
            const std::vector<int> distance = goal_distances(game, code, work);
            for (int square = 0; square < squares_ && !work.gone(); ++square) {
                const int far = distance[static_cast<std::size_t>(square)];
                if (far < 1 || far > longest_way) continue;
                const u64 place = slot * static_cast<u64>(squares_) + static_cast<u64>(square);
                distance_[place] = static_cast<u8>(far);
                const auto steps = ways(near[code - 1u].quiet, goals, distance, square);
                for (int step = 0; step <= far; ++step) {
                    for (const int passed : steps[static_cast<std::size_t>(step)]) {
                        if (step)
                            way_[place * words + static_cast<u64>(passed >> 6)] |= 1ull
                                                                                   << (passed & 63);
                        work.spend(static_cast<long>(stopper_[side ^ 1].size()) * 4 * squares_);
                        for (u64 i = 0; i < stopper_[side ^ 1].size(); ++i)
                            stop(slot, square, i, near[stopper_[side ^ 1][i] - 1u], passed, step,
                                 far);
                    }
                }
            }
            ++slot;
        }
    }
}

// From where a stopper is in time for a square that the runner reaches in so many of its `far`
// moves: there before it, or after it to take it, if it is not at the goal by then.
void Runners::stop(u64 slot, int square, u64 stopper, const Nearness& near, int passed, int step,
                   int far) {
    for (int spare = 0; spare < 2; ++spare) {
        const u64 row = (slot * 2 + static_cast<u64>(spare)) * stoppers_ + stopper;
        for (int from = 0; from < squares_; ++from) {
            const auto in = [&](const u64* set) { return set[from >> 6] >> (from & 63) & 1; };
            if ((step && in(near.arrives(step - 1 + spare, passed))) ||
                (step < far && in(near.takes(step + spare, passed)))) {
                const u64 place = row * static_cast<u64>(squares_) + static_cast<u64>(from);
                stops_[place * static_cast<u64>(words_) + static_cast<u64>(square >> 6)] |=
                    1ull << (square & 63);
            }
        }
    }
}

RunnerTable Runners::table() const {
    RunnerTable table{};
    for (int side = 0; side < 2; ++side) {
        table.runners[side] = static_cast<int>(runner_[side].size());
        table.stoppers[side] = static_cast<int>(stopper_[side].size());
        table.runner[side] = runner_[side].data();
        table.stopper[side] = stopper_[side].data();
    }
    table.room = static_cast<int>(stoppers_);
    table.distance = distance_.data();
    table.way = way_.data();
    table.stops = stops_.data();
    return table;
}

}  // namespace sbg
