// A kernel that was compiled for one side, the CPU or GPUs, but is launched on the other.
#define KW_NO_CPU_SIDE  // and nvcc does not compile this file either: so it has neither side
#include <gtest/gtest.h>

#include <string>

#include "kernelwright/kernelwright.hpp"
#include "kernelwright/runtime/error.hpp"

namespace {

using namespace kw;

struct Nothing {
  KW_KERNEL void operator()(auto, float*, int) const {}
};

std::string refusal_on(device where) {
  try {
    launch(where, grid(1), Nothing{}, static_cast<float*>(nullptr), 1);
  } catch (const error& refused) {
    const std::string text = refused.what();
    return text.substr(text.find(": "));
  }
  return "none";
}

TEST(OneSide, TellsWhichProgramHasTheCpus) {
  EXPECT_EQ(
      refusal_on(cpu_device),
      ": this kernel was compiled for GPUs only, but its data is on the CPU. Run the program of "
      "the same name that ends in .cpu, or compile the kernel without -DKW_NO_CPU_SIDE.");
}

TEST(OneSide, TellsWhichProgramHasTheGpus) {
  EXPECT_EQ(
      refusal_on(cuda_device),
      ": this kernel was compiled for the CPU only, but its data is on a GPU. Build the preset "
      "`cuda` (cmake --preset cuda) and run the program whose name ends in .cuda.");
}

}  // namespace
