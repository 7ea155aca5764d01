// The Python module sbg._core. Only this folder includes nanobind, and it holds no rules of play.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <system_error>

#include "base/build_info.hpp"
#include "bindings/audit.hpp"
#include "bindings/batch.hpp"
#include "bindings/calls.hpp"
#include "bindings/evaluation.hpp"
#include "bindings/game.hpp"
#include "bindings/match.hpp"
#include "bindings/proof.hpp"
#include "bindings/search.hpp"
#include "bindings/solve.hpp"
#include "bindings/xla.hpp"
#include "play/position.hpp"

namespace nb = nanobind;

NB_MODULE(_core, m) {
    // Python makes an ImportError of it.
    if (!sbg::has_bmi2() && !sbg::has_portable()) throw sbg::LacksPortable();
    // Threads that are still at work when the interpreter ends keep what they use: no leak.
    nb::set_leak_warnings(false);
    nb::register_exception_translator(
        [](const std::exception_ptr& problem, void*) {
            try {
                std::rethrow_exception(problem);
            } catch (const std::bad_alloc&) {
                PyErr_SetString(PyExc_MemoryError, "there is not enough memory");
            } catch (const std::length_error&) {
                PyErr_SetString(PyExc_MemoryError, "there is not enough memory");
            } catch (const std::system_error& error) {
                PyErr_SetString(PyExc_OSError, error.what());
            } catch (const sbg::LacksPortable& error) {
                PyErr_SetString(PyExc_ImportError, error.what());
            }
        },
        nullptr);

    m.doc() = "The native half of sbg: private, use the sbg package instead.";
    m.def("version", &sbg::version, "The package's version when this module was compiled.");
    m.def("compiler", &sbg::compiler, "Name and version of the compiler that built this module.");
    m.def("has_bmi2", &sbg::has_bmi2, "Whether this processor has the PEXT and PDEP instructions.");
    m.def("has_portable", &sbg::has_portable,
          "Whether this module has code for processors without BMI2.");
    sbg::bindings::bind_calls(m);
    sbg::bindings::bind_game(m);
    sbg::bindings::bind_evaluation(m);
    sbg::bindings::bind_search(m);
    sbg::bindings::bind_match(m);
    sbg::bindings::bind_proof(m);
    sbg::bindings::bind_batch(m);
    sbg::bindings::bind_solve(m);
    sbg::bindings::bind_audit(m);
    sbg::bindings::bind_xla_launches(m);
}
