// Takes the place of the search kernels for any processor in a build that has those for BMI2 alone.
namespace sbg {

class ProofWorker;
struct SearchKernel;

namespace portable {

const SearchKernel* search_kernel(int) { return nullptr; }
ProofWorker* make_prover(int, const void*) { return nullptr; }

}  // namespace portable

}  // namespace sbg
