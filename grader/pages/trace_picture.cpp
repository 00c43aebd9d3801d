// Draws arrays and what programs touch of them. Everything that belongs to one access is one group
// with its numbers, so that a page shows one program, or one step, by hiding the others.
#include "grader/pages/trace_picture.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "grader/pages/templates.hpp"

namespace kw::grader {
namespace {

constexpr double kWidth = 720;
constexpr double kBand = 26;         // height of a strip of a 1-D array
constexpr double kLabel = 18;        // of the text above it
constexpr double kMostHeight = 300;  // of a matrix
constexpr double kLargestCell = 24;
constexpr int kColours = 6;
constexpr std::int64_t kMostBoxes = 2000;  // of one access: more cannot be told apart anyway

std::string escaped(std::string_view text) {
  return escape(text).text();
}

/// The part of an array that a picture shows, and how large an element is.
struct frame {
  std::int64_t row = 0, column = 0, rows = 1, columns = 1;  // shown
  std::int64_t array_rows = 1, array_columns = 0;           // of the array itself
  double x = 0, y = 0, cell_width = 1, cell_height = 1;

  double left(std::int64_t at) const { return x + static_cast<double>(at - column) * cell_width; }
  double top(std::int64_t at) const { return y + static_cast<double>(at - row) * cell_height; }
  double width() const { return static_cast<double>(columns) * cell_width; }
  double height() const { return static_cast<double>(rows) * cell_height; }
};

/// Which lines touch an array, in the order of a program: each has a strip of its own.
std::vector<std::pair<int, std::string>> strips_of(const trace_launch& launch, int argument) {
  std::vector<std::pair<int, std::string>> strips;
  for (const trace_access& access : launch.accesses) {
    const std::pair<int, std::string> strip{access.line, access.kind};
    if (access.argument == argument &&
        std::find(strips.begin(), strips.end(), strip) == strips.end()) {
      strips.push_back(strip);
    }
  }
  std::sort(strips.begin(), strips.end());
  return strips;
}

std::string rectangle(const frame& f, const trace_box& box, const char* name) {
  const std::int64_t from_row = std::max(box.row, f.row);
  const std::int64_t to_row = std::min(box.row + box.rows, f.row + f.rows);
  const std::int64_t from = std::max(box.column, f.column);
  const std::int64_t to = std::min(box.column + box.columns, f.column + f.columns);
  if (from_row >= to_row || from >= to) {
    return {};
  }
  // A lane must be seen, however large the array is.
  const double width = std::max(1.5, f.left(to) - f.left(from));
  const double height = std::max(1.5, f.top(to_row) - f.top(from_row));
  return fmt::format(
      "<rect class=\"{}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"/>", name,
      f.left(from), f.top(from_row), width, height);
}

class picture {
 public:
  /// \param numbered  do labels tell the numbers of lines?
  picture(const trace_launch& launch, bool numbered) : launch_(launch), numbered_(numbered) {}

  void draw(int argument) {
    const trace_argument& array = launch_.arguments[static_cast<std::size_t>(argument)];
    const frame whole = frame_of(array, argument);
    if (array.matrix()) {
      frame f = whole;
      f.y = y_ + 2;
      draw_background(f, array);
      draw_accesses(f, array, argument, 0, "");
      draw_ends(f, true);
      y_ += 1;
      return;
    }
    for (const auto& [line, kind] : strips_of(launch_, argument)) {
      const auto text = launch_.lines.find(line);
      markup_ += fmt::format(
          "<text class=\"label\" x=\"1\" y=\"{:.1f}\">{}</text>\n", y_ + 12,
          escaped(fmt::format("{}{}", numbered_ ? fmt::format("line {}: ", line) : "",
                              text == launch_.lines.end() ? kind : shortened(text->second))));
      frame f = whole;
      f.y = y_ + kLabel;
      draw_background(f, array);
      draw_accesses(f, array, argument, line, kind);
      y_ = f.y + f.height() + 6;
      draw_ends(f, false);
      y_ += 12;
    }
  }

  void heading(const std::string& text) {
    markup_ += fmt::format("<text class=\"name\" x=\"1\" y=\"{:.1f}\">{}</text>\n", y_ + 14,
                           escaped(text));
    y_ += 22;
  }
  void gap(double height) { y_ += height; }

  double height() const { return y_; }
  const std::string& markup() const { return markup_; }

 private:
  static std::string shortened(const std::string& line) {
    const std::string code = line.substr(0, line.find("  //"));
    return code.size() > 88 ? code.substr(0, 85) + "..." : code;
  }

  frame frame_of(const trace_argument& array, int argument) const {
    frame f;
    const bool matrix = array.matrix();
    f.array_rows = matrix ? array.extents[0] : 1;
    f.array_columns = matrix ? array.extents[1] : 1;
    for (std::size_t d = 0; !matrix && d < array.extents.size(); ++d) {
      f.array_columns *= array.extents[d];
    }
    f.array_columns = array.extents.empty() ? 0 : f.array_columns;
    std::int64_t end_row = f.array_rows, end_column = f.array_columns;
    // Lanes outside are shown too, but an access far away must not make the array a point.
    const std::int64_t most_columns = matrix ? std::max<std::int64_t>(16, f.array_columns / 2)
                                             : std::max<std::int64_t>(1024, f.array_columns);
    const std::int64_t most_rows = std::max<std::int64_t>(8, f.array_rows / 2);
    for (const trace_access& access : launch_.accesses) {
      if (access.argument != argument) {
        continue;
      }
      std::vector<trace_box> boxes = boxes_of(array, access.runs);
      const auto off = boxes_of(array, access.masked_off);
      boxes.insert(boxes.end(), off.begin(), off.end());
      for (const trace_box& box : boxes) {
        f.column = std::max(-most_columns, std::min(f.column, box.column));
        f.row = std::max(-most_rows, std::min(f.row, box.row));
        end_column = std::min(f.array_columns + most_columns,
                              std::max(end_column, box.column + box.columns));
        end_row = std::min(f.array_rows + most_rows, std::max(end_row, box.row + box.rows));
      }
    }
    f.rows = std::max<std::int64_t>(1, end_row - f.row);
    f.columns = std::max<std::int64_t>(1, end_column - f.column);
    f.x = 1;
    f.cell_width = std::min(kLargestCell, (kWidth - 2) / static_cast<double>(f.columns));
    f.cell_height = kBand;
    if (matrix) {
      f.cell_height = std::min(kLargestCell, kMostHeight / static_cast<double>(f.rows));
      // Square elements where the shape allows it.
      const double square = std::min(f.cell_width, f.cell_height);
      f.cell_height = std::max(square, std::min(f.cell_height, 24 / static_cast<double>(f.rows)));
      f.cell_width = std::max(square, std::min(f.cell_width, 24 / static_cast<double>(f.columns)));
    }
    return f;
  }

  void draw_background(const frame& f, const trace_argument& array) {
    const trace_box whole{0, 0, f.array_rows, f.array_columns, false};
    markup_ += array.extents.empty() ? "" : rectangle(f, whole, "array") + "\n";
    const bool cells = f.cell_width >= 7 && (!array.matrix() || f.cell_height >= 7) &&
                       f.array_rows * f.array_columns <= 4096;
    if (!cells) {
      return;
    }
    std::string path;
    for (std::int64_t c = 1; c < f.array_columns; ++c) {
      path += fmt::format("M{:.2f} {:.2f}V{:.2f}", f.left(c), f.top(0), f.top(f.array_rows));
    }
    for (std::int64_t r = 1; r < f.array_rows; ++r) {
      path += fmt::format("M{:.2f} {:.2f}H{:.2f}", f.left(0), f.top(r), f.left(f.array_columns));
    }
    markup_ += "<path class=\"cells\" d=\"" + path + "\"/>\n";
  }

  void draw_accesses(const frame& f, const trace_argument& array, int argument, int line,
                     const std::string& kind) {
    std::map<std::int64_t, int> order;
    for (const trace_access& access : launch_.accesses) {
      const int number = order[access.program]++;
      const bool here = access.argument == argument &&
                        (line == 0 || (access.line == line && access.kind == kind));
      if (!here) {
        continue;
      }
      const std::string on =
          fmt::format("on c{}{}", access.program % kColours, access.writes() ? " write" : "");
      std::string shapes;
      std::int64_t drawn = 0;
      for (const trace_box& box : boxes_of(array, access.masked_off)) {
        shapes += ++drawn < kMostBoxes ? rectangle(f, box, "off") : "";
      }
      for (const trace_box& box : boxes_of(array, access.runs)) {
        shapes += ++drawn < kMostBoxes ? rectangle(f, box, box.outside ? "bad" : on.c_str()) : "";
      }
      markup_ += fmt::format(
          "<g class=\"access\" data-program=\"{}\" data-order=\"{}\"><title>{}</title>{}</g>\n",
          access.program, number,
          escaped(fmt::format("program ({}): {} {}, {} of {} lanes",
                              launch_.position(access.program),
                              access.kind == "load" ? "reads" : "writes",
                              describe_place(launch_, access), access.active, access.lanes)),
          shapes);
    }
  }

  /// The numbers of the first element and of the first one behind the array, outside of all that is
  /// drawn: lanes may lie past the array.
  void draw_ends(const frame& f, bool matrix) {
    const double y = f.y + f.height() + (matrix ? 13 : 11);
    const double right = f.x + f.width();
    const auto text = [&](double x, double at, const char* name, const std::string& what) {
      markup_ += fmt::format("<text class=\"end {}\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", name,
                             x, at, what);
    };
    if (f.array_columns > 0) {
      text(f.left(0), y, "", "0");
      text(std::min(f.left(f.array_columns), kWidth - 2), y, "right",
           fmt::format("{}", f.array_columns));
    }
    y_ = std::max(y_, y + 4);
    if (matrix && right + 60 < kWidth) {
      text(right + 5, f.top(0) + 10, "", "row 0");
      if (f.height() > 26) {
        text(right + 5, f.top(f.array_rows), "", fmt::format("row {}", f.array_rows - 1));
      }
    }
  }

  const trace_launch& launch_;
  bool numbered_;
  std::string markup_;
  double y_ = 0;
};

std::string array_words(const trace_argument& array) {
  std::string shape;
  for (const std::int64_t extent : array.extents) {
    shape += (shape.empty() ? "" : " x ") + std::to_string(extent);
  }
  return array.name + (shape.empty() ? "" : "  (" + shape + ")");
}

std::string opening(double height, const std::string& label) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"kw trace\" viewBox=\"0 0 {:g} "
      "{:.0f}\" width=\"{:g}\" height=\"{:.0f}\" role=\"img\" aria-label=\"{}\">\n",
      kWidth, height, kWidth, height, escaped(label));
}

}  // namespace

html to_svg(const trace_launch& launch, int argument) {
  picture drawn(launch, true);
  drawn.draw(argument);
  const trace_argument& array = launch.arguments[static_cast<std::size_t>(argument)];
  return html::trusted(opening(drawn.height(), array_words(array) + ": what each program touches") +
                       drawn.markup() + "</svg>\n");
}

std::string to_figure(const trace_launch& launch) {
  picture drawn(launch, false);
  drawn.heading(fmt::format("{}: {} program{}", launch.kernel, launch.programs(),
                            launch.programs() == 1 ? "" : "s"));
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto argument = static_cast<int>(i);
    const trace_traffic traffic = traffic_of(launch, argument);
    if (launch.arguments[i].array && traffic.least > 0) {
      drawn.heading(array_words(launch.arguments[i]));
      drawn.draw(argument);
      drawn.gap(10);
    }
  }
  const std::string label = fmt::format("What each program of {} touches", launch.kernel);
  return opening(drawn.height(), label) + "<title>" + escaped(label) + "</title>\n<style>\n" +
         std::string(templates::trace_figure_css) + "</style>\n" + drawn.markup() + "</svg>\n";
}

}  // namespace kw::grader
