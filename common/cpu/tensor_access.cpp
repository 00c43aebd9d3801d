#include "kernelwright/cpu/tensor_access.hpp"

#include <cstring>

namespace kw::cpu {

void check_tile(runtime::program& program, runtime::access_kind kind, const placed_tile& tile,
                source_place at) {
  if (tile.first_column * tile.element_size % 16 != 0) {
    runtime::report_misuse(program, at, runtime::misuse::misplaced_tile);
  }
  const tile_window& w = tile.window;
  runtime::check_access(
      program,
      runtime::access{kind, at, tile.data, tile.element_size,
                      w.offset + w.row_begin * tile.row_stride + w.column_begin,
                      w.row_end - w.row_begin, w.column_end - w.column_begin, tile.row_stride,
                      (tile.strip.first_row + w.row_begin) * tile.columns + w.column_begin,
                      tile.columns, tile.strip.rows * tile.columns, true});
}

void read_placed_tile(runtime::program& program, const placed_tile& tile, void* values,
                      source_place at) {
  if (program.monitor != nullptr) [[unlikely]] {
    check_tile(program, runtime::access_kind::load, tile, at);
  }
  const tile_window& w = tile.window;
  const std::int64_t size = tile.element_size;
  const char* from = static_cast<const char*>(runtime::followed_pointer(program, tile.data)) +
                     (w.empty() ? 0 : w.offset) * size;
  const auto bytes = static_cast<std::size_t>(tile.columns * size);
  const auto passing = static_cast<std::size_t>((w.column_end - w.column_begin) * size);
  for (int i = 0; i < tile.rows; ++i) {
    char* to = static_cast<char*>(values) + i * tile.columns * size;
    const bool inside = i >= w.row_begin && i < w.row_end && !w.empty();
    if (!inside || passing < bytes) {
      std::memset(to, 0, bytes);
    }
    if (inside) {
      std::memcpy(to + w.column_begin * size, from + (i * tile.row_stride + w.column_begin) * size,
                  passing);
    }
  }
}

}  // namespace kw::cpu
