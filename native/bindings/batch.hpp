// Many games as arrays, for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace sbg::bindings {

void bind_batch(nanobind::module_& m);

}  // namespace sbg::bindings
