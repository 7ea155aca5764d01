// Speed of the core without Python, for tuning: perft and playouts of the benchmark games.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

#include "games.hpp"
#include "play/position.hpp"

using namespace sbg;
using namespace sbg::test;

// Time of this process on the processor: other programs do not disturb it much.
static double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

int main(int argc, char** argv) {
    struct Row {
        const char* name;
        GameData game;
        int depth;
    };
    BuildOptions options;
    if (const char* bits = std::getenv("MERGED_BITS")) options.tables.merged_bits = std::atoi(bits);
    if (std::getenv("NO_SETS")) options.set_wise = false;
    const bool bmi2 = !std::getenv("SBG_NO_BMI2");
    for (const Row& row :
         {Row{"breakthrough", make(breakthrough(8)), 6},
          Row{"knightthrough", make(knightthrough()), 5}, Row{"gardner", make(gardner()), 7},
          Row{"chess", make(chess(true)), 5}, Row{"large", make(large_chess()), 4}}) {
        if (argc > 1 && !std::strstr(row.name, argv[1])) continue;
        double best_build = 1e9, best_perft = 0, best_moves = 0, length = 0;
        u64 bytes = 0;
        for (int run = 0; run < 3; ++run) {
            double t = now();
            const Game game(row.game, options, bmi2);
            const Position start = game.position(row.game.start, 0);
            best_build = std::min(best_build, now() - t);
            bytes = game.bytes();
            if (argc < 3 || std::strcmp(argv[2], "playouts")) {
                t = now();
                const u64 leaves = game.perft(start, row.depth, 1, 0, {});
                best_perft = std::max(best_perft, static_cast<double>(leaves) / (now() - t));
            }
            if (argc < 3 || std::strcmp(argv[2], "perft")) {
                const u64 games = 20'000 / (std::strcmp(row.name, "large") ? 1 : 20);
                t = now();
                const Tally tally = game.playouts(start, games, 1, 1, {});
                best_moves = std::max(best_moves, static_cast<double>(tally.plies) / (now() - t));
                length = static_cast<double>(tally.plies) / static_cast<double>(games);
            }
        }
        std::printf(
            "%-14s perft %8.1f M/s %.4f   playouts %6.2f M/s %.3f (length %.1f)  build %.2f ms, "
            "%.0f KB\n",
            row.name, best_perft / 1e6, best_perft / 8.1e9, best_moves / 1e6, best_moves / 83e6,
            length, best_build * 1e3, static_cast<double>(bytes) / 1024);
    }
}
