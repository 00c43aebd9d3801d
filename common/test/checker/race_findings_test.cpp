// The whole text of findings about programs that write over each other.
#include <gtest/gtest.h>

#include <string>

#include "checked.hpp"

namespace {

using namespace kw;
using runtime_test::findings_of;
using runtime_test::iota;
using runtime_test::text_of;

struct OneTile {
  KW_KERNEL void operator()(program auto tl, float* out) const {
    auto rows = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto cols = tl.arange(size<32>);
    tl.store(out + rows(_, None) * 32 + cols(None, _), tl.full(shape<16, 32>, 1.0f));
  }
};

TEST(WriteRace, SameTile) {
  const buffer<float, 2> out(cpu_device, {32, 32});
  EXPECT_EQ(
      text_of([&] { launch(cpu_device, grid(2, 3), OneTile{}, out.view()); }),
      "[write-race] OneTile, programs (0, 0) and (0, 1), FILE:LINE: both write rows 0..15, columns "
      "0..31 of out. Programs run in no fixed order, so it is a matter of luck which value stays. "
      "4 other programs do the same.\n    tl.store(out + rows(_, None) * 32 + cols(None, _), "
      "tl.full(shape<16, 32>, 1.0f));\n  The kernel never asks for tl.program_id(1), so all "
      "programs along this axis do the same work: let this line depend on it, or launch one "
      "program along this axis. All of them store to the same elements. Look at how the program "
      "ids "
      "become rows and columns. If each program is to add its part, use "
      "`tl.atomic_add(out + rows(_, None) * 32 + cols(None, _), tl.full(shape<16, 32>, 1.0f))`, "
      "which loads, adds and stores in one step, and fill the buffer with 0 before the launch.");
}

struct Total {
  KW_KERNEL void operator()(program auto tl, const float* x, float* total) const {
    auto sum = tl.sum(tl.load(x + tl.program_id(0) * 64 + tl.arange(size<64>)));
    tl.store(total, sum);
  }
};

TEST(WriteRace, OneResultForAll) {
  const auto x = iota(256);
  const buffer<float> total(cpu_device, {1});
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(4), Total{}, x.cview(), total.view()); }),
            "[write-race] Total, programs (0) and (1), FILE:LINE: both write total[0]. Programs "
            "run in no fixed order, so it is a matter of luck which value stays. 2 other programs "
            "do the same.\n    tl.store(total, sum);\n  All of them store to the same element. "
            "total has only one element: did you mean `grid(1)`, one program? If each program is "
            "to add its part, use `tl.atomic_add(total, sum)`, which loads, adds and stores in one "
            "step, and fill the buffer with 0 before the launch.");
}

struct TwoStores {
  KW_KERNEL void operator()(program auto tl, float* out) const {
    auto lanes = tl.arange(size<64>);
    tl.store(out + tl.program_id(0) * 64 + lanes, tl.full(size<64>, 1.0f));
    tl.store(out + (1 - tl.program_id(0)) * 64 + lanes, tl.full(size<64>, 2.0f));
  }
};

TEST(WriteRace, TwoLines) {
  const buffer<float> out(cpu_device, {128});
  const auto findings = findings_of([&] { launch(cpu_device, grid(2), TwoStores{}, out.view()); });
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "write-race");
  const std::string second =
      "both write out[0..63], the second one in line " + std::to_string(findings[0].line + 1);
  EXPECT_NE(findings[0].facts.find(second), std::string::npos) << findings[0].facts;
}

struct Twice {
  KW_KERNEL void operator()(program auto tl, float* out) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    for (int i = 0; i < 3; ++i) {
      tl.store(out + offsets, tl.full(size<64>, 1.0f));
    }
  }
};

TEST(WriteRace, OwnStoresAreNone) {
  const buffer<float> out(cpu_device, {256});
  EXPECT_EQ(text_of([&] { launch(cpu_device, grid(4), Twice{}, out.view()); }), "");
}

}  // namespace
