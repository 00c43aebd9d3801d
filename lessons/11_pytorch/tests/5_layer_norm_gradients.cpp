// Tests of elective 11, task 5: the gradients of LayerNorm, in the caller's workspace.
#include "pytorch_test.hpp"

namespace lesson11 {
namespace {

using lesson06::kEps;

class LayerNormGradients : public operator_test {
 protected:
  /// \param n half of the workspace's rows
  template <class T>
  bool check(const matrix_case& c, std::int64_t n) {
    const auto x = make_input<T>(c.rows * c.columns, 1), dy = make_input<T>(c.rows * c.columns, 2);
    const auto weight = make_input<T>(c.columns, 3, {0.5, 2});
    const auto statistics = lesson06::reference::statistics(to_doubles(x), c.columns, kEps);
    const auto floats = [](const std::vector<double>& from) {
      return std::vector<float>(from.begin(), from.end());
    };
    const kw::buffer<T, 2> x_buffer(device(), {c.rows, c.columns}, x, c.in());
    const kw::buffer<T, 2> dy_buffer(device(), {c.rows, c.columns}, dy);
    const kw::buffer<T> w_buffer(device(), {c.columns}, weight);
    const kw::buffer<float> mean(device(), {c.rows}, floats(statistics.mean));
    const kw::buffer<float> rstd(device(), {c.rows}, floats(statistics.rstd));
    const kw::buffer<T, 2> dx(device(), {c.rows, c.columns}, c.out());
    const kw::buffer<float> dw(device(), {c.columns}), db(device(), {c.columns});
    const kw::buffer<float, 2> workspace(device(), {2 * n, c.columns});
    const bool done = expect_done(
        [&] {
          return kw_layer_norm_backward(
              here(), array_of(dy_buffer), array_of(x_buffer), array_of(w_buffer), array_of(mean),
              array_of(rstd), array_of(dx), array_of(dw), array_of(db), array_of(workspace));
        },
        shape(c));
    const auto want = lesson06::reference::layer_norm_backward(to_doubles(dy), to_doubles(x),
                                                               to_doubles(weight), kEps);
    tolerance dx_limit = lesson06::limit<T>();
    dx_limit.rel = dx_limit.rel < 3e-5 ? 3e-5 : dx_limit.rel;
    for (const double r : statistics.rstd) {  // dx is a difference of values of this size
      dx_limit.abs = std::max(dx_limit.abs, lesson06::limit<T>().abs * r);
    }
    const tolerance sums{3e-6 * std::sqrt(static_cast<double>(c.rows) + 1), 3e-5,
                         "a float32 sum over the rows, each term rounded by up to 2^-24 of it"};
    return done && check_close(dx, want.dx, dx_limit, "dx, " + shape(c)) &&
           check_close(dw, want.dw, sums, "dw, " + shape(c)) &&
           check_close(db, want.db, sums, "db, " + shape(c));
  }
};

TEST_F(LayerNormGradients, OneProgram) {
  check<float>({3, 40}, 1);
}

TEST_F(LayerNormGradients, SeveralPrograms) {
  check<float>({37, 781}, 5) && check<float>({130, 64}, 32) && check<float>({9, 4096}, 3);
}

TEST_F(LayerNormGradients, MoreProgramsThanRows) {
  check<float>({3, 100}, 8);
}

TEST_F(LayerNormGradients, NoRows) {
  check<float>({0, 100}, 1);
}

TEST_F(LayerNormGradients, PaddedRowsAndTypes) {
  check<float>({7, 781, 1024, 800}, 4) && check<float16_t>({37, 781, 800, 790}, 6) &&
      check<bfloat16_t>({37, 781, 800, 790}, 6);
}

TEST_F(LayerNormGradients, RefusesAWorkspaceThatDoesNotFit) {
  const kw::buffer<float, 2> x(device(), {3, 40}, make_input<float>(120, 1)), dx(device(), {3, 40});
  const kw::buffer<float> row(device(), {40}, make_input<float>(40, 2)), dw(device(), {40}),
      db(device(), {40}), three(device(), {3}, make_input<float>(3, 3));
  const auto run = [&](place where, const kw::buffer<float, 2>& workspace) {
    return kw_layer_norm_backward(where, array_of(x), array_of(x), array_of(row), array_of(three),
                                  array_of(three), array_of(dx), array_of(dw), array_of(db),
                                  array_of(workspace));
  };
  const kw::buffer<float, 2> fits(device(), {2, 40});
  expect_done_except_nowhere([&](place where) { return run(where, fits); });
  for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{{3, 40}, {0, 40}, {2, 39}}) {
    const kw::buffer<float, 2> workspace(device(), {rows, columns});
    expect_refusal([&](place where) { return run(where, workspace); }, outcome::wrong_argument,
                   {"workspace"});
  }
}

}  // namespace
}  // namespace lesson11
