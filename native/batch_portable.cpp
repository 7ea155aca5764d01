// The kernels of batches for any processor.
#include "batch_kernels.hpp"
