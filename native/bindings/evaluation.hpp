// The layout of an evaluation and its numbers as Python has them.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "search/weights.hpp"

namespace sbg::bindings {

namespace nb = nanobind;

// What a position's features are by name: a list by code or by side.
nb::dict feature_dict(const std::vector<u16>& features, int codes);

void bind_evaluation(nb::module_& m);

}  // namespace sbg::bindings
