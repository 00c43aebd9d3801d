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

template <int BLOCK>
struct Previous {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.arange(size<BLOCK>);
    auto mask = offsets < n;
    auto a = tl.load(x + (offsets - 1), mask);
    tl.store(out + offsets, a, mask);
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

TEST(OutOfBounds, LoadWithoutMask) {
  const auto x = iota(1000);
  const buffer<float> out(cpu_device, {1000});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(4), CopyAll<256>{}, x.cview(), out.view(), 256); }),
      "[out-of-bounds] CopyAll, program (3), FILE:LINE: tl.load reads x[1000..1023] (24 lanes) but "
      "x has 1000 elements.\n    auto a = tl.load(x + offsets);\n  This program has more lanes "
      "than there are elements left, and this call has no mask. A mask switches the spare lanes "
      "off: `auto mask = offsets < 1000;`, then `tl.load(x + offsets, mask)`.");
}

TEST(OutOfBounds, StoreWithoutMask) {
  const auto x = iota(1000);
  const buffer<float> out(cpu_device, {1000});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(4), StoreAll<256>{}, x.cview(), out.view(), 1000); }),
      "[out-of-bounds] StoreAll, program (3), FILE:LINE: tl.store writes out[1000..1023] (24 "
      "lanes) but out has 1000 elements.\n    tl.store(out + offsets, a);\n  The tl.load in line "
      "37 has a mask, but this tl.store has none. Both touch the same lanes, so both need it: "
      "`tl.store(out + offsets, a, offsets < n)`.");
}

TEST(OutOfBounds, MorePrograms) {
  const auto x = iota(1024);
  const buffer<float> out(cpu_device, {1024});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(7), CopyAll<256>{}, x.cview(), out.view(), 256); }),
      "[out-of-bounds] CopyAll, program (4), FILE:LINE: tl.load reads x[1024..1279] (256 lanes) "
      "but x has 1024 elements. 2 other programs do the same.\n    auto a = tl.load(x + "
      "offsets);\n  All lanes of this program are past the end: the grid has 7 programs of 256 "
      "lanes, but cdiv(1024, 256) = 4 are enough. Look at the grid in launch.");
}

TEST(OutOfBounds, AMillionPrograms) {
  const auto x = iota(1024);
  const buffer<float> out(cpu_device, {1024});
  EXPECT_EQ(
      text_of(
          [&] { launch(cpu_device, grid(1 << 20), CopyAll<256>{}, x.cview(), out.view(), 256); }),
      "[out-of-bounds] CopyAll, program (4), FILE:LINE: tl.load reads x[1024..1279] (256 lanes) "
      "but x has 1024 elements. 1000 of the next 1000 programs do the same.\n    auto a = "
      "tl.load(x + offsets);\n  All lanes of this program are past the end: the grid has 1048576 "
      "programs of 256 lanes, but cdiv(1024, 256) = 4 are enough. Look at the grid in launch.");
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

TEST(OutOfBounds, MaskOneTooMany) {
  const auto x = iota(1000);
  const buffer<float> out(cpu_device, {1000});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(4), CopyMasked<256>{}, x.cview(), out.view(), 1001); }),
      "[out-of-bounds] CopyMasked, program (3), FILE:LINE: tl.load reads x[1000] (1 lane) but x "
      "has 1000 elements.\n    auto a = tl.load(x + offsets, mask);\n  The mask lets lane 232 "
      "through. The mask compares `offsets` with `n`, but x has 1000 elements: `offsets < 1000`.");
}

TEST(OutOfBounds, MaskOfAnotherSize) {
  const auto x = iota(1000);
  const buffer<float> out(cpu_device, {1000});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(4), CopyMasked<256>{}, x.cview(), out.view(), 1010); }),
      "[out-of-bounds] CopyMasked, program (3), FILE:LINE: tl.load reads x[1000..1009] (10 lanes) "
      "but x has 1000 elements.\n    auto a = tl.load(x + offsets, mask);\n  The mask lets lane "
      "232 through, the first of 10. The mask compares `offsets` with `n`, but x has 1000 "
      "elements: `offsets < 1000`.");
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

TEST(OutOfBounds, NegativeWithMask) {
  const auto x = iota(10);
  const buffer<float> out(cpu_device, {10});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(1), Previous<16>{}, x.cview(), out.view(), 10); }),
      "[out-of-bounds] Previous, program (0), FILE:LINE: tl.load reads x[-1] (1 lane) but x has 10 "
      "elements.\n    auto a = tl.load(x + (offsets - 1), mask);\n  The mask lets lane 0 through, "
      "although its index is below 0. The first element is x[0]: the mask must look at both ends, "
      "`(offsets - 1 >= 0) & (offsets - 1 < n)`.");
}

TEST(OutOfBounds, OneElement) {
  const auto x = iota(10);
  const buffer<float> out(cpu_device, {1});
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(1), OneElement{}, x.cview(), out.view(), 10); }),
            "[out-of-bounds] OneElement, program (0), FILE:LINE: tl.load reads x[10] but x has 10 "
            "elements.\n    tl.store(out, tl.load(x + i));\n  The last element is x[9], because "
            "indices count from 0.");
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
