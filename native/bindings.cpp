// The Python module sbg._core. The only file that includes nanobind, and it holds no rules of play.
#include <nanobind/nanobind.h>

#include "build_info.hpp"

NB_MODULE(_core, m) {
    m.doc() = "The native half of sbg: private, use the sbg package instead.";
    m.def("version", &sbg::version, "The package's version when this module was compiled.");
    m.def("compiler", &sbg::compiler, "Name and version of the compiler that built this module.");
    m.def("has_bmi2", &sbg::has_bmi2, "Whether this processor has the PEXT and PDEP instructions.");
}
