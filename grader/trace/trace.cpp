#include "grader/trace/trace.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace kw::grader {
namespace {

using nlohmann::json;

constexpr std::int64_t kVectorBytes = 16;
// What a reader can follow in a picture, and how many rows and columns look like a matrix.
constexpr std::int64_t kMostPrograms = 64;
constexpr std::size_t kMostSteps = 600;
constexpr std::int64_t kLeastRows = 4;

std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

/// The lanes of rows [row, row + rows) and columns [column, ...) of a tile, as runs.
void add_box(std::vector<trace_run>& runs, const std::array<std::int64_t, 4>& tile,
             std::int64_t row, std::int64_t column, std::int64_t rows, std::int64_t columns) {
  for (std::int64_t r = row; r < row + rows && columns > 0; ++r) {
    const std::int64_t row_begin = tile[0] + r * tile[3];
    runs.push_back({row_begin + column, columns, 1, row_begin});
  }
}

void read_structured(const json& value, trace_access& access) {
  const auto tile = value.at("tile").get<std::array<std::int64_t, 4>>();
  const auto active = value.at("active").get<std::vector<std::array<std::int64_t, 4>>>();
  std::int64_t next_row = 0;
  for (const auto& [row, column, rows, columns] : active) {
    add_box(access.runs, tile, row, column, rows, columns);
    access.active += rows * columns;
    add_box(access.masked_off, tile, next_row, 0, row - next_row, tile[2]);
    add_box(access.masked_off, tile, row, 0, rows, column);
    add_box(access.masked_off, tile, row, column + columns, rows, tile[2] - column - columns);
    next_row = row + rows;
  }
  add_box(access.masked_off, tile, next_row, 0, tile[1] - next_row, tile[2]);
}

trace_access read_access(const json& value) {
  trace_access access;
  access.program = value.at("program");
  access.kind = value.at("kind");
  access.line = value.at("line");
  access.argument = value.at("argument");
  access.lanes = value.at("lanes");
  if (value.contains("tile")) {
    read_structured(value, access);
  } else {
    for (const auto& run : value.at("runs").get<std::vector<std::array<std::int64_t, 4>>>()) {
      access.runs.push_back({run[1], run[2], run[3], run[1]});
      access.active += run[2];
    }
  }
  return access;
}

trace_launch read_launch(const json& value) {
  trace_launch launch;
  launch.kernel = value.at("kernel");
  launch.file = value.at("file");
  launch.line = value.at("line");
  launch.grid = value.at("grid").get<std::array<std::int64_t, 3>>();
  for (const json& entry : value.at("arguments")) {
    trace_argument argument;
    argument.name = entry.at("name");
    argument.type = entry.at("type");
    argument.array = entry.at("kind") != "scalar";
    argument.element_size = std::max(1, entry.at("element_size").get<int>());
    argument.misaligned_bytes = entry.at("misaligned_bytes");
    argument.extents = entry.at("extents").get<std::vector<std::int64_t>>();
    argument.strides = entry.at("strides").get<std::vector<std::int64_t>>();
    launch.arguments.push_back(std::move(argument));
  }
  for (const auto& [line, text] : value.at("lines").items()) {
    launch.lines[std::stoi(line)] = text;
  }
  for (const json& entry : value.at("accesses")) {
    trace_access access = read_access(entry);
    if (access.argument < static_cast<int>(launch.arguments.size())) {
      launch.accesses.push_back(std::move(access));
    }
  }
  launch.left_out = value.at("left_out");
  for (const json& entry : value.at("findings")) {
    launch.findings.push_back(entry.at("message"));
  }
  std::stable_sort(launch.accesses.begin(), launch.accesses.end(),
                   [](const auto& a, const auto& b) { return a.program < b.program; });
  return launch;
}

/// The elements of runs with step 1, sorted and without overlaps.
std::int64_t distinct_elements(std::vector<std::pair<std::int64_t, std::int64_t>> ranges) {
  std::sort(ranges.begin(), ranges.end());
  std::int64_t count = 0;
  std::int64_t reached = INT64_MIN;
  for (const auto& [begin, end] : ranges) {
    count += std::max<std::int64_t>(0, end - std::max(begin, reached));
    reached = std::max(reached, end);
  }
  return count;
}

/// Calls `take(row_begin, element, count)` for each part of a run whose elements are next to each
/// other.
template <class Take>
void for_each_range(const trace_run& run, Take take) {
  if (run.step == 1) {
    take(run.row_begin, run.element, run.count);
    return;
  }
  for (std::int64_t i = 0; i < run.count; ++i) {
    take(run.element + i * run.step, run.element + i * run.step, 1);
  }
}

}  // namespace

std::string trace_argument::shape() const {
  return fmt::format("{}", fmt::join(extents, " x "));
}

std::int64_t trace_argument::rows() const {
  std::int64_t rows = 1;
  for (std::size_t d = 0; d + 1 < extents.size(); ++d) {
    rows *= extents[d];
  }
  return rows;
}

std::int64_t trace_argument::row_stride() const {
  if (extents.size() < 2 || strides.size() != extents.size()) {
    return 0;
  }
  const std::size_t last = extents.size() - 2;
  std::int64_t stride = strides[last], rows = 1;
  for (std::size_t d = last + 1; d-- > 0;) {
    if (extents[d] == 1) {
      continue;  // whatever its stride is, nothing is that far away
    }
    stride = rows == 1 ? strides[d] : stride;
    if (strides[d] != stride * rows) {
      return 0;
    }
    rows *= extents[d];
  }
  return stride;
}

std::int64_t trace_argument::rows_of_a_part() const {
  const std::int64_t part = extents.size() > 2 ? extents[extents.size() - 2] : 0;
  return part < rows() ? part : 0;
}

std::string trace_launch::position(std::int64_t program) const {
  const std::int64_t first = grid[0] == 0 ? 0 : program % grid[0];
  const std::int64_t second = grid[0] * grid[1] == 0 ? 0 : program / grid[0] % grid[1];
  if (grid[2] > 1) {
    return fmt::format("{}, {}, {}", first, second, program / grid[0] / grid[1]);
  }
  return grid[1] > 1 ? fmt::format("{}, {}", first, second) : fmt::format("{}", program);
}

int trace_launch::interest() const {
  std::set<std::tuple<std::int64_t, int, bool>> touched;
  const bool again = std::any_of(accesses.begin(), accesses.end(), [&](const auto& a) {
    return !touched.emplace(a.program, a.argument, a.writes()).second;
  });
  const bool flat = std::any_of(arguments.begin(), arguments.end(), [](const auto& a) {
    return a.matrix() && (a.rows() < kLeastRows || a.columns() < kLeastRows);
  });
  if (accesses.empty() || accesses.size() > kMostSteps || programs() > kMostPrograms) {
    return 0;
  }
  return (programs() > 1 ? 2 : 0) + (again ? 2 : 0) + (flat ? 0 : 1);
}

std::vector<trace_launch> parse_trace(std::string_view text) {
  std::vector<trace_launch> launches;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const json value = json::parse(line, nullptr, false);
    if (value.is_object()) {
      try {
        launches.push_back(read_launch(value));
      } catch (const json::exception&) {
        // A line that is not whole: the program died while it wrote.
      }
    }
  }
  return launches;
}

std::vector<trace_box> boxes_of(const trace_argument& array, const std::vector<trace_run>& runs) {
  std::vector<trace_box> boxes;
  const bool matrix = array.matrix();
  const std::int64_t row_stride = array.row_stride();
  const std::int64_t rows = matrix ? array.rows() : 1;
  const std::int64_t columns = matrix                  ? array.columns()
                               : array.extents.empty() ? INT64_MAX
                                                       : array.rows() * array.columns();
  const auto put = [&](std::int64_t row, std::int64_t begin, std::int64_t end) {
    const bool row_outside = row < 0 || row >= rows;
    // Before the row, in it, after it; a row outside the array is one piece.
    const std::int64_t inside_begin = row_outside ? begin : std::clamp(std::int64_t{0}, begin, end);
    const std::int64_t inside_end = row_outside ? end : std::clamp(columns, inside_begin, end);
    for (const auto& [from, to] :
         {std::pair{begin, inside_begin}, std::pair{inside_begin, inside_end},
          std::pair{inside_end, end}}) {
      if (from >= to) {
        continue;
      }
      const bool outside = row_outside || from < 0 || from >= columns;
      if (!boxes.empty()) {
        trace_box& last = boxes.back();
        if (last.outside == outside && last.row + last.rows == row && last.column == from &&
            last.columns == to - from) {
          ++last.rows;
          continue;
        }
        if (last.outside == outside && last.rows == 1 && last.row == row &&
            last.column + last.columns == from) {
          last.columns += to - from;
          continue;
        }
      }
      boxes.push_back({row, from, 1, to - from, outside});
    }
  };
  const auto place = [&](std::int64_t row_begin, std::int64_t element, std::int64_t count) {
    const std::int64_t row = matrix ? floor_div(row_begin, row_stride) : 0;
    const std::int64_t column = matrix ? element - row * row_stride : element;
    put(row, column, column + count);
  };
  for (const trace_run& run : runs) {
    for_each_range(run, place);
  }
  return boxes;
}

trace_cost cost_of(const trace_argument& array, const trace_access& access) {
  trace_cost cost;
  const std::int64_t size = array.element_size;
  cost.bytes = access.active * size;
  std::vector<std::pair<std::int64_t, std::int64_t>> sectors;
  std::int64_t off = 0;
  std::int64_t step = 1;
  for (const trace_run& run : access.runs) {
    step = run.step == 1 ? step : run.step;
    for_each_range(run, [&](std::int64_t, std::int64_t element, std::int64_t count) {
      const std::int64_t begin = array.misaligned_bytes + element * size;
      const std::int64_t end = begin + count * size;
      sectors.emplace_back(floor_div(begin, trace_cost::kSectorBytes),
                           -floor_div(-end, trace_cost::kSectorBytes));
      if (run.step == 1) {
        const std::int64_t first = -floor_div(-begin, kVectorBytes) * kVectorBytes;
        const std::int64_t last = floor_div(end, kVectorBytes) * kVectorBytes;
        cost.vector_bytes += std::max<std::int64_t>(0, last - first);
        off = off != 0 ? off : begin - floor_div(begin, kVectorBytes) * kVectorBytes;
      }
    });
  }
  cost.sectors = distinct_elements(std::move(sectors));
  cost.pattern = step != 1            ? fmt::format("every {} elements", step)
                 : access.active == 1 ? "one element"
                 : off != 0           ? fmt::format("in a row, {} bytes off a multiple of 16", off)
                 : cost.bytes == 0    ? "nothing"
                 : cost.vector_bytes == 0 ? "scattered"
                                          : "in a row";
  return cost;
}

trace_cost cost_of(const trace_launch& launch, const trace_access& access) {
  return access.argument < 0 ? trace_cost() : cost_of(launch.argument(access.argument), access);
}

std::string trace_traffic::times() const {
  return least == 0
             ? ""
             : fmt::format("{:.2f}", static_cast<double>(moved()) / static_cast<double>(least));
}

trace_traffic traffic_of(const trace_launch& launch, int argument) {
  trace_traffic traffic;
  const trace_argument& array = launch.argument(argument);
  std::vector<std::pair<std::int64_t, std::int64_t>> reads, writes;
  for (const trace_access& access : launch.accesses) {
    if (access.argument != argument) {
      continue;
    }
    (access.writes() ? traffic.written : traffic.read) += access.active * array.element_size;
    for (const trace_run& run : access.runs) {
      for_each_range(run, [&](std::int64_t, std::int64_t element, std::int64_t count) {
        (access.writes() ? writes : reads).emplace_back(element, element + count);
      });
    }
    for (const trace_box& box : boxes_of(array, access.runs)) {
      traffic.outside += box.outside ? box.rows * box.columns : 0;
    }
  }
  traffic.least = (distinct_elements(std::move(reads)) + distinct_elements(std::move(writes))) *
                  array.element_size;
  return traffic;
}

trace_traffic traffic_of(const trace_launch& launch) {
  trace_traffic sum;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    if (launch.arguments[i].array) {
      const trace_traffic one = traffic_of(launch, static_cast<int>(i));
      sum.read += one.read;
      sum.written += one.written;
      sum.least += one.least;
      sum.outside += one.outside;
    }
  }
  return sum;
}

namespace {

std::string range(std::int64_t first, std::int64_t count) {
  return count == 1 ? fmt::format("{}", first) : fmt::format("{}..{}", first, first + count - 1);
}

/// Rows as the indices in front of the last one: "0..63", or "1, 3, 0..63" for row 0 to 63 of
/// head 3 of batch 1. Rows of several heads have no such form: "rows 10..70".
std::string describe_rows(const trace_argument& array, std::int64_t row, std::int64_t end) {
  if (array.extents.size() == 2) {
    return range(row, end - row);
  }
  const std::int64_t part = array.extents[array.extents.size() - 2];
  const bool one_part =
      part > 0 && row >= 0 && end <= array.rows() && row / part == (end - 1) / part;
  if (!one_part) {
    return "rows " + range(row, end - row);
  }
  std::string indices = range(row % part, end - row);
  std::int64_t left = row / part;
  for (std::size_t d = array.extents.size() - 2; d-- > 0;) {
    indices = fmt::format("{}, {}", left % array.extents[d], indices);
    left /= array.extents[d];
  }
  return indices;
}

}  // namespace

std::string describe_place(const trace_launch& launch, const trace_access& access) {
  if (access.argument < 0) {
    return "memory that is not an argument";
  }
  const trace_argument& array = launch.argument(access.argument);
  const auto boxes = boxes_of(array, access.runs);
  if (boxes.empty()) {
    return "nothing";
  }
  std::int64_t row = boxes[0].row, column = boxes[0].column;
  std::int64_t end_row = row, end_column = column;
  for (const trace_box& box : boxes) {
    row = std::min(row, box.row);
    column = std::min(column, box.column);
    end_row = std::max(end_row, box.row + box.rows);
    end_column = std::max(end_column, box.column + box.columns);
  }
  if (!array.matrix()) {
    return fmt::format("{}[{}]", array.name, range(column, end_column - column));
  }
  const std::string columns = range(column, end_column - column);
  const std::string rows = describe_rows(array, row, end_row);
  return fmt::format("{}[{}, {}]", array.name, rows, columns);
}

}  // namespace kw::grader
