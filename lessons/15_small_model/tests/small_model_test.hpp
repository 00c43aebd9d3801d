// What the tests of elective 15 have in common.
#pragma once
#include "small_model.hpp"

#include <kernelwright/testing/testing.hpp>

#include "small_model_reference.hpp"

namespace lesson15 {

using namespace kw::testing;

/// Characters in an order that hides no pattern; character 2 never occurs, if there are so many.
inline std::vector<int> make_tokens(std::int64_t rows, int characters) {
  std::vector<int> tokens = make_input<int>(rows, 9, {0, static_cast<double>(characters)});
  for (int& token : tokens) {
    token = token == 2 ? 0 : token;
  }
  return tokens;
}

}  // namespace lesson15
