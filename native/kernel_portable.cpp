// The kernels for any processor.
#include "play_kernels.hpp"
