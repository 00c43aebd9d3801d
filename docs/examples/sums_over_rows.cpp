// A sum in which lanes after the row would count, and a reduction over rows that are spread over
// programs.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

// How far a row is from one number: the mean of the squared distances.
template <int BLOCK_SIZE>
struct MeanSquaredError {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float target,
                            float* out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, 0.0f);
    auto error = tl.where(mask, v - target, 0.0f);
    tl.store(out + row, tl.sum(error * error) / x.columns());
  }
};

TEST_F(Examples, MeanSquaredError) {
  EXPECT_EQ(run(here, grid(2), MeanSquaredError<8>{},
                matrix<float>{2, 5, {7, 8, 9, 10, 11, 10, 10, 10, 10, 5}}, 9.0f, output<float>{2}),
            (std::vector<float>{2.0f, 4.0f}));
}

// The largest element of each column, in two kernels: this one leaves one row per program.
template <int BLOCK_SIZE>
struct ColumnMaxima {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x,
                            array<float, 2> partial) const {
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    auto largest = tl.full(size<BLOCK_SIZE>, -inf);
    for (int row = tl.program_id(0); row < x.rows(); row += tl.num_programs(0)) {
      largest = tl.maximum(largest, tl.load(x.row(row) + cols, mask, -inf));
    }
    tl.store(partial.row(tl.program_id(0)) + cols, largest, mask);
  }
};

TEST_F(Examples, ColumnMaxima) {
  EXPECT_EQ(
      run(here, grid(2), ColumnMaxima<4>{}, matrix{5, 3, counting(15)}, new_matrix<float>{2, 3}),
      (std::vector<float>{12, 13, 14, 9, 10, 11}));
}

}  // namespace
