// Elective 10: a slow kernel that its page shows, and the answers to its questions.
#include <kernelwright/testing/traffic.hpp>

#include "example.hpp"

namespace {
using namespace kw;
using kw::testing::traffic_of;
using runtime::traffic;

class WhatMoves : public Examples {
 protected:
  void SetUp() override {
    Examples::SetUp();
    if (!kw::testing::can_count_traffic(default_device())) {
      GTEST_SKIP() << "only the checker counts, which watches the CPU";
    }
  }

  /// What the launches of `call` load and store, for each byte wanted.
  template <class Call>
  static double moved_per_byte(double wanted, const Call& call) {
    const traffic moved = traffic_of(call);
    return traffic::kUnitBytes * static_cast<double>(moved.units_loaded + moved.units_stored) /
           wanted;
  }
};

//! [a row per program]
template <int BLOCK_SIZE>
struct AddTransposedByRows {
  KW_KERNEL void operator()(program auto tl, array<float, 2> out, array<const float, 2> a,
                            array<const float, 2> b) const {
    int row = tl.program_id(0);
    auto lanes = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto inside = lanes < out.columns();
    auto sum = tl.load(a.row(row) + lanes, inside) + tl.load(b.row(lanes) + row, inside);
    tl.store(out.row(row) + lanes, sum, inside);
  }
};
//! [a row per program]

TEST_F(WhatMoves, OneSideGoesDownTheColumns) {
  constexpr int kRows = 96, kColumns = 64;
  const buffer<float, 2> a(cpu_device, {kRows, kColumns},
                           examples::counting(kRows * kColumns, 1.0f));
  const buffer<float, 2> b(cpu_device, {kColumns, kRows},
                           examples::counting(kRows * kColumns, 2.0f));
  const buffer<float, 2> out(cpu_device, {kRows, kColumns});
  const double moved = moved_per_byte(12.0 * kRows * kColumns, [&] {
    launch(cpu_device, grid(kRows), AddTransposedByRows<kColumns>{}, out.view(), a.cview(),
           b.cview());
  });
  EXPECT_NEAR(moved, 10.0 / 3, 1e-9);
  EXPECT_EQ(out.download()[5 * kColumns + 7], 5 * kColumns + 7 + 2 * (7 * kRows + 5));
}

/// Copies `lanes` elements with each program, of BLOCK_SIZE.
template <int BLOCK_SIZE>
struct CopyBlocks {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int lanes) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = tl.arange(size<BLOCK_SIZE>) < lanes;
    tl.store(out + offsets, tl.load(x + offsets, mask), mask);
  }
};

TEST_F(WhatMoves, BlocksOfTwo) {
  const buffer<float> x(cpu_device, {1024}, examples::counting(1024, 1.0f)),
      out(cpu_device, {1024});
  EXPECT_EQ(moved_per_byte(
                8.0 * 1024,
                [&] { launch(cpu_device, grid(512), CopyBlocks<2>{}, x.cview(), out.view(), 2); }),
            4);
}

TEST_F(WhatMoves, MaskedLanesMoveNothing) {
  const buffer<float> x(cpu_device, {256}, examples::counting(256, 1.0f));
  const buffer<float> out(cpu_device, {256}, std::vector<float>(256));
  const traffic moved =
      traffic_of([&] { launch(cpu_device, grid(1), CopyBlocks<256>{}, x.cview(), out.view(), 4); });
  EXPECT_EQ(moved.units_loaded, 1);
  EXPECT_EQ(moved.units_stored, 1);
}

struct AddUp {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * 256 + tl.arange(size<256>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

TEST_F(WhatMoves, TheSameInputTwice) {
  const buffer<float> x(cpu_device, {1024}, examples::counting(1024, 1.0f)),
      out(cpu_device, {1024});
  EXPECT_EQ(moved_per_byte(
                8.0 * 1024,
                [&] { launch(cpu_device, grid(4), AddUp{}, x.cview(), x.cview(), out.view()); }),
            1.5);
}

/// Every STEP-th of 64 elements.
template <class T, int STEP>
struct CopyEvery {
  KW_KERNEL void operator()(program auto tl, const T* x, T* out) const {
    auto lanes = tl.arange(size<64>);
    tl.store(out + lanes, tl.load(x + STEP * lanes));
  }
};

TEST_F(WhatMoves, HalvesThatAreFarApart) {
  const std::vector<float16_t> zeros(4096);
  const buffer<float16_t> x(cpu_device, {4096}, zeros), out(cpu_device, {64});
  const traffic moved = traffic_of(
      [&] { launch(cpu_device, grid(1), CopyEvery<float16_t, 50>{}, x.cview(), out.view()); });
  EXPECT_EQ(moved.units_loaded * traffic::kUnitBytes, 16 * moved.bytes_loaded);
}

}  // namespace
