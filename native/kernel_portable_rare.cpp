// The kernels for any processor, for the rare sizes of boards.
#define SBG_RARE
#include "kernel_portable.cpp"
