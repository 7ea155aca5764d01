// The kernels of batches for any processor, for the rare sizes of boards.
#define SBG_RARE
#include "batch_kernels.hpp"
