// A file that several compilers share: whichever compiled a kernel, a launch finds it, and the code
// of the host is there once.
#include <gtest/gtest.h>

#include <vector>

#include "kernels.hpp"
#include "kernelwright/runtime/buffer.hpp"

namespace {

using namespace kw;

template <class T, class Run>
void expect_index_added(const Run& run) {
  constexpr int n = 1000;
  buffer<T> out(cpu_device, {n});
  out.upload(std::vector<T>(n, T(7)));
  const int calls = parts::calls();
  run(out.view());
  EXPECT_EQ(parts::calls(), calls + 1);
  const std::vector<T> result = out.download();
  for (int i = 0; i < n; ++i) {
    ASSERT_EQ(result[i], T(i + n + 7)) << "at " << i;
  }
}

TEST(Parts, HoldEveryKernelOfATemplate) {
  for (const int block : {16, 32, 64, 128, 256, 512}) {
    SCOPED_TRACE(block);
    expect_index_added<float>([&](view<float> out) { parts::template_kernels(out, block); });
  }
}

TEST(Parts, HoldAKernelForEachType) {
  expect_index_added<float>([](view<float> out) { parts::kernel_of_types(out); });
  expect_index_added<std::int32_t>([](view<std::int32_t> out) { parts::kernel_of_types(out); });
}

TEST(Parts, HoldKernelsOfNoCommonName) {
  expect_index_added<float>(parts::kernel_of_unnamed_namespace);
  expect_index_added<float>(parts::lambda_in_function);
  expect_index_added<float>(parts::lambda_of_file);
}

}  // namespace
