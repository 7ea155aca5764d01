// The search kernels for any processor.
#include "search/kernel_body.hpp"
