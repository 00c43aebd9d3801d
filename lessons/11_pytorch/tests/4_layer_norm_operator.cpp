// Tests of elective 11, task 4: LayerNorm through C, and the statistics that it leaves.
#include "pytorch_test.hpp"

namespace lesson11 {
namespace {

using lesson06::kEps;

template <class T>
bool check_norm(const matrix_case& c) {
  const auto x = make_input<T>(c.rows * c.columns, 1, {-2, 4});
  const auto w = make_input<T>(c.columns, 2, {0.5, 2}), b = make_input<T>(c.columns, 3, {-1, 2});
  const auto want = lesson06::reference::statistics(to_doubles(x), c.columns, kEps);
  using vector = kw::view<const T>;
  using numbers = kw::view<float>;
  return check_entry(
      shape(c),
      by_c<kw_layer_norm, kw::view<const T, 2>, vector, vector, float, kw::view<T, 2>, numbers,
           numbers>,
      in(c, x), in({c.columns}, w), in({c.columns}, b), kEps,
      out(c, lesson06::reference::layer_norm(to_doubles(x), to_doubles(w), to_doubles(b), kEps),
          lesson06::limit<T>(), "y, "),
      out({c.rows}, want.mean, lesson06::kStatistics, {}, "mean, "),
      out({c.rows}, want.rstd, lesson06::kStatistics, {}, "rstd, "));
}

using LayerNormOperator = operator_test;

const tests<matrix_case, LayerNormOperator> layer_norm_operator_tests = {
    "LayerNormOperator",
    {
        {"TwoRowsOfFive", check_norm<float>, {{2, 5}}},
        {"Shapes", check_norm<float>, {{37, 781}, {4, 1024}, {3, 1025}, {2, 4096}, {300, 64}}},
        {"RowsLongerThanATile", check_norm<float>, {{2, 4097}, {1, 12288}, {1, 20000}}},
        {"PaddedRowsAndTypes", check_norm<float>, {{7, 781, 1024, 800}, {5, 1024, 0, 1100, 1}}},
        {"PaddedRowsAndTypes", check_norm<float16_t>, {{37, 781, 800, 790}, {2, 5000}}},
        {"PaddedRowsAndTypes", check_norm<bfloat16_t>, {{37, 781, 800, 790}, {2, 5000}}},
    },
};

TEST_F(LayerNormOperator, Refusals) {
  const kw::buffer<float, 2> x(device(), {3, 40}, make_input<float>(120, 1)), y(device(), {3, 40});
  const kw::buffer<float> weight(device(), {40}, make_input<float>(40, 2)), mean(device(), {3}),
      rstd(device(), {3}), short_one(device(), {39}, make_input<float>(39, 2));
  const kw::buffer<float16_t> half(device(), {40}, make_input<float16_t>(40, 2));
  const auto run = [&](place where, c_array w, c_array bias, c_array to, c_array m) {
    return kw_layer_norm(where, array_of(x), w, bias, kEps, to, m, array_of(rstd));
  };
  const auto refused = [&](c_array w, c_array bias, c_array to, c_array m, outcome code,
                           const char* word) {
    expect_refusal([&](place where) { return run(where, w, bias, to, m); }, code, {word});
  };
  const c_array w = array_of(weight), to = array_of(y), m = array_of(mean);
  expect_done_except_nowhere([&](place where) { return run(where, w, w, to, m); });
  refused(array_of(short_one), w, to, m, outcome::wrong_argument, "weight");
  refused(w, array_of(half), to, m, outcome::wrong_type, "bias");
  refused(w, w, to, array_of(short_one), outcome::wrong_argument, "mean");
  c_array every_second = w;
  every_second.strides[0] = 2;
  refused(w, every_second, to, m, outcome::wrong_argument, "bias");
  c_array lower = to;
  lower.sizes[0] = 2;
  refused(w, w, lower, m, outcome::wrong_argument, "y is 2 x 40");
  c_array no_rank = to;
  no_rank.rank = 1000;
  refused(w, w, no_rank, m, outcome::wrong_argument, "y has 1000 axes");
}

}  // namespace
}  // namespace lesson11
