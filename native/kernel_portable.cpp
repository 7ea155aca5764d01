// The kernels for any processor.
#include "kernel_body.hpp"
