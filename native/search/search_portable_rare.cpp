// The search kernels for any processor, for the rare sizes of boards.
#define SBG_RARE
#include "search/search_portable.cpp"
