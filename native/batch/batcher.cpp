#include "batch/batcher.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>

#include "base/pool.hpp"
#include "base/sizes.hpp"

namespace sbg {

void refuse_opening(u32 opening, u32 longest) {
    throw std::invalid_argument(
        "opening is " + std::to_string(opening) + " plies, but of " +
        std::to_string(opening_tries) +
        " random games none went on after so many; the longest ended after " +
        std::to_string(longest) + ": choose a shorter one");
}

Batcher::Batcher(const Game& game, Actions actions)
    : game_(game),
      given_(std::move(actions)),
      packing_(sbg::packing(game.data().squares(), game.data().codes())) {
    const int width = game.data().width, height = game.data().height;
    const int squares = game.data().squares();
    for (int square = 0; square < squares; ++square) {
        const int x = square % width, y = square / width;
        column_.push_back(static_cast<u8>(x));
        row_.push_back(static_cast<u8>(y));
        for (int side = 0; side < 2; ++side) {
            const int up = side ? height - 1 - y : y;
            seen_[side].push_back(static_cast<u16>(up * width + x));
            place_[side].push_back(up * (2 * width - 1) + x);
        }
    }
    table_ = {given_.kind,
              given_.size,
              width,
              height,
              squares,
              static_cast<int>(given_.steps.size() / 2),
              given_.plane_of.data(),
              given_.steps.data(),
              given_.index.data(),
              given_.origins.data(),
              given_.targets.data(),
              (height - 1) * (2 * width - 1) + width - 1,
              {seen_[0].data(), seen_[1].data()},
              {place_[0].data(), place_[1].data()},
              column_.data(),
              row_.data(),
              nullptr};
    constexpr int most_listed = 1 << 16;
    if (table_.size <= most_listed) {
        for (int action = 0; action < table_.size; ++action) {
            Move move{0, ActionTable::nowhere};
            table_.move(action, 0, move);
            listed_.push_back(move);
        }
        table_.listed = listed_.data();
    }
    const int words = words_for(squares);
    kernel_ = game.uses_bmi2() ? bmi2::batch_kernel(words) : portable::batch_kernel(words);
}

BatchRules Batcher::rules() const {
    BatchRules rules{};
    rules.rules = game_.rules();
    rules.packing = packing_;
    rules.actions = &table_;
    rules.limit = std::max<double>(game_.data().limit, 1);
    return rules;
}

void Batcher::run(u64 slots, u64 plies, int threads, const Interrupted& interrupted,
                  const Work& work) const {
    // Where it is sure to be quick no thread is started: a ply takes a tenth of a microsecond.
    constexpr u64 quick = 2000;
    const u64 load = plies && slots > quick / plies ? quick + 1 : slots * plies;
    if (load <= quick && !game_.built().states && game_.data().squares() <= 256) {
        const Workspaces::Lease space(game_.workspaces());
        const std::atomic<bool> never{false};
        work(0, slots, *space, Stop{&never});
        return;
    }
    // Many portions, for an even load, but none that is done before the others hear of it.
    const u64 each = static_cast<u64>(threads);
    const u64 least = std::min<u64>(256 / std::max<u64>(plies, 1), slots / (8 * each));
    const u64 portion = std::clamp<u64>(std::max(slots / (32 * each), least), 1, 1024);
    const u64 useful = std::min<u64>(each, (slots + portion - 1) / portion);
    std::atomic<u64> next{0};
    std::atomic<bool> stop{false};
    Pool::Job job(Pool::shared(), static_cast<int>(std::max<u64>(useful, 1)), stop, [&] {
        const Workspaces::Lease space(game_.workspaces());
        const Stop hears{&stop};
        portable::listen(*(*space).scratch.pace, hears);
        for (u64 first; (first = next.fetch_add(portion)) < slots && !stop;) {
            work(first, std::min(first + portion, slots), *space, hears);
        }
    });
    while (!job.ended_within(0.1)) {
        if (interrupted && interrupted()) stop = true;
    }
    job.join();
    if (stop) throw Interruption();
}

}  // namespace sbg
