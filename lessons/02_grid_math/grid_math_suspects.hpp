/// \file
/// What likely mistakes in lesson 02 compute: wrong oracles, for the text of a failed test.
#pragma once

#include <kernelwright/testing/suspects.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace lesson02::reference {

/// Likely mistakes in `[n]` x[i] * factor.
inline kw::testing::suspects of_scale(const std::vector<float>& x, float factor) {
  using function = double (*)(double, double);
  return kw::testing::with_changes<function>(
      {{"by storing x as it is, without the factor", [](double v, double) { return v; }},
       {"by multiplying by the factor twice", [](double v, double f) { return v * f * f; }},
       {"by dividing by the factor", [](double v, double f) { return v / f; }},
       {"by adding the factor", [](double v, double f) { return v + f; }},
       {"by subtracting the factor", [](double v, double f) { return v - f; }},
       {"by storing the factor alone", [](double, double f) { return f; }}},
      [&x, factor](function of) {
        std::vector<double> out(x.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
          out[i] = of(x[i], factor);
        }
        return out;
      });
}

/// Likely mistakes in `[n]` x[i] times the factor of its matrix.
inline kw::testing::suspects of_scale_each(const std::vector<float>& x,
                                           const std::vector<float>& factors) {
  const auto all_by = [&x, &factors](bool first) {
    return [&x, &factors, first] {
      std::vector<double> out(x.begin(), x.end());
      for (double& each : out) {
        each *= first ? double{factors.front()} : 1.0;
      }
      return out;
    };
  };
  return {{"by multiplying every matrix by the factor of the first one", all_by(true)},
          {"by storing x as it is, without the factors", all_by(false)}};
}

/// Likely mistakes in `[rows, columns]`: the number of the tile that holds each element.
inline kw::testing::suspects of_tile_numbers(std::size_t rows, std::size_t columns,
                                             std::size_t tile) {
  using number = std::size_t (*)(std::size_t row, std::size_t col, std::size_t tile_rows,
                                 std::size_t tile_cols);
  using index = std::size_t;
  return kw::testing::with_changes<number>(
      {{"by numbering the tiles column by column, and not row by row",
        [](index r, index c, index high, index) { return c * high + r; }},
       {"by multiplying the row by the number of rows of tiles, and not of columns",
        [](index r, index c, index high, index) { return r * high + c; }},
       {"by multiplying the column by the number of columns of tiles, and not the row",
        [](index r, index c, index, index wide) { return c * wide + r; }},
       {"from the row of the tile alone", [](index r, index, index, index) { return r; }},
       {"from the column of the tile alone", [](index, index c, index, index) { return c; }},
       {"by adding row and column of the tile",
        [](index r, index c, index, index) { return r + c; }},
       {"by multiplying row and column of the tile",
        [](index r, index c, index, index) { return r * c; }},
       {"by counting from 1 and not from 0",
        [](index r, index c, index, index wide) { return r * wide + c + 1; }}},
      [rows, columns, tile](number of) {
        std::vector<double> out(rows * columns);
        for (std::size_t i = 0; i < out.size(); ++i) {
          out[i] = static_cast<double>(
              of(i / columns / tile, i % columns / tile, rows / tile, columns / tile));
        }
        return out;
      });
}

/// Likely mistakes in `[tile_rows, tile_cols]`: the program of each tile, in groups of rows.
inline kw::testing::suspects of_grouped_order(std::size_t tile_rows, std::size_t tile_cols,
                                              std::size_t group) {
  enum class order { row_by_row, column_by_column, last_group_full };
  return kw::testing::with_changes<order>(
      {{"by going along whole rows, one after the other, and not down the rows of a group first",
        order::row_by_row},
       {"by going column by column, without groups", order::column_by_column},
       {"by counting the last group as a full one: it may have fewer rows",
        order::last_group_full}},
      [tile_rows, tile_cols, group](order by) {
        std::vector<double> out(tile_rows * tile_cols);
        for (std::size_t i = 0; i < out.size(); ++i) {
          const std::size_t row = i / tile_cols, col = i % tile_cols, top = row / group * group;
          const std::size_t full = by == order::last_group_full ? group : 0;
          const std::size_t high = std::max(full, std::min(group, tile_rows - top));
          const std::size_t number = by == order::row_by_row ? i
                                     : by == order::column_by_column
                                         ? col * tile_rows + row
                                         : top * tile_cols + col * high + row - top;
          out[i] = static_cast<double>(number);
        }
        return out;
      });
}

}  // namespace lesson02::reference
