// Kernels of a GPU for programs of XLA; the games of the processor are in batch.cpp.
#include "bindings/xla.hpp"

#include "bindings/arguments.hpp"
#include "xla/launches.hpp"

namespace sbg::bindings {

namespace {

using nb::handle;

void* pointer(handle given, const char* name) {
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(natural(given, name)));
}

std::vector<nb::object> parts(handle given, const char* name, std::size_t size) {
    std::vector<nb::object> found = items(given, name);
    if (found.size() != size)
        refuse_value(std::string(name) + " has " + std::to_string(size) + " parts");
    return found;
}

Hole read_hole(handle given, u64 room) {
    const std::vector<nb::object> part = parts(given, "a hole", 3);
    Hole hole{};
    hole.what = static_cast<Hole::What>(small(part[1], "what a hole is for", 0, 3));
    const u64 size = hole.what == Hole::What::short_count ? sizeof(u32) : sizeof(u64);
    if (room < size) refuse_value("there is no room for a hole");
    hole.offset = static_cast<u32>(unsigned_whole(part[0], "the place of a hole", room - size));
    hole.index = static_cast<u32>(small(part[2], "the number of an array", 0, 1000));
    return hole;
}

Launch read_launch(handle given) {
    const std::vector<nb::object> part = parts(given, "a launch", 7);
    Launch launch{};
    launch.kernel = pointer(part[0], "kernel");
    launch.block = static_cast<u32>(small(part[1], "block", 1, 1024));
    launch.items = unsigned_whole(part[2], "items", u64{1} << 24);
    launch.each = static_cast<u64>(whole(part[3], "each", 1, i64{1} << 24));
    launch.values = byte_values(part[4], "values");
    const u64 room = launch.values.size();
    for (const nb::object& offset : items(part[5], "parameters"))
        launch.parameters.push_back(static_cast<u32>(unsigned_whole(offset, "a parameter", room)));
    for (const nb::object& hole : items(part[6], "holes"))
        launch.holes.push_back(read_hole(hole, room));
    return launch;
}

void serve(handle key, handle start, handle enter, handle context, handle launches) {
    const GpuDriver driver{reinterpret_cast<GpuDriver::Start>(pointer(start, "start")),
                           reinterpret_cast<GpuDriver::Enter>(pointer(enter, "enter")),
                           pointer(context, "context")};
    std::vector<Launch> read;
    for (const nb::object& launch : items(launches, "launches"))
        read.push_back(read_launch(launch));
    serve_launches(text(key, "key"), driver, std::move(read));
}

}  // namespace

void bind_xla_launches(nb::module_& m) {
    m.def("xla_serve", &serve, any("key"), any("start"), any("enter"), any("context"),
          any("launches"),
          nb::sig("def xla_serve(key: str, start: int, enter: int, context: int, launches: "
                  "Sequence[object]) -> None"),
          "Kernels that programs of XLA start by this key; see native/xla/launches.hpp.");
    m.def(
        "xla_gpu_target",
        [] {
            return nb::capsule(reinterpret_cast<const void*>(&start_launches),
                               "xla._CUSTOM_CALL_TARGET");
        },
        nb::sig("def xla_gpu_target() -> object"),
        "The function that such programs call on a GPU, as a capsule.");
}

}  // namespace sbg::bindings
