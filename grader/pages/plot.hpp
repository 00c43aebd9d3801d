#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "grader/pages/page_template.hpp"

namespace kw::grader {

/// How a line looks, and the points on it.
struct plot_look {
  const char* colour;  ///< a variable of report.css
  const char* dashes;  ///< as `stroke-dasharray` has them
  double width;
  const char* point;  ///< an SVG path around (0, 0)
  bool filled = false;
};

struct plot_line {
  plot_look look;
  std::string title;
  std::vector<std::optional<double>> values;  ///< at each place of the plot
};

/// Places from left to right, with lines over them; or below each other, with dots beside them.
struct plot {
  std::string title, unit;
  std::vector<std::string> labels;     ///< of the places
  std::vector<std::string> sentences;  ///< what is read at each place under the pointer
  std::vector<double> sizes;     ///< of the places, which are spaced by their logarithms; or none
  std::vector<plot_line> lines;  ///< the first one is drawn last, on top of the others
  double least_end = 0;          ///< the axis of the values goes at least as far
  bool across = false;           ///< the places are below each other
};

/// The look of a line whose name says nothing: no two of the first 60 are the same.
plot_look plot_look_of(std::size_t number);

/// What templates/plots.html needs: a list that names these lines, and plots.
values plots_values(const std::vector<plot>& drawn, const std::vector<plot_line>& named);

}  // namespace kw::grader
