// Tests of elective 15, task 3: every element is in its head, in both directions.
#include "small_model_test.hpp"

namespace lesson15 {
namespace {

// The product with scale rounds to float32, and then to float16, which has 11 bits.
constexpr tolerance kHalf{0x1p-24, 0x1p-11 + 0x1p-20, "float16: rounded to 11 bits once"};

struct heads_case {
  std::int64_t batch, heads, n, d;
  std::int64_t stride = 0;  // of the matrix; 0: dense
};

std::string what(const heads_case& c) {
  return std::to_string(c.batch) + " texts, " + std::to_string(c.heads) + " heads, " +
         std::to_string(c.n) + " places, " + std::to_string(c.d) + " columns";
}

// Where in the matrix an element of the heads is.
std::int64_t place_in_matrix(const heads_case& c, std::int64_t i) {
  const std::int64_t column = i % c.d, row = i / c.d % c.n, head = i / c.d / c.n % c.heads;
  const std::int64_t batch = i / c.d / c.n / c.heads;
  return ((batch * c.n + row) * c.heads + head) * c.d + column;
}

bool split_scaled(const heads_case& c, float scale) {
  const std::int64_t size = c.batch * c.n * c.heads * c.d;
  const auto x = make_input<float>(size, 1);
  const auto want = elements(
      size, [&](std::int64_t i) { return double{x[place_in_matrix(c, i)]} * double{scale}; });
  return check_entry(what(c), split_heads,
                     in({c.batch * c.n, c.heads * c.d}, x, {.row_stride = c.stride}), scale,
                     out({c.batch, c.heads, c.n, c.d}, want, kHalf));
}
bool merge_scaled(const heads_case& c, float scale) {
  const auto x = make_input<kw::float16_t>(c.batch * c.n * c.heads * c.d, 1);
  const auto values = to_doubles(x);
  std::vector<double> want(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    want[place_in_matrix(c, i)] = values[i] * double{scale};
  }
  return check_entry(
      what(c), merge_heads, in({c.batch, c.heads, c.n, c.d}, x), scale,
      out({c.batch * c.n, c.heads * c.d}, want, kRoundedOnce, {.row_stride = c.stride}));
}
bool split(const heads_case& c) {
  return split_scaled(c, 1);
}
bool merge(const heads_case& c) {
  return merge_scaled(c, 1);
}

heads_case any_heads(size_draw& d) {
  return {d.length(0, 4), d.length(1, 4), d.length(1, 40), d.length(1, 128)};
}

const std::vector<heads_case> kHeads = {{1, 1, 1, 1},   {2, 3, 16, 128}, {3, 2, 17, 64},
                                        {1, 4, 40, 32}, {4, 1, 15, 127}, {2, 5, 7, 9}};
// As if q, k and v are side by side in one matrix.
const std::vector<heads_case> kPaddedHeads = {{2, 2, 9, 64, 3 * 128}, {3, 1, 20, 33, 40}};

const tests<heads_case> heads_tests = {
    "Heads",
    {
        {"OneHead", split, {{1, 1, 5, 4}}},
        {"OneHead", merge, {{1, 1, 5, 4}}},
        {"SplitTwoHeads", split, {{1, 2, 3, 4}}},
        {"SplitTwoTexts", split, {{2, 2, 3, 4}}},
        {"MergeTwoHeads", merge, {{1, 2, 3, 4}}},
        {"MergeTwoTexts", merge, {{2, 2, 3, 4}}},
        {"SplitShapes", split, kHeads},
        {"MergeShapes", merge, kHeads},
        {"PaddedRows", split, kPaddedHeads},
        {"PaddedRows", merge, kPaddedHeads},
        {"NothingToDo", split, {{0, 2, 8, 64}}},
        {"NothingToDo", merge, {{0, 2, 8, 64}}},
        {"AnyShape", split, any_heads},
        {"AnyShape", merge, any_heads},
    },
};

using Heads = lesson_test;

TEST_F(Heads, Scaled) {
  split_scaled({2, 2, 3, 4}, 1024.0f);
  merge_scaled({2, 2, 3, 4}, 1.0f / 1024);
}

}  // namespace
}  // namespace lesson15
