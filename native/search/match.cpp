#include "search/match.hpp"

#include <cstdlib>
#include <stdexcept>

#include "base/threads.hpp"
#include "search/opening.hpp"

namespace sbg {

namespace {

using portable::Random;

constexpr int most_tries = 100;  // of openings that end the game

// One of the two, in one thread. Nothing is remembered from one game to the next.
class MatchPlayer {
  public:
    MatchPlayer(const std::shared_ptr<const Knowledge>& knowledge, const MatchSide& side)
        : knowledge_(knowledge), side_(side) {
        limits_.nodes = side.nodes;
        limits_.depth = side.depth;
        if (side.kind == MatchSide::Kind::alphabeta) {
            searcher_ = std::make_unique<Searcher>(knowledge, side.hash_bytes);
            if (side.weights) searcher_->set_weights(*side.weights);
        }
    }

    void new_game(u64 seed) {
        random_ = Random(seed, 0);
        if (searcher_) {
            searcher_->set_noise(side_.noise, random_.next());  // and forgets the last game
        } else if (side_.kind == MatchSide::Kind::mcts) {
            const TreeSearcher::Options options{false, side_.exploration, random_.next()};
            tree_ = std::make_unique<TreeSearcher>(knowledge_->game, options, side_.hash_bytes);
        }
    }

    SearchLine choose(const Position& position, const std::atomic<bool>& stop) {
        if (searcher_) return searcher_->search(position, limits_, stop, {}, {}).front();
        if (tree_) return tree_->search(position, limits_, stop, {}, {}).front();
        const std::vector<Move> moves = knowledge_->game.moves(position);
        SearchLine line;
        line.moves = {moves[random_.below(moves.size())]};
        return line;
    }

  private:
    const std::shared_ptr<const Knowledge>& knowledge_;
    const MatchSide& side_;
    SearchLimits limits_;
    Random random_;
    std::unique_ptr<Searcher> searcher_;
    std::unique_ptr<TreeSearcher> tree_;
};

MatchGame play_game(const Game& game, MatchPlayer* white, MatchPlayer* black, Position position,
                    bool adjudicate, const std::atomic<bool>& stop) {
    MatchGame found{position, {}, {}};
    while (!position.outcome.over()) {
        const int side = position.side();
        const SearchLine line = (side ? black : white)->choose(position, stop);
        if (stop.load(std::memory_order_relaxed)) return found;
        if (adjudicate && std::abs(line.score) >= proven_score) {
            found.outcome.winner = side ^ (line.score < 0);
            return found;
        }
        const Move move = line.moves.front();
        const u8 there = position.at[move.target];
        found.plies.push_back(
            {move, side ? -line.score : line.score, static_cast<u32>(game.moves(position).size()),
             position.at[move.origin], move.origin == move.target ? u8{0} : there});
        position = game.play(position, move);
    }
    found.outcome = position.outcome;
    return found;
}

}  // namespace

std::vector<MatchGame> play_match(const std::shared_ptr<const Knowledge>& knowledge,
                                  const MatchSide& first, const MatchSide& second,
                                  const MatchOptions& options, const Interrupted& interrupted) {
    const Game& game = knowledge->game;
    const Position start = game.position(game.data().start, 0);
    if (options.openings.empty() && start.outcome.over())
        throw std::invalid_argument("the game is over before its first move");
    std::vector<MatchGame> games(options.games);
    std::atomic<u64> next{0};
    std::atomic<bool> stop{false};
    Threads workers(stop);
    workers.start(options.threads, [&](int) {
        MatchPlayer players[2] = {{knowledge, first}, {knowledge, second}};
        for (u64 i; (i = next++) < options.games && !stop;) {
            const u64 number = options.first_game + i;
            Random opening(options.seed, number / 2);
            const Position begin =
                options.openings.empty()
                    ? random_opening(game, start, options.random_plies, opening, most_tries)
                    : options.openings[(number / 2) % options.openings.size()];
            Random seeds(~options.seed, number);
            for (MatchPlayer& player : players) player.new_game(seeds.next());
            const int white = static_cast<int>(number & 1);
            games[i] = play_game(game, &players[white], &players[white ^ 1], begin,
                                 options.adjudicate, stop);
        }
    });
    while (!workers.ended_within(0.1)) {
        if (interrupted && interrupted()) stop = true;
    }
    workers.join();
    return games;
}

}  // namespace sbg
