// What the tests of the examples share.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>
#include <kernelwright/runtime/device.hpp>
#include <kernelwright/runtime/findings.hpp>

/// An example that also fails if the checker finds fault with it.
class Examples : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    if (!kw::available(kw::default_device(), &why)) {
      GTEST_SKIP() << "needs a GPU: " << why;
    }
    kw::collect_findings(true);
    kw::take_findings();
  }
  void TearDown() override {
    for (const kw::finding& found : kw::take_findings()) {
      ADD_FAILURE() << kw::to_text(found);
    }
  }
};

namespace examples {

/// 0, 1, ..., n - 1, each times `step`.
template <class T = float>
std::vector<T> counting(int n, T step = T(1)) {
  std::vector<T> values;
  for (int i = 0; i < n; ++i) {
    values.push_back(static_cast<T>(i) * step);
  }
  return values;
}

}  // namespace examples
