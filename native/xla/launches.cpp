#include "xla/launches.hpp"

#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "xla/call.hpp"

namespace sbg {

namespace {

struct Served {
    GpuDriver driver;
    std::vector<Launch> launches;
};

struct Launched {
    std::mutex mutex;
    std::map<std::string, std::shared_ptr<const Served>> games;
};

// Never destroyed: programs may run until the process ends.
Launched& launched() {
    static auto& found = *new Launched;
    return found;
}

std::shared_ptr<const Served> served_under(const std::string& key) {
    const std::lock_guard lock(launched().mutex);
    const auto found = launched().games.find(key);
    if (found == launched().games.end()) xla::refuse_unknown_game();
    return found->second;
}

void* stream_of(const xla::Call& call) {
    xla::StreamAsked asked{sizeof asked, nullptr, call.context, nullptr};
    if (call.api->get_stream(&asked)) xla::refuse("XLA gives no stream", xla::internal);
    return asked.stream;
}

u64 value_of(const Hole& hole, const xla::Call& call, u64 count) {
    const auto address = [&](const xla::Arrays& arrays, const char* name) {
        return reinterpret_cast<std::uintptr_t>(
            xla::buffer(arrays, hole.index, arrays.size, name).data);
    };
    switch (hole.what) {
        case Hole::What::argument:
            return address(call.arguments, "argument");
        case Hole::What::result:
            return address(call.results, "result");
        default:
            return count;
    }
}

void start(const GpuDriver& driver, const Launch& launch, const xla::Call& call, u64 count,
           void* stream) {
    std::vector<u8> values = launch.values;
    for (const Hole& hole : launch.holes) {
        const u64 value = value_of(hole, call, count);
        const bool is_short = hole.what == Hole::What::short_count;
        std::memcpy(values.data() + hole.offset, &value, is_short ? sizeof(u32) : sizeof(u64));
    }
    std::vector<void*> parameters;
    for (const u32 offset : launch.parameters) parameters.push_back(values.data() + offset);
    const u64 threads = (count * launch.items + launch.each - 1) / launch.each;
    const u64 blocks = (threads + launch.block - 1) / launch.block;
    if (blocks > 0x7fffffff || count * launch.items > u64{1} << 33)
        xla::refuse("too many games for one call: " + std::to_string(count));
    const int status = driver.start(launch.kernel, static_cast<unsigned>(blocks), 1, 1,
                                    launch.block, 1, 1, 0, stream, parameters.data(), nullptr);
    if (status)
        xla::refuse(
            "a kernel could not be started: error " + std::to_string(status) + " of the driver",
            xla::internal);
}

}  // namespace

void serve_launches(const std::string& key, const GpuDriver& driver, std::vector<Launch> launches) {
    auto served = std::make_shared<const Served>(Served{driver, std::move(launches)});
    const std::lock_guard lock(launched().mutex);
    launched().games[key] = std::move(served);
}

xla::Error* start_launches(xla::Call* given) {
    return xla::answer(given, [](const xla::Call& call) {
        const std::shared_ptr<const Served> served = served_under(xla::game_key(call));
        const xla::Buffer& records = xla::buffer(call.arguments, 0, call.arguments.size, "records");
        if (records.rank < 1) xla::refuse("records have an axis of words");
        const u64 count = xla::count(records, records.rank - 1);
        if (!count) return;
        void* const stream = stream_of(call);
        if (served->driver.enter(served->driver.context))
            xla::refuse("the GPU's context is not there", xla::internal);
        for (const Launch& launch : served->launches)
            start(served->driver, launch, call, count, stream);
    });
}

}  // namespace sbg
