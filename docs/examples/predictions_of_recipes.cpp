// The answers to the questions on the pages about scans, sorting, few bits, decoding and Stream-K.
#include "example.hpp"

namespace {
using namespace kw;

struct BothScans {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<4>);
    auto v = tl.load(x + i);
    tl.store(out + i, tl.cumsum(v) - v);  // exclusive
    tl.store(out + 4 + i, tl.cumsum(v, axis<0>, reverse));
  }
};

TEST_F(Examples, AnswerScans) {
  const device where = default_device();
  const buffer<float> x(where, {4}, std::vector<float>{8, 4, 2, 6}), out(where, {8});
  launch(where, grid(1), BothScans{}, x.cview(), out.view());
  EXPECT_EQ(out.download(), (std::vector<float>{0, 8, 12, 14, 20, 12, 8, 6}));
  EXPECT_EQ(cdiv(75, 32), 3);
  EXPECT_EQ(3 * 32 - 75, 21);
}

TEST_F(Examples, AnswerSorting) {
  EXPECT_EQ(5 * 32, 160);
  EXPECT_EQ(cdiv(1000000, 128), 7813);
  EXPECT_EQ(7813 * 32, 250016);
}

TEST_F(Examples, AnswerFewBits) {
  const double bits = 4 + 16.0 / 64, weights = 7e9, bytes_per_second = 4250e9;
  EXPECT_EQ(bits, 4.25);
  EXPECT_NEAR(2 * weights / bytes_per_second * 1e3, 3.3, 0.01);
  EXPECT_NEAR(weights * bits / 8 / 1e9, 3.7, 0.02);
  EXPECT_NEAR(weights * bits / 8 / bytes_per_second * 1e3, 0.9, 0.03);
}

TEST_F(Examples, AnswerPagedDecoding) {
  EXPECT_NEAR(4096.0 * 8 * 128 * 2 / 1e6, 8.4, 0.02);
  EXPECT_NEAR((16.0 * 8 + 16 * 1 + 13 * 5) / 45, 4.64, 0.005);
}

TEST_F(Examples, AnswerStreamK) {
  EXPECT_NEAR(140.0 * 64 / 132, 67.9, 0.05);
  EXPECT_EQ(cdiv(140, 132) * 64, 128);
  EXPECT_EQ(2 * 132 - 140, 124);  // programs without a tile in the second round
}

}  // namespace
