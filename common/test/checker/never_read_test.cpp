// Inputs that no program reads: reported where the kernel cannot use them, and never where it
// might.
#include <gtest/gtest.h>

#include "checked.hpp"

namespace {

using namespace kw;
using runtime_test::iota;
using runtime_test::text_of;

// Launches a kernel of two inputs of 100 elements and one output.
template <class Kernel>
std::string told_of(const Kernel& kernel, int n = 100) {
  const auto x = iota(100), y = iota(100);
  const buffer<float> out(cpu_device, {100}, std::vector<float>(100, 0.0f));
  return text_of([&] { launch(cpu_device, grid(1), kernel, x.cview(), y.cview(), out.view(), n); });
}

struct PointerOfNoUse {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto lanes = tl.arange(size<128>);
    [[maybe_unused]] const float* rest = y + n;
    rest += 1;
    tl.store(out + lanes, tl.load(x + lanes, lanes < n), lanes < n);
  }
};

TEST(NeverRead, PointerOfNoUse) {
  EXPECT_EQ(told_of(PointerOfNoUse{}),
            "[never-read] PointerOfNoUse, FILE:LINE: the kernel never reads y, an input with 100 "
            "elements, so the result cannot depend on it.\n"
            "    KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* "
            "out, int "
            "n) const {\n"
            "  Load it where its values are needed, or remove it from the parameters of the kernel "
            "and from the arguments of launch.");
}

TEST(NeverRead, NothingWasStored) {
  EXPECT_EQ(told_of(PointerOfNoUse{}, 0), "");
}

struct InABranch {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto lanes = tl.arange(size<128>);
    auto v = tl.load(x + lanes, lanes < n);
    if (n > 1000) {
      v = v + tl.load(y + lanes, lanes < n);
    }
    tl.store(out + lanes, v, lanes < n);
  }
};

TEST(NeverRead, BranchesMayStayOut) {
  EXPECT_EQ(told_of(InABranch{}), "");
}

struct InAFunction {
  static KW_HD void add(program auto& tl, const float* y, float* out, int n) {
    if (n > 1000) {
      tl.store(out, tl.load(y));
    }
  }
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    const float* second = y;
    tl.store(out, tl.load(x));
    add(tl, second, out, n);
  }
};

TEST(NeverRead, FunctionsMayReadIt) {
  EXPECT_EQ(told_of(InAFunction{}), "");
}

struct Unnamed {
  KW_KERNEL void operator()(program auto tl, const float* x, const float*, float* out, int) const {
    tl.store(out, tl.load(x));
  }
};

struct Marked {
  KW_KERNEL void operator()(program auto tl, const float* x, [[maybe_unused]] const float* y,
                            float* out, [[maybe_unused]] int n) const {
    tl.store(out, tl.load(x));
  }
};

TEST(NeverRead, IgnoredOnPurpose) {
  EXPECT_EQ(told_of(Unnamed{}), "");
  EXPECT_EQ(told_of(Marked{}), "");
}

struct OneOfTwo {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out,
                            int n) const {
    auto lanes = tl.arange(size<128>);
    tl.store(out + lanes, tl.load(x + lanes, lanes < n), lanes < n);
    tl.store(out + lanes, tl.load(x + lanes), lanes < n);
  }
};

TEST(NeverRead, OtherMistakesHideIt) {
  const std::string told = told_of(OneOfTwo{});
  EXPECT_EQ(told.substr(0, 15), "[out-of-bounds]");
  EXPECT_EQ(told.find("never-read"), std::string::npos) << told;
}

}  // namespace
