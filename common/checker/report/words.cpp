#include "common/checker/report/words.hpp"

#include <algorithm>

#include "common/checker/record/rectangle.hpp"

namespace kw::runtime {

std::string program_text(const launch_description& launch, std::int64_t program) {
  int axes = 1;
  for (int axis = 1; axis < 3; ++axis) {
    axes = launch.grid[axis] > 1 ? axis + 1 : axes;
  }
  std::string text = "(";
  for (int axis = 0; axis < axes; ++axis) {
    const std::int64_t extent = std::max(1u, launch.grid[axis]);
    text += (axis == 0 ? "" : ", ") + std::to_string(program % extent);
    program /= extent;
  }
  return text + ")";
}

std::int64_t programs_apart(const launch_description& launch, int axis) {
  std::int64_t apart = 1;
  for (int before = 0; before < axis; ++before) {
    apart *= std::max(1u, launch.grid[before]);
  }
  return apart;
}

std::string grid_text(const launch_description& launch) {
  std::string text = number(launch.grid[0]);
  for (int axis = 1; axis < 3; ++axis) {
    const bool used = launch.grid[axis] > 1 || (axis == 1 && launch.grid[2] > 1);
    text += used ? " x " + number(launch.grid[axis]) : "";
  }
  return text + (text == "1" ? " program" : " programs");
}

std::string span(const char* what, std::int64_t first, std::int64_t last) {
  return first == last
             ? std::string(what) + " " + std::to_string(first)
             : std::string(what) + "s " + std::to_string(first) + ".." + std::to_string(last);
}

std::string counted(std::int64_t n, const char* singular) {
  return std::to_string(n) + " " + singular + (n == 1 ? "" : "s");
}

std::string cdiv_text(std::int64_t a, std::int64_t b) {
  return "cdiv(" + number(a) + ", " + number(b) + ") = " + number(ceil_div(a, b));
}

}  // namespace kw::runtime
