// The kernels for processors with BMI2. The build gives this file, and no other, the flags for
// these instructions.
#define SBG_ISA bmi2
#if defined(__BMI2__)
#define SBG_BMI2
#include "play_kernels.hpp"
#else
#include "kernel.hpp"
namespace sbg::bmi2 {
const Kernel* kernel(int) { return nullptr; }
}  // namespace sbg::bmi2
#endif
