// Tests of elective 15, task 1: each row of x, from the right rows of both tables.
#include "small_model_test.hpp"

namespace lesson15 {
namespace {

class Embed : public kw::testing::lesson_test {
 protected:
  bool check(const matrix_case& c, int characters, std::int64_t n) {
    const auto tokens = make_tokens(c.rows, characters);
    const auto table = make_input<float>(characters * c.columns, 1);
    const auto places = make_input<float>(n * c.columns, 2);
    const kw::buffer<int> token_buffer(device(), {c.rows}, tokens);
    const kw::buffer<float, 2> table_buffer(device(), {characters, c.columns}, table, c.in());
    const kw::buffer<float, 2> place_buffer(device(), {n, c.columns}, places);
    const kw::buffer<float, 2> x(device(), {c.rows, c.columns}, c.out());
    embed(token_buffer.cview(), table_buffer.cview(), place_buffer.cview(), x.view());
    const auto letters = to_doubles(table), rows = to_doubles(places);
    const auto columns = static_cast<std::size_t>(c.columns);
    const auto want = reference::embed(tokens, letters, rows, columns);
    return check_close(x, want, kOneSum,
                       shape(c) + ", " + std::to_string(characters) + " characters, texts of " +
                           std::to_string(n));
  }
};

TEST_F(Embed, OneText) {
  check({4, 8}, 5, 4);
}

TEST_F(Embed, ThreeTexts) {
  check({12, 8}, 5, 4);  // the places begin again with each text
}

TEST_F(Embed, NoText) {
  check({0, 8}, 5, 4);
}

TEST_F(Embed, Shapes) {
  const std::vector<matrix_case> cases = {{1, 1},   {64, 64},  {7, 127}, {30, 128},
                                          {9, 129}, {300, 97}, {20, 600}};
  check_until_failure(cases, [&](const matrix_case& c) { return check(c, 31, 10); });
}

TEST_F(Embed, PaddedRows) {
  const std::vector<matrix_case> cases = {{9, 129, 140}, {7, 211, 219, 0, 3}, {9, 64, 80, 96}};
  check_until_failure(cases, [&](const matrix_case& c) { return check(c, 3, 4); });
}

}  // namespace
}  // namespace lesson15
