#include "play/position.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "base/build_info.hpp"
#include "base/sizes.hpp"

namespace sbg {

using Lease = Workspaces::Lease;

// A workspace in which long walks ask whether to go on, though not too often.
class Game::Hearing {
  public:
    explicit Hearing(const Game& game) : interrupted_(game.interrupted_), lease_(*game.spaces_) {
        if (interrupted_) pace() = {&ask, this};
    }
    Hearing(const Hearing&) = delete;
    Hearing& operator=(const Hearing&) = delete;

    const Workspace& operator*() const { return *lease_; }

    // What was found is all there is, or this throws.
    void check() const {
        if (pace().cut) throw Interruption();
    }

  private:
    using Clock = std::chrono::steady_clock;

    static bool ask(void* data) {
        auto& self = *static_cast<Hearing*>(data);
        const Clock::time_point now = Clock::now();
        if (now - self.asked_ < std::chrono::milliseconds(50)) return false;
        self.asked_ = now;
        return self.interrupted_();
    }
    Pace& pace() const { return *(*lease_).scratch.pace; }

    const Interrupted& interrupted_;
    Lease lease_;
    Clock::time_point asked_{};
};

Game::Game(GameData data, const BuildOptions& options, bool use_bmi2,
           const Interrupted& interrupted)
    : data_(std::move(data)) {
    validate(data_);
    const int words = words_for(data_.squares());
    kernel_ = use_bmi2 && has_bmi2() ? bmi2::kernel(words) : nullptr;
    bmi2_ = kernel_ != nullptr;
    if (!kernel_) kernel_ = portable::kernel(words);
    if (!kernel_) throw LacksPortable();
    built_ = build(data_, options, interrupted);
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
    const Hearing space(*this);
    position.outcome = kernel_->at_rest(rules(), position.at.data(), ply, *space);
    space.check();
    return position;
}

std::vector<Move> Game::moves(const Position& position) const {
    if (position.outcome.over()) return {};
    const Hearing space(*this);
    const auto list = [&](Move* out, u64 room) {
        const u64 found =
            kernel_->moves(rules(), position.at.data(), position.side(), *space, out, room, true);
        space.check();
        return found;
    };
    std::vector<Move> moves(256);
    u64 found = 0;
    if (data_.squares() <= 144) {
        found = list(moves.data(), moves.size());
        const bool fits = found <= moves.size();
        moves.resize(found);
        if (!fits) list(moves.data(), found);
        return moves;
    }
    // Making them twice may take long here. So there is room for all, most of it never touched.
    const auto pieces = std::count_if(position.at.begin(), position.at.end(), [&](u8 code) {
        return code && portable::side_of(code) == position.side();
    });
    const u64 room = static_cast<u64>(pieces) * static_cast<u64>(data_.squares());
    const auto out = std::make_unique_for_overwrite<Move[]>(room);
    found = list(out.get(), room);
    moves.assign(out.get(), out.get() + found);
    return moves;
}

std::vector<Move> Game::first_moves(const Position& position, u64 most) const {
    if (position.outcome.over()) return {};
    const Hearing space(*this);
    const auto squares = static_cast<u64>(data_.squares());
    most = std::min(most, squares * squares);
    std::vector<Move> moves(most);
    const u64 found = kernel_->moves(rules(), position.at.data(), position.side(), *space,
                                     moves.data(), most, false);
    space.check();
    moves.resize(std::min(found, most));
    return moves;
}

bool Game::legal(const Position& position, Move move) const {
    if (position.outcome.over() || move.origin >= data_.squares() || move.target >= data_.squares())
        return false;
    const Hearing space(*this);
    const bool found = kernel_->legal(rules(), position.at.data(), position.side(), move, *space);
    space.check();
    return found;
}

Position Game::play(const Position& position, Move move) const {
    Position next{position.at, position.ply + 1, 0, {}};
    const int code = position.at[move.origin];
    const Hearing space(*this);
    const Played played = kernel_->play(rules(), next.at.data(), position.ply, move, *space);
    space.check();
    next.hash = portable::hash_after(zobrist(), data_.squares(), position.hash, code, move,
                                     played.captured);
    next.outcome = played.outcome;
    return next;
}

}  // namespace sbg
