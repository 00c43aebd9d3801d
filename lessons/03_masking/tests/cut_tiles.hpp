// Matrices for tasks 4 and 7: their shapes cut tiles of 16 x 128 at the edges.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lesson03 {

struct matrix_case {
  std::int64_t rows, columns;
  std::int64_t x_stride = 0, y_stride = 0, out_stride = 0;  // 0: dense
};

inline std::string shape(const matrix_case& c) {
  return std::to_string(c.rows) + " x " + std::to_string(c.columns);
}

// One element; one short of, exactly and one past tiles of 16 x 128; flat, tall, empty, primes.
inline const std::vector<matrix_case> kShapes = {{1, 1},    {15, 127}, {16, 128}, {17, 129},
                                                 {1, 1000}, {1000, 1}, {0, 5},    {5, 0},
                                                 {37, 211}, {64, 512}};

}  // namespace lesson03
