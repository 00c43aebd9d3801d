// Draws arrays and the parts of them that programs touch. Everything that belongs to one access is
// one group with its numbers, so a page shows one program, or one step, by hiding the others.
#include "grader/pages/trace_pictures.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "grader/pages/page_template.hpp"

namespace kw::grader {
namespace {

constexpr double kWidth = 720;
constexpr double kBand = 26;  // height of a strip of a 1-D array
constexpr double kLeastWidth = 120;
constexpr double kLabel = 18;        // of the text above it
constexpr double kMostHeight = 300;  // of a matrix
constexpr double kLargestCell = 24;
constexpr double kRowNumber = 60;  // right of a matrix
constexpr double kGap = 10;        // in a file, below an array, where another follows
constexpr double kBetween = 16;    // in a file, between two matrices side by side
constexpr double kLetter = 8;      // width of a letter of a heading, about
constexpr double kNarrow = 120;    // narrower matrices are stretched, but not by more than
constexpr double kStretch = 4;
constexpr std::int64_t kMostBoxes = 2000;  // of one access: more cannot be told apart anyway

std::string one_digit(double value) {
  return fmt::format("{:.1f}", value);
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

/// Made in place, since a picture may have hundreds of thousands.
html rectangle(const frame& f, const trace_box& box, const std::string& name) {
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
  return html::trusted(
      fmt::format(R"(<rect class="{}" x="{:.2f}" y="{:.2f}" width="{:.2f}" height="{:.2f}"/>)",
                  name, f.left(from), f.top(from_row), width, height));
}

std::string colour_of(const trace_launch& launch, std::int64_t program) {
  const std::int64_t across = std::max<std::int64_t>(1, launch.grid[0]);
  return trace_colour(program % across, program / across);
}

class picture {
 public:
  /// \param numbered  do labels tell the numbers of lines?
  picture(const trace_launch& launch, bool numbered) : launch_(launch), numbered_(numbered) {}

  /// One array below what was drawn before, with a heading or without one.
  values draw(int argument, const std::string& heading = {}) {
    const trace_argument& array = launch_.argument(argument);
    frame whole = frame_of(array, argument);
    if (!heading.empty()) {
      begin(array, whole, heading);
    }
    whole.x += x_;
    const double heading_y = heading.empty() ? 0 : next_heading();
    std::vector<values> strips;
    if (array.matrix()) {
      frame f = whole;
      f.y = y_ + 2;
      strips.push_back(strip_of(f, array, argument, 0, ""));
      y_ += 1;
    } else {
      for (const auto& [line, kind] : strips_of(launch_, argument)) {
        frame f = whole;
        f.y = y_ + kLabel;
        strips.push_back(strip_of(f, array, argument, line, kind));
        y_ += 12;
      }
    }
    bottom_ = std::max(bottom_, y_);
    return {{"heading", heading},
            {"x", one_digit(x_ + 1)},
            {"y", one_digit(heading_y)},
            {"strips", std::move(strips)}};
  }

  /// Where the text of a heading is that is next.
  double next_heading() {
    y_ += 22;
    return y_ - 8;
  }
  void gap() { bottom_ += kGap; }
  double height() const { return bottom_; }
  double width() const { return width_; }

 private:
  /// Goes to where an array of a file is drawn: beside the matrix before it if it is a matrix too
  /// and there is room, or else below everything.
  void begin(const trace_argument& array, const frame& f, const std::string& heading) {
    const double words = kLetter * static_cast<double>(heading.size());
    const double width = std::max(f.width() + kRowNumber, words) + kBetween;
    const bool beside = array.matrix() && next_x_ > 0 && next_x_ + width <= kWidth + kBetween;
    if (!beside) {
      bottom_ += bottom_ > 0 ? kGap : 0.0;
      top_ = y_ = std::max(bottom_, y_);
    }
    x_ = beside ? next_x_ : 0;
    y_ = top_;
    next_x_ = array.matrix() ? x_ + width : 0;
  }

  static std::string shortened(const std::string& line) {
    const std::string code = line.substr(0, line.find("  //"));
    return code.size() > 88 ? code.substr(0, 85) + "..." : code;
  }

  frame frame_of(const trace_argument& array, int argument) const {
    frame f;
    const bool matrix = array.matrix();
    f.array_rows = matrix ? array.rows() : 1;
    f.array_columns = matrix ? array.columns() : 1;
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
      // Long and narrow ones, such as the keys of several heads, become wide enough to look at.
      const double wanted = std::min(kStretch * square, kNarrow / static_cast<double>(f.columns));
      f.cell_width = square < kLargestCell ? std::max(f.cell_width, wanted) : f.cell_width;
    }
    return f;
  }

  /// What accesses touch, those of one line of a program or, with line 0, all.
  values strip_of(const frame& f, const trace_argument& array, int argument, int line,
                  const std::string& kind) {
    const double label_y = y_ + 12;
    const trace_box whole{0, 0, f.array_rows, f.array_columns, false};
    y_ = array.matrix() ? y_ : f.y + f.height() + 6;
    width_ =
        array.matrix() ? std::max(width_, std::min(kWidth, f.x + f.width() + kRowNumber)) : kWidth;
    return {{"label", array.matrix() ? "" : label_of(line, kind)},
            {"y", one_digit(label_y)},
            {"array", array.extents.empty() ? html() : rectangle(f, whole, "array")},
            {"cells", cells_of(f, array)},
            {"parts", parts_of(f, array)},
            {"accesses", accesses_of(f, array, argument, line, kind)},
            {"ends", ends_of(f, array.matrix())}};
  }

  std::string label_of(int line, const std::string& kind) const {
    const auto text = launch_.lines.find(line);
    return (numbered_ ? fmt::format("line {}: ", line) : "") +
           (text == launch_.lines.end() ? kind : shortened(text->second));
  }

  /// The lines between elements, where these can be told apart.
  static std::optional<values> cells_of(const frame& f, const trace_argument& array) {
    const bool cells = f.cell_width >= 7 && (!array.matrix() || f.cell_height >= 7) &&
                       f.array_rows * f.array_columns <= 4096;
    if (!cells) {
      return std::nullopt;
    }
    std::string path;
    for (std::int64_t c = 1; c < f.array_columns; ++c) {
      path += fmt::format("M{:.2f} {:.2f}V{:.2f}", f.left(c), f.top(0), f.top(f.array_rows));
    }
    for (std::int64_t r = 1; r < f.array_rows; ++r) {
      path += fmt::format("M{:.2f} {:.2f}H{:.2f}", f.left(0), f.top(r), f.left(f.array_columns));
    }
    return values{{"path", path}};
  }

  /// The lines between heads, or whatever else an array has in front of rows and columns.
  static std::optional<values> parts_of(const frame& f, const trace_argument& array) {
    const std::int64_t part = array.matrix() ? array.rows_of_a_part() : 0;
    if (part == 0 || static_cast<double>(part) * f.cell_height < 3) {
      return std::nullopt;
    }
    std::string path;
    for (std::int64_t r = part; r < f.array_rows; r += part) {
      path += fmt::format("M{:.2f} {:.2f}H{:.2f}", f.left(0), f.top(r), f.left(f.array_columns));
    }
    return values{{"path", path}};
  }

  std::vector<values> accesses_of(const frame& f, const trace_argument& array, int argument,
                                  int line, const std::string& kind) const {
    std::vector<values> groups;
    std::map<std::int64_t, int> order;
    for (const trace_access& access : launch_.accesses) {
      const int number = order[access.program]++;
      const bool here = access.argument == argument &&
                        (line == 0 || (access.line == line && access.kind == kind));
      if (here) {
        const std::int64_t units = cost_of(array, access).sectors;
        groups.push_back(
            {{"program", std::to_string(access.program)},
             {"order", std::to_string(number)},
             {"colours", numbered_ ? colours_of(launch_, access, number)
                                   : "color: " + colour_of(launch_, access.program)},
             {"title", fmt::format("program ({}): {} {}, {} of {} lanes, {} unit{} of 32 bytes",
                                   launch_.position(access.program),
                                   access.kind == "load" ? "reads" : "writes",
                                   describe_place(launch_, access), access.active, access.lanes,
                                   units, units == 1 ? "" : "s")},
             {"boxes", draw_boxes(f, array, access)}});
      }
    }
    return groups;
  }

  static html draw_boxes(const frame& f, const trace_argument& array, const trace_access& access) {
    const char* on = access.writes() ? "on write" : "on";
    html shapes;
    std::int64_t drawn = 0;
    for (const trace_box& box : boxes_of(array, access.masked_off)) {
      shapes += ++drawn < kMostBoxes ? rectangle(f, box, "off") : html();
    }
    for (const trace_box& box : boxes_of(array, access.runs)) {
      shapes += ++drawn < kMostBoxes ? rectangle(f, box, box.outside ? "bad" : on) : html();
    }
    return shapes;
  }

  /// The numbers of the first element and of the first one past the array, placed outside of the
  /// drawing, because lanes may be past the array.
  std::vector<values> ends_of(const frame& f, bool matrix) {
    std::vector<values> ends;
    const auto add = [&](double x, double y, const char* side, const std::string& words) {
      ends.push_back({{"side", side}, {"x", one_digit(x)}, {"y", one_digit(y)}, {"words", words}});
    };
    const double y = f.y + f.height() + (matrix ? 13 : 11);
    const double right = f.x + f.width();
    if (f.array_columns > 0) {
      add(f.left(0), y, "", "0");
      add(std::min(f.left(f.array_columns), kWidth - 2), y, "right",
          std::to_string(f.array_columns));
    }
    y_ = std::max(y_, y + 4);
    if (matrix && right + kRowNumber <= kWidth) {
      add(right + 5, f.top(0) + 10, "", "row 0");
      if (f.height() > 26) {
        add(right + 5, f.top(f.array_rows), "", fmt::format("row {}", f.array_rows - 1));
      }
    }
    return ends;
  }

  const trace_launch& launch_;
  bool numbered_;
  double x_ = 0, y_ = 0;         // where the next thing is drawn
  double next_x_ = 0;            // of a matrix beside the last one; 0: there is none
  double top_ = 0, bottom_ = 0;  // of the arrays side by side, and of everything
  double width_ = 0;
};

std::string array_words(const trace_argument& array) {
  return array.name + (array.extents.empty() ? "" : "  (" + array.shape() + ")");
}

/// What is drawn as a whole picture. \param alone  what a file has and a picture in a page has not
html picture_of(const picture& drawn, const std::string& label, std::optional<values> alone,
                std::vector<values> arrays) {
  static const page_template page(embedded_templates("trace_picture.html"));
  // In a page, small matrices are next to each other.
  const double width = alone ? kWidth : std::max(kLeastWidth, drawn.width());
  return page.render({{"width", fmt::format("{:.0f}", width)},
                      {"wide", width == kWidth},
                      {"height", fmt::format("{:.0f}", drawn.height())},
                      {"label", label},
                      {"alone", std::move(alone)},
                      {"arrays", std::move(arrays)}});
}

}  // namespace

std::string colours_of(const trace_launch& launch, const trace_access& access, int step) {
  return fmt::format("--of-program: {}; --of-step: {}", colour_of(launch, access.program),
                     trace_colour(step));
}

html to_svg(const trace_launch& launch, int argument) {
  picture drawn(launch, true);
  std::vector<values> arrays = {drawn.draw(argument)};
  return picture_of(drawn, array_words(launch.argument(argument)) + ": what each program touches",
                    std::nullopt, std::move(arrays));
}

std::string to_figure(const trace_launch& launch) {
  picture drawn(launch, false);
  const std::string label = fmt::format("What each program of {} touches", launch.kernel);
  values alone = {{"label", label},
                  {"y", one_digit(drawn.next_heading())},
                  {"heading", fmt::format("{}: {} program{}", launch.kernel, launch.programs(),
                                          launch.programs() == 1 ? "" : "s")}};
  std::vector<values> arrays;
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const auto argument = static_cast<int>(i);
    const trace_traffic traffic = traffic_of(launch, argument);
    if (launch.arguments[i].array && traffic.least > 0) {
      arrays.push_back(drawn.draw(argument, array_words(launch.arguments[i])));
    }
  }
  drawn.gap();
  return picture_of(drawn, label, std::move(alone), std::move(arrays)).text();
}

}  // namespace kw::grader
