// The check of tables as Python has it.
#pragma once

#include <nanobind/nanobind.h>

namespace sbg::bindings {

void bind_audit(nanobind::module_& m);

}  // namespace sbg::bindings
