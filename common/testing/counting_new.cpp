// In every test program, `largest_request` sees what kernel files ask for with `operator new`.
#include "kernelwright/testing/counting_new.hpp"
