#include "common/testing/loads_told.hpp"

#include <algorithm>
#include <cstddef>

namespace kw::testing {
namespace {

// Ranges in order, those that touch as one.
ranges joined(ranges all) {
  ranges result;
  std::sort(all.begin(), all.end());
  for (const auto& [begin, end] : all) {
    if (result.empty() || begin > result.back().second) {
      result.emplace_back(begin, end);
    }
    result.back().second = std::max(result.back().second, end);
  }
  return result;
}

// `rows 0..3 and 8 of k`, `factors[1]`.
std::string parts_told(const ranges& parts, const held_values& held, int axis,
                       const std::string& name) {
  constexpr std::size_t kMost = 3;
  const ranges all = joined(parts);
  if (all.empty()) {
    return "nothing of " + name;
  }
  std::string list;
  bool one = all.size() == 1;
  for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i) {
    const auto [begin, end] = all[i];
    one = one && end == begin + 1;
    list += (i == 0 ? "" : " and ") + std::to_string(begin) +
            (end > begin + 1 ? ".." + std::to_string(end - 1) : "");
  }
  list += all.size() > kMost ? " and more" : "";
  if (held.extents.size() == 1) {
    return name + "[" + list + "]";
  }
  const std::string unit = held.extents.size() > 2 ? "axis " + std::to_string(axis) + ", index "
                           : axis == 0             ? one ? "row " : "rows "
                           : one                   ? "column "
                                                   : "columns ";
  return unit + list + " of " + name;
}

// The indices that a line loads along an axis, of an array of one or two axes.
ranges loaded_along(const loading_line& line, bool matrix, int axis, std::int64_t row_stride) {
  const std::int64_t stride = matrix ? row_stride : INT64_MAX;
  ranges all;
  for (const auto& [first, end] : line.elements) {
    const std::int64_t row = first / stride, begin = row * stride;
    all.push_back(matrix && axis == 0 ? std::pair(row, (end - 1) / stride + 1)
                                      : std::pair(first - begin, end - begin));
  }
  return all;
}

// Does each of these ranges have something in common with one of the others?
bool reaches(const ranges& others, const ranges& all) {
  return std::all_of(all.begin(), all.end(), [&](const auto& range) {
    return std::any_of(others.begin(), others.end(), [&](const auto& other) {
      return other.first < range.second && range.first < other.second;
    });
  });
}

// Is each of these ranges within the others?
bool covers(const ranges& others, const ranges& all) {
  const ranges wide = joined(others);
  return std::all_of(all.begin(), all.end(), [&](const auto& range) {
    return std::any_of(wide.begin(), wide.end(), [&](const auto& other) {
      return other.first <= range.first && range.second <= other.second;
    });
  });
}

// Is it known which indices along an axis the lines of a program load?
bool are_known(const loads_of_program& all, const held_values& held) {
  return held.extents.size() == 1 || (held.extents.size() == 2 && all.row_stride > 0);
}

ranges loaded_along(const loads_of_program& all, const held_values& held, int axis) {
  ranges loaded;
  for (const loading_line& line : all.lines) {
    const ranges own = loaded_along(line, held.extents.size() == 2, axis, all.row_stride);
    loaded.insert(loaded.end(), own.begin(), own.end());
  }
  return loaded;
}

}  // namespace

int times_read(const loading_line& line) {
  std::vector<std::pair<std::int64_t, int>> ends;
  for (const auto& [begin, end] : line.elements) {
    ends.emplace_back(begin, 1);
    ends.emplace_back(end, -1);
  }
  std::sort(ends.begin(), ends.end());
  int now = 0, most = 0;
  for (const auto& [at, change] : ends) {
    now += change;
    most = std::max(most, now);
  }
  return most;
}

bool stands_still(const loading_line& line, std::int64_t row_stride) {
  const auto& all = line.elements;
  std::size_t rows = 1;
  while (rows < all.size() && row_stride > 0 &&
         all[rows].first == all[rows - 1].first + row_stride) {
    ++rows;
  }
  return !line.loop.empty() && all.size() > rows &&
         std::equal(all.begin() + static_cast<std::ptrdiff_t>(rows), all.end(), all.begin());
}

std::string line_told(const loading_line& line) {
  return "line " + std::to_string(line.line) + (line.text.empty() ? "" : " (`" + line.text + "`)") +
         (line.loop.empty() ? "" : ", in " + line.loop);
}

std::string load_told(const loading_line& line, std::int64_t row_stride, const held_values& held,
                      int axis, const std::string& name) {
  const std::size_t axes = held.extents.size();
  const bool known = axes == 1 || (axes == 2 && row_stride > 0);
  return (known ? parts_told(loaded_along(line, axes == 2, axis, row_stride), held, axis, name)
                : name) +
         " in " + line_told(line);
}

bool several(const loads_of_program& all) {
  return all.program.find(" and ") != std::string::npos;
}

std::string reader_told(const loads_of_program& all) {
  return (several(all) ? "Programs " + all.program + " read" : "Program " + all.program + " reads");
}

std::string dependence_told(const ranges& own, const ranges& right, const held_values& held,
                            int axis, const std::string& name, bool exact) {
  if (exact) {
    return parts_told(own, held, axis, name) + ", and should depend on " +
           parts_told(right, held, axis, name);
  }
  const bool more = reaches(own, right), less = reaches(right, own);
  return (more ? "more of " : less ? "less of " : "other parts of ") + name + " than it should";
}

std::string loads_told(const loads_of_program& all, const ranges& own, const ranges& right,
                       const held_values& held, int axis, const std::string& name, bool exact) {
  constexpr std::size_t kMost = 2;
  const ranges loaded = are_known(all, held) ? loaded_along(all, held, axis) : ranges();
  const bool enough = !loaded.empty() && !reaches(own, right) && reaches(loaded, right);
  const bool all_count = covers(right, loaded);
  if (enough && !all_count && !exact) {
    return "";  // these lines read what is needed, among other things
  }
  std::vector<loading_line> lines = all.lines;
  std::erase_if(lines, [](const loading_line& l) { return l.elements.empty(); });
  const auto still = std::find_if(lines.begin(), lines.end(), [&](const loading_line& l) {
    return !enough && !several(all) && stands_still(l, all.row_stride);
  });
  if (still != lines.end()) {
    return " " + reader_told(all) + " " + load_told(*still, all.row_stride, held, axis, name) +
           ", the same in each step of the loop.";
  }
  std::string text;
  lines.resize(std::min(lines.size(), kMost));
  for (const loading_line& line : lines) {
    text += (text.empty() ? " " + reader_told(all) + " " : ", and ") +
            load_told(line, all.row_stride, held, axis, name);
  }
  return text.empty()
             ? ""
             : text + (enough && all_count ? ". That is right: look at what becomes of it." : ".");
}

}  // namespace kw::testing
