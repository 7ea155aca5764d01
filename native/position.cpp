#include "position.hpp"

#include <algorithm>
#include <stdexcept>

#include "build_info.hpp"

namespace sbg {

using portable::side_of;

using Lease = Workspaces::Lease;

Game::Game(GameData data, const BuildOptions& options, bool use_bmi2,
           const Interrupted& interrupted)
    : data_(std::move(data)) {
    validate(data_);
    built_ = build(data_, options, interrupted);
    const int words = words_for(data_.squares());
    kernel_ = use_bmi2 && has_bmi2() ? bmi2::kernel(words) : nullptr;
    bmi2_ = kernel_ != nullptr;
    if (!kernel_) kernel_ = portable::kernel(words);
    spaces_ = std::make_unique<Workspaces>(*built_, *kernel_);
    keys_.resize(static_cast<std::size_t>(data_.codes() * data_.squares()));
    portable::Random random(0, 0);
    for (u64& key : keys_) key = random.next();
    turn_key_ = random.next();
}

Outcome Game::at_rest(const Position& position) const {
    const Lease space(*spaces_);
    if (!kernel_->can_move(built_->rules(), position.at.data(), position.side(), *space)) {
        return {Reason::no_moves, position.side() ^ 1};
    }
    if (position.ply >= data_.limit) return {Reason::turn_limit, -1};
    return {};
}

Position Game::position(std::vector<u8> at, u32 ply) const {
    if (at.size() != static_cast<std::size_t>(data_.squares())) {
        throw std::invalid_argument("a position must have one byte per square");
    }
    Position position{std::move(at), ply, ply & 1 ? turn_key_ : 0, {}};
    for (int square = 0; square < data_.squares(); ++square) {
        const int code = position.at[static_cast<std::size_t>(square)];
        if (code >= data_.codes())
            throw std::invalid_argument("a position holds a code without a piece");
        if (code) position.hash ^= key(code, square);
    }
    position.outcome = at_rest(position);
    return position;
}

std::vector<Move> Game::moves(const Position& position) const {
    if (position.outcome.over()) return {};
    const Lease space(*spaces_);
    std::vector<Move> moves(data_.squares() <= 144 ? 256 : 1024);  // else they are made twice
    for (;;) {
        const u64 found = kernel_->moves(built_->rules(), position.at.data(), position.side(),
                                         *space, moves.data(), moves.size());
        const bool fits = found <= moves.size();
        moves.resize(found);
        if (fits) return moves;
    }
}

bool Game::legal(const Position& position, Move move) const {
    if (position.outcome.over() || move.origin >= data_.squares() || move.target >= data_.squares())
        return false;
    const Lease space(*spaces_);
    return kernel_->legal(built_->rules(), position.at.data(), position.side(), move, *space);
}

Position Game::play(const Position& position, Move move) const {
    Position next{position.at, position.ply + 1, position.hash ^ turn_key_, {}};
    const int code = next.at[move.origin];
    next.at[move.origin] = 0;
    const int captured = next.at[move.target];  // 0 for a move to its own square
    next.at[move.target] = static_cast<u8>(code);
    next.hash ^= key(code, move.origin) ^ key(code, move.target);
    if (captured) next.hash ^= key(captured, move.target);

    // The order of ruling 14: counts, goals, no moves, turn limit.
    if (captured) {
        const long left = std::count(next.at.begin(), next.at.end(), captured);
        for (const auto& goal : data_.count_goals) {
            if (goal.code == captured && goal.count == left) {
                next.outcome = {Reason::count, side_of(captured) ^ 1};
                return next;
            }
        }
    }
    for (const auto& goal : data_.square_goals) {
        if (goal.code == code && std::find(goal.squares.begin(), goal.squares.end(), move.target) !=
                                     goal.squares.end()) {
            next.outcome = {Reason::goal, position.side()};
            return next;
        }
    }
    next.outcome = at_rest(next);
    return next;
}

}  // namespace sbg
