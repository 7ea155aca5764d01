// The provers for any processor.
#include "search/proof_kernels.hpp"
