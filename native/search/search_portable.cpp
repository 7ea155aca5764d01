// The search kernels for any processor.
#include "search/search_kernels.hpp"
