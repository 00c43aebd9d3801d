// Tests of elective 15, task 2: sums over the right rows, and zeros where there are none.
#include "small_model_test.hpp"

namespace lesson15 {
namespace {

bool check_tokens(const matrix_case& c, const std::vector<int>& tokens, int characters,
                  int runs = 1) {
  const auto dx = make_input<float>(c.rows * c.columns, 1);
  // Each of the sums of at most `rows` terms rounds by 2^-24 of a partial sum, which is at most
  // two times the rows.
  const double rows = static_cast<double>(c.rows);
  const tolerance limit{2 * rows * rows * 0x1p-24 / 4, 0.0,
                        "float32: one rounding for each row that is added"};
  return check_entry(
      {shape(c) + ", " + std::to_string(characters) + " characters", runs}, embed_backward,
      in({c.rows}, tokens), in(c, dx),
      out({characters, c.columns},
          reference::embed_backward(tokens, to_doubles(dx), static_cast<std::size_t>(c.columns),
                                    static_cast<std::size_t>(characters)),
          limit, c.out()));
}
template <int CHARACTERS, int RUNS = 1>
bool check_embed_backward(const matrix_case& c) {
  return check_tokens(c, make_tokens(c.rows, CHARACTERS), CHARACTERS, RUNS);
}

using EmbedBackward = lesson_test;

TEST_F(EmbedBackward, EachOnce) {
  check_tokens({5, 8}, {3, 0, 4, 1, 2}, 5);
}

TEST_F(EmbedBackward, OneOfThemThreeTimes) {
  check_tokens({5, 8}, {3, 0, 3, 1, 3}, 4);
}

TEST_F(EmbedBackward, SomeDoNotOccur) {
  check_tokens({4, 8}, {6, 6, 1, 1}, 8);  // their gradients are zeros
}

const std::vector<matrix_case> kGradients = {{1, 1},   {64, 64}, {7, 127}, {30, 128},
                                             {9, 129}, {97, 90}, {20, 600}};

const tests<matrix_case> embed_backward_tests = {
    "EmbedBackward",
    {
        {"NoText", check_embed_backward<4>, {{0, 8}}},
        {"Shapes", check_embed_backward<31>, kGradients},
        {"PaddedRows",
         check_embed_backward<3>,
         {{9, 129, 140}, {7, 211, 219, 0, 3}, {9, 64, 80, 96}}},
        // A sum is in the order of the rows.
        {"SameBitsInEveryRun", check_embed_backward<3, 2>, {{500, 16}}},
        {"AnyShape", check_embed_backward<7>, rows_up_to(300, 700)},
    },
};

}  // namespace
}  // namespace lesson15
