#include "grader/score/points.hpp"

#include <fmt/format.h>

namespace kw::grader {

std::string format_points(double points) {
  std::string text = fmt::format("{:.2f}", points + 0.0);  // no "-0"
  while (text.back() == '0') {
    text.pop_back();
  }
  if (text.back() == '.') {
    text.pop_back();
  }
  return text;
}

}  // namespace kw::grader
