// Matches as Python has them.
#pragma once

#include <nanobind/nanobind.h>

namespace sbg::bindings {

namespace nb = nanobind;

void bind_match(nb::module_& m);

}  // namespace sbg::bindings
