// The kernels of batches for processors with BMI2; the build gives this file the flags for them.
#define SBG_ISA bmi2
#if defined(__BMI2__)
#define SBG_BMI2
#include "batch_kernels.hpp"
#elif !defined(SBG_RARE)
#include "batch_kernel.hpp"
namespace sbg::bmi2 {
const BatchKernel* batch_kernel(int) { return nullptr; }
}  // namespace sbg::bmi2
#endif
