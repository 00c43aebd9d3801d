// The numbers of lesson 07's figures. cmake/scripts/figures/lesson07.py draws them.
#include "print_numbers.hpp"
#include "tiled_matmul.hpp"

namespace {
using namespace kw;
using figures::print;

/// Tiles of 2 x 2: what acc holds after each step along k.
struct TwoByTwo {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> a, array<const float, 2> b,
                            array<float, 2> steps) const {
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
  launch(cpu_device, grid(2, 2), TwoByTwo{}, a.cview(), b.cview(), steps.view());
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
}  // namespace

int main() {
  by_hand();
  walk();
  orders();
}
