// What the tests of `tl` share. They run on the default device of the program, so the same tests
// hold for the CPU context and the CUDA context.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "kernelwright/kernelwright.hpp"
#include "kernelwright/runtime/buffer.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/findings.hpp"

namespace kernel_test {

using namespace kw;

/// A test that also fails for findings of the checker.
class KernelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    if (!available(here, &why)) {
      GTEST_SKIP() << "needs a GPU: " << why;
    }
    collect_findings(true);
    take_findings();
  }
  void TearDown() override {
    for (const finding& f : take_findings()) {
      ADD_FAILURE() << to_text(f);
    }
  }
  const device here = default_device();
};

/// Calls check.operator()<T>() for each of the types.
template <class... T, class Check>
void for_each_type(const Check& check) {
  (check.template operator()<T>(), ...);
}

/// 0.5, 1.75, -2.25 ...: values without symmetry, exact in every float type.
template <class T = float>
std::vector<T> some_values(std::int64_t count, int seed = 1) {
  std::vector<T> values(static_cast<std::size_t>(count));
  std::uint32_t state = static_cast<std::uint32_t>(seed) * 2654435761u;
  for (T& v : values) {
    state = state * 1664525u + 1013904223u;
    const int quarter = static_cast<int>(state >> 24) - 100;
    if constexpr (core::floating_type<T>) {
      v = core::convert<T>(static_cast<float>(quarter) * 0.25f);
    } else {
      v = static_cast<T>(quarter % 60);
    }
  }
  return values;
}

/// Fails at the first element that differs.
template <class T>
void expect_same(const std::vector<T>& got, const std::vector<T>& want, const char* what) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t k = 0; k < got.size(); ++k) {
    ASSERT_EQ(core::convert<double>(got[k]), core::convert<double>(want[k]))
        << what << ", element " << k;
  }
}

}  // namespace kernel_test
