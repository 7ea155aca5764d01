#include "bindings/calls.hpp"

#include <chrono>
#include <thread>

#include "bindings/arguments.hpp"

namespace sbg::bindings {

namespace {

std::atomic<int> running{0};
std::atomic<bool> ending{false};
std::atomic<std::thread::id> last_thread;

// What ends all long calls of a thread; Python holds the object as long as it is set.
thread_local const Stop* stop_of_thread = nullptr;

bool ends_here() { return ending && last_thread.load() != std::this_thread::get_id(); }

// Called when the interpreter is about to end, in its main thread.
void end_calls() {
    using Clock = std::chrono::steady_clock;
    last_thread = std::this_thread::get_id();
    ending = true;
    const nb::gil_scoped_release release;
    const auto patience = Clock::now() + std::chrono::seconds(3);
    while (running && Clock::now() < patience)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

}  // namespace

LongCall::LongCall() : stop_(stop_of_thread) {
    if (ends_here() || (stop_ && stop_->flag)) raise();
    ++running;
}

LongCall::~LongCall() { --running; }

bool LongCall::interrupted() { return ends_here() || (stop_ && stop_->flag) || signalled(); }

bool signalled() {
    const nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
}

void LongCall::raise() const {
    if (!PyErr_Occurred() && !ends_here() && stop_ && stop_->flag)
        PyErr_SetNone(nb::module_::import_("sbg.engine.runs").attr("Stopped").ptr());
    // A thread that raises this ends without a word.
    if (!PyErr_Occurred()) PyErr_SetNone(PyExc_SystemExit);
    throw nb::python_error();
}

void bind_calls(nb::module_& m) {
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const Interruption&) {
            // What the signal's handler raised is there already.
            if (!PyErr_Occurred()) PyErr_SetNone(PyExc_KeyboardInterrupt);
        }
    });
    nb::class_<Stop>(m, "Stop", "Ends a long call from another thread; each call has its own.")
        .def(nb::init<>())
        .def("set", [](Stop& self) { self.flag = true; })
        .def("is_set", [](const Stop& self) { return self.flag.load(); });
    m.def(
        "stop_calls",
        [](nb::handle stop) {
            stop_of_thread = stop.is_none() ? nullptr : &instance<Stop>(stop, "stop", "Stop");
        },
        nb::arg("stop").none(), nb::sig("def stop_calls(stop: Stop | None) -> None"),
        "What ends the long calls of this thread from now on; None for nothing.");
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&end_calls));
}

}  // namespace sbg::bindings
