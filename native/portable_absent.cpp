// Takes the place of the kernels for any processor in a build that has those for BMI2 alone.
#include "batch_kernel.hpp"
#include "solve_tables.hpp"

namespace sbg::portable {

const Kernel* kernel(int) { return nullptr; }
const BatchKernel* batch_kernel(int) { return nullptr; }
std::unique_ptr<Tables> make_tables(const Game&, const SpaceData&) { return nullptr; }

}  // namespace sbg::portable
