// The answers to the questions of lessons 06 to 09: what these kernels store, and what the
// checker says about them. CPU only, because GPUs have no checker.
#include <set>
#include <tuple>

#include "example.hpp"

namespace {
using namespace kw;

class Predictions06To09 : public Examples {
 protected:
  void SetUp() override {
    Examples::SetUp();
    if (default_device() != cpu_device) {
      GTEST_SKIP() << "for the checker of the CPU";
    }
  }
};

/// Squared distances from the mean, with the lanes after the row and without them.
template <int BLOCK_SIZE>
struct WithAndWithoutWhere {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n;
    auto v = tl.load(x + cols, mask, 0.0f);
    auto far = v - tl.sum(v) / n;
    auto near = tl.where(mask, far, 0.0f);
    tl.store(out, tl.sum(far * far) / n);
    tl.store(out + 1, tl.sum(near * near) / n);
  }
};

TEST_F(Predictions06To09, Lesson06LanesAfterTheRow) {
  const buffer<float> x(default_device(), {5}, std::vector<float>{8, 9, 10, 11, 12}),
      out(default_device(), {2});
  launch(default_device(), grid(1), WithAndWithoutWhere<8>{}, x.cview(), out.view(), 5);
  EXPECT_EQ(out.download()[0] - out.download()[1], 60.0f);
}

/// One row, normalised.
template <int BLOCK_SIZE>
struct Normalised {
  KW_KERNEL void operator()(program auto tl, const float* x, float* y, float eps) const {
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto far = tl.load(x + cols) - tl.sum(tl.load(x + cols)) / BLOCK_SIZE;
    auto rs = 1.0f / tl.sqrt(tl.sum(far * far) / BLOCK_SIZE + eps);
    tl.store(y + cols, far * rs);
  }
};

TEST_F(Predictions06To09, Lesson06EqualValues) {
  const buffer<float> x(default_device(), {4}, std::vector<float>(4, 7.0f)),
      y(default_device(), {4});
  launch(default_device(), grid(1), Normalised<4>{}, x.cview(), y.view(), 1e-5f);
  EXPECT_EQ(y.download(), std::vector<float>(4, 0.0f));  // so with weight and bias it is the bias
  launch(default_device(), grid(1), Normalised<4>{}, x.cview(), y.view(), 0.0f);
  EXPECT_TRUE(std::isnan(y.download()[0]));
  take_findings();  // where the NaN was made
}

// 1,000 numbers have the mean 3, and 1004 arrives: the mean rises to 4, and 1,001,000 is added to
// the squares.
TEST_F(Predictions06To09, Lesson06OneMoreNumber) {
  std::vector<double> all(1000, 3.0);
  all.push_back(1004.0);
  double mean = 0, squares = 0;
  for (const double x : all) {
    mean += x / 1001;
  }
  for (const double x : all) {
    squares += (x - mean) * (x - mean);
  }
  EXPECT_NEAR(mean, 4.0, 1e-9);
  EXPECT_NEAR(squares, 1'001'000.0, 1e-3);
}

/// dx of LayerNorm, for a g that is the same in all columns.
struct SameInAllColumns {
  KW_KERNEL void operator()(program auto tl, const float* n, float* dx, float same) const {
    auto cols = tl.arange(size<8>);
    auto normalised = tl.load(n + cols);
    auto g = tl.full(size<8>, same);
    tl.store(dx + cols, g - tl.mean(g) - normalised * tl.mean(g * normalised));
  }
};

TEST_F(Predictions06To09, Lesson06SameInAllColumns) {
  const std::vector<float> row{-1.5f, -0.5f, -0.5f, -0.5f, 0, 0, 1, 2};
  const buffer<float> n(default_device(), {8}, row), dx(default_device(), {8});
  launch(default_device(), grid(1), SameInAllColumns{}, n.cview(), dx.view(), 3.0f);
  EXPECT_EQ(dx.download(), std::vector<float>(8, 0.0f));
}

// Groups of 64 rows at 64 x 64 tiles: programs run down whole columns.
TEST_F(Predictions06To09, Lesson07GroupsOfAllRows) {
  std::set<int> rows, columns;
  for (int program = 0; program < 132; ++program) {
    rows.insert(program % 64);
    columns.insert(program / 64);
  }
  EXPECT_EQ(rows.size() + columns.size(), 67u);
}

/// Counts programs, and those whose tile of 64 x 64 is not wholly inside.
template <int TILE>
struct CountTiles {
  KW_KERNEL void operator()(program auto tl, int* counts, int rows, int columns) const {
    int bottom = (tl.program_id(0) + 1) * TILE, right = (tl.program_id(1) + 1) * TILE;
    tl.atomic_add(counts, 1);
    tl.atomic_add(counts + 1, bottom > rows || right > columns ? 1 : 0);
  }
};

TEST_F(Predictions06To09, Lesson07RaggedTiles) {
  const buffer<int> counts(default_device(), {2}, std::vector<int>{0, 0});
  launch(default_device(), grid(cdiv(1000, 64), cdiv(600, 64)), CountTiles<64>{}, counts.view(),
         1000, 600);
  EXPECT_EQ(counts.download(), (std::vector<int>{160, 25}));
}

/// How many columns each step of a walk has, for each program.
template <int STEP>
struct CountSteps {
  KW_KERNEL void operator()(program auto tl, array<int, 2> columns, int n) const {
    auto program = tl.program_id(0) * tl.num_programs(1) + tl.program_id(1);
    for (int start = 0; start < n; start += STEP) {
      auto lanes = start + tl.arange(size<STEP>);
      tl.store(columns.row(program) + start / STEP, tl.sum(tl.where(lanes < n, 1, 0)));
    }
  }
};

TEST_F(Predictions06To09, Lesson07LastStep) {
  const buffer<int, 2> columns(default_device(), {1, 4});
  launch(default_device(), grid(1), CountSteps<32>{}, columns.view(), 100);
  EXPECT_EQ(columns.download(), (std::vector<int>{32, 32, 32, 4}));
}

TEST_F(Predictions06To09, Lesson08StepsOfPrograms) {
  const buffer<int, 2> columns(default_device(), {4, 2});  // a row for each program, of two heads
  launch(default_device(), grid(cdiv(100, 64), 2), CountSteps<64>{}, columns.view(), 100);
  EXPECT_EQ(columns.download(), (std::vector<int>{64, 36, 64, 36, 64, 36, 64, 36}));
}

/// A softmax of four scores.
struct FourWeights {
  KW_KERNEL void operator()(program auto tl, const float* scores, float* weights) const {
    auto i = tl.arange(size<4>);
    auto s = tl.load(scores + i);
    auto e = tl.exp(s - tl.max(s));
    tl.store(weights + i, e / tl.sum(e));
  }
};

TEST_F(Predictions06To09, Lesson08QueryTwiceAsLong) {
  const buffer<float> weights(default_device(), {4});
  for (const auto& [scores, cat, it] : {std::tuple{std::vector<float>{3, 0, 0, 2}, 0.68f, 0.25f},
                                        {std::vector<float>{6, 0, 0, 4}, 0.88f, 0.12f}}) {
    const buffer<float> s(default_device(), {4}, scores);
    launch(default_device(), grid(1), FourWeights{}, s.cview(), weights.view());
    EXPECT_NEAR(weights.download()[0], cat, 0.005f);
    EXPECT_NEAR(weights.download()[3], it, 0.005f);
  }
}

/// Counts the tiles of scores that a causal walk computes: program p needs the steps 0 to p.
template <int TILE>
struct CountCausal {
  KW_KERNEL void operator()(program auto tl, int* tiles, int n) const {
    int end = tl.minimum((tl.program_id(0) + 1) * TILE, n);
    tl.atomic_add(tiles, cdiv(end, TILE));
  }
};

TEST_F(Predictions06To09, Lesson08CausalTiles) {
  for (const auto& [n, want] : {std::pair{256, 10}, {4096, 2080}}) {
    const buffer<int> tiles(default_device(), {1}, std::vector<int>{0});
    launch(default_device(), grid(cdiv(n, 64)), CountCausal<64>{}, tiles.view(), n);
    EXPECT_EQ(tiles.download()[0], want);
  }
}

/// Six scores in three steps.
template <int STEP>
struct ThreeSteps {
  KW_KERNEL void operator()(program auto tl, const float* scores, const float* values,
                            float* out) const {
    float m = -inf, l = 0, acc = 0;
    for (int start = 0; start < 6; start += STEP) {
      auto lane = start + tl.arange(size<STEP>);
      auto s = tl.load(scores + lane);
      float raised = tl.maximum(m, tl.max(s));
      auto p = tl.exp2(s - raised);
      l = l * tl.exp2(m - raised) + tl.sum(p);
      acc = acc * tl.exp2(m - raised) + tl.sum(p * tl.load(values + lane));
      m = raised;
    }
    tl.store(out, m);
    tl.store(out + 1, l);
    tl.store(out + 2, acc);
  }
};

TEST_F(Predictions06To09, Lesson08LastScoreRises) {
  const buffer<float> scores(default_device(), {6}, std::vector<float>{1, 2, 3, 2, 1, 5}),
      values(default_device(), {6}, std::vector<float>{10, 20, 40, 20, 70, 60}),
      out(default_device(), {3});
  launch(default_device(), grid(1), ThreeSteps<2>{}, scores.cview(), values.cview(), out.view());
  EXPECT_EQ(out.download(), (std::vector<float>{5.0f, 1.625f, 80.0f}));
}

/// Counts the steps of 128 columns that causal programs take, and those that have the diagonal in
/// them.
template <int BM, int BN>
struct CountMasks {
  KW_KERNEL void operator()(program auto tl, int* steps, int* masked, int n) const {
    int first = tl.program_id(0) * BM;
    for (int start = 0; start < tl.minimum(first + BM, n); start += BN) {
      tl.atomic_add(steps, 1);
      tl.atomic_add(masked, start + BN > first, start + BN > first);
    }
  }
};

TEST_F(Predictions06To09, Lesson08StepsWithMasks) {
  const buffer<int> steps(default_device(), {1}, std::vector<int>{0}),
      masked(default_device(), {1}, std::vector<int>{0});
  launch(default_device(), grid(32), CountMasks<128, 128>{}, steps.view(), masked.view(), 4096);
  EXPECT_EQ(steps.download()[0], 528);
  EXPECT_EQ(masked.download()[0], 32);
}

/// The gradient of the only score of a row: its weight is 1, and delta is all of dp.
struct OneKey {
  KW_KERNEL void operator()(program auto tl, float dp, float* ds) const {
    float p = tl.exp2(5.0f - 5.0f), delta = p * dp;
    tl.store(ds, p * (dp - delta));
  }
};

TEST_F(Predictions06To09, Lesson08GradientOfOneKey) {
  const buffer<float> ds(default_device(), {1});
  launch(default_device(), grid(1), OneKey{}, 3.0f, ds.view());
  EXPECT_EQ(ds.download()[0], 0.0f);
}

/// Counts the steps of a causal walk along the rows of q, for a program that owns 64 keys.
template <int KEYS, int STEP>
struct CountRows {
  KW_KERNEL void operator()(program auto tl, int* steps, int n, int heads) const {
    for (int head = 0; head < heads; ++head) {
      for (int start = tl.program_id(0) * KEYS; start < n; start += STEP) {
        tl.atomic_add(steps + tl.program_id(0), 1);
      }
    }
  }
};

TEST_F(Predictions06To09, Lesson08StepsOfKeyGradients) {
  for (const auto& [heads, want] :
       {std::pair{1, std::vector{8, 6, 4, 2}}, {4, std::vector{32, 24, 16, 8}}}) {
    const buffer<int> steps(default_device(), {4}, std::vector<int>(4, 0));
    launch(default_device(), grid(4), CountRows<64, 32>{}, steps.view(), 256, heads);
    EXPECT_EQ(steps.download(), want);
  }
}

/// Doubles its input in place.
template <int BLOCK_SIZE>
struct DoubleInPlace {
  KW_KERNEL void operator()(program auto tl, float* x) const {
    auto lane = tl.arange(size<BLOCK_SIZE>);
    tl.store(x + lane, tl.load(x + lane) * 2);
  }
};

TEST_F(Predictions06To09, Lesson09DoubledTooOften) {
  const buffer<float> x(default_device(), {4}, std::vector<float>(4, 1.0f));
  for (int run = 0; run < 128; ++run) {
    launch(default_device(), grid(1), DoubleInPlace<4>{}, x.view());
  }
  EXPECT_TRUE(std::isinf(x.download()[0]));
  take_findings();  // where the infinity was made
}

}  // namespace
