// The provers for processors with BMI2; the build gives this file the flags for them.
#define SBG_ISA bmi2
#if defined(__BMI2__)
#define SBG_BMI2
#include "search/proof_kernels.hpp"
#else
#include "search/proof_worker.hpp"
namespace sbg::bmi2 {
ProofWorker* make_prover(int, const void*) { return nullptr; }
}  // namespace sbg::bmi2
#endif
