// Assertions with checks off, and where a NaN or an infinity was made.
#include <gtest/gtest.h>

#include "checked.hpp"

namespace {

using namespace kw;
using runtime_test::iota;
using runtime_test::text_of;

// ---- device_assert
// --------------------------------------------------------------------------------------

struct Asserts {
  KW_KERNEL void operator()(program auto tl, const float* x, float limit) const {
    auto a = tl.load(x + tl.program_id(0) * 16 + tl.arange(size<16>));
    tl.device_assert(a < limit, "values stay below the limit");
  }
};

TEST(DeviceAssert, ChecksOff) {
  const auto x = iota(64);
  enable_checks(false);
  const std::string text = text_of(grid(4), Asserts{}, x.cview(), 20.0f);
  EXPECT_EQ(text.find("[device-assert] Asserts, program (1), FILE:LINE: tl.device_assert fails in "
                      "lane 4 of 16: \"values stay below the limit\". 2 other programs do the "
                      "same.\n    tl.device_assert(a < limit, "),
            0u)
      << text;
  enable_checks(true);
}

// ---- where a NaN or an infinity was made
// ----------------------------------------------------------

struct SoftmaxWithoutMax {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto e = tl.exp(tl.load(x + offsets));
    auto total = tl.sum(e);
    tl.store(out + offsets, e / total);
  }
};

struct Divide {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, float by) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto a = tl.load(x + offsets);
    auto quotient = a / by;
    tl.store(out + offsets, quotient);
  }
};

TEST(NotFinite, ExponentialOverflows) {
  const auto x = iota(256);
  const buffer<float> out(cpu_device, {256});
  EXPECT_EQ(text_of(grid(4), SoftmaxWithoutMax{}, x.cview(), out.view()), "");
  EXPECT_EQ(origin_of_not_finite(out.data() + 200).facts,
            "  The first NaN or infinity was made by program (3) in "
            "common/test/checker/value_findings_test.cpp:40 (`auto e = tl.exp(tl.load(x + "
            "offsets));`): a result that no float32 can hold, such as tl.exp of a number above "
            "88.7. A softmax subtracts the maximum first, so all its exponents are 0 or less: is a "
            "sign the wrong way round?");
}

TEST(NotFinite, DivisionByZero) {
  const auto x = iota(64);
  const buffer<float> out(cpu_device, {64});
  launch(cpu_device, grid(1), Divide{}, x.cview(), out.view(), 0.0f);
  EXPECT_EQ(origin_of_not_finite(out.data()).facts,
            "  The first NaN or infinity was made by program (0) in "
            "common/test/checker/value_findings_test.cpp:50 (`auto quotient = a / by;`): a "
            "division by 0, tl.rsqrt of 0 or the logarithm of 0.");
}

struct DividesByNothing {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, float* sums) const {
    auto cols = tl.arange(size<64>);
    auto e = tl.exp(tl.load(x + cols));
    float sum = tl.sum(e) - 1.0f;
    tl.store(sums, sum / sum);
    tl.store(out + cols, e / sum);
  }
};

// exp(-inf) is 0 and nothing strange, so the division is the first line that is. The other output
// is explained by it, too.
TEST(NotFinite, TheExponentialOfMinusInfinityIsNone) {
  std::vector<float> values(64, -inf);
  values[0] = 0.0f;
  const buffer<float> x(cpu_device, {64}, values), out(cpu_device, {64}), sums(cpu_device, {1});
  (void)text_of(grid(1), DividesByNothing{}, x.cview(), out.view(), sums.view());
  const std::string origin = origin_of_not_finite(sums.data()).facts;
  EXPECT_NE(origin.find("(`tl.store(sums, sum / sum);`): 0 / 0, inf - inf"), std::string::npos)
      << origin;
  EXPECT_EQ(origin_of_not_finite(out.data()).facts, origin);
}

// The root is taken below the only load of a loop, so it is seen at the same load a step later.
struct RootsInALoop {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto cols = tl.arange(size<64>);
    auto sum = tl.zeros(shape<64>);
    for (int step = 0; step < 2; ++step) {
      auto a = tl.load(x + cols) - 100.0f;
      sum = sum + tl.sqrt(a);
    }
    tl.store(out + cols, sum);
  }
};

// What a function of its own does is not seen in the kernel's lines.
struct RootElsewhere {
  static auto root_of(program auto& tl, const auto& x) { return tl.sqrt(x - 100.0f); }
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto cols = tl.arange(size<64>);
    auto half = tl.load(x + cols) / 2.0f;
    auto root = root_of(tl, half);
    tl.store(out + cols, root);
  }
};

TEST(NotFinite, InALoopAndInAFunction) {
  const auto x = iota(64);
  const buffer<float> out(cpu_device, {64});
  launch(cpu_device, grid(1), RootsInALoop{}, x.cview(), out.view());
  EXPECT_NE(origin_of_not_finite(out.data()).facts.find("(`sum = sum + tl.sqrt(a);`): 0 / 0"),
            std::string::npos);
  launch(cpu_device, grid(1), RootElsewhere{}, x.cview(), out.view());
  const std::string elsewhere = origin_of_not_finite(out.data()).facts;
  EXPECT_EQ(elsewhere.find("  The first NaN or infinity was made by program (0) in lines "), 0u)
      << elsewhere;
}

struct LogarithmOfNothing {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto cols = tl.arange(size<64>);
    tl.store(out + cols, tl.log(tl.load(x + cols)));
  }
};

// Its memory is a part of what the launch before wrote to.
TEST(NotFinite, OfALaterLaunchIsItsOwn) {
  std::vector<float> values(64, -inf);
  values[0] = 0.0f;
  const buffer<float> x(cpu_device, {64}, values), zeros(cpu_device, {64}, std::vector<float>(64)),
      out(cpu_device, {128}), sums(cpu_device, {1});
  const view<float> second(out.data() + 64, {64}, cpu_device);
  (void)text_of([&] {
    launch(cpu_device, grid(1), LogarithmOfNothing{}, zeros.cview(), out.view());
    launch(cpu_device, grid(1), DividesByNothing{}, x.cview(), second, sums.view());
  });
  const std::string origin = origin_of_not_finite(second.data()).facts;
  EXPECT_NE(origin.find("): 0 / 0, inf - inf"), std::string::npos) << origin;
}

}  // namespace
