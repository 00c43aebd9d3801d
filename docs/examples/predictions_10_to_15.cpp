// The answers to the questions of electives 10 to 15, where a small kernel can give them.
#include <kernelwright/testing/traffic.hpp>

#include "example.hpp"

namespace {
using namespace kw;

class Predictions10To15 : public Examples {};

/// A row that does not fit a block, less its mean: the first walk adds up, the second one stores.
template <int BLOCK_SIZE>
struct TwoWalks {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    float sum = 0;
    for (int start = 0; start < n; start += BLOCK_SIZE) {
      sum += tl.sum(tl.load(x + start + tl.arange(size<BLOCK_SIZE>)));
    }
    for (int start = 0; start < n; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      tl.store(out + cols, tl.load(x + cols) - sum / n);
    }
  }
};

TEST_F(Predictions10To15, Lesson10ARowThatIsReadTwice) {
  if (!kw::testing::can_count_traffic(default_device())) {
    GTEST_SKIP() << "only the checker counts, which watches the CPU";
  }
  constexpr int kCount = 4096;
  const buffer<float> x(cpu_device, {kCount}, examples::counting(kCount, 1.0f)),
      out(cpu_device, {kCount});
  const runtime::traffic moved = kw::testing::traffic_of(
      [&] { launch(cpu_device, grid(1), TwoWalks<256>{}, x.cview(), out.view(), kCount); });
  EXPECT_EQ(runtime::traffic::kUnitBytes * (moved.units_loaded + moved.units_stored),
            3 * kCount * 4);  // and 2 * kCount * 4 bytes are needed
  EXPECT_EQ(out.download()[0], -2047.5f);
}

/// The filter and the turned one at place 2 of the row.
struct BothFilters {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* w, float* out) const {
    auto j = tl.arange(size<4>);
    auto tap = j < 3;
    auto v = tl.load(x + (1 + j), tap, 0.0f);
    tl.store(out, tl.sum(v * tl.load(w + j, tap, 0.0f)));
    tl.store(out + 1, tl.sum(v * tl.load(w + (2 - j), tap, 0.0f)));
  }
};

TEST_F(Predictions10To15, Lesson13TurnedFilter) {
  const buffer<float> x(default_device(), {8}, std::vector<float>{2, 2, 2, 9, 9, 9, 9, 2}),
      w(default_device(), {3}, std::vector<float>{-1, 0, 1}), out(default_device(), {2});
  launch(default_device(), grid(1), BothFilters{}, x.cview(), w.cview(), out.view());
  EXPECT_EQ(out.download(), (std::vector<float>{7, -7}));
}

/// Image, row and column of a place, where an image has 28 x 28 of them.
struct TakeApart {
  KW_KERNEL void operator()(program auto tl, int* out, int place) const {
    tl.store(out, place / (28 * 28));
    tl.store(out + 1, place / 28 % 28);
    tl.store(out + 2, place % 28);
  }
};

TEST_F(Predictions10To15, Lesson13PlaceOneThousand) {
  const buffer<int> out(default_device(), {3});
  launch(default_device(), grid(1), TakeApart{}, out.view(), 1000);
  EXPECT_EQ(out.download(), (std::vector<int>{1, 7, 20}));
}

/// How fast GELU grows at u, from two values beside it.
struct SlopeOfGelu {
  KW_KERNEL void operator()(program auto tl, const float* u, float* out) const {
    auto i = tl.arange(size<4>);
    auto gelu = [&](auto v) { return v * tl.sigmoid(v * (1.59576912f + 0.07135481f * v * v)); };
    auto at = tl.load(u + i);
    tl.store(out + i, (gelu(at + 0.01f) - gelu(at - 0.01f)) / 0.02f);
  }
};

TEST_F(Predictions10To15, Lesson15SlopeOfGelu) {
  const buffer<float> u(default_device(), {4}, std::vector<float>{0, 0.752f, 1.42f, 8}),
      out(default_device(), {4});
  launch(default_device(), grid(1), SlopeOfGelu{}, u.cview(), out.view());
  const std::vector<float> slope = out.download();
  EXPECT_NEAR(slope[0], 0.5, 1e-3);
  EXPECT_NEAR(slope[1], 1, 1e-3);
  EXPECT_NEAR(slope[2], 1.129, 1e-3);  // the steepest place
  EXPECT_NEAR(slope[3], 1, 1e-3);
}

}  // namespace
