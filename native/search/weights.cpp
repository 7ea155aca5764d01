#include "search/weights.hpp"

#include <algorithm>
#include <cmath>

#include "search/prober.hpp"

namespace sbg {

namespace {

using portable::Random;
using portable::side_of;

constexpr double share_of_occupied = 0.35;
constexpr int most_probes = 200'000;  // about how many pieces are put on a board
constexpr long weighing_work = 200'000'000;

class Measure {
  public:
    Measure(const Game& game, Work& work)
        : game_(game), work_(work), prober_(game, work), squares_(game.data().squares()) {}

    // The number of squares that a piece of this code reaches from each square, averaged over
    // random boards.
    std::vector<double> mobility(int code) {
        const int pieces = game_.data().codes() * squares_;
        int boards = std::clamp(most_probes / pieces, 2, 48);
        // On a huge board not every square is measured; its neighbours stand for it.
        int stride = std::max(1, pieces / (most_probes / 2));
        // Nor are all of these where a piece takes long to be moved.
        const long each = cost(code), left = work_.left();
        const long row = each * ((squares_ + stride - 1) / stride);
        if (boards * row > left) {
            boards = static_cast<int>(std::max(left / row, 1l));
            if (row > left)
                stride = static_cast<int>(std::min(each * squares_ / std::max(left, 1l) + 1,
                                                   static_cast<long>(squares_)));
        }
        std::vector<double> reach(static_cast<std::size_t>(squares_), 0.0);
        // Both colours of a piece are put on the same boards, black's turned upside down, so that
        // chance favours neither.
        Random random(1, static_cast<u64>((code - 1) / 2));
        const bool turned = side_of(code) == 1;
        const int width = game_.data().width, height = game_.data().height;
        std::vector<u8> at(static_cast<std::size_t>(squares_));
        for (int board = 0; board < boards; ++board) {
            for (int square = 0; square < squares_; ++square) {
                const u64 chance = random.below(1000);
                const int row_of = square / width;
                const int place = square % width + width * (turned ? height - 1 - row_of : row_of);
                at[static_cast<std::size_t>(place)] =
                    chance >= 1000 * share_of_occupied ? 0 : static_cast<u8>(1 + chance % 2);
            }
            for (int square = 0; square < squares_; square += stride) {
                const double found = static_cast<double>(count(at, code, square)) / boards;
                for (int near = square; near < std::min(square + stride, squares_); ++near)
                    reach[static_cast<std::size_t>(near)] += found;
            }
        }
        return reach;
    }

    // -1 everywhere where it would take too long to find out.
    std::vector<int> distances(int code, const std::vector<int>& goals) {
        std::vector<int> distance(static_cast<std::size_t>(squares_), -1);
        if (cost(code) * squares_ > work_.left()) return distance;
        std::vector<std::vector<u16>> sources(static_cast<std::size_t>(squares_));
        std::vector<u8> at(static_cast<std::size_t>(squares_), 0);
        for (int square = 0; square < squares_; ++square) {
            at[static_cast<std::size_t>(square)] = 1;
            for (const u16 target : prober_(at, code, square))
                sources[target].push_back(static_cast<u16>(square));
            at[static_cast<std::size_t>(square)] = 0;
        }
        if (work_.gone()) return distance;
        // From the goals backwards. A piece on a goal has to move onto one again.
        std::vector<int> queue;
        auto visit = [&](int target, int steps) {
            for (u16 source : sources[static_cast<std::size_t>(target)]) {
                if (distance[source] >= 0) continue;
                distance[source] = steps;
                queue.push_back(source);
            }
        };
        for (int goal : goals) visit(goal, 1);
        for (std::size_t head = 0; head < queue.size(); ++head)
            visit(queue[head], distance[static_cast<std::size_t>(queue[head])] + 1);
        return distance;
    }

  private:
    u64 count(std::vector<u8>& at, int code, int square) {
        const u8 kept = at[static_cast<std::size_t>(square)];
        at[static_cast<std::size_t>(square)] = 1;
        const u64 found = prober_(at, code, square).size();
        at[static_cast<std::size_t>(square)] = kept;
        return found;
    }

    // About how many steps it takes to see where a piece goes, from a few squares.
    long cost(int code) {
        constexpr int samples = 4;
        std::vector<u8> at(static_cast<std::size_t>(squares_), 0);
        for (std::size_t square = 1; square < at.size(); square += 3)
            at[square] = static_cast<u8>(1 + square % 2);
        const long before = work_.spent();
        for (int i = 0; i < samples; ++i)
            count(at, code, static_cast<int>((2l * i + 1) * squares_ / (2 * samples)));
        return (work_.spent() - before) / samples + 1;
    }

    const Game& game_;
    Work& work_;
    Prober prober_;
    int squares_;
};

}  // namespace

Weights::Weights(int codes, int squares) : codes_(codes), squares_(squares) {
    std::size_t total = 0;
    for (std::size_t i = 0; i < offsets_.size(); ++i) {
        offsets_[i] = total;
        total += size(static_cast<EvalTerm>(i));
    }
    numbers_.resize(total);
}

std::vector<int> goal_squares(const Game& game, int code) {
    std::vector<int> squares;
    for (const auto& goal : game.data().square_goals) {
        if (goal.code == code)
            squares.insert(squares.end(), goal.squares.begin(), goal.squares.end());
    }
    return squares;
}

std::vector<int> goal_distances(const Game& game, int code, Work& work) {
    return Measure(game, work).distances(code, goal_squares(game, code));
}

bool passing_is_sound(const Game& game) {
    bool can_win[2] = {false, false};
    for (const auto& goal : game.data().square_goals) can_win[side_of(goal.code)] = true;
    for (const auto& goal : game.data().count_goals) can_win[side_of(goal.code) ^ 1] = true;
    return can_win[0] && can_win[1];
}

int royal_code(const Game& game, int side) {
    const auto& start = game.data().start;
    for (const auto& goal : game.data().count_goals) {
        const int code = goal.code;
        if (side_of(code) == side && goal.count == 0 &&
            std::count(start.begin(), start.end(), code) == 1)
            return code;
    }
    return 0;
}

int common_code(const Game& game, int side) {
    const auto& start = game.data().start;
    int best = 0;
    std::ptrdiff_t most = 1;
    for (int code = 1 + side; code < game.data().codes(); code += 2) {
        const auto begun = std::count(start.begin(), start.end(), code);
        if (begun > most) best = code, most = begun;
    }
    return best;
}

bool has_goals(const Game& game) {
    return !game.data().square_goals.empty() || !game.data().count_goals.empty();
}

Weights derive_weights(const Game& game, const Interrupted& interrupted) {
    const GameData& data = game.data();
    const int squares = data.squares(), codes = data.codes();
    Weights weights(codes, squares);
    weights[EvalTerm::tempo][0] = 10;
    for (std::size_t code = 1; code < static_cast<std::size_t>(codes); ++code)
        weights[EvalTerm::mobility][code] = has_goals(game) ? 48 : 240;
    Work work(weighing_work, interrupted);
    Measure measure(game, work);
    for (int code = 1; code < codes; ++code) {
        // Every code has its share, and what others left; some of it is kept for the distances.
        const long share = weighing_work / (codes - 1) * code;
        work.allow(work.spent() + (share - work.spent()) / 8 * 7);
        const int sign = side_of(code) ? -1 : 1;
        const std::vector<double> reach = measure.mobility(code);
        double average = 0;
        for (double here : reach) average += here / squares;
        const double value = 40 + 60 * average;
        weights[EvalTerm::ordering][static_cast<std::size_t>(code)] =
            static_cast<i32>(std::lround(std::min(value, 3000.0)));
        const std::vector<int> goals = goal_squares(game, code);
        std::vector<int> distance(static_cast<std::size_t>(squares), -1);
        work.allow(share);
        if (!goals.empty()) distance = measure.distances(code, goals);
        const auto begun = std::count(data.start.begin(), data.start.end(), code);
        // The last king's worth is the game's: the search sees to it, and where it stands says
        // nothing.
        bool royal = false;
        for (const auto& goal : data.count_goals)
            royal |= goal.code == code && goal.count + 1 == begun;
        for (int square = 0; square < squares; ++square) {
            const auto at = static_cast<std::size_t>(square);
            double worth = value;
            if (!royal) worth += 5 * (reach[at] - average);
            if (distance[at] > 0) worth += 240 * std::pow(0.6, distance[at] - 1);
            weights[EvalTerm::square][static_cast<std::size_t>(code * squares + square)] =
                sign * static_cast<i32>(std::lround(worth));
        }
    }
    std::ranges::copy(weights[EvalTerm::square], weights[EvalTerm::late].begin());
    return weights;
}

std::vector<i32> derive_danger(const Game& game) {
    const GameData& data = game.data();
    const int squares = data.squares();
    std::vector<i32> table(static_cast<std::size_t>(data.codes() * (squares + 1)), 0);
    for (const auto& goal : data.count_goals) {
        if (goal.count >= squares) continue;
        const int sign = side_of(goal.code) ? -1 : 1;
        for (int count = static_cast<int>(goal.count) + 1; count <= squares; ++count) {
            i32& danger = table[static_cast<std::size_t>(goal.code * (squares + 1) + count)];
            const i32 here = -sign * last_capture_danger / (count - static_cast<i32>(goal.count));
            if (std::abs(here) > std::abs(danger)) danger = here;
        }
    }
    return table;
}

}  // namespace sbg
