/// \file
/// Lesson 02's oracle: plain loops on the host, in double. Slow and obvious on purpose. Matrices
/// are dense.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lesson02::reference {

/// n / block, rounded up, by counting: only for small n.
inline std::int64_t blocks_by_counting(std::int64_t n, std::int64_t block) {
  std::int64_t blocks = 0;
  for (std::int64_t covered = 0; covered < n; covered += block) {
    ++blocks;
  }
  return blocks;
}

/// `[rows, columns]`: the number of the tile that holds each element.
inline std::vector<double> tile_numbers(std::size_t rows, std::size_t columns, std::size_t tile) {
  std::vector<double> out(rows * columns);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      out[r * columns + c] = static_cast<double>((r / tile) * (columns / tile) + c / tile);
    }
  }
  return out;
}

/// `[n]`: x[i] * factor.
inline std::vector<double> scale(const std::vector<float>& x, float factor) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    out[i] = double{x[i]} * double{factor};
  }
  return out;
}

/// `[n]`: x[i] times the factor of the matrix that it is in; all matrices have the same size.
inline std::vector<double> scale_each(const std::vector<float>& x,
                                      const std::vector<float>& factors) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    out[i] = double{x[i]} * double{factors[i / (x.size() / factors.size())]};
  }
  return out;
}

/// `[columns, rows]`: x turned over its diagonal.
inline std::vector<double> transpose(const std::vector<float>& x, std::size_t rows,
                                     std::size_t columns) {
  std::vector<double> out(x.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      out[c * rows + r] = double{x[r * columns + c]};
    }
  }
  return out;
}

/// `[tile_rows, tile_cols]`: the program of each tile, by walking the tiles and counting.
inline std::vector<double> grouped_order(std::size_t tile_rows, std::size_t tile_cols,
                                         std::size_t group) {
  std::vector<double> out(tile_rows * tile_cols);
  int program = 0;
  for (std::size_t first_row = 0; first_row < tile_rows; first_row += group) {
    const std::size_t end_row = std::min(first_row + group, tile_rows);
    for (std::size_t col = 0; col < tile_cols; ++col) {
      for (std::size_t row = first_row; row < end_row; ++row) {
        out[row * tile_cols + col] = program++;
      }
    }
  }
  return out;
}

}  // namespace lesson02::reference
