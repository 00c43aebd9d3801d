// Kernels that are measured look for ranges of columns in masks of any form (cpu/memory.hpp). The
// tests of the language are compiled as an exercise is, without that.
#include <vector>

#include "kernelwright/kernelwright.hpp"
#include "kernelwright/testing/testing.hpp"

namespace {

constexpr int kMaskLanes = 64;

/// Where `wanted` is not 0, adds 1 to x; the lanes that are not loaded count as 10.
struct AddWhereWanted {
  KW_KERNEL void operator()(kw::program auto tl, const float* x, const int* wanted, float* loaded,
                            float* stored) const {
    auto lanes = tl.arange(kw::size<kMaskLanes>);
    auto mask = tl.load(wanted + lanes) != 0;
    auto values = tl.load(x + lanes, mask, 10.0f);
    tl.store(loaded + lanes, values);
    tl.store(stored + lanes, values + 1.0f, mask);
  }
};

void check_masks(kw::device where, const std::vector<int>& wanted) {
  std::vector<float> x(kMaskLanes);
  for (int i = 0; i < kMaskLanes; ++i) {
    x[static_cast<std::size_t>(i)] = static_cast<float>(100 + i);
  }
  const kw::buffer<float> input(where, {kMaskLanes}, x);
  const kw::buffer<int> mask(where, {kMaskLanes}, wanted);
  const kw::buffer<float> loaded(where, {kMaskLanes}, std::vector<float>(kMaskLanes));
  const kw::buffer<float> stored(where, {kMaskLanes}, std::vector<float>(kMaskLanes, -1.0f));
  kw::launch(where, kw::grid(1), AddWhereWanted{}, input.cview(), mask.cview(), loaded.view(),
             stored.view());
  const std::vector<float> got = loaded.download(), written = stored.download();
  for (std::size_t i = 0; i < kMaskLanes; ++i) {
    EXPECT_EQ(got[i], wanted[i] != 0 ? x[i] : 10.0f) << i;
    EXPECT_EQ(written[i], wanted[i] != 0 ? x[i] + 1 : -1.0f) << i;
  }
}

class MeasuredMasks : public kw::testing::lesson_test {};

TEST_F(MeasuredMasks, AreRangesOrHaveGaps) {
  for (const int step : {1, 2, 3, 63}) {
    for (const int begin : {0, 1, 40}) {
      std::vector<int> wanted(kMaskLanes);
      for (int i = begin; i < 60; i += step) {
        wanted[static_cast<std::size_t>(i)] = 1;
      }
      check_masks(device(), wanted);
    }
  }
  check_masks(device(), std::vector<int>(kMaskLanes, 0));
  check_masks(device(), std::vector<int>(kMaskLanes, 1));
}

}  // namespace
