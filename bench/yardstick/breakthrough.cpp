// Breakthrough on 8x8 written for that one game: the measuring stick for the general engine.
//
//   breakthrough perft SECONDS      counts the move sequences of length 6, again and again
//   breakthrough playouts SECONDS   plays random games
//
// prints one line of JSON with the work done and the processor time that it took; with no BMI2,
// {"bmi2": false}.
//
// Row 0 of a board is always the row nearest to the player to move, who moves towards higher bits:
// after each move the bytes are reversed and the sides change places.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#if defined(__BMI2__)
#include <immintrin.h>

namespace {

using Bits = std::uint64_t;

constexpr Bits first_column = 0x0101'0101'0101'0101;
constexpr Bits last_column = first_column << 7;
constexpr Bits last_row = Bits{0xff} << 56;

// The three directions of a pawn, as the distance in bits.
enum Step : int { left = 7, straight = 8, right = 9 };

struct Board {
    Bits mover, waiting;
};

constexpr Board start{0x0000'0000'0000'ffff, 0xffff'0000'0000'0000};
constexpr Bits sequences_of_length_6 = 149'264'638;

// Squares that some pawn of the mover can go to, by direction. A pawn may capture diagonally only.
struct Targets {
    Bits straight, left, right;

    explicit Targets(Board b)
        : straight((b.mover << Step::straight) & ~(b.mover | b.waiting)),
          left(((b.mover & ~first_column) << Step::left) & ~b.mover),
          right(((b.mover & ~last_column) << Step::right) & ~b.mover) {}
};

inline Bits size(Bits set) { return static_cast<Bits>(__builtin_popcountll(set)); }

inline Board played(Board b, Bits target, Step step) {
    const Bits mover = (b.mover ^ (target >> step)) | target;
    return {__builtin_bswap64(b.waiting & ~target), __builtin_bswap64(mover)};
}

Bits perft(Board b, int depth) {
    const Targets t(b);
    if (depth == 1) return size(t.straight) + size(t.left) + size(t.right);
    Bits sum = 0;
    const auto follow = [&](Bits targets, Step step) {
        for (; targets; targets &= targets - 1) {
            const Bits target = targets & -targets;
            // A pawn on the last row has won, and nothing follows.
            if (!(target >> 56)) sum += perft(played(b, target, step), depth - 1);
        }
    };
    follow(t.straight, Step::straight);
    follow(t.left, Step::left);
    follow(t.right, Step::right);
    return sum;
}

// Marsaglia's xorshift.
struct Random {
    Bits state = 0x9e37'79b9'7f4a'7c15;

    Bits below(Bits n) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return ((state >> 32) * n) >> 32;
    }
};

// A random game, every move alike; its length in plies.
inline Bits playout(Random& random) {
    Board b = start;
    for (Bits plies = 0;;) {
        const Targets t(b);
        const Bits ahead = size(t.straight), leftward = size(t.left),
                   all = ahead + leftward + size(t.right);
        if (!all) return plies;
        Bits number = random.below(all), targets = t.straight;
        Step step = Step::straight;
        if (number >= ahead) {
            number -= ahead;
            targets = t.left;
            step = Step::left;
            if (number >= leftward) {
                number -= leftward;
                targets = t.right;
                step = Step::right;
            }
        }
        const Bits target = _pdep_u64(Bits{1} << number, targets);
        ++plies;
        if (target >> 56) return plies;  // the last row
        b = played(b, target, step);
    }
}

// Of this process alone: what else the machine does shows less than on the clock on the wall.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Does the work round by round for so long and prints how much of it the best round did in a
// second.
template <class Round>
int measure(double seconds, Round round) {
    double best = 0;
    const double begun = processor_seconds();
    for (double now = begun; now - begun < seconds;) {
        const double work = static_cast<double>(round());
        const double then = now;
        now = processor_seconds();
        if (work / (now - then) > best) best = work / (now - then);
    }
    return std::printf("{\"bmi2\": true, \"per_second\": %.0f}\n", best) < 0;
}

Bits round_of_perft() {
    volatile int depth = 6;  // so that no compiler counts once for all rounds
    const Bits leaves = perft(start, depth);
    if (leaves != sequences_of_length_6) std::abort();
    return leaves;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3 && !std::strcmp(argv[1], "perft"))
        return measure(std::atof(argv[2]), round_of_perft);
    if (argc == 3 && !std::strcmp(argv[1], "playouts")) {
        Random random;
        return measure(std::atof(argv[2]), [&] {
            Bits moves = 0;
            for (int game = 0; game < 10'000; ++game) moves += playout(random);
            return moves;
        });
    }
    return std::fputs("usage: breakthrough perft|playouts SECONDS\n", stderr), 2;
}

#else

int main() { return std::puts("{\"bmi2\": false}") < 0; }

#endif
