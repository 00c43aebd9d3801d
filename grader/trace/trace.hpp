#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// Elements element, element + step, ... that consecutive lanes touch.
struct trace_run {
  std::int64_t element = 0;
  std::int64_t count = 0;
  std::int64_t step = 1;
  /// Where the row of the tile begins that these lanes belong to: it says which row of a matrix is
  /// meant, also by lanes that are past the row's end.
  std::int64_t row_begin = 0;
};

/// A part of an array as rows and columns; a 1-D array is one row.
struct trace_box {
  std::int64_t row = 0, column = 0, rows = 1, columns = 0;
  bool outside = false;  ///< Outside of the array's extents.
};

/// One load or store of one program.
struct trace_access {
  std::int64_t program = 0;
  std::string kind;  ///< "load", "store" or "atomic"
  int line = 0;
  int argument = -1;
  std::int64_t lanes = 0;             ///< Of the tile.
  std::int64_t active = 0;            ///< Of them, those that touch memory.
  std::vector<trace_run> runs;        ///< What the active lanes touch.
  std::vector<trace_run> masked_off;  ///< Where the other lanes point to, as far as it is known.

  bool writes() const { return kind != "load"; }
};

/// One argument of a kernel.
struct trace_argument {
  std::string name, type;
  bool array = false;
  int element_size = 1;
  int misaligned_bytes = 0;  ///< Of its start, from a multiple of 32.
  std::vector<std::int64_t> extents, strides;

  /// Has it rows to draw? An array of more than two dimensions is the matrix of its last one, with
  /// the rows of all the others below each other, if these are equally far apart.
  bool matrix() const { return extents.size() >= 2 && row_stride() > 0; }
  /// "3 x 64"
  std::string shape() const;
  std::int64_t rows() const;
  std::int64_t columns() const { return extents.empty() ? 0 : extents.back(); }
  /// From a row to the next, in elements; 0 if the rows are not equally far apart.
  std::int64_t row_stride() const;
  /// Rows after which a leading index changes, such as the rows of one head; 0 if there is none.
  std::int64_t rows_of_a_part() const;
};

/// What one launch touched.
struct trace_launch {
  std::string kernel, file;
  int line = 0;
  std::array<std::int64_t, 3> grid{};
  std::vector<trace_argument> arguments;
  std::map<int, std::string> lines;  ///< The text of each line with an access.
  std::vector<trace_access> accesses;
  std::int64_t left_out = 0;          ///< Accesses that were not recorded.
  std::vector<std::string> findings;  ///< What the checker said.
  bool own = true;                    ///< It is what the task is about, not what prepares its data.

  std::int64_t programs() const { return grid[0] * grid[1] * grid[2]; }
  const trace_argument& argument(int index) const {
    return arguments.at(static_cast<std::size_t>(index));
  }
  /// How much a picture of it shows: from 0, for one program that takes one step, to 5, for several
  /// programs that walk over matrices and are few enough to follow.
  int interest() const;
  /// "3" or "1, 0": a program's position in the grid.
  std::string position(std::int64_t program) const;
};

/// Launches from the JSON lines that $KW_TRACE has. Lines that are not such JSON are skipped.
std::vector<trace_launch> parse_trace(std::string_view text);

/// The parts of an array that runs cover, as few rectangles.
std::vector<trace_box> boxes_of(const trace_argument& array, const std::vector<trace_run>& runs);

/// How an access uses memory.
struct trace_cost {
  static constexpr std::int64_t kSectorBytes = 32;

  std::int64_t bytes = 0;         ///< That its lanes asked for.
  std::int64_t vector_bytes = 0;  ///< Of them, those in whole, aligned units of 16 bytes.
  std::int64_t sectors = 0;       ///< Units of 32 bytes that a GPU moves for it.
  std::string pattern;            ///< "contiguous", "contiguous, 4 bytes off", "stride 256", ...
  int vector_percent() const {
    return bytes == 0 ? 0 : static_cast<int>(100 * vector_bytes / bytes);
  }
};
trace_cost cost_of(const trace_argument& array, const trace_access& access);
/// The same; nothing where it is not known which array is touched.
trace_cost cost_of(const trace_launch& launch, const trace_access& access);

/// What a launch did to one array.
struct trace_traffic {
  std::int64_t read = 0, written = 0;  ///< Bytes, each access counted.
  std::int64_t least = 0;              ///< Bytes, had each element been read and written once.
  std::int64_t outside = 0;            ///< Lanes outside of the array.

  std::int64_t moved() const { return read + written; }
  std::string times() const;  ///< "1.25": moved, of the least; empty if that is nothing.
};
trace_traffic traffic_of(const trace_launch& launch, int argument);
/// The sum over all arrays.
trace_traffic traffic_of(const trace_launch& launch);

/// "x[0..255]" or "rows 0..15, columns 0..127 of x": what an access touches.
std::string describe_place(const trace_launch& launch, const trace_access& access);

/// A launch as a few lines of text; `program` -1 shows all.
std::string to_terminal(const trace_launch& launch, std::int64_t program);

}  // namespace kw::grader
