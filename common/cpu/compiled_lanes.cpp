// The loops over lanes that kernel files find compiled; see the header.
#define KW_COMPILE_FAST
#define KW_COMPILED_LANES template
#include "kernelwright/cpu/compiled_lanes.hpp"
