// The answers to those questions of lessons 01 and 02 that quote what the checker says or what a
// kernel prints. They are built for the CPU only, because GPUs have no checker.
#include "example.hpp"

namespace {
using namespace kw;

/// The findings until now contain each of these texts.
void expect_found(const std::vector<std::string>& texts) {
  std::string found;
  for (const finding& one : take_findings()) {
    found += to_text(one) + "\n";
  }
  for (const std::string& text : texts) {
    kernel_test::expect_part(found, text);
  }
}

template <int BLOCK_SIZE>
struct BlockIsNotMultiplied {
  KW_KERNEL void operator()(program auto tl, int* out) const {
    auto offsets = tl.program_id(0) + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, offsets);
  }
};

TEST_F(Examples, Lesson01BlockIsNotMultiplied) {
  const buffer<int> out(cpu_device, {256});
  launch(cpu_device, grid(4), BlockIsNotMultiplied<64>{}, out.view());
  expect_found({"[write-race]", "both write out[1..63]", "[never-written]", "out[67..255]"});
}

struct DiagonalOnly {
  KW_KERNEL void operator()(program auto tl, float* out, int stride) const {
    auto rows = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto cols = tl.program_id(1) * 64 + tl.arange(size<64>);
    tl.store(out + rows * stride + cols, 1.0f);
  }
};

TEST_F(Examples, Lesson02DiagonalOnly) {
  const buffer<float, 2> out(cpu_device, {128, 64});
  launch(cpu_device, grid(2, 1), DiagonalOnly{}, out.view(), 64);
  expect_found({"[never-written]", "8064 of the 8192 elements", "64 elements, 65 apart",
                "rows(_, None) * stride + cols(None, _)"});
}

/// Two matrices, whose offsets lack the number of columns.
template <int N_ROWS, int N_COLUMNS>
struct WrongOffsets {
  KW_KERNEL void operator()(program auto tl) const {
    int which = tl.program_id(2);
    auto rows = which * N_ROWS + tl.arange(size<N_ROWS>);  // [N_ROWS]
    auto cols = tl.arange(size<N_COLUMNS>);                // [N_COLUMNS]
    auto offsets = rows(_, None) + cols(None, _);          // [N_ROWS, N_COLUMNS]
    tl.device_print("offsets", offsets);
  }
};
template <int N_ROWS, int N_COLUMNS>
struct RightOffsets {
  KW_KERNEL void operator()(program auto tl) const {
    auto rows = tl.program_id(2) * N_ROWS + tl.arange(size<N_ROWS>);
    tl.device_print("offsets", rows(_, None) * N_COLUMNS + tl.arange(size<N_COLUMNS>)(None, _));
  }
};

// As on the page of lesson 02.
constexpr char kWrongOffsets[] = R"(program (0, 0, 0): offsets
  [0, 1, 2, 3]
  [1, 2, 3, 4]
program (0, 0, 1): offsets
  [2, 3, 4, 5]
  [3, 4, 5, 6]
)";
constexpr char kRightOffsets[] = R"(program (0, 0, 0): offsets
  [0, 1, 2, 3]
  [4, 5, 6, 7]
program (0, 0, 1): offsets
  [8, 9, 10, 11]
  [12, 13, 14, 15]
)";

TEST_F(Examples, Lesson02PrintedOffsets) {
  ::testing::internal::CaptureStdout();
  launch(cpu_device, grid(1, 1, 2), WrongOffsets<2, 4>{});
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), kWrongOffsets);
  ::testing::internal::CaptureStdout();
  launch(cpu_device, grid(1, 1, 2), RightOffsets<2, 4>{});
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), kRightOffsets);
}

}  // namespace
