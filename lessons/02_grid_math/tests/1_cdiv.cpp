// Tests of lesson 02, task 1.
#include "grid_math.hpp"

#include <cstdint>
#include <string>

#include <kernelwright/testing/testing.hpp>

#include "grid_math_reference.hpp"

namespace {

namespace reference = lesson02::reference;

// What a likely wrong formula gives where the learner's differs; empty if no such formula fits.
std::string likely_formula() {
  struct formula {
    const char* words;
    std::int64_t (*of)(std::int64_t, std::int64_t);
  };
  constexpr formula kFormulas[] = {
      {"n / block, which rounds down", [](std::int64_t n, std::int64_t b) { return n / b; }},
      {"n / block + 1, which is one too many where nothing is left over",
       [](std::int64_t n, std::int64_t b) { return n / b + 1; }},
      {"(n + block) / block, which is one too many where nothing is left over",
       [](std::int64_t n, std::int64_t b) { return (n + b) / b; }},
      {"(n + 1) / block", [](std::int64_t n, std::int64_t b) { return (n + 1) / b; }},
      {"(n - 1) / block", [](std::int64_t n, std::int64_t b) { return (n - 1) / b; }},
      {"n / (block - 1): the divisor is the block itself",
       [](std::int64_t n, std::int64_t b) { return n / (b - 1); }},
      {"n + block - 1 / block: the division comes first, unless the sum is in parentheses",
       [](std::int64_t n, std::int64_t b) { return n + b - 1 / b; }},
      {"the remainder, by `%`, where the quotient is asked for",
       [](std::int64_t n, std::int64_t b) { return (n + b - 1) % b; }},
      {"the remainder, by `%`, where the quotient is asked for",
       [](std::int64_t n, std::int64_t b) { return n % b; }},
      {"block / n, with the operands exchanged",
       [](std::int64_t n, std::int64_t b) { return (b + n - 1) / n; }},
      {"n * block, a product", [](std::int64_t n, std::int64_t b) { return n * b; }}};
  for (const formula& one : kFormulas) {
    bool agrees = true;
    for (std::int64_t n = 1; n <= 100; ++n) {
      for (std::int64_t block = 2; block <= 20; ++block) {
        agrees = agrees && lesson02::blocks_for(n, block) == one.of(n, block);
      }
    }
    if (agrees) {
      return std::string(" Your values are those of ") + one.words + " (all 1,900 agree).";
    }
  }
  return "";
}

bool check(std::int64_t n, std::int64_t block, std::int64_t want, const char* because) {
  const std::int64_t got = lesson02::blocks_for(n, block);
  if (got != want) {
    static bool said = false;  // the message about the formula
    ADD_FAILURE() << "Wrong values: blocks_for(" << n << ", " << block << ") is " << got
                  << ", but should be " << want << ": " << because << "."
                  << (said ? "" : likely_formula());
    said = true;
  }
  return got == want;
}

TEST(Cdiv, RoundsUp) {
  check(1000, 64, 16, "15 full blocks, and one of 40 elements");
  check(1024, 64, 16, "16 full blocks, and nothing left over");
  check(1, 64, 1, "even one element needs a block");
  check(0, 64, 0, "nothing needs no block");
}

TEST(Cdiv, AgreesWithCounting) {
  for (std::int64_t block = 2; block <= 20; ++block) {
    for (std::int64_t n = 1; n <= 100; ++n) {
      if (!check(n, block, reference::blocks_by_counting(n, block), "counted block by block")) {
        return;  // one failure says enough
      }
    }
  }
}

TEST(Cdiv, LargeNumbers) {
  const std::int64_t blocks = std::int64_t{1} << 30;
  check(blocks * 1024 + 1, 1024, blocks + 1, "2^30 full blocks, and one of 1 element");
}

}  // namespace
