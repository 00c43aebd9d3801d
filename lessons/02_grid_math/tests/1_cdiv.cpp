// Tests of lesson 02, task 1.
#include "grid_math.hpp"

#include <kernelwright/testing/function_place.hpp>
#include <kernelwright/testing/testing.hpp>

namespace {

class Cdiv : public kw::testing::lesson_test {};

// The known mistake that gives the learner's numbers; empty if none does.
std::string likely_formula() {
  std::vector<double> got, want;
  for (std::int64_t n = 1; n <= 100; ++n) {
    for (std::int64_t block = 2; block <= 20; ++block) {
      got.push_back(static_cast<double>(lesson02::blocks_for(n, block)));
      want.push_back(static_cast<double>((n + block - 1) / block));
    }
  }
  return kw::testing::explain_answers(got, want);
}

// The type in which n / block, rounded up, gives what the learner's function gives; empty if none
// does.
std::string likely_type(std::int64_t n, std::int64_t block, std::int64_t got) {
  const auto rounded_up = [](auto quotient) {
    return static_cast<std::int64_t>(std::ceil(quotient));
  };
  if (got == rounded_up(static_cast<float>(n) / static_cast<float>(block))) {
    return " It is what you get in float, which holds 24 bits of a number: divide integers.";
  }
  const auto low = static_cast<std::int32_t>(n), size = static_cast<std::int32_t>(block);
  if (got == low / size + (low % size != 0)) {
    return " It is what you get in int, which holds 32 bits of a number: n is a std::int64_t.";
  }
  return "";
}

bool check(std::int64_t n, std::int64_t block, std::int64_t want, const char* because) {
  const std::int64_t got = lesson02::blocks_for(n, block);
  if (got != want) {
    static bool said = false;  // the message about the formula
    ADD_FAILURE() << "Wrong values: " << kw::testing::place_of_function("blocks_for")
                  << "blocks_for(" << n << ", " << block << ") is " << got << ", but should be "
                  << want << ": " << because << "." << (said ? "" : likely_formula())
                  << likely_type(n, block, got);
    said = true;
  }
  return got == want;
}

TEST_F(Cdiv, RoundsUp) {
  check(1000, 64, 16, "15 full blocks, and one of 40 elements");
  check(1024, 64, 16, "16 full blocks, and nothing left over");
  check(1, 64, 1, "even one element needs a block");
  check(0, 64, 0, "nothing needs no block");
}

TEST_F(Cdiv, AgreesWithCounting) {
  for (std::int64_t block = 2; block <= 20; ++block) {
    for (std::int64_t n = 1; n <= 100; ++n) {
      std::int64_t blocks = 0;
      for (std::int64_t covered = 0; covered < n; covered += block) {
        ++blocks;
      }
      if (!check(n, block, blocks, "counted block by block")) {
        return;  // one failure says enough
      }
    }
  }
}

TEST_F(Cdiv, LargeNumbers) {
  const std::int64_t blocks = std::int64_t{1} << 30;
  check(blocks * 1024 + 1, 1024, blocks + 1, "2^30 full blocks, and one of 1 element");
}

}  // namespace
