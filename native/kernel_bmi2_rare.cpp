// The kernels for processors with BMI2, for the rare sizes of boards.
#define SBG_RARE
#include "batch_bmi2.cpp"
#include "kernel_bmi2.cpp"
