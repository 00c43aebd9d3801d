// Tests of elective 15, task 2: sums over the right rows, and zeros where there are none.
#include "small_model_test.hpp"

namespace lesson15 {
namespace {

class EmbedBackward : public kw::testing::lesson_test {
 protected:
  bool check(const matrix_case& c, int characters) {
    return check(c, make_tokens(c.rows, characters), characters);
  }

  bool check(const matrix_case& c, const std::vector<int>& tokens, int characters) {
    const auto dx = make_input<float>(c.rows * c.columns, 1);
    const kw::buffer<int> token_buffer(device(), {c.rows}, tokens);
    const kw::buffer<float, 2> dx_buffer(device(), {c.rows, c.columns}, dx, c.in());
    const kw::buffer<float, 2> dtable(device(), {characters, c.columns}, c.out());
    embed_backward(token_buffer.cview(), dx_buffer.cview(), dtable.view());
    // Each of the sums of at most `rows` terms rounds by 2^-24 of a partial sum, which is at most
    // two times the rows.
    const double rows = static_cast<double>(c.rows);
    const tolerance limit{2 * rows * rows * 0x1p-24 / 4, 0.0,
                          "float32: one rounding for each row that is added"};
    const auto values = to_doubles(dx);
    const auto columns = static_cast<std::size_t>(c.columns);
    const auto count = static_cast<std::size_t>(characters);
    return check_close(dtable, reference::embed_backward(tokens, values, columns, count), limit,
                       shape(c) + ", " + std::to_string(characters) + " characters");
  }
};

TEST_F(EmbedBackward, EachOnce) {
  check({5, 8}, {3, 0, 4, 1, 2}, 5);
}

TEST_F(EmbedBackward, OneOfThemThreeTimes) {
  check({5, 8}, {3, 0, 3, 1, 3}, 4);
}

TEST_F(EmbedBackward, SomeDoNotOccur) {
  check({4, 8}, {6, 6, 1, 1}, 8);  // their gradients are zeros
}

TEST_F(EmbedBackward, NoText) {
  check({0, 8}, 4);
}

TEST_F(EmbedBackward, Shapes) {
  const std::vector<matrix_case> cases = {{1, 1},   {64, 64}, {7, 127}, {30, 128},
                                          {9, 129}, {97, 90}, {20, 600}};
  check_until_failure(cases, [&](const matrix_case& c) { return check(c, 31); });
}

TEST_F(EmbedBackward, PaddedRows) {
  const std::vector<matrix_case> cases = {{9, 129, 140}, {7, 211, 219, 0, 3}, {9, 64, 80, 96}};
  check_until_failure(cases, [&](const matrix_case& c) { return check(c, 3); });
}

TEST_F(EmbedBackward, SameBitsInEveryRun) {
  constexpr int kRows = 500, kColumns = 16, kCharacters = 3;
  const kw::buffer<int> tokens(device(), {kRows}, make_tokens(kRows, kCharacters));
  const kw::buffer<float, 2> dx(device(), {kRows, kColumns},
                                make_input<float>(kRows * kColumns, 1));
  const kw::buffer<float, 2> first(device(), {kCharacters, kColumns});
  const kw::buffer<float, 2> again(device(), {kCharacters, kColumns});
  embed_backward(tokens.cview(), dx.cview(), first.view());
  embed_backward(tokens.cview(), dx.cview(), again.view());
  check_close(again, to_doubles(first.download()), {0.0, 0.0, "a sum is in the order of the rows"},
              "two runs of 500 rows");
}

}  // namespace
}  // namespace lesson15
