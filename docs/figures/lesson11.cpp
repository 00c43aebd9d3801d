// The numbers of lesson 11's figures. cmake/scripts/figures/lesson11.py draws them.
#include "pytorch.hpp"

#include <vector>

#include <kernelwright/kernelwright.hpp>

#include "print_numbers.hpp"

namespace {
using namespace kw;
using figures::print;

/// Columns 1 to 3 of a memory of two rows of five, and their softmax in a dense array.
void rows() {
  std::vector<float> memory{9, 1, 2, 3, 9, 9, 4, 4, 4, 9}, out(6);
  lesson11::c_array x{memory.data() + 1, {2, 3}, {5, 1}, 2, lesson11::element::float32};
  lesson11::c_array y{out.data(), {2, 3}, {3, 1}, 2, lesson11::element::float32};
  kw_softmax_unchecked({0, 0, nullptr}, x, y);
  print("rows.memory", memory);
  print("rows.softmax", out);
}

/// Where head h of row r begins, by the strides of both orders of axes.
void axes() {
  const view<float, 4> layer(nullptr, {1, 3, 2, 64}, cpu_device);
  std::vector<float> strides, begins;
  for (const int axis : {0, 2, 1, 3}) {
    strides.push_back(static_cast<float>(layer.stride(axis)));
  }
  const view<float, 4> heads(
      nullptr, {layer.extent(0), layer.extent(2), layer.extent(1), layer.extent(3)},
      {layer.stride(0), layer.stride(2), layer.stride(1), layer.stride(3)}, cpu_device);
  for (int h = 0; h < 2; ++h) {
    for (int r = 0; r < 3; ++r) {
      begins.push_back(static_cast<float>(h * heads.stride(1) + r * heads.stride(2)));
    }
  }
  print("axes.strides", strides);
  print("axes.begins", begins);
}

}  // namespace

int main() {
  rows();
  axes();
}
