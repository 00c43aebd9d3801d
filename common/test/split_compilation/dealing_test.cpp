// To which part of a file nvcc's compilers deal a launch. In a build for CUDA each of them, for the
// host and for the device, compiles these assertions: one that counted otherwise would stop here.
#define KW_PARTS 12
#define KW_PART 1
#include <gtest/gtest.h>

#include "kernelwright/cuda/split_compilation.hpp"

namespace dealing {

template <int... Numbers>
struct Launch {};
template <int BLOCK, bool CAUSAL>
struct Kernel {};
struct Plain {};

}  // namespace dealing

namespace {

using namespace kw;
using namespace kw::cuda;
using dealing::Kernel;
using dealing::Launch;
using dealing::Plain;

static_assert(part_of_launch<Launch<4, 8, 0>, Kernel<64, true>, const float*, float*, int>() == 2);
static_assert(part_of_launch<Launch<4, 8, 0>, Kernel<64, false>, const float*, float*, int>() == 4);
static_assert(part_of_launch<Launch<4, 1, 0>, Kernel<64, true>, const float*, float*, int>() == 2);
static_assert(part_of_launch<Launch<4, 8, 0>, Kernel<64, true>, float16_t*>() == 1);
static_assert(part_of_launch<Launch<4, 8, 0>, Kernel<64, true>, bfloat16_t*>() == 5);
static_assert(part_of_launch<Launch<8>, Plain, tensor_descriptor<const float16_t, 4>>() == 9);

static_assert(are_of_one_name<Kernel<64, true>, const float*>());

TEST(Dealing, IsTheSameForAllCompilers) {
  EXPECT_EQ((part_of_launch<Launch<8>, Plain, tensor_descriptor<const float16_t, 4>>()), 9);
}

}  // namespace
