// Numbers and programs in words. A beginner who has just written a first kernel reads them.
#pragma once
#include <cstdint>
#include <string>

#include "common/base/format.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

using base::sentence;

/// The text about a mistake: the sentence of facts, and the advice.
struct words {
  std::string facts, advice;
  bool follows = false;  ///< from another finding, which has to be looked at first
};

inline std::string number(std::int64_t n) {
  return std::to_string(n);
}

/// `(3)` or `(3, 0)`: as many ids as the grid has axes in use.
std::string program_text(const launch_description& launch, std::int64_t program);
/// How much the number of a program grows from one id to the next along an axis of the grid.
std::int64_t programs_apart(const launch_description& launch, int axis);
/// `4 programs`, or `8 x 4 programs`
std::string grid_text(const launch_description& launch);
/// `1 lane`, `24 lanes`
std::string counted(std::int64_t n, const char* singular);
/// `lane 5` or `lanes 5..9`
std::string span(const char* what, std::int64_t first, std::int64_t last);
/// `cdiv(1000, 256) = 4`
std::string cdiv_text(std::int64_t a, std::int64_t b);

}  // namespace kw::runtime
