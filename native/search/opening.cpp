#include "search/opening.hpp"

namespace sbg {

Position random_opening(const Game& game, const Position& start, int plies,
                        portable::Random& random, int tries) {
    while (tries-- > 0) {
        Position position = start;
        for (int i = 0; i < plies && !position.outcome.over(); ++i) {
            const std::vector<Move> moves = game.moves(position);
            position = game.play(position, moves[random.below(moves.size())]);
        }
        if (!position.outcome.over()) return position;
    }
    return start;
}

}  // namespace sbg
