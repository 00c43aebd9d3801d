// The launch itself: every program once, what kernels throw and print, and what checks do not slow
// down.
#include "kernelwright/runtime/program.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include "../checker/checked.hpp"
#include "common/runtime/hooks.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"

namespace {

using namespace kw;
using runtime::program;
using runtime_test::iota;

// Submissions in grader/test/cheats know these, since there they cannot use the names.
static_assert(offsetof(program, pointer_guards) == 48);
static_assert(offsetof(runtime::guarded_pointers, guarded_shifts) == 96);

// Runs any callable as the programs of a launch without arguments.
template <class F>
void run(unsigned x, unsigned y, unsigned z, const F& f) {
  const runtime::launch_description launch{
      "[with Kernel = Test]", source_place::here(), {x, y, z}, nullptr, 0};
  runtime::run_programs(
      launch, [](const void* closure, program& p) { (*static_cast<const F*>(closure))(p); }, &f);
}

class Programs : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override { enable_checks(GetParam()); }
  void TearDown() override { enable_checks(true); }
};

TEST(Checks, StayAsAJudgeWantsThem) {
  runtime::hooks().keeps_checks = true;
  enable_checks(false);
  EXPECT_TRUE(checks_enabled());
  runtime::hooks().keeps_checks = false;
}

TEST_P(Programs, EachRunsOnce) {
  for (const auto& extents : {std::array{1u, 1u, 1u},
                              {7u, 1u, 1u},
                              {3u, 5u, 2u},
                              {1u, 1u, 9u},
                              {10007u, 3u, 1u},
                              {0u, 3u, 1u}}) {
    const auto x = extents[0], y = extents[1], z = extents[2];
    std::vector<std::atomic<int>> runs(std::size_t{x} * y * z);
    run(x, y, z, [&](program& p) {
      EXPECT_EQ(p.count[0], static_cast<int>(x));
      EXPECT_EQ(p.count[1], static_cast<int>(y));
      EXPECT_EQ(p.count[2], static_cast<int>(z));
      EXPECT_EQ(p.id[0] + std::int64_t{p.count[0]} * (p.id[1] + p.count[1] * p.id[2]), p.index);
      EXPECT_EQ(p.monitor != nullptr, GetParam());
      EXPECT_LT(p.worker, thread_count());
      ++runs[static_cast<std::size_t>(p.index)];
    });
    for (const auto& count : runs) {
      ASSERT_EQ(count, 1) << x << " x " << y << " x " << z;
    }
  }
}

TEST_P(Programs, TheLowestExceptionArrives) {
  for (int i = 0; i < 10; ++i) {
    try {
      run(1000, 1, 1, [](program& p) {
        if (p.index >= 300) {
          throw error(std::to_string(p.index));
        }
      });
      FAIL() << "nothing was thrown";
    } catch (const error& e) {
      EXPECT_STREQ(e.what(), "300");
    }
  }
}

TEST_P(Programs, CannotLaunch) {
  const auto launch_again = [](program&) { run(1, 1, 1, [](program&) {}); };
  EXPECT_THROW(run(2, 1, 1, launch_again), error);
  run(2, 1, 1, [](program&) {});  // and the next launch works
}

// A race between two programs is none, if both say that they are the same one.
TEST(ProgramNames, AreThoseOfTheRunningPrograms) {
  std::vector<float> data(100);
  const auto store = [&](program& as) {
    runtime::check_row(as, runtime::access_kind::store, source_place::here(), data.data(), 4, 0, 0,
                       8, 8, false);
  };
  const auto complaint = [](const auto& kernel) {
    try {
      run(4, 1, 1, kernel);
      return std::string();
    } catch (const error& e) {
      return std::string(e.what());
    }
  };
  EXPECT_EQ(complaint([&](program& p) { store(p); }), "");
  const std::string why = "a program that does not run now";
  for (const auto& forge : std::vector<void (*)(program&)>{
           [](program& p) { p.index = 0; }, [](program& p) { p.worker = 1000; },
           [](program& p) { p.undefined = runtime::filling::zero; }}) {
    const std::string said = complaint([&](program& p) {
      const program was = p;
      forge(p);
      try {
        store(p);
      } catch (...) {
        p = was;
        throw;
      }
      p = was;
    });
    EXPECT_NE(said.find(why), std::string::npos) << said;
  }
  EXPECT_NE(complaint([&](program& p) {
              program copy = p;
              store(copy);
            }).find(why),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Checks, Programs, ::testing::Values(false, true),
                         [](const auto& checks) { return checks.param ? "on" : "off"; });

TEST(Programs, CanBeThoseOfALambda) {
  const buffer<float> out(cpu_device, {100});
  const auto fill = [](kw::program auto tl, float* data, int n) {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(data + offsets, offsets, offsets < n);
  };
  launch(cpu_device, grid(2), fill, out.view(), 100);
  EXPECT_EQ(out.download(), iota(100).download());
}

// ---- device_print
// ----------------------------------------------------------------------------------

struct Prints {
  KW_KERNEL void operator()(kw::program auto tl, const float* x) const {
    tl.device_print("x =", tl.load(x + tl.program_id(0) * 4 + tl.arange(size<4>)));
  }
};

TEST(DevicePrint, IsInProgramOrder) {
  const auto x = iota(12);
  ::testing::internal::CaptureStdout();
  launch(cpu_device, grid(3), Prints{}, x.cview());
  EXPECT_EQ(::testing::internal::GetCapturedStdout(),
            "program (0): x = [0, 1, 2, 3]\n"
            "program (1): x = [4, 5, 6, 7]\n"
            "program (2): x = [8, 9, 10, 11]\n");
}

TEST(DevicePrint, IsCutOff) {
  const auto x = iota(4000);
  for (int i = 0; i < 5; ++i) {
    ::testing::internal::CaptureStdout();
    launch(cpu_device, grid(1000), Prints{}, x.cview());
    const std::string text = ::testing::internal::GetCapturedStdout();
    EXPECT_NE(text.find("program (63): x = [252, 253, 254, 255]\n(tl.device_print: 936 more lines "
                        "are not shown)\n"),
              std::string::npos)
        << text;
  }
}

struct PrintsTile {
  KW_KERNEL void operator()(kw::program auto tl, const float* x) const {
    auto rows = tl.arange(size<2>);
    auto cols = tl.arange(size<16>);
    tl.device_print("tile", tl.load(x + rows(_, None) * 16 + cols(None, _)));
    tl.device_print("id", tl.program_id(1));
  }
};

TEST(DevicePrint, LongRowsAreShortened) {
  const auto x = iota(32);
  ::testing::internal::CaptureStdout();
  launch(cpu_device, grid(1, 2), PrintsTile{}, x.cview());
  EXPECT_EQ(::testing::internal::GetCapturedStdout(),
            "program (0, 0): tile\n"
            "  [0, 1, 2, 3, 4, 5, 6, 7, ..., 14, 15]\n"
            "  [16, 17, 18, 19, 20, 21, 22, 23, ..., 30, 31]\n"
            "program (0, 0): id 0\n"
            "program (0, 1): tile\n"
            "  [0, 1, 2, 3, 4, 5, 6, 7, ..., 14, 15]\n"
            "  [16, 17, 18, 19, 20, 21, 22, 23, ..., 30, 31]\n"
            "program (0, 1): id 1\n");
}

struct PrintsEveryType {
  KW_KERNEL void operator()(kw::program auto tl, const float* x) const {
    auto i = tl.arange(size<4>);
    tl.device_print("index", i * 1234567);
    tl.device_print("mask", i < 2);
    tl.device_print("large", i.to(int64) * 1000000000000 - 1);
    tl.device_print("unsigned", (i - 2).to(uint8));
    tl.device_print("half", tl.load(x + i).to(float16) / 3);
    tl.device_print("far", tl.load(x + i) * 1e20f);
    tl.device_print("row", i(None, _), i(_, None) + i(None, _) >= 3);
    tl.device_print("flag", tl.program_id(0) == 0);
    tl.device_print("number", 0.1, 123456789);
    tl.device_print("last", i.to(int64) + 9223372036854775804);
    tl.device_print("first", -9223372036854775807 - 1, ~std::uint64_t{0} - 1);
    tl.device_print("bits", ~i.to(uint64));
  }
};

TEST(DevicePrint, EveryTypeOfTileAndNumber) {
  const auto x = iota(4);
  ::testing::internal::CaptureStdout();
  launch(cpu_device, grid(1), PrintsEveryType{}, x.cview());
  EXPECT_EQ(::testing::internal::GetCapturedStdout(),
            "program (0): index [0, 1234567, 2469134, 3703701]\n"
            "program (0): mask [1, 1, 0, 0]\n"
            "program (0): large [-1, 999999999999, 1999999999999, 2999999999999]\n"
            "program (0): unsigned [254, 255, 0, 1]\n"
            "program (0): half [0, 0.333252, 0.666504, 1]\n"
            "program (0): far [0, 1e+20, 2e+20, 3e+20]\n"
            "program (0): row [0, 1, 2, 3]\n"
            "program (0): row\n"
            "  [0, 0, 0, 1]\n"
            "  [0, 0, 1, 1]\n"
            "  [0, 1, 1, 1]\n"
            "  [1, 1, 1, 1]\n"
            "program (0): flag 1\n"
            "program (0): number 0.1\n"
            "program (0): number 123456789\n"
            "program (0): last [9223372036854775804, 9223372036854775805, 9223372036854775806, "
            "9223372036854775807]\n"
            "program (0): first -9223372036854775808\n"
            "program (0): first 18446744073709551614\n"
            "program (0): bits [18446744073709551615, 18446744073709551614, "
            "18446744073709551613, 18446744073709551612]\n");
}

// ---- how the checker interprets a pointer
// --------------------------------------------------------------

struct Copy {
  KW_KERNEL void operator()(kw::program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(out + offsets, tl.load(x + offsets, offsets < n), offsets < n);
  }
};

TEST(Arguments, BarePointersAreBoundedByTheirBuffer) {
  const auto x = iota(100);
  const buffer<float> out(cpu_device, {100});
  const float* input = x.data();
  EXPECT_EQ(runtime_test::text_of(grid(2), Copy{}, input, out.data(), 100), "");
  const auto findings = runtime_test::findings_of(grid(2), Copy{}, input, out.data(), 101);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "out-of-bounds");
  EXPECT_EQ(findings[0].buffer, "x");
  EXPECT_NE(findings[0].facts.find("x[100]"), std::string::npos) << findings[0].facts;
}

TEST(Arguments, ViewsOfOtherMemoryAreBoundedToo) {
  const std::vector<float> x(100, 1.0f);
  std::vector<float> out(100);
  const view<const float> input(x.data(), {100}, cpu_device);
  const view<float> output(out.data(), {100}, cpu_device);
  EXPECT_EQ(runtime_test::text_of(grid(2), Copy{}, input, output, 100), "");
  EXPECT_EQ(out, x);
  const auto findings = runtime_test::findings_of(grid(2), Copy{}, input, output, 101);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].buffer, "x");
}

TEST(Arguments, UnknownMemoryIsLeftAlone) {
  const std::vector<float> x(128, 1.0f);
  std::vector<float> out(128);
  const float* input = x.data();
  EXPECT_EQ(runtime_test::text_of(grid(2), Copy{}, input, out.data(), 128), "");
  EXPECT_EQ(out, x);
}

TEST(Arguments, PartOfABuffer) {
  const auto x = iota(100);
  const buffer<float> out(cpu_device, {100});
  const view<const float> part(x.data() + 10, {50}, cpu_device);
  const view<float> target(out.data() + 20, {50}, cpu_device);
  EXPECT_EQ(runtime_test::text_of(grid(1), Copy{}, part, target, 50), "");
  const auto findings = runtime_test::findings_of(grid(1), Copy{}, part, target, 51);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_NE(findings[0].facts.find("x[50]"), std::string::npos) << findings[0].facts;
}

struct CopyRow {
  KW_KERNEL void operator()(kw::program auto tl, const float* x, float* out, int stride) const {
    const float* row = x + tl.program_id(0) * stride;
    auto cols = tl.arange(size<16>);
    tl.store(out + tl.program_id(0) * 16 + cols, tl.load(row + cols));
  }
};

TEST(Arguments, MovedPointersAreTheirBuffers) {
  const auto x = iota(64);
  const buffer<float> out(cpu_device, {64});
  EXPECT_EQ(runtime_test::text_of(grid(4), CopyRow{}, x.cview(), out.view(), 16), "");
  const auto findings =
      runtime_test::findings_of(grid(4), CopyRow{}, x.cview(), out.view(), 100000);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].buffer, "x");
  EXPECT_NE(findings[0].facts.find("x[100000"), std::string::npos) << findings[0].facts;
}

TEST(Refuse, PutsTheNumberIntoTheText) {
  const auto told = [](const char* text, std::int64_t number) -> std::string {
    try {
      refuse(text, number);
    } catch (const error& refused) {
      return refused.what();
    }
  };
  EXPECT_EQ(told("no kernel for {} columns", 48), "no kernel for 48 columns");
  EXPECT_EQ(told("{}", -3000000000), "-3000000000");
  EXPECT_EQ(told("no kernel", 1), "no kernel");
}

}  // namespace
