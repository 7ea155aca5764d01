// The search kernels for processors with BMI2, for the rare sizes of boards.
#define SBG_RARE
#include "search/search_bmi2.cpp"
