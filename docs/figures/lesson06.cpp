// The numbers of lesson 06's figures. cmake/scripts/figures/lesson06.py draws them.
#include "layernorm.hpp"
#include "print_numbers.hpp"

namespace {
using namespace kw;
using figures::print;

/// One row, step by step: the row less its mean, and that times rstd.
struct NormaliseEight {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* mean, const float* rstd,
                            float* centred, float* normal) const {
    auto cols = tl.arange(size<8>);
    auto v = tl.load(x + cols) - tl.load(mean);
    tl.store(centred + cols, v);
    tl.store(normal + cols, v * tl.load(rstd));
  }
};

void one_row() {
  const std::vector<float> row{2, 4, 4, 4, 5, 5, 7, 9}, weights{1, 2, 1, 2, 1, 2, 1, 2},
      biases{0, 0, 0, 0, 1, 1, 1, 1};
  const buffer<float, 2> x(cpu_device, {1, 8}, row), y(cpu_device, {1, 8});
  const buffer<float> weight(cpu_device, {8}, weights), bias(cpu_device, {8}, biases);
  const buffer<float> mean(cpu_device, {1}), rstd(cpu_device, {1});
  lesson06::layer_norm<float>(x.cview(), weight.cview(), bias.cview(), y.view(), mean.view(),
                              rstd.view(), 0.0f);
  const buffer<float> centred(cpu_device, {8}), normal(cpu_device, {8});
  const buffer<float> flat(cpu_device, {8}, row);
  launch(cpu_device, grid(1), NormaliseEight{}, flat.cview(), mean.cview(), rstd.cview(),
         centred.view(), normal.view());
  print("row.x", row);
  print("row.centred", centred);
  print("row.normal", normal);
  print("row.y", y);
}

/// The squares of two numbers, and of their distances from their mean.
struct SquareTwo {
  KW_KERNEL void operator()(program auto tl, const float* x, float* mean, float* squares,
                            float* from_mean) const {
    auto cols = tl.arange(size<2>);
    auto v = tl.load(x + (tl.program_id(0) * 2 + cols));
    auto mu = tl.sum(v) / 2;
    tl.store(mean + tl.program_id(0), mu);
    tl.store(squares + (tl.program_id(0) * 2 + cols), v * v);
    tl.store(from_mean + (tl.program_id(0) * 2 + cols), (v - mu) * (v - mu));
  }
};

/// Half the sum of two numbers, and the square of a number. In a kernel of its own, so no compiler
/// can join the multiplication of the one kernel and the addition of the other to one rounding.
struct MeanOfTwo {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto cols = tl.arange(size<2>);
    tl.store(out + tl.program_id(0), tl.sum(tl.load(x + (tl.program_id(0) * 2 + cols))) / 2);
  }
};
struct Square {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto v = tl.load(x + tl.program_id(0));
    tl.store(out + tl.program_id(0), v * v);
  }
};

/// The variance of c - 1 and c + 1, which is 1, in both ways, for one c after the other.
void two_variances() {
  std::vector<float> centres;
  for (int c = 2; c < 200000; c += c / 5 + 1) {
    centres.push_back(static_cast<float>(c));
  }
  const int n = static_cast<int>(centres.size());
  std::vector<float> pairs;
  for (const float c : centres) {
    pairs.push_back(c - 1);
    pairs.push_back(c + 1);
  }
  const buffer<float> x(cpu_device, {2 * n}, pairs), mean(cpu_device, {n}),
      squares(cpu_device, {2 * n}), from_mean(cpu_device, {2 * n}),
      mean_of_squares(cpu_device, {n}), square_of_mean(cpu_device, {n}), variance(cpu_device, {n});
  launch(cpu_device, grid(n), SquareTwo{}, x.cview(), mean.view(), squares.view(),
         from_mean.view());
  launch(cpu_device, grid(n), MeanOfTwo{}, squares.cview(), mean_of_squares.view());
  launch(cpu_device, grid(n), Square{}, mean.cview(), square_of_mean.view());
  launch(cpu_device, grid(n), MeanOfTwo{}, from_mean.cview(), variance.view());
  print("variance.centre", centres);
  print("variance.mean_of_squares", mean_of_squares);
  print("variance.square_of_mean", square_of_mean);
  print("variance.from_mean", variance);
}

/// Eight rows, of which three programs take every third one each.
void partial_sums() {
  constexpr int kRows = 8, kColumns = 4, kPrograms = 3;
  std::vector<float> rows, gradients;
  for (int r = 0; r < kRows; ++r) {
    for (int c = 0; c < kColumns; ++c) {
      rows.push_back((r + c) % 4 < 2 ? 1.0f : 5.0f);  // mean 3, deviation 2
      gradients.push_back(static_cast<float>((r * r + 3 * c) % 5));
    }
  }
  const buffer<float, 2> x(cpu_device, {kRows, kColumns}, rows),
      dy(cpu_device, {kRows, kColumns}, gradients), dx(cpu_device, {kRows, kColumns}),
      dw_partial(cpu_device, {kPrograms, kColumns}), db_partial(cpu_device, {kPrograms, kColumns});
  const buffer<float> weight(cpu_device, {kColumns}, std::vector<float>(kColumns, 1.0f)),
      mean(cpu_device, {kRows}, std::vector<float>(kRows, 3.0f)),
      rstd(cpu_device, {kRows}, std::vector<float>(kRows, 0.5f)), dw(cpu_device, {kColumns}),
      db(cpu_device, {kColumns});
  lesson06::layer_norm_backward<float>(dy.cview(), x.cview(), weight.cview(), mean.cview(),
                                       rstd.cview(), dx.view(), dw_partial.view(),
                                       db_partial.view());
  lesson06::column_sums(dw_partial.cview(), db_partial.cview(), dw.view(), db.view());
  print("partial.x", rows);
  print("partial.dy", gradients);
  print("partial.dw_partial", dw_partial);
  print("partial.dw", dw);
}
}  // namespace

int main() {
  one_row();
  two_variances();
  partial_sums();
}
