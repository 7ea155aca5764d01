// Tables of values for any processor.
#include "solve_kernels.hpp"
