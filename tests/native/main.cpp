// The native core's own tests, without Python: golden counts on every kind of table, threads, and
// interruption. Run under sanitizers by `make sanitize`. Prints one line per failure and a count,
// and exits with 1 after a failure.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <string>

#include "base/pool.hpp"
#include "base/threads.hpp"
#include "games.hpp"
#include "play/position.hpp"
#include "search/tree_search.hpp"

using namespace sbg;
using namespace sbg::test;

namespace {

std::atomic<int> passed{0}, failed{0};  // threads check things too

void check(bool holds, const std::string& what) {
    ++(holds ? passed : failed);
    if (!holds) std::printf("FAILED: %s\n", what.c_str());
}

template <class T>
void check_equal(T found, T expected, const std::string& what) {
    check(found == expected,
          what + ": found " + std::to_string(found) + ", expected " + std::to_string(expected));
}

GameData with_fox_goal(GameData game) {
    GameData::SquareGoal goal{1, {}};
    for (int x = 0; x < 8; ++x) goal.squares.push_back(56 + x);
    game.square_goals.push_back(goal);
    return game;
}

struct Golden {
    const char* name;
    GameData game;
    std::vector<u64> perft;
};

std::vector<Golden> goldens() {
    return {
        {"gardner", make(gardner()), {7, 53, 510, 5000, 57105, 650349, 8260003}},
        {"breakthrough 5x5", make(breakthrough(5)), {13, 156, 1924, 23084, 289828, 3538840}},
        {"breakthrough 6x6", make(breakthrough(6)), {16, 256, 4308, 71478, 1248290, 21470998}},
        {"breakthrough 8x8", make(breakthrough(8)), {22, 484, 11132, 256036, 6182818}},
        {"knightthrough", make(knightthrough()), {40, 1600, 63520, 2521306}},
        {"chess", make(chess(true)), {20, 400, 8902, 197742, 4896998}},
        {"los alamos", make(los_alamos()), {10, 100, 1216, 14914, 208461, 2938196}},
        {"silverman", make(silverman()), {4, 18, 121, 838, 7625, 69152, 724182}},
        {"chess, single step", make(chess(false)), {12, 144, 2124, 31329, 560756, 10027712}},
        {"fox and hounds",
         with_fox_goal(make(fox_and_hounds())),
         {2, 14, 56, 344, 1032, 6264, 23387, 141427, 442493}},
        {"hexapawn", make(pawns(3)), {3, 10, 28, 56, 70, 64, 20, 0}},
        {"octopawn", make(pawns(4)), {4, 16, 66, 280, 1170, 4548, 16684, 53706}},
    };
}

struct Variant {
    const char* name;
    BuildOptions options;
    bool bmi2;
};

std::vector<Variant> variants() {
    std::vector<Variant> list{{"default", {}, true}, {"portable", {}, false}};
    Variant variant{"no set-wise groups", {}, true};
    variant.options.set_wise = false;
    list.push_back(variant);
    variant.name = "unmerged tables";
    variant.options.tables.merged_bits = 0;
    list.push_back(variant);
    variant.name = "large tables";
    variant.options.tables.merged_bits = 12;
    list.push_back(variant);
    variant.name = "walked";
    variant.options.tables.part_bits = -1;
    list.push_back(variant);
    variant.name = "partly walked";
    variant.options.tables.part_bits = 3;
    list.push_back(variant);
    return list;
}

void test_golden(u64 most, std::size_t most_variants = 100) {
    std::vector<Variant> chosen = variants();
    chosen.resize(std::min(chosen.size(), most_variants));
    for (const Variant& variant : chosen) {
        for (Golden& golden : goldens()) {
            const Game game(golden.game, variant.options, variant.bmi2);
            const Position start = game.position(golden.game.start, 0);
            for (std::size_t d = 0; d < golden.perft.size() && golden.perft[d] <= most; ++d) {
                const int depth = static_cast<int>(d) + 1;
                const std::string what = std::string(golden.name) + ", " + variant.name +
                                         ", perft " + std::to_string(depth);
                check_equal(game.perft(start, depth, 1, 0, {}), golden.perft[d], what);
                check_equal(game.perft(start, depth, 2, 0, {}), golden.perft[d],
                            what + ", two threads");
                check_equal(game.perft(start, depth, 2, 1 << 20, {}), golden.perft[d],
                            what + ", hash table");
            }
        }
    }
}

// Every position of random games: moves and perft agree between all kinds of tables.
void test_same_moves() {
    for (Golden& golden : goldens()) {
        std::vector<std::unique_ptr<Game>> games;
        for (const Variant& variant : variants()) {
            games.push_back(std::make_unique<Game>(golden.game, variant.options, variant.bmi2));
        }
        portable::Random random(7, 0);
        for (int round = 0; round < 5; ++round) {
            Position position = games[0]->position(golden.game.start, 0);
            while (!position.outcome.over()) {
                const std::vector<Move> moves = games[0]->moves(position);
                for (const auto& game : games) {
                    check(game->moves(position) == moves,
                          std::string(golden.name) + ": same moves");
                    check_equal(game->perft(position, 1, 1, 0, {}), u64{moves.size()},
                                "perft 1 is the number of moves");
                }
                const Move move = moves[random.below(moves.size())];
                check(games[0]->legal(position, move), "a listed move is legal");
                const Position next = games[0]->play(position, move);
                Position again = games[0]->position(next.at, next.ply);
                check_equal(next.hash, again.hash, "the hash is kept incrementally");
                position = next;
            }
        }
    }
}

void test_playouts(u64 games) {
    const double slack = games < 20'000 ? 0.03 : 0.015;  // four standard deviations
    struct Expected {
        const char* name;
        GameData game;
        double plies, white;
    };
    for (const Expected& expected :
         {Expected{"breakthrough 8x8", make(breakthrough(8)), 64.1, 0.508},
          Expected{"breakthrough 6x6", make(breakthrough(6)), 28.1, 0.516},
          Expected{"breakthrough 5x5", make(breakthrough(5)), 15.9, 0.516},
          Expected{"knightthrough", make(knightthrough()), 33.6, 0.516},
          Expected{"gardner", make(gardner()), 26.98, 0.493}}) {
        for (bool bmi2 : {true, false}) {
            const Game game(expected.game, {}, bmi2);
            const Position start = game.position(expected.game.start, 0);
            const Tally one = game.playouts(start, games, 1, 1, {}),
                        two = game.playouts(start, games, 1, 2, {});
            check(std::memcmp(&one, &two, sizeof one) == 0,
                  "playouts do not depend on the number of threads");
            check_equal(one.wins[0] + one.wins[1] + one.draws, games, "every playout is counted");
            const double plies = static_cast<double>(one.plies) / games,
                         white = static_cast<double>(one.wins[0]) / games;
            check(plies > expected.plies * (1 - slack) && plies < expected.plies * (1 + slack),
                  std::string(expected.name) + ": mean length " + std::to_string(plies));
            check(white > expected.white - slack && white < expected.white + slack,
                  std::string(expected.name) + ": white wins " + std::to_string(white));
        }
    }
}

// The block of rules is moved elsewhere, what it was is destroyed, and play goes on in the copy.
void test_relocation() {
    std::vector<Golden> games = goldens();
    games.push_back({"large chess", make(large_chess()), {}});
    games.push_back({"breakthrough 19x19", make(breakthrough(19)), {}});
    games.push_back({"breakthrough 24x24", make(breakthrough(24)), {}});
    games.push_back({"breakthrough 40x40", make(breakthrough(40)), {}});
    const std::atomic<bool> never{false};
    for (const Variant& variant : variants()) {
        for (const Golden& golden : games) {
            const Game game(golden.game, variant.options, variant.bmi2);
            const Kernel& kernel = game.kernel();
            const Workspaces::Lease space(game.workspaces(), 3);
            const u8* board = golden.game.start.data();
            const auto play = [&](const void* rules) {
                Tally tally{};
                kernel.playouts(rules, board, 0, 3, 0, 5, *space, Stop{&never}, tally);
                tally.draws += kernel.perft(rules, board, 0, 3, 0, *space, Stop{&never}, nullptr);
                return tally;
            };
            const u64 bytes = game.built().block_bytes;
            void* original = game.built().block.get();
            const Tally before = play(original);
            const Block copy = allocate_block(bytes);
            std::memcpy(copy.get(), original, bytes);
            std::memset(original, 0xa5, bytes);
            const Tally after = play(copy.get());
            check(std::memcmp(&before, &after, sizeof before) == 0,
                  std::string(golden.name) + ", " + variant.name + ": plays on in a copy");
        }
    }
}

void test_interruption() {
    const GameData data = make(chess(true));
    const Game game(data, {}, true);
    const Position start = game.position(data.start, 0);
    int asked = 0;
    game.perft(start, 12, 2, 0, [&] { return ++asked == 2; });
    game.playouts(start, 1ull << 40, 0, 2, [&] { return ++asked == 4; });
    check_equal(asked, 4, "a long call ends soon after it was interrupted");
}

// Both searchers prove who wins the small pawn games, alone and with a helper.
void test_search(int most_threads) {
    const std::atomic<bool> never{false};
    for (const bool bmi2 : {false, true}) {
        for (const int side : {3, 4}) {
            const Game game(make(pawns(side)), {}, bmi2);
            const Position start = game.position(game.data().start, 0);
            const std::string name = std::to_string(side) + " pawns, ";
            for (int threads = 1; threads <= most_threads; ++threads) {
                SearchLimits limits;
                limits.threads = threads;
                Searcher searcher(std::make_shared<const Knowledge>(game, Interrupted{}), 1 << 20);
                TreeSearcher tree(game, {}, 1 << 24);
                const auto found = searcher.search(start, limits, never, {}, {}).front();
                const auto grown = tree.search(start, limits, never, {}, {}).front();
                check(found.proven && (found.score < 0) == (side == 3), name + "alpha-beta");
                check(grown.proven && (grown.score < 0) == (side == 3), name + "tree");
            }
        }
        const Game game(make(gardner()), {}, bmi2);
        const Position start = game.position(game.data().start, 0);
        SearchLimits limits;
        limits.threads = most_threads;
        limits.nodes = 30'000;
        limits.lines = 3;
        Searcher searcher(std::make_shared<const Knowledge>(game, Interrupted{}), 1 << 20);
        const auto lines = searcher.search(start, limits, never, [](const SearchLine&) {}, {});
        check_equal<std::size_t>(lines.size(), 3, "lines of Gardner");
        TreeSearcher tree(game, {}, 1 << 20);  // little room, so that it fills up
        Position position = start;
        for (int ply = 0; ply < 3; ++ply) {
            limits.nodes = 5'000;
            const auto best = tree.search(position, limits, never, {}, {}).front();
            check(game.legal(position, best.moves.front()), "the tree's move is legal");
            position = game.play(position, best.moves.front());
        }
        std::atomic<bool> stop{true};
        limits.nodes = 0;
        check(!searcher.search(start, limits, stop, {}, {}).empty(), "a stopped search answers");
        check(!tree.search(start, limits, stop, {}, {}).empty(), "a stopped tree answers");
    }
}

// What goes wrong in one of several threads ends the others and is thrown to the caller.
void test_threads() {
    std::atomic<bool> stop{false};
    std::atomic<int> ended{0};
    const auto work = [&](int number) {
        if (number == 2) throw std::bad_alloc();
        while (!stop) std::this_thread::yield();
        ++ended;
    };
    bool thrown = false;
    try {
        Threads threads(stop);
        threads.start(4, work);
        threads.join();
    } catch (const std::bad_alloc&) {
        thrown = true;
    }
    check(thrown, "the failure of a thread is thrown");
    check_equal(ended.load(), 3, "threads that a failure ended");

    // Nobody waits for these: an exception of the caller does not leave them behind.
    stop = false;
    ended = 0;
    try {
        Threads threads(stop);
        threads.start(2, [&](int) {
            while (!stop) std::this_thread::yield();
            ++ended;
        });
        throw std::runtime_error("elsewhere");
    } catch (const std::runtime_error&) {
    }
    check_equal(ended.load(), 2, "threads that their owner ended");

    stop = false;
    Threads quick(stop);
    quick.start(3, [](int) {});
    check(quick.ended_within(60), "threads that have nothing to do end");
    quick.join();
    check(!stop, "an end is no failure");
}

// Threads that are kept serve calls that come at the same time, and pass failures on.
void test_pool() {
    Pool& pool = Pool::shared();
    std::atomic<u64> sum{0};
    const auto add = [&](u64 most) {
        std::atomic<bool> stop{false};
        std::atomic<u64> next{0};
        Pool::Job job(pool, 3, stop, [&] {
            for (u64 i; (i = next++) < most && !stop;) sum += i;
        });
        job.join();
        check(!stop && job.ended_within(60), "a job that has ended");
    };
    std::atomic<bool> stop{false};
    {
        Threads callers(stop);
        callers.start(4, [&](int) {
            for (int i = 0; i < 50; ++i) add(100);
        });
        callers.join();
    }
    check_equal<u64>(sum, 4 * 50 * 4950, "what the jobs of four callers did");

    bool thrown = false;
    try {
        Pool::Job job(pool, 2, stop, [] { throw std::bad_alloc(); });
        job.join();
    } catch (const std::bad_alloc&) {
        thrown = true;
    }
    check(thrown && stop, "the failure of a job is thrown");

    stop = false;
    std::atomic<int> ended{0};
    try {
        Pool::Job job(pool, 2, stop, [&] {
            while (!stop) std::this_thread::yield();
            ++ended;
        });
        while (job.ended_within(0.01)) {
        }
        throw std::runtime_error("elsewhere");
    } catch (const std::runtime_error&) {
    }
    check(ended >= 1, "a job that its owner ended");
}

}  // namespace

int main(int argc, char** argv) {
    // A sanitizer makes everything ten times slower: `quick` leaves the deep counts out, `threads`
    // all that runs in one thread.
    const std::string how = argc > 1 ? argv[1] : "";
    if (how != "threads") {
        test_golden(how == "quick" ? 2'000 : 300'000);
        test_same_moves();
        test_relocation();
    } else {
        test_golden(20'000, 1);
    }
    test_playouts(how.empty() ? 20'000 : 4'000);
    test_threads();
    test_pool();
    test_interruption();
    test_search(2);
    std::printf("%d passed, %d failed\n", passed.load(), failed.load());
    return failed != 0;
}
