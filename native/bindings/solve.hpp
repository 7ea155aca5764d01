// Tables of exact values as Python has them.
#pragma once

#include <nanobind/nanobind.h>

namespace sbg::bindings {

void bind_solve(nanobind::module_& m);

}  // namespace sbg::bindings
