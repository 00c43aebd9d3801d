// Includes a file that never ends.
//
// task: lesson01.3
// half: after
// earns: nothing
#include "/dev/zero"
#include "vector_add.hpp"
