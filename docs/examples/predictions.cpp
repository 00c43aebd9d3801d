// The answers to the questions of lessons 01 to 05: what these kernels store, and what the
// checker says about them. They are built for the CPU only, because GPUs have no checker.
#include "example.hpp"

namespace {
using namespace kw;
using examples::counting;

class Predictions : public Examples {
 protected:
  /// The findings until now contain each of these texts.
  void expect_found(const std::vector<std::string>& texts) {
    std::string found;
    for (const finding& one : take_findings()) {
      found += to_text(one) + "\n";
    }
    for (const std::string& text : texts) {
      EXPECT_NE(found.find(text), std::string::npos) << text << "\nis not in\n" << found;
    }
  }
};

template <int BLOCK_SIZE>
struct BlockIsNotMultiplied {
  KW_KERNEL void operator()(program auto tl, int* out) const {
    auto offsets = tl.program_id(0) + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, offsets);
  }
};

TEST_F(Predictions, Lesson01BlockIsNotMultiplied) {
  const buffer<int> out(cpu_device, {256});
  launch(cpu_device, grid(4), BlockIsNotMultiplied<64>{}, out.view());
  expect_found({"[write-race]", "both write out[1..63]", "[never-written]", "out[67..255]"});
}

template <int BLOCK_SIZE>
struct CountLanes {
  KW_KERNEL void operator()(program auto tl, int* active, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(active + tl.program_id(0), tl.sum(tl.where(offsets < n, 1, 0)));
  }
};

TEST_F(Predictions, Lesson01LastBlock) {
  const buffer<int> active(cpu_device, {3});
  launch(cpu_device, grid(cdiv(2500, 1024)), CountLanes<1024>{}, active.view(), 2500);
  EXPECT_EQ(active.download(), (std::vector<int>{1024, 1024, 452}));
}

struct DiagonalOnly {
  KW_KERNEL void operator()(program auto tl, float* out, int stride) const {
    auto rows = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto cols = tl.program_id(1) * 64 + tl.arange(size<64>);
    tl.store(out + rows * stride + cols, 1.0f);
  }
};

TEST_F(Predictions, Lesson02DiagonalOnly) {
  const buffer<float, 2> out(cpu_device, {128, 64});
  launch(cpu_device, grid(2, 1), DiagonalOnly{}, out.view(), 64);
  expect_found({"[never-written]", "8064 of the 8192 elements", "65 elements apart"});
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

TEST_F(Predictions, Lesson02PrintedOffsets) {
  ::testing::internal::CaptureStdout();
  launch(cpu_device, grid(1, 1, 2), WrongOffsets<2, 4>{});
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), kWrongOffsets);
  ::testing::internal::CaptureStdout();
  launch(cpu_device, grid(1, 1, 2), RightOffsets<2, 4>{});
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), kRightOffsets);
}

struct NoColumnMask {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n_rows,
                            int stride) const {
    auto rows = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto cols = tl.arange(size<64>);
    auto mask = rows(_, None) < n_rows;
    auto at = rows(_, None) * stride + cols(None, _);
    tl.store(out + at, tl.load(x + at, mask), mask);
  }
};

TEST_F(Predictions, Lesson03NoColumnMask) {
  const buffer<float, 2> x(cpu_device, {20, 60}, counting(1200)), out(cpu_device, {20, 60});
  launch(cpu_device, grid(2), NoColumnMask{}, x.cview(), out.view(), 20, 60);
  expect_found({"[outside-row]", "columns 0..63 of x, but x has 60 columns",
                "column 60 of row 0 is really column 0 of row 1"});
}

template <int BLOCK_SIZE>
struct MaskedOnes {
  KW_KERNEL void operator()(program auto tl, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, 1.0f, offsets < n);
  }
};

TEST_F(Predictions, Lesson03OneProgramTooMany) {
  const buffer<float> some(cpu_device, {1000}), whole(cpu_device, {1024});
  launch(cpu_device, grid(1000 / 1024 + 1), MaskedOnes<1024>{}, some.view(), 1000);
  EXPECT_TRUE(take_findings().empty());
  launch(cpu_device, grid(1024 / 1024 + 1), MaskedOnes<1024>{}, whole.view(), 1024);
  expect_found({"[grid-too-large]"});
}

struct SumsOfOnes {
  KW_KERNEL void operator()(program auto tl, float* columns, float* rows, float* all) const {
    auto v = tl.full(shape<16, 64>, 1.0f);
    tl.store(columns + tl.arange(size<64>), tl.sum(v, axis<0>));
    tl.store(rows + tl.arange(size<16>), tl.sum(v, axis<1>));
    tl.store(all, tl.sum(v));
  }
};

TEST_F(Predictions, Lesson04AnAxisGoesAway) {
  const buffer<float> columns(cpu_device, {64}), rows(cpu_device, {16}), all(cpu_device, {1});
  launch(cpu_device, grid(1), SumsOfOnes{}, columns.view(), rows.view(), all.view());
  EXPECT_EQ(columns.download(), std::vector<float>(64, 16.0f));
  EXPECT_EQ(rows.download(), std::vector<float>(16, 64.0f));
  EXPECT_EQ(all.download()[0], 1024.0f);
}

struct ThreeValuesForSpareLanes {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto i = tl.arange(size<8>);
    tl.store(out, tl.max(tl.load(x + i, i < n, 0.0f)));
    tl.store(out + 1, tl.mean(tl.load(x + i, i < n, 0.0f)));
    tl.store(out + 2, tl.sum(tl.load(x + i, i < n, 1.0f)));
  }
};

TEST_F(Predictions, Lesson04ThreeValuesForSpareLanes) {
  const buffer<float> x(cpu_device, {6}, std::vector<float>{-3, -1, -4, -1, -5, -9});
  const buffer<float> out(cpu_device, {3});
  launch(cpu_device, grid(1), ThreeValuesForSpareLanes{}, x.cview(), out.view(), 6);
  EXPECT_EQ(out.download(), (std::vector<float>{0, -2.875f, -21}));
}

struct LoadAddStore {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto v = tl.load(x + (tl.program_id(0) * 64 + tl.arange(size<64>)));
    tl.store(out, tl.load(out) + tl.sum(v));
  }
};

TEST_F(Predictions, Lesson04LoadAddStore) {
  const buffer<float> x(cpu_device, {256}, counting(256));
  const buffer<float> out(cpu_device, {1}, std::vector<float>{0});
  launch(cpu_device, grid(4), LoadAddStore{}, x.cview(), out.view());
  expect_found({"[write-race]", "what another program stores in between is lost"});
}

TEST(PredictionsOfSums, Lesson04TwentyMillionOnes) {
  float sum = 0;
  for (int i = 0; i < 20'000'000; ++i) {
    sum += 1;
  }
  EXPECT_EQ(sum, 16'777'216.0f);
}

struct PlainSoftmax {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto i = tl.arange(size<4>);
    auto e = tl.exp(tl.load(x + i, i < n, -inf));
    tl.store(out + i, e / tl.sum(e), i < n);
  }
};

TEST_F(Predictions, Lesson05PlainSoftmax) {
  const auto softmax = [](const std::vector<float>& values) {
    const buffer<float> x(cpu_device, {3}, values), out(cpu_device, {3});
    launch(cpu_device, grid(1), PlainSoftmax{}, x.cview(), out.view(), 3);
    return out.download();
  };
  EXPECT_NEAR(softmax({1, 2, 3})[2], 0.665f, 0.001f);
  EXPECT_EQ(softmax({1, 2, 100})[1], 0.0f);
  EXPECT_TRUE(std::isnan(softmax({1, 2, 100})[2]));
  EXPECT_TRUE(std::isnan(softmax({1001, 1002, 1003})[0]));
  EXPECT_TRUE(std::isnan(softmax({-1001, -1002, -1003})[0]));
}

/// The gradient of a softmax with the results y, if all elements of dy are the same.
struct ConstantGradient {
  KW_KERNEL void operator()(program auto tl, const float* y, float* dx, float dy) const {
    auto i = tl.arange(size<4>);
    auto p = tl.load(y + i);
    tl.store(dx + i, p * (dy - tl.sum(p * dy)));
  }
};

TEST_F(Predictions, Lesson05ConstantGradient) {
  const buffer<float> y(cpu_device, {4}, std::vector<float>{0.125f, 0.25f, 0.5f, 0.125f}),
      dx(cpu_device, {4});
  launch(cpu_device, grid(1), ConstantGradient{}, y.cview(), dx.view(), 3.0f);
  EXPECT_EQ(dx.download(), std::vector<float>(4, 0.0f));
}

struct PlainLoss {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<2>);
    auto v = tl.load(x + i);
    auto e = tl.exp(v - tl.max(v));
    auto y = e / tl.sum(e);
    tl.store(out + i, -tl.log(y));
  }
};

TEST_F(Predictions, Lesson05PlainLoss) {
  const buffer<float> x(cpu_device, {2}, std::vector<float>{0, 500}), out(cpu_device, {2});
  launch(cpu_device, grid(1), PlainLoss{}, x.cview(), out.view());
  EXPECT_TRUE(std::isinf(out.download()[0]));
  EXPECT_EQ(out.download()[1], 0.0f);
}

}  // namespace
