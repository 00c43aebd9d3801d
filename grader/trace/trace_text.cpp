// A launch as text: a strip of characters for each array, and a line for each access.
#include <algorithm>

#include <fmt/format.h>

#include "grader/trace/trace.hpp"

namespace kw::grader {
namespace {

constexpr std::int64_t kColumns = 72;
constexpr std::int64_t kRows = 8;
constexpr std::size_t kMostAccesses = 12;  // shown in lines

char sign_of(std::int64_t program) {
  static constexpr std::string_view kSigns = "0123456789abcdefghijklmnopqrstuvwxyz";
  return kSigns[static_cast<std::size_t>(program) % kSigns.size()];
}

std::string bytes(std::int64_t n) {
  return n < 10000              ? fmt::format("{} bytes", n)
         : n < 10 * 1024 * 1024 ? fmt::format("{:.1f} KiB", static_cast<double>(n) / 1024)
                                : fmt::format("{:.1f} MiB", static_cast<double>(n) / 1048576);
}

/// One character for a part of the array: the program that touches it, `*` for several.
class strip {
 public:
  explicit strip(const trace_argument& array) {
    rows_ = array.matrix() ? array.rows() : 1;
    columns_ = array.matrix() ? array.columns()
                              : std::max<std::int64_t>(1, array.rows() * array.columns());
    height_ = std::max<std::int64_t>(1, std::min(rows_, kRows));
    width_ = std::max<std::int64_t>(1, std::min(columns_, kColumns));
    cells_.assign(static_cast<std::size_t>(height_),
                  std::string(static_cast<std::size_t>(width_), '.'));
  }

  void mark(const trace_box& box, std::int64_t program) {
    if (box.outside) {
      outside_ += box.rows * box.columns;
      return;
    }
    for (std::int64_t r = box.row * height_ / rows_;
         r <= (box.row + box.rows - 1) * height_ / rows_; ++r) {
      for (std::int64_t c = box.column * width_ / columns_;
           c <= (box.column + box.columns - 1) * width_ / columns_; ++c) {
        char& cell = cells_[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
        const char sign = sign_of(program);
        cell = cell == '.' || cell == sign ? sign : '*';
      }
    }
  }

  std::string text() const {
    std::string result;
    for (const std::string& row : cells_) {
      result += "    |" + row + "|" + (outside_ > 0 && &row == &cells_.back() ? "!!" : "") + "\n";
    }
    return result;
  }
  std::int64_t outside() const { return outside_; }

 private:
  std::int64_t rows_ = 1, columns_ = 1, height_ = 1, width_ = 1, outside_ = 0;
  std::vector<std::string> cells_;
};

std::string describe_array(const trace_launch& launch, int argument, std::int64_t program) {
  const trace_argument& array = launch.argument(argument);
  std::string text;
  for (const bool writes : {false, true}) {
    strip drawn(array);
    bool touched = false;
    for (const trace_access& access : launch.accesses) {
      if (access.argument != argument || access.writes() != writes ||
          (program >= 0 && access.program != program)) {
        continue;
      }
      touched = true;
      for (const trace_box& box : boxes_of(array, access.runs)) {
        drawn.mark(box, access.program);
      }
    }
    if (touched) {
      text += fmt::format("  {} {} ({} elements)\n{}", writes ? "writes" : "reads ", array.name,
                          array.shape(), drawn.text());
      if (drawn.outside() > 0) {
        text += fmt::format("    !! {} lanes are outside of {}\n", drawn.outside(), array.name);
      }
    }
  }
  return text;
}

/// The units of memory that move for all accesses.
std::string describe_units(const trace_launch& launch) {
  std::int64_t asked = 0, moved = 0;
  for (const trace_access& access : launch.accesses) {
    const trace_cost cost = cost_of(launch, access);
    asked += cost.bytes;
    moved += cost.sectors * trace_cost::kSectorBytes;
  }
  return asked == 0 ? ""
                    : fmt::format(
                          "  {} moved, in units of {} bytes ({:.2f} bytes for each byte asked "
                          "for)\n",
                          bytes(moved), trace_cost::kSectorBytes,
                          static_cast<double>(moved) / static_cast<double>(asked));
}

}  // namespace

std::string to_terminal(const trace_launch& launch, std::int64_t program) {
  std::string text = fmt::format("{}, {} program{}, {}:{}\n", launch.kernel, launch.programs(),
                                 launch.programs() == 1 ? "" : "s", launch.file, launch.line);
  if (launch.programs() == 0) {
    return text + "  A grid without programs does nothing: does its size round down to 0?\n";
  }
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    if (launch.arguments[i].array) {
      text += describe_array(launch, static_cast<int>(i), program);
    }
  }
  text += program >= 0
              ? ""
              : "  A character is the number of the program that was there: 0-9, then a-z; "
                "* for several, . for none.\n";
  std::size_t shown = 0;
  const std::int64_t first =
      program >= 0 || launch.accesses.empty() ? program : launch.accesses[0].program;
  for (const trace_access& access : launch.accesses) {
    if (access.program != first || ++shown > kMostAccesses) {
      continue;
    }
    const trace_cost cost = cost_of(launch, access);
    text += fmt::format(
        "  program ({}), line {:>3}: {:<6} {:<24} {} of {} lanes, {} % in 16-byte units\n",
        launch.position(access.program), access.line, access.kind, describe_place(launch, access),
        access.active, access.lanes, cost.vector_percent());
  }
  const trace_traffic traffic = traffic_of(launch);
  text += fmt::format("  {} asked for; {} if every element were touched once{}\n",
                      bytes(traffic.moved()), bytes(traffic.least),
                      traffic.least == 0 ? "" : fmt::format(" ({} times)", traffic.times()));
  text += describe_units(launch);
  if (launch.left_out > 0) {
    text += fmt::format("  ({} accesses of later programs were not recorded)\n", launch.left_out);
  }
  return text;
}

}  // namespace kw::grader
