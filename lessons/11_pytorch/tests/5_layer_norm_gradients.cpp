// Tests of elective 11, task 5: the gradients of LayerNorm, in the caller's workspace.
#include "../../06_layernorm/tests/backward_cases.hpp"
#include "pytorch_test.hpp"

namespace lesson11 {
namespace {

using LayerNormGradients = operator_test;

/// \tparam N half of the workspace's rows
template <class T, int N>
bool check_norm_gradients(const matrix_case& c) {
  const lesson06::backward_inputs<T> from(c);
  const auto mean = lesson06::to_floats(from.statistics.mean);
  const auto rstd = lesson06::to_floats(from.statistics.rstd);
  const auto want = expected(from);
  const tolerance sums = lesson06::sum_limit(c.rows);
  using matrix = kw::view<const T, 2>;
  using numbers = kw::view<const float>;
  using results = kw::view<float>;
  return check_entry(shape(c),
                     by_c<kw_layer_norm_backward, matrix, matrix, kw::view<const T>, numbers,
                          numbers, kw::view<T, 2>, results, results, kw::view<float, 2>>,
                     in({c.rows, c.columns}, from.dy), in(c, from.x), in({c.columns}, from.weight),
                     in({c.rows}, mean), in({c.rows}, rstd),
                     out(c, want.dx, dx_limit(from), "dx, "),
                     out({c.columns}, want.dw, sums, {}, "dw, "),
                     out({c.columns}, want.db, sums, {}, "db, "), scratch({2 * N, c.columns}));
}

const tests<matrix_case, LayerNormGradients> layer_norm_gradients_tests = {
    "LayerNormGradients",
    {
        {"OneProgram", check_norm_gradients<float, 1>, {{3, 40}}},
        {"SeveralPrograms", check_norm_gradients<float, 5>, {{37, 781}}},
        {"SeveralPrograms", check_norm_gradients<float, 32>, {{130, 64}}},
        {"SeveralPrograms", check_norm_gradients<float, 3>, {{9, 4096}}},
        {"MoreProgramsThanRows", check_norm_gradients<float, 8>, {{3, 100}}},
        {"NoRows", check_norm_gradients<float, 1>, {{0, 100}}},
        {"PaddedRowsAndTypes", check_norm_gradients<float, 4>, {{7, 781, 1024, 800}}},
        {"PaddedRowsAndTypes", check_norm_gradients<float16_t, 6>, {{37, 781, 800, 790}}},
        {"PaddedRowsAndTypes", check_norm_gradients<bfloat16_t, 6>, {{37, 781, 800, 790}}},
    },
};

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
