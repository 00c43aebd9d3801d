// One element at a time, integer indices from memory, and looking into a kernel.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

struct SumOfOneBlock {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* factor,
                            float* out) const {
    auto v = tl.load(x + (tl.program_id(0) * 64 + tl.arange(size<64>)));
    //! [scalars]
    float f = tl.load(factor);                        // one element, the same for all lanes
    tl.store(out + tl.program_id(0), tl.sum(v) * f);  // one element per program
    //! [scalars]
  }
};

TEST_F(Examples, Scalars) {
  EXPECT_EQ(run(here, grid(2), SumOfOneBlock{}, std::vector<float>(128, 1.0f),
                std::vector<float>{0.5f}, output<float>{2}),
            (std::vector<float>{32, 32}));
}

struct Gather {
  KW_KERNEL void operator()(program auto tl, const float* table, const int* index,
                            float* out) const {
    auto i = tl.arange(size<64>);
    //! [gather]
    auto from = tl.load(index + i);            // a tile of integers from memory ...
    tl.store(out + i, tl.load(table + from));  // ... is as good as one from arange
    //! [gather]
  }
};

TEST_F(Examples, Gather) {
  EXPECT_EQ(run(here, grid(1), Gather{}, counting(64), made(64, [](int i) { return 63 - i; }),
                output<float>{64})[10],
            53.0f);
}

struct Watched {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * 8 + tl.arange(size<8>);
    auto mask = offsets < n;
    auto v = tl.load(x + offsets, mask, 1.0f);
    //! [device_print]
    tl.device_print("offsets", offsets);
    tl.device_print("mask", mask);
    tl.device_print("largest", tl.max(v));
    //! [device_print]
    //! [device_assert]
    tl.device_assert(v > 0.0f, "the logarithm needs positive numbers");
    tl.store(out + offsets, tl.log(v), mask);
    //! [device_assert]
  }
};

// As in docs/pages/tl_reference.md.
constexpr char kPrinted[] =
    R"(program (0): offsets [0, 1, 2, 3, 4, 5, 6, 7]
program (0): mask [1, 1, 1, 1, 1, 1, 1, 1]
program (0): largest 4.5
program (1): offsets [8, 9, 10, 11, 12, 13, 14, 15]
program (1): mask [1, 1, 0, 0, 0, 0, 0, 0]
program (1): largest 5.5
)";

TEST_F(Examples, PrintAndAssert) {
  const auto values = made(10, [](int i) { return 1.0f + 0.5f * static_cast<float>(i); });
  ::testing::internal::CaptureStdout();
  const auto got = run(here, grid(2), Watched{}, values, output<float>{10}, 10);
  const std::string printed = ::testing::internal::GetCapturedStdout();
  if (default_device().kind == device_kind::cpu) {
    EXPECT_EQ(printed, kPrinted);
  }
  for (std::size_t k = 0; k < 10; ++k) {
    EXPECT_NEAR(got[k], std::log(values[k]), 1e-6);
  }
}

struct OneElement {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    //! [one element]
    // A sum of neighbours: the last element has none.
    for (int k : tl.range(tl.program_id(0), n, tl.num_programs(0))) {
      float next = tl.load(x + k + 1, k + 1 < n, 0.0f);
      tl.store(out + k, tl.load(x + k) + next);
    }
    //! [one element]
  }
};

TEST_F(Examples, OneElement) {
  EXPECT_EQ(run(here, grid(3), OneElement{}, counting(10), output<float>{10}, 10),
            (std::vector<float>{1, 3, 5, 7, 9, 11, 13, 15, 17, 9}));
}

}  // namespace
