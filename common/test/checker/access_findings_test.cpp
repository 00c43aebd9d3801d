// The whole text of out-of-bounds, for tiles of rank 1.
#include <gtest/gtest.h>

#include "checked.hpp"

namespace {

using namespace kw;
using runtime_test::iota;
using runtime_test::text_of;

// --------------------------------------------------------------------------------------

template <int BLOCK>
struct CopyAll {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int step) const {
    auto offsets = tl.program_id(0) * step + tl.arange(size<BLOCK>);
    auto a = tl.load(x + offsets);
    tl.store(out + offsets, a);
  }
};

template <int BLOCK>
struct CopyMasked {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK + tl.arange(size<BLOCK>);
    auto mask = offsets < n;
    auto a = tl.load(x + offsets, mask);
    tl.store(out + offsets, a, mask);
  }
};

template <int BLOCK>
struct StoreAll {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK + tl.arange(size<BLOCK>);
    auto a = tl.load(x + offsets, offsets < n, 0.0f);
    tl.store(out + offsets, a);
  }
};

struct BeforeStart {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto offsets = tl.arange(size<16>) - 4;
    tl.store(out + offsets, tl.load(x + offsets));
  }
};

struct OneElement {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int i) const {
    tl.store(out, tl.load(x + i));
  }
};

TEST(OutOfBounds, AMillionPrograms) {
  const auto x = iota(1024);
  const buffer<float> out(cpu_device, {1024});
  EXPECT_EQ(
      text_of(
          [&] { launch(cpu_device, grid(1 << 20), CopyAll<256>{}, x.cview(), out.view(), 256); }),
      "[out-of-bounds] CopyAll, program (4), FILE:LINE: tl.load reads x[1024..1279] (256 lanes) "
      "but x has 1024 elements. 1000 of the next 1000 programs do the same.\n    auto a = "
      "tl.load(x + offsets);\n  All lanes of program (4) are past the end. The grid has 1048576 "
      "programs of 256 lanes: for 1024 elements cdiv(1024, 256) = 4 are enough. If all programs "
      "need "
      "the same elements of x, its offsets must not move from one program to the next.");
}

TEST(OutOfBounds, WrongStep) {
  const auto x = iota(1024);
  const buffer<float> out(cpu_device, {1024});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(4), CopyAll<256>{}, x.cview(), out.view(), 300); }),
      "[out-of-bounds] CopyAll, program (3), FILE:LINE: tl.load reads x[1024..1155] (132 lanes) "
      "but "
      "x has 1024 elements.\n"
      "    auto a = tl.load(x + offsets);\n"
      "  With 256 lanes in each program, program (3) should begin at element 3 * 256 = 768, but it "
      "begins at 900. Look at what tl.program_id(0) is multiplied by.");
}

TEST(OutOfBounds, MaskOfAnotherSize) {
  const auto x = iota(1000);
  const buffer<float> out(cpu_device, {1000});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(4), CopyMasked<256>{}, x.cview(), out.view(), 1010); }),
      "[out-of-bounds] CopyMasked, program (3), FILE:LINE: tl.load reads x[1000..1009] (10 lanes) "
      "but x has 1000 elements.\n    auto a = tl.load(x + offsets, mask);\n  The mask "
      "`offsets < n` lets lane 232 through, the first of 10. It must compare the same offsets that "
      "are added to x with the number of its elements, 1000: `offsets < 1000`.");
}

TEST(OutOfBounds, NegativeWithoutMask) {
  const auto x = iota(64);
  const buffer<float> out(cpu_device, {64});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(1), BeforeStart{}, x.cview(), out.view()); }),
      "[out-of-bounds] BeforeStart, program (0), FILE:LINE: tl.load reads x[-4..-1] (4 "
      "lanes) but x has 64 elements.\n    tl.store(out + offsets, tl.load(x + offsets));\n  "
      "The first element is x[0], and an index below 0 is before its beginning. Programs and lanes "
      "count from 0: look at what is subtracted in `offsets`.");
}

TEST(OutOfBounds, EmptyBuffer) {
  const auto x = iota(0);
  const buffer<float> out(cpu_device, {1});
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(1), OneElement{}, x.cview(), out.view(), 0); }),
            "[out-of-bounds] OneElement, program (0), FILE:LINE: tl.load reads x[0] but x has no "
            "elements.\n    tl.store(out, tl.load(x + i));\n  There is nothing to access: is this "
            "the right buffer?");
}

TEST(OutOfBounds, NothingOutsideIsTouched) {
  const auto x = iota(1000);
  const buffer<float> out(cpu_device, {1000});
  (void)text_of([&] { launch(cpu_device, grid(4), StoreAll<256>{}, x.cview(), out.view(), 1000); });
  std::string why;
  EXPECT_TRUE(out.guards_intact(&why)) << why;
  EXPECT_EQ(out.download()[767], 767.0f);
}

/// A tile of 1 MiB, the most that the language has, at offsets without a pattern.
struct LargeGather {
  KW_KERNEL void operator()(program auto tl, const std::int8_t* x, std::int8_t* y) const {
    auto i = tl.arange(size<1024>)(_, None) * 1024 + tl.arange(size<1024>)(None, _);
    tl.store(y + (i ^ 5), tl.load(x + (i ^ 3)));
  }
};
TEST(LargeTiles, AreCheckedWithoutALargeStack) {
  const std::vector<std::int8_t> values(1 << 20, 7);
  const buffer<std::int8_t> x(cpu_device, {1 << 20}, values), y(cpu_device, {1 << 20});
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(1), LargeGather{}, x.cview(), y.view()); }), "");
  EXPECT_EQ(y.download(), values);
}

}  // namespace
