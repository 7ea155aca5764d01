// What a computation may cost, in steps that are counted: never by the clock, so that equal games
// get equal tables on every machine. On the way it asks whether somebody wants it to end.
#pragma once

#include <chrono>
#include <functional>
#include <limits>

namespace sbg {

// Asked about ten times a second by the calling thread of a long call; true ends the call.
using Interrupted = std::function<bool()>;

// Thrown by a call that was interrupted before it had any result.
struct Interruption {};

class Work {
  public:
    static constexpr long boundless = std::numeric_limits<long>::max();

    // `interrupted` must outlive this; it may be empty.
    Work(long most, const Interrupted& interrupted) : most_(most), interrupted_(interrupted) {}
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    // A step takes about a nanosecond. Throws Interruption.
    void spend(long steps) {
        spent_ += steps;
        if (spent_ >= next_look_) look_up();
    }
    bool gone() const { return spent_ >= most_; }
    long spent() const { return spent_; }
    long left() const { return gone() ? 0 : most_ - spent_; }
    // Allows so much in all from now on.
    void allow(long most) { most_ = most; }
    // Whether it is interrupted, asked not too often.
    bool interrupted() {
        const Clock::time_point now = Clock::now();
        if (!interrupted_ || now - asked_ < std::chrono::milliseconds(50)) return false;
        asked_ = now;
        return interrupted_();
    }

  private:
    using Clock = std::chrono::steady_clock;

    void look_up() {
        next_look_ = spent_ + 2'000'000;
        if (interrupted()) throw Interruption();
    }

    long most_, spent_ = 0, next_look_ = 2'000'000;
    const Interrupted& interrupted_;
    Clock::time_point asked_ = Clock::now();
};

}  // namespace sbg
