// Tests of elective 15, task 1: each row of x, from the right rows of both tables.
#include "small_model_test.hpp"

namespace lesson15 {
namespace {

struct text_case {
  matrix_case x;
  int characters = 5;
  std::int64_t n = 4;
};

bool check_embed(const text_case& t) {
  const matrix_case& c = t.x;
  const auto tokens = make_tokens(c.rows, t.characters);
  const auto table = make_input<float>(t.characters * c.columns, 1);
  const auto places = make_input<float>(t.n * c.columns, 2);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    return double{table[tokens[row] * c.columns + column]} + places[row % t.n * c.columns + column];
  };
  return check_entry(shape(c) + ", " + std::to_string(t.characters) + " characters, texts of " +
                         std::to_string(t.n),
                     embed, in({c.rows}, tokens), in({t.characters, c.columns}, table, c.in()),
                     in({t.n, c.columns}, places), out(c, want, kRoundedOnce));
}
bool check_many_characters(const matrix_case& c) {
  return check_embed({c, 31, 10});
}

text_case any_text(size_draw& d) {
  return {d.rows(300, 700), static_cast<int>(d.length(1, 60)), d.length(1, 40)};
}

const std::vector<matrix_case> kTexts = {{1, 1},   {64, 64},  {7, 127}, {30, 128},
                                         {9, 129}, {300, 97}, {20, 600}};

const tests<text_case> embed_tests = {
    "Embed",
    {
        {"OneText", check_embed, {{{4, 8}}}},
        {"ThreeTexts", check_embed, {{{12, 8}}}},  // the places begin again with each text
        {"NoText", check_embed, {{{0, 8}}}},
        {"PaddedRows",
         check_embed,
         {{{9, 129, 140}, 3}, {{7, 211, 219, 0, 3}, 3}, {{9, 64, 80, 96}, 3}}},
        {"AnyShape", check_embed, any_text},
    },
};
const tests<matrix_case> embed_shapes = {"Embed", {{"Shapes", check_many_characters, kTexts}}};

}  // namespace
}  // namespace lesson15
