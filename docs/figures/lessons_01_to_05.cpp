// What the figures of lessons 01 to 05 show: kernels run, and their results are printed, one list
// of numbers per line. cmake/scripts/figures/lessons_01_to_05.py draws the figures from them.
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/shapes.hpp>

#include "grid_math.hpp"
#include "masking.hpp"
#include "print_numbers.hpp"
#include "reductions.hpp"
#include "softmax.hpp"
#include "vector_add.hpp"

namespace {
using namespace kw;
using figures::print;

/// Lesson 01: the two halves of a block's offsets, and their sum.
template <int BLOCK_SIZE>
struct OffsetsInParts {
  KW_KERNEL void operator()(program auto tl, int* lanes, int* starts, int* sums) const {
    auto start = tl.program_id(0) * BLOCK_SIZE;
    auto lane = tl.arange(size<BLOCK_SIZE>);
    tl.store(lanes + (start + lane), lane);
    tl.store(starts + (start + lane), start);
    tl.store(sums + (start + lane), start + lane);
  }
};

/// Lesson 01: which elements 32 lanes touch side by side, with a stride, and through a table.
struct TouchedElements {
  KW_KERNEL void operator()(program auto tl, const int* table, int* adjacent, int* strided,
                            int* gathered) const {
    auto lane = tl.arange(size<32>);
    tl.store(adjacent + lane, lane);
    tl.store(strided + lane, lane * 2);
    tl.store(gathered + lane, tl.load(table + lane));
  }
};

void lesson_01() {
  buffer<int> ids(cpu_device, {4 * lesson01::kSmallBlock});
  lesson01::program_ids(ids.view());
  print("program_ids", ids);

  buffer<int> lanes(cpu_device, {12}), starts(cpu_device, {12}), sums(cpu_device, {12});
  launch(cpu_device, grid(3), OffsetsInParts<4>{}, lanes.view(), starts.view(), sums.view());
  print("offsets.lanes", lanes);
  print("offsets.starts", starts);
  print("offsets.sums", sums);

  std::vector<int> table;
  for (int i = 0; i < 32; ++i) {
    table.push_back((i * 97 + 31) % 256);
  }
  buffer<int> places(cpu_device, {32}, table);
  buffer<int> adjacent(cpu_device, {32}), strided(cpu_device, {32}), gathered(cpu_device, {32});
  launch(cpu_device, grid(1), TouchedElements{}, places.cview(), adjacent.view(), strided.view(),
         gathered.view());
  print("units.adjacent", adjacent);
  print("units.strided", strided);
  print("units.gathered", gathered);
}

/// Lesson 02: the offsets of every program's tile, and of its column and its row.
template <int TILE>
struct TileOffsets {
  KW_KERNEL void operator()(program auto tl, int* column, int* row, int* tile, int stride) const {
    auto lane = tl.arange(size<TILE>);
    auto rows = tl.program_id(0) * TILE + lane;
    auto cols = tl.program_id(1) * TILE + lane;
    auto number = tl.program_id(0) * tl.num_programs(1) + tl.program_id(1);
    tl.store(column + (number * TILE + lane), rows * stride);
    tl.store(row + (number * TILE + lane), cols);
    auto here = number * (TILE * TILE) + lane(_, None) * TILE + lane(None, _);
    tl.store(tile + here, rows(_, None) * stride + cols(None, _));
  }
};

/// A tile of 4 x 4, turned on its way from x to out.
struct TurnTile {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<4>);
    auto places = i(_, None) * 4 + i(None, _);
    tl.store(out + places, tl.trans(tl.load(x + places)));
  }
};

void lesson_02() {
  std::vector<float> values(16);
  std::iota(values.begin(), values.end(), 0.0f);
  const buffer<float> x(cpu_device, {16}, values), turned(cpu_device, {16});
  launch(cpu_device, grid(1), TurnTile{}, x.cview(), turned.view());
  print("turned.x", values);
  print("turned.out", turned);

  buffer<int> column(cpu_device, {24}), row(cpu_device, {24}), tile(cpu_device, {96});
  launch(cpu_device, grid(2, 3), TileOffsets<4>{}, column.view(), row.view(), tile.view(), 14);
  print("tiles.column", column);
  print("tiles.row", row);
  print("tiles.tile", tile);

  for (const int group : {1, 2}) {
    buffer<int, 2> order(cpu_device, {4, 3});
    lesson02::grouped_order(order.view(), group);
    print("order." + std::to_string(group), order);
  }
}

/// Lesson 03: the mask of each program, and the offsets of its lanes.
template <int BLOCK_SIZE>
struct MaskOfBlock {
  KW_KERNEL void operator()(program auto tl, int* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.where(offsets < n, 1, 0));
  }
};

/// Lesson 03: how many lanes of each tile are inside a matrix.
template <int ROWS, int COLS>
struct LanesInside {
  KW_KERNEL void operator()(program auto tl, int* counts, int n_rows, int n_cols) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);
    auto cols = tl.program_id(1) * COLS + tl.arange(size<COLS>);
    auto inside = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);
    auto number = tl.program_id(0) * tl.num_programs(1) + tl.program_id(1);
    tl.store(counts + number, tl.sum(tl.where(inside, 1, 0)));
  }
};

/// Lesson 03: the offsets of a tile that is wider than the matrix.
struct TileTooWide {
  KW_KERNEL void operator()(program auto tl, int* out, int stride) const {
    auto rows = tl.arange(size<2>);
    auto cols = tl.arange(size<8>);
    tl.store(out + rows(_, None) * 8 + cols(None, _), rows(_, None) * stride + cols(None, _));
  }
};

void lesson_03() {
  buffer<int> mask(cpu_device, {24});
  launch(cpu_device, grid(3), MaskOfBlock<8>{}, mask.view(), 21);
  print("mask", mask);

  buffer<int> counts(cpu_device, {6});
  launch(cpu_device, grid(2, 3), LanesInside<16, 64>{}, counts.view(), 20, 150);
  print("edges", counts);

  buffer<int> wide(cpu_device, {16});
  launch(cpu_device, grid(1), TileTooWide{}, wide.view(), 6);
  print("wide", wide);

  const std::vector<float> words = {4, 8,  5,  77, 77, 77, 2, 6, 1, 9, 3,  7,
                                    8, 77, 77, 77, 77, 77, 5, 3, 2, 6, 77, 77};
  buffer<float, 2> x(cpu_device, {4, 6}, words), out(cpu_device, {4, 6});
  buffer<int> lengths(cpu_device, {4}, std::vector<int>{3, 6, 1, 4});
  lesson03::pad_rows(x.cview(), lengths.cview(), 0.0f, out.view());
  print("ragged.lengths", lengths);
  print("ragged.x", x);
  print("ragged.out", out);
}

/// Lesson 04: the sums of pairs, of fours, and of all eight elements.
struct SumInHalves {
  KW_KERNEL void operator()(program auto tl, const float* x, float* pairs, float* fours,
                            float* all) const {
    auto v = tl.load(x + tl.arange(size<8>));
    tl.store(pairs + tl.arange(size<4>), tl.sum(tl.reshape(v, shape<4, 2>), axis<1>));
    tl.store(fours + tl.arange(size<2>), tl.sum(tl.reshape(v, shape<2, 4>), axis<1>));
    tl.store(all, tl.sum(v));
  }
};

/// Lesson 04: what is left of a tile when one of its axes, or both, are summed.
struct SumsOfAxes {
  KW_KERNEL void operator()(program auto tl, const float* x, float* rows, float* cols,
                            float* all) const {
    auto i = tl.arange(size<4>);
    auto v = tl.load(x + i(_, None) * 4 + i(None, _));
    tl.store(rows + i, tl.sum(v, axis<1>));
    tl.store(cols + i, tl.sum(v, axis<0>));
    tl.store(all, tl.sum(v));
  }
};

/// Lesson 04: which program takes which block of a long vector, and what it finds there.
template <int BLOCK_SIZE>
struct Shares {
  KW_KERNEL void operator()(program auto tl, const float* x, int* owner, float* partials,
                            int n) const {
    auto acc = tl.zeros(size<BLOCK_SIZE>);
    int step = tl.num_programs(0) * BLOCK_SIZE;
    for (int start = tl.program_id(0) * BLOCK_SIZE; start < n; start += step) {
      auto offsets = start + tl.arange(size<BLOCK_SIZE>);
      acc += tl.load(x + offsets, offsets < n, 0.0f);
      tl.store(owner + start / BLOCK_SIZE, tl.program_id(0));
    }
    tl.store(partials + tl.program_id(0), tl.sum(acc));
  }
};

/// How far the sum of n times 0.1 is from the exact one, in two orders of additions.
void print_errors() {
  std::vector<double> in_order, by_programs;
  for (int n = 1 << 10; n <= 1 << 24; n *= 4) {
    const float value = 0.1f;
    const double exact = n * static_cast<double>(value);
    float one_by_one = 0;
    for (int i = 0; i < n; ++i) {
      one_by_one += value;
    }
    const buffer<float> x(cpu_device, {n}, std::vector<float>(static_cast<std::size_t>(n), value));
    const buffer<float> partials(cpu_device, {lesson04::programs_for(n)}), out(cpu_device, {1});
    lesson04::sum_two_pass(x.cview(), partials.view(), out.view());
    in_order.push_back(std::abs(one_by_one - exact) / exact);
    by_programs.push_back(std::abs(out.download()[0] - exact) / exact);
  }
  print("errors.in_order", in_order);
  print("errors.by_programs", by_programs);
}

/// Two programs that add to one element by a load and a store, both of which load before either
/// stores.
struct LostUpdate {
  KW_KERNEL void operator()(program auto tl, int* sum, int* read, int* wrote) const {
    const int first = tl.load(sum), second = tl.load(sum);
    tl.store(read, first);
    tl.store(read + 1, second);
    tl.store(wrote, first + 5);
    tl.store(sum, first + 5);
    tl.store(wrote + 1, second + 7);
    tl.store(sum, second + 7);
  }
};

void lesson_04() {
  const buffer<int> sum(cpu_device, {1}, std::vector<int>{10}), read(cpu_device, {2}),
      wrote(cpu_device, {2});
  launch(cpu_device, grid(1), LostUpdate{}, sum.view(), read.view(), wrote.view());
  print("lost.read", read);
  print("lost.wrote", wrote);
  print("lost.sum", sum);
  const buffer<float> x(cpu_device, {8}, std::vector<float>{3, 1, 4, 1, 5, 9, 2, 6});
  const buffer<float> pairs(cpu_device, {4}), fours(cpu_device, {2}), all(cpu_device, {1});
  launch(cpu_device, grid(1), SumInHalves{}, x.cview(), pairs.view(), fours.view(), all.view());
  print("tree.x", x);
  print("tree.pairs", pairs);
  print("tree.fours", fours);
  print("tree.all", all);

  const buffer<float> v(cpu_device, {16},
                        std::vector<float>{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3});
  const buffer<float> rows(cpu_device, {4}), cols(cpu_device, {4}), total(cpu_device, {1});
  launch(cpu_device, grid(1), SumsOfAxes{}, v.cview(), rows.view(), cols.view(), total.view());
  print("axes.x", v);
  print("axes.rows", rows);
  print("axes.cols", cols);
  print("axes.all", total);

  std::vector<float> ones_to_38;
  for (int i = 1; i <= 38; ++i) {
    ones_to_38.push_back(static_cast<float>(i));
  }
  const buffer<float> numbers(cpu_device, {38}, ones_to_38);
  const buffer<int> owner(cpu_device, {10});
  const buffer<float> partials(cpu_device, {3});
  launch(cpu_device, grid(3), Shares<4>{}, numbers.cview(), owner.view(), partials.view(), 38);
  print("shares.owner", owner);
  print("shares.partials", partials);
  print_errors();
}

/// Lesson 05: the maximum and the sum after each block of a row, and what the sum was scaled by.
template <int BLOCK_SIZE>
struct OnlineSteps {
  KW_KERNEL void operator()(program auto tl, const float* x, float* maxima, float* factors,
                            float* sums, int n) const {
    float largest = -3.4028235e38f;
    float sum = 0.0f;
    for (int start = 0; start < n; start += BLOCK_SIZE) {
      auto v = tl.load(x + (start + tl.arange(size<BLOCK_SIZE>)));
      float raised = tl.maximum(largest, tl.max(v));
      float factor = tl.exp(largest - raised);
      sum = sum * factor + tl.sum(tl.exp(v - raised));
      largest = raised;
      tl.store(maxima + start / BLOCK_SIZE, largest);
      tl.store(factors + start / BLOCK_SIZE, factor);
      tl.store(sums + start / BLOCK_SIZE, sum);
    }
  }
};

/// Lesson 05: the maximum and the sum of each row of a tile.
struct RowNumbers {
  KW_KERNEL void operator()(program auto tl, const float* x, float* maxima, float* e, float* sums,
                            float* y) const {
    auto i = tl.arange(size<4>);
    auto here = i(_, None) * 4 + i(None, _);
    auto v = tl.load(x + here);
    auto largest = tl.max(v, axis<1>);
    auto numerators = tl.exp(v - largest(_, None));
    auto sum = tl.sum(numerators, axis<1>);
    tl.store(maxima + i, largest);
    tl.store(e + here, numerators);
    tl.store(sums + i, sum);
    tl.store(y + here, numerators / sum(_, None));
  }
};

void lesson_05() {
  const buffer<float, 2> scores(cpu_device, {1, 3}, std::vector<float>{1, 2, 3});
  const buffer<float, 2> numerators(cpu_device, {1, 3}), probabilities(cpu_device, {1, 3});
  lesson05::numerators(scores.cview(), numerators.view());
  lesson05::softmax(scores.cview(), probabilities.view());
  print("bars.x", scores);
  print("bars.e", numerators);
  print("bars.y", probabilities);

  const buffer<float> row(cpu_device, {6}, std::vector<float>{3, 4, 5, 10, 9, 10});
  const buffer<float> maxima(cpu_device, {3}), factors(cpu_device, {3}), sums(cpu_device, {3});
  launch(cpu_device, grid(1), OnlineSteps<2>{}, row.cview(), maxima.view(), factors.view(),
         sums.view(), 6);
  print("online.x", row);
  print("online.maxima", maxima);
  print("online.factors", factors);
  print("online.sums", sums);

  const buffer<float> x(cpu_device, {16},
                        std::vector<float>{1, 2, 3, 0, 0, 0, 0, 0, 3, 4, 5, 10, -9, -8, -9, -7});
  const buffer<float> largest(cpu_device, {4}), e(cpu_device, {16}), sum(cpu_device, {4}),
      y(cpu_device, {16});
  launch(cpu_device, grid(1), RowNumbers{}, x.cview(), largest.view(), e.view(), sum.view(),
         y.view());
  print("rows.x", x);
  print("rows.maxima", largest);
  print("rows.e", e);
  print("rows.sums", sum);
  print("rows.y", y);
}

}  // namespace

int main() {
  lesson_01();
  lesson_02();
  lesson_03();
  lesson_04();
  lesson_05();
  return 0;
}
