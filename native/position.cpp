#include "position.hpp"

#include <stdexcept>

#include "build_info.hpp"
#include "sizes.hpp"

namespace sbg {

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
    spaces_ = std::make_unique<Workspaces>(built_, *kernel_);
    keys_.resize(static_cast<std::size_t>(data_.codes() * data_.squares()));
    portable::Random random(0, 0);
    for (u64& key : keys_) key = random.next();
    turn_key_ = random.next();
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
    const Lease space(*spaces_);
    position.outcome = kernel_->at_rest(rules(), position.at.data(), ply, *space);
    return position;
}

std::vector<Move> Game::moves(const Position& position) const {
    if (position.outcome.over()) return {};
    const Lease space(*spaces_);
    std::vector<Move> moves(data_.squares() <= 144 ? 256 : 1024);  // else they are made twice
    for (;;) {
        const u64 found = kernel_->moves(rules(), position.at.data(), position.side(), *space,
                                         moves.data(), moves.size());
        const bool fits = found <= moves.size();
        moves.resize(found);
        if (fits) return moves;
    }
}

bool Game::legal(const Position& position, Move move) const {
    if (position.outcome.over() || move.origin >= data_.squares() || move.target >= data_.squares())
        return false;
    const Lease space(*spaces_);
    return kernel_->legal(rules(), position.at.data(), position.side(), move, *space);
}

Position Game::play(const Position& position, Move move) const {
    Position next{position.at, position.ply + 1, 0, {}};
    const int code = position.at[move.origin];
    const Lease space(*spaces_);
    const Played played = kernel_->play(rules(), next.at.data(), position.ply, move, *space);
    next.hash = portable::hash_after(zobrist(), data_.squares(), position.hash, code, move,
                                     played.captured);
    next.outcome = played.outcome;
    return next;
}

}  // namespace sbg
