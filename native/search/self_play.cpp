#include "search/self_play.hpp"

#include <cstdlib>
#include <stdexcept>

#include "search/opening.hpp"

namespace sbg {

namespace {

using portable::Random;

// An estimate may differ by so much from the score that it led to: the line ended in the table.
constexpr Score same = 8;

void judge(const Game& game, Searcher& searcher, const Position& root, const SearchLine& line,
           u32 number, Judgements& out) {
    Position leaf = root;
    for (const Move move : line.moves) {
        Position after = game.play(leaf, move);
        if (after.outcome.over()) break;
        leaf = std::move(after);
    }
    const bool proven = std::abs(line.score) >= proven_score;
    const Score score = root.side() ? -line.score : line.score;
    const Score estimate = proven ? 0 : searcher.evaluate(leaf);
    const Score white = leaf.side() ? -estimate : estimate;
    out.boards.insert(out.boards.end(), leaf.at.begin(), leaf.at.end());
    const std::vector<u16> features = searcher.features(leaf);
    out.features.insert(out.features.end(), features.begin(), features.end());
    out.movers.push_back(static_cast<u8>(leaf.side()));
    out.scores.push_back(score);
    out.telling.push_back(!proven && std::abs(white - score) <= same);
    out.games.push_back(number);
}

// Takes the searcher's noise away, however the games end.
class Noise {
  public:
    explicit Noise(Searcher& searcher) : searcher_(searcher) {}
    ~Noise() { searcher_.set_noise(0, 0); }
    Noise(const Noise&) = delete;
    Noise& operator=(const Noise&) = delete;

  private:
    Searcher& searcher_;
};

}  // namespace

Judgements self_play(const Game& game, Searcher& searcher, const SelfPlayOptions& options,
                     const std::atomic<bool>& stop, const Interrupted& interrupted) {
    Judgements out;
    const Noise noise(searcher);
    SearchLimits limits;
    limits.nodes = options.nodes;
    const Position start = game.position(game.data().start, 0);
    if (start.outcome.over()) throw std::invalid_argument("the game is over before its first move");
    for (u64 number = 0; number < options.games; ++number) {
        Random random(options.seed, number);
        searcher.set_noise(options.noise, random.next());
        const auto room = static_cast<u64>(std::max(options.most_opening, 1));
        Position position =
            random_opening(game, start, static_cast<int>(1 + random.below(room)), random, 1);
        int result = 0;
        while (!position.outcome.over()) {
            const std::vector<SearchLine> lines =
                searcher.search(position, limits, stop, {}, interrupted);
            if (stop.load(std::memory_order_relaxed) || (interrupted && interrupted())) return out;
            const SearchLine& line = lines.front();
            judge(game, searcher, position, line, static_cast<u32>(number), out);
            ++out.plies;
            if (std::abs(line.score) >= proven_score) {
                result = (line.score > 0) == (position.side() == 0) ? 1 : -1;
                break;
            }
            position = game.play(position, line.moves.front());
        }
        if (position.outcome.over() && position.outcome.winner >= 0)
            result = position.outcome.winner ? -1 : 1;
        out.results.push_back(result);
    }
    return out;
}

}  // namespace sbg
