#pragma once

#include <nanobind/nanobind.h>

namespace sbg::bindings {

void bind_xla_launches(nanobind::module_& m);

}  // namespace sbg::bindings
