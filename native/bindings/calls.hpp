// Long calls: they run without the GIL, Ctrl-C ends them, and so does the end of the interpreter.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <exception>

#include "play/position.hpp"

namespace sbg::bindings {

namespace nb = nanobind;

// Ends a long call from another thread; each call has its own.
struct Stop {
    std::atomic<bool> flag{false};
};

// A long call under way. The interpreter waits for these at its end: a thread that comes back to
// Python after that would end the process.
class LongCall {
  public:
    LongCall();  // raises what ends it where it must not begin
    ~LongCall();
    LongCall(const LongCall&) = delete;
    LongCall& operator=(const LongCall&) = delete;

    // Whether to end now: Ctrl-C was pressed, the interpreter is about to end, or the thread that
    // called was told to stop. The GIL is not held.
    bool interrupted();
    // Raises what the interruption is to Python. The GIL is held.
    [[noreturn]] void raise() const;

  private:
    const Stop* stop_;
};

// Whether Ctrl-C was pressed, with or without the GIL: for calls that are mostly short. Signals are
// delivered to Python's main thread; asking elsewhere is harmless.
bool signalled();

// Runs call(interrupted) without the GIL.
template <class Call>
auto interruptible(Call call) {
    LongCall running;
    bool interrupted = false;
    try {
        auto result = [&] {
            const nb::gil_scoped_release release;
            return call([&] { return interrupted = interrupted || running.interrupted(); });
        }();
        if (!interrupted) return result;
    } catch (const Interruption&) {
    }
    running.raise();
}

// Runs call(interrupted, guarded) in the same way. guarded(tell) calls Python from there; what
// that raises ends the call and is raised afterwards.
template <class Call>
auto telling(Call call) {
    std::exception_ptr failure;
    auto guarded = [&](const auto& tell) {
        const nb::gil_scoped_acquire gil;
        if (failure || PyErr_Occurred()) return;  // after Ctrl-C nothing may be called
        try {
            tell();
        } catch (...) {
            failure = std::current_exception();
        }
    };
    auto result = interruptible([&](const Interrupted& interrupted) {
        return call([&] { return failure || interrupted(); }, guarded);
    });
    if (failure) std::rethrow_exception(failure);
    return result;
}

void bind_calls(nb::module_& m);

}  // namespace sbg::bindings
