// The numbers of lesson 13's figures. cmake/scripts/figures/lesson13.py draws them.
#include "convolution.hpp"
#include "print_numbers.hpp"

namespace {
using namespace kw;
using figures::print;

/// A row of an image with two edges, and a filter that finds them.
void edges() {
  const std::vector<float> row{2, 2, 2, 9, 9, 9, 9, 2}, filter{-1, 0, 1};
  const buffer<float> x(cpu_device, {8}, row), w(cpu_device, {3}, filter), out(cpu_device, {8});
  lesson13::filter_row(x.cview(), w.cview(), out.view());
  print("row.x", row);
  print("row.w", filter);
  print("row.out", out);
}

/// A filter of 3 x 3 on an image of 5 x 5 with padding 1 and stride 2.
void places() {
  const std::vector<float> image{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 9,
                                 9, 9, 2, 2, 9, 9, 9, 2, 2, 9, 9, 9};
  const std::vector<float> filter{-1, -1, 0, -1, 0, 1, 0, 1, 1};
  const buffer<float, 4> x(cpu_device, {1, 1, 5, 5}, image), w(cpu_device, {1, 1, 3, 3}, filter),
      out(cpu_device, {1, 1, 3, 3});
  lesson13::convolve(x.cview(), w.cview(), 2, 1, out.view());
  print("places.x", image);
  print("places.w", filter);
  print("places.out", out);
}

/// The matrix of patches of a 3 x 3 image, for filters of 2 x 2.
void patches() {
  const std::vector<float> image{1, 2, 3, 4, 5, 6, 7, 8, 9};
  const buffer<float, 4> x(cpu_device, {1, 3, 3, 1}, image),
      w(cpu_device, {1, 2, 2, 1}, std::vector<float>(4));
  const lesson13::geometry g = lesson13::geometry_of_nhwc(x.cview(), w.cview(), 1, 0);
  const buffer<float, 2> out(cpu_device, {g.places(), g.taps()});
  lesson13::patches(x.cview(), g, out.view());
  print("patches.x", image);
  print("patches.out", out);
}
}  // namespace

int main() {
  edges();
  places();
  patches();
}
