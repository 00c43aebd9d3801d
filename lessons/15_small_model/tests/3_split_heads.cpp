// Tests of elective 15, task 3: every element is in its head, in both directions.
#include "small_model_test.hpp"

namespace lesson15 {
namespace {

using reference::heads_shape;

// The product with scale rounds to float32, and then to float16, which has 11 bits.
constexpr tolerance kHalf{0x1p-24, 0x1p-11 + 0x1p-20, "float16: rounded to 11 bits once"};
constexpr tolerance kProduct{0.0, 0x1p-24, "float32: one product"};

struct heads_case {
  std::int64_t batch, heads, n, d;
  std::int64_t stride = 0;  // of the matrix; 0: dense
};

std::string what(const heads_case& c) {
  return std::to_string(c.batch) + " texts, " + std::to_string(c.heads) + " heads, " +
         std::to_string(c.n) + " places, " + std::to_string(c.d) + " columns";
}

heads_shape of(const heads_case& c) {
  const auto size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
  return {size(c.batch), size(c.heads), size(c.n), size(c.d)};
}

class Heads : public kw::testing::lesson_test {
 protected:
  bool split(const heads_case& c, float scale = 1) {
    const auto x = make_input<float>(c.batch * c.n * c.heads * c.d, 1);
    const kw::buffer<float, 2> matrix(device(), {c.batch * c.n, c.heads * c.d}, x,
                                      {.row_stride = c.stride});
    const kw::buffer<kw::float16_t, 4> out(device(), {c.batch, c.heads, c.n, c.d});
    split_heads(matrix.cview(), scale, out.view());
    const auto values = to_doubles(x);
    return check_close(out, reference::split_heads(of(c), values, scale), kHalf, what(c));
  }

  bool merge(const heads_case& c, float scale = 1) {
    const auto x = make_input<kw::float16_t>(c.batch * c.n * c.heads * c.d, 1);
    const kw::buffer<kw::float16_t, 4> heads(device(), {c.batch, c.heads, c.n, c.d}, x);
    const kw::buffer<float, 2> out(device(), {c.batch * c.n, c.heads * c.d},
                                   {.row_stride = c.stride});
    merge_heads(heads.cview(), scale, out.view());
    const auto values = to_doubles(x);
    return check_close(out, reference::merge_heads(of(c), values, scale), kProduct, what(c));
  }

  const std::vector<heads_case> cases_ = {{1, 1, 1, 1},   {2, 3, 16, 128}, {3, 2, 17, 64},
                                          {1, 4, 40, 32}, {4, 1, 15, 127}, {2, 5, 7, 9}};
};

TEST_F(Heads, OneHead) {
  split({1, 1, 5, 4});
  merge({1, 1, 5, 4});
}

TEST_F(Heads, SplitTwoHeads) {
  split({1, 2, 3, 4});
}

TEST_F(Heads, SplitTwoTexts) {
  split({2, 2, 3, 4});
}

TEST_F(Heads, MergeTwoHeads) {
  merge({1, 2, 3, 4});
}

TEST_F(Heads, MergeTwoTexts) {
  merge({2, 2, 3, 4});
}

TEST_F(Heads, Scaled) {
  split({2, 2, 3, 4}, 1024.0f);
  merge({2, 2, 3, 4}, 1.0f / 1024);
}

TEST_F(Heads, SplitShapes) {
  check_until_failure(cases_, [&](const heads_case& c) { return split(c); });
}

TEST_F(Heads, MergeShapes) {
  check_until_failure(cases_, [&](const heads_case& c) { return merge(c); });
}

TEST_F(Heads, PaddedRows) {  // as if q, k and v are side by side in one matrix
  check_until_failure<heads_case>({{2, 2, 9, 64, 3 * 128}, {3, 1, 20, 33, 40}},
                                  [&](const heads_case& c) { return split(c) && merge(c); });
}

TEST_F(Heads, NothingToDo) {
  split({0, 2, 8, 64});
  merge({0, 2, 8, 64});
}

}  // namespace
}  // namespace lesson15
