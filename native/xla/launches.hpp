// Kernels of a GPU that compiled programs of XLA start, on the stream of the program. What is
// started is described from outside, because kernels are compiled while the process runs.
#pragma once

#include <string>
#include <vector>

#include "xla/api.hpp"

namespace sbg {

// Where a value that is known only in a call goes into the parameters of a kernel.
struct Hole {
    // The address of an array; the number of records, in 64 or 32 bits.
    enum class What : u8 { argument, result, count, short_count };
    u32 offset;
    What what;
    u32 index;  // of the array
};

struct Launch {
    void* kernel;
    u32 block;                    // threads of a block
    u64 items, each;              // a thread for so many of the items that a record has
    std::vector<u8> values;       // of all parameters
    std::vector<u32> parameters;  // where each begins
    std::vector<Hole> holes;
};

// The driver's functions cuLaunchKernel and cuCtxSetCurrent, and the context of the kernels.
struct GpuDriver {
    using Start = int (*)(void* kernel, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                          unsigned shared, void* stream, void** parameters, void** extra);
    using Enter = int (*)(void* context);
    Start start;
    Enter enter;
    void* context;
};

// Registers what programs that name this key start, one kernel after the other, until the process
// ends. Their first argument is an array of records, with any axes before the last.
void serve_launches(const std::string& key, const GpuDriver& driver, std::vector<Launch> launches);

// For the platform CUDA, whatever the name of the target: takes the attribute `game`, a key.
xla::Error* start_launches(xla::Call* call);

}  // namespace sbg
