// The kernels for a GPU as a library for this processor, which the tests load. A grid runs thread
// by thread.
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "base/sizes.hpp"
#include "gpu/look.hpp"
#include "gpu/perft.hpp"
#include "gpu/solve.hpp"
#include "host_game.hpp"

namespace sbg::gpu {

namespace {

using SetWords = Words<1, 2, 3, 128>;

class Numbers {
  public:
    explicit Numbers(const std::vector<u32>& numbers) : numbers_(numbers) {}

    template <class T>
    std::vector<T> list() {
        const std::size_t bytes = take(1)[0] * std::size_t{sizeof(T)};
        const u32* from = take(bytes / sizeof(u32));
        std::vector<T> items(bytes / sizeof(T));
        if (bytes) std::memcpy(items.data(), from, bytes);
        return items;
    }

    u32 number() { return *take(1); }

  private:
    const u32* take(std::size_t count) {
        if (numbers_.size() - next_ < count) throw std::invalid_argument("the tables are cut off");
        const u32* from = numbers_.data() + next_;
        next_ += count;
        return from;
    }

    const std::vector<u32>& numbers_;
    std::size_t next_ = 0;
};

template <class T>
T argument(void** arguments, std::size_t i) {
    T value;
    std::memcpy(&value, arguments[i], sizeof value);
    return value;
}

template <class G>
Start<G> start_of(const void* from) {
    Start<G> start{};
    std::memcpy(&start, from, sizeof(u32) * (1 + static_cast<std::size_t>(set_words<G>())));
    return start;
}

template <class Run>
void in_all_threads(u32 blocks, u32 threads, Run run) {
    gridDim.x = blocks;
    blockDim.x = threads;
    for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x) {
        for (threadIdx.x = 0; threadIdx.x < threads; ++threadIdx.x) run();
    }
}

template <int N>
bool launch_for(const Tables& tables, const std::string& kernel, u32 blocks, u32 threads,
                void** a) {
    using G = HostGame<N>;
    using S = HostSpace<N>;
    G::use(tables);
    S::use(tables);
    bool found = false;
    // Runs a kernel of this name with arguments of these types.
    const auto run = [&]<class... T>(const char* name, void (*one)(T...)) {
        if (kernel != name) return;
        found = true;
        in_all_threads(blocks, threads, [&] {
            [&]<std::size_t... I>(std::index_sequence<I...>) {
                one(argument<std::decay_t<T>>(a, I)...);
            }(std::index_sequence_for<T...>{});
        });
    };
    if (kernel == "begin" || kernel == "play_out") {
        const Start<G> start = start_of<G>(a[1]);
        const Run games = argument<Run>(a, 2);
        in_all_threads(blocks, threads, [&] {
            if (kernel == "begin")
                begin<G>(argument<u32*>(a, 0), start, games);
            else
                play_out<G>(argument<u32*>(a, 0), start, games, argument<Tally*>(a, 3),
                            argument<u32*>(a, 4));
        });
        return true;
    }
    run("expand", &expand<G>);
    run("leaves0", &leaves<G, 0>);
    run("leaves1", &leaves<G, 1>);
    run("step", &step<G>);
    run("random_plies", &random_plies<G>);
    run("open_games", &open_games<G>);
    run("move_bits", &move_bits<G>);
    run("begin_games", &begin_games<G>);
    run("seen_bits", &seen_bits<G>);
    run("spread1", &spread<u8>);
    run("spread2", &spread<u16>);
    run("spread4", &spread<u32>);
    run("boards", &boards<G>);
    run("facts", &facts<G>);
    run("records", &records<G>);
    run("set_records", &set_records<G>);
    run("take_slots", &take_slots);
    if constexpr (N <= 4) {  // tables are for boards of at most 128 squares
        run("first_level", &first_level<G, S, u8>);
        run("next_level", &next_level<G, S, u8>);
        run("mark_level", &mark_level<G, S, u8>);
        run("first_level_wide", &first_level<G, S, u16>);
        run("next_level_wide", &next_level<G, S, u16>);
        run("mark_level_wide", &mark_level<G, S, u16>);
        run("count_values", &count_values<u8>);
        run("count_values_wide", &count_values<u16>);
        run("narrow_values", &narrow_values);
    }
    return found;
}

}  // namespace

Tables Tables::read(const std::vector<u32>& numbers) {
    Numbers from(numbers);
    Tables tables{};
    for (u32* field : {&tables.width, &tables.squares, &tables.limit, &tables.kinds, &tables.planes,
                       &tables.captures_own, &tables.rides, &tables.traces, &tables.scratch_words,
                       &tables.words})
        *field = from.number();
    tables.board = from.list<u32>();
    tables.columns = from.list<u32>();
    for (int side = 0; side < 2; ++side) {
        tables.backs[side] = from.list<u32>();
        tables.bunches[side] = from.list<Bunch>();
        tables.singles[side] = from.list<Single>();
        tables.walks[side] = from.list<Walk>();
        tables.goals[side] = from.list<u32>();
        tables.counts[side] = from.list<Count>();
    }
    tables.op = from.list<Op>();
    tables.word = from.list<Word>();
    tables.element = from.list<Element>();
    tables.first = from.list<u32>();
    tables.transition = from.list<Transition>();
    tables.swaps = from.number();
    tables.mirrors = from.number();
    tables.places = from.list<u32>();
    return tables;
}

}  // namespace sbg::gpu

// Runs a kernel in all threads of a grid. Each argument is the address of a value, as for
// cuLaunchKernel. 0: it ran; 1: there is no such kernel or size; 2: the tables are wrong.
extern "C" int launch(const sbg::u32* numbers, sbg::u64 length, const char* kernel, sbg::u32 blocks,
                      sbg::u32 threads, void** arguments) {
    using namespace sbg;
    try {
        const auto tables = gpu::Tables::read(std::vector<u32>(numbers, numbers + length));
        return !dispatch(static_cast<int>(tables.words), gpu::SetWords{}, [&]<int N>() {
            return gpu::launch_for<N>(tables, kernel, blocks, threads, arguments);
        });
    } catch (const std::invalid_argument&) {
        return 2;
    }
}
