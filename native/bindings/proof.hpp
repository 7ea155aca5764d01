// Proof searches as Python has them.
#pragma once

#include <nanobind/nanobind.h>

namespace sbg::bindings {

namespace nb = nanobind;

void bind_proof(nb::module_& m);

}  // namespace sbg::bindings
