// The numbers of lesson 10's figures. cmake/scripts/figures/lesson10.py draws them.
#include <kernelwright/runtime/traffic.hpp>

#include "print_numbers.hpp"

namespace {
using namespace kw;
using figures::print;

/// Loads one element per lane and stores where each of them was.
template <int LANES, class T>
struct Visit {
  KW_KERNEL void operator()(program auto tl, const T* x, int* places, int first, int step) const {
    auto lanes = tl.arange(size<LANES>);
    auto offsets = first + step * lanes;
    auto zeros = tl.load(x + offsets).to(int32);
    tl.store(places + lanes, zeros + offsets);
  }
};

/// Runs one program, and returns what its loads moved.
template <int LANES, class T>
runtime::traffic visit(const buffer<int>& places, int first, int step) {
  const buffer<T> x(cpu_device, {LANES * 64}, std::vector<T>(LANES * 64));
  runtime::count_traffic(true);
  launch(cpu_device, grid(1), Visit<LANES, T>{}, x.cview(), places.view(), first, step);
  runtime::count_traffic(false);
  return runtime::take_traffic();
}

/// Eight lanes in four patterns: where they are, and how many units that takes.
void patterns() {
  const auto show = [](const std::string& name, int first, int step) {
    const buffer<int> places(cpu_device, {8});
    const runtime::traffic moved = visit<8, float>(places, first, step);
    print("units." + name, places);
    print("units." + name + ".count", std::vector<float>{static_cast<float>(moved.units_loaded)});
  };
  show("neighbours", 0, 1);
  show("shifted", 3, 1);
  show("second", 0, 2);
  show("column", 1, 6);
}

/// Bytes moved for each byte asked for, over the distance between neighbouring lanes.
template <class T>
void strides(const std::string& name) {
  constexpr int kLanes = 256;
  const buffer<int> places(cpu_device, {kLanes});
  std::vector<float> ratios;
  for (int step = 1; step <= 24; ++step) {
    const runtime::traffic moved = visit<kLanes, T>(places, 0, step);
    ratios.push_back(static_cast<float>(moved.units_loaded * runtime::traffic::kUnitBytes) /
                     static_cast<float>(moved.bytes_loaded));
  }
  print(name, ratios);
}
/// The product of two matrices of SIZE columns and rows, which are multiples of the tile.
template <int TILE, int SIZE>
struct TiledProduct {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> a, array<const float, 2> b,
                            array<float, 2> c) const {
    auto rows = tl.program_id(0) * TILE + tl.arange(size<TILE>);
    auto cols = tl.program_id(1) * TILE + tl.arange(size<TILE>);
    auto acc = tl.zeros(shape<TILE, TILE>);
    for (int k = 0; k < SIZE; k += TILE) {
      auto ks = k + tl.arange(size<TILE>);
      auto at = tl.load(a.row(rows(_, None)) + ks(None, _));
      auto bt = tl.load(b.row(ks(_, None)) + cols(None, _));
      acc = tl.dot(at, bt, acc);
    }
    tl.store(c.row(rows(_, None)) + cols(None, _), acc);
  }
};

/// How often a product loads each element of its operands.
template <int TILE>
float loads_of_an_element() {
  constexpr int kSize = 256;
  const buffer<float, 2> a(cpu_device, {kSize, kSize}, std::vector<float>(kSize * kSize)),
      b(cpu_device, {kSize, kSize}, std::vector<float>(kSize * kSize)),
      c(cpu_device, {kSize, kSize});
  runtime::count_traffic(true);
  launch(cpu_device, grid(kSize / TILE, kSize / TILE), TiledProduct<TILE, kSize>{}, a.cview(),
         b.cview(), c.view());
  runtime::count_traffic(false);
  return static_cast<float>(runtime::take_traffic().bytes_loaded) / (2 * kSize * kSize * 4);
}
}  // namespace

int main() {
  print("reuse.tiles", std::vector<float>{16, 32, 64, 128});
  print("reuse.loads", std::vector<float>{loads_of_an_element<16>(), loads_of_an_element<32>(),
                                          loads_of_an_element<64>(), loads_of_an_element<128>()});
  patterns();
  strides<float16_t>("strides.float16");
  strides<double>("strides.float64");
}
