// The kernels for any processor, for the rare sizes of boards.
#define SBG_RARE
#include "batch_portable.cpp"
#include "kernel_portable.cpp"
