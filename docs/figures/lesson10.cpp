// The numbers of lesson 10's figures. cmake/scripts/draw_lesson10.py draws them.
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
}  // namespace

int main() {
  patterns();
  strides<float16_t>("strides.float16");
  strides<double>("strides.float64");
}
