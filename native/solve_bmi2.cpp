// Tables of values for processors with BMI2; the build gives this file the flags for them.
#define SBG_ISA bmi2
#if defined(__BMI2__)
#define SBG_BMI2
#include "solve_kernels.hpp"
#else
#include "solve_tables.hpp"
namespace sbg::bmi2 {
std::unique_ptr<Tables> make_tables(const Game&, const SpaceData&) { return nullptr; }
}  // namespace sbg::bmi2
#endif
