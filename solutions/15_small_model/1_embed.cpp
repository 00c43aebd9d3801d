// Lesson 15, task 1: characters become rows of numbers.
// Page: lessons/15_small_model/README.md   Check while you edit: ./course watch lesson15.1
//
//   x[r, c] = table[tokens[r], c] + places[r % n, c]
//
// tokens is [rows], table [characters, columns], places [n, columns] and x [rows, columns]. Which
// row of the table a program needs is a number that it has to load first.
#include "small_model.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct Embed {
  KW_KERNEL void operator()(program auto tl, const int* tokens, array<const float, 2> table,
                            array<const float, 2> places, array<float, 2> x) const {
    int row = tl.program_id(0);
    auto cols = tl.program_id(1) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < x.columns();
    // TODO(lesson15.1): each row of x is character 0 at place 0. Which are the right rows?
    //{ solution
    int token = tl.load(tokens + row);
    int place = row % static_cast<int>(places.rows());
    //| int token = 0;
    //| int place = 0;
    //}
    auto letter = tl.load(table.row(token) + cols, mask);
    tl.store(x.row(row) + cols, letter + tl.load(places.row(place) + cols, mask), mask);
  }
};

void lesson15::embed(view<const int> tokens, view<const float, 2> table,
                     view<const float, 2> places, view<float, 2> x) {
  constexpr int kBlockSize = 128;
  const auto blocks = cdiv(x.extent(1), std::int64_t{kBlockSize});
  launch(x.device(), grid(x.extent(0), blocks), Embed<kBlockSize>{}, tokens, table, places, x);
}
