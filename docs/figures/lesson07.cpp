// The numbers of lesson 07's figures. cmake/scripts/figures/lesson07.py draws them.
//
//   docs.figures.lesson07             figures that are the same in every run
//   docs.figures.lesson07 --measure   the times of one product with tiles of several sizes, on this
//                                     machine, which tools/measure_product keeps in
//                                     docs/figures/product_ladder.txt
#include <algorithm>
#include <chrono>
#include <cstring>

#include "grouped_order.hpp"
#include "one_element.hpp"
#include "print_numbers.hpp"
#include "tiled_matmul.hpp"

namespace {
using namespace kw;
using figures::print;

/// Tiles of 2 x 2: what acc holds after each step along k.
struct TwoByTwo {
  KW_KERNEL void operator()(program auto tl, matrix<const float> a, matrix<const float> b,
                            matrix<float> steps) const {
    auto two = tl.arange(size<2>);
    auto rows = tl.program_id(0) * 2 + two, cols = tl.program_id(1) * 2 + two;
    auto acc = tl.zeros(shape<2, 2>);
    for (int k = 0; k < a.columns(); ++k) {
      auto column = tl.load(a.row(rows) + k);
      auto row = tl.load(b.row(k) + cols);
      acc += column(_, None) * row(None, _);
      if (k % 2 == 1) {
        auto step = (k / 2 * a.rows()) + rows;
        tl.store(steps.row(step(_, None)) + cols(None, _), acc);
      }
    }
  }
};

void by_hand() {
  const std::vector<float> left{1, 2, 0, 1, 3, 1, 2, 0, 0, 1, 1, 2, 2, 0, 1, 1};
  const std::vector<float> right{1, 0, 2, 1, 0, 1, 1, 3, 2, 1, 0, 1, 1, 2, 1, 0};
  const buffer<float, 2> a(cpu_device, {4, 4}, left), b(cpu_device, {4, 4}, right),
      steps(cpu_device, {8, 4});
  launch(cpu_device, grid(2, 2), TwoByTwo{}, matrix(a.cview()), matrix(b.cview()),
         matrix(steps.view()));
  print("hand.a", left);
  print("hand.b", right);
  print("hand.steps", steps);
}

/// Three rows and three columns of tiles, four steps along k. KW_TRACE records what is loaded.
void walk() {
  const std::vector<float> ones(192 * 192, 1.0f);
  const buffer<float, 2> a(cpu_device, {192, 128}, std::vector(ones.begin(), ones.begin() + 24576)),
      b(cpu_device, {128, 192}, std::vector(ones.begin(), ones.begin() + 24576)),
      c(cpu_device, {192, 192});
  lesson07::matmul_blocks(a.cview(), b.cview(), c.view());
}

void orders() {
  for (const int group : {1, 4}) {
    const buffer<int, 2> order(cpu_device, {8, 8});
    lesson07::sign_tiles(order.view(), group);
    const std::string name = "order." + std::to_string(group);
    print(name, order);
    print(name + ".stripes", std::vector<int>{lesson07::stripes_read(8, 8, group, 16)});
  }
}

/// One tile of c = a b, at these rows of a and columns of b.
template <int TILE, class Rows, class Columns>
KW_HD void store_product(program auto& tl, matrix<const float> a, matrix<const float> b,
                         matrix<float> c, const Rows& rows, const Columns& cols) {
  auto acc = tl.accumulator(shape<TILE, TILE>);
  for (int start = 0; start < a.columns(); start += 32) {
    auto ks = start + tl.arange(size<32>);
    auto at = tl.load(a.row(rows(_, None)) + ks(None, _));
    acc = tl.dot(at, tl.load(b.row(ks(_, None)) + cols(None, _)), acc);
  }
  tl.store(c.row(rows(_, None)) + cols(None, _), acc);
}

/// A program computes a tile.
template <int TILE>
struct Tiles {
  KW_KERNEL void operator()(program auto tl, matrix<const float> a, matrix<const float> b,
                            matrix<float> c) const {
    auto rows = tl.program_id(0) * TILE + tl.arange(size<TILE>);
    auto cols = tl.program_id(1) * TILE + tl.arange(size<TILE>);
    store_product<TILE>(tl, a, b, c, rows, cols);
  }
};

/// The same with programs in grouped order.
template <int TILE>
struct GroupedTiles {
  KW_KERNEL void operator()(program auto tl, matrix<const float> a, matrix<const float> b,
                            matrix<float> c) const {
    auto tile = lesson07::grouped_tile(tl.program_id(0), cdiv(c.rows(), TILE),
                                       cdiv(c.columns(), TILE), lesson07::kGroup);
    auto rows = tile.row * TILE + tl.arange(size<TILE>);
    auto cols = tile.col * TILE + tl.arange(size<TILE>);
    store_product<TILE>(tl, a, b, c, rows, cols);
  }
};

/// The same with loads that run ahead, where the machine has something to run them.
template <int TILE>
struct StreamedTiles {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> a,
                            tensor_descriptor<const float> b, tensor_descriptor<float> c) const {
    auto tile = lesson07::grouped_tile(tl.program_id(0), cdiv(c.extent(0), TILE),
                                       cdiv(c.extent(1), TILE), lesson07::kGroup);
    int m = tile.row * TILE, n = tile.col * TILE;
    auto acc = tl.accumulator(shape<TILE, TILE>);
    auto ab = tl.stream(stages<3>, [&](int k) {
      return fetch(a.tile(shape<TILE, 32>, m, k), b.tile(shape<32, TILE>, k, n));
    });
    ab.pipelined(0, a.extent(1), 32, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    tl.store(c.tile(shape<TILE, TILE>, m, n), acc);
  }
};

/// The least time of some runs, in milliseconds.
template <class Run>
void time(const char* name, Run run) {
  double least = 1e9;
  for (int i = 0; i < 7; ++i) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    least = std::min(least, took.count());
  }
  std::printf("%s %.4g\n", name, least);
}

template <int TILE>
void time_tiles(const char* name, const matrix<const float>& a, const matrix<const float>& b,
                const buffer<float, 2>& c) {
  time(name, [&] {
    launch(cpu_device, grid(512 / TILE, 512 / TILE), Tiles<TILE>{}, a, b, matrix(c.view()));
  });
}

void measure() {
  const std::vector<float> values(512 * 512, 0.5f);
  const buffer<float, 2> a(cpu_device, {512, 512}, values), b(cpu_device, {512, 512}, values),
      c(cpu_device, {512, 512});
  const matrix left(a.cview()), right(b.cview());
  time("element", [&] {
    launch(cpu_device, grid(512, 512), figures::OneElement<32>{}, left, right, matrix(c.view()));
  });
  time_tiles<16>("16", left, right, c);
  time_tiles<32>("32", left, right, c);
  time_tiles<64>("64", left, right, c);
  time_tiles<128>("128", left, right, c);
  time("grouped",
       [&] { launch(cpu_device, grid(64), GroupedTiles<64>{}, left, right, matrix(c.view())); });
  time("stream", [&] {
    launch(cpu_device, grid(64), StreamedTiles<64>{}, tensor_descriptor(a.cview()),
           tensor_descriptor(b.cview()), tensor_descriptor(c.view()));
  });
}
}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::strcmp(arguments[1], "--measure") == 0) {
    measure();
    return 0;
  }
  by_hand();
  walk();
  orders();
}
