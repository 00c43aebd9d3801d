// How often each value occurs, counted by a few programs with many blocks each.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

//! [kernel]
// Adds to counts[b] how many of the n numbers of x are in bin b: from low + b * width up to, and
// without, low + (b + 1) * width. Numbers outside all bins, and NaN, are not counted.
template <int BINS, int BLOCK_SIZE>
struct Histogram {
  KW_KERNEL void operator()(program auto tl, const float* x, int* counts, int n, float low,
                            float width) const {
    auto here = tl.zeros(size<BINS>, int32);
    for (int start = tl.program_id(0) * BLOCK_SIZE; start < n;
         start += tl.num_programs(0) * BLOCK_SIZE) {
      auto offsets = start + tl.arange(size<BLOCK_SIZE>);
      auto v = tl.load(x + offsets, offsets < n, 0.0f);
      auto bin = tl.floor((v - low) / width);
      auto inside = (bin >= 0) & (bin < BINS) & (offsets < n);
      here += tl.histogram(tl.where(inside, bin, 0.0f).to(int32), size<BINS>, inside);
    }
    tl.atomic_add(counts + tl.arange(size<BINS>), here, relaxed);  // once per program
  }
};
//! [kernel]

TEST_F(Examples, RecipeHistogram) {
  auto x = made(3001, [](int i) { return static_cast<float>(i * 7 % 81) / 2 - 4; });
  x[100] = x[200] = std::nanf("");  // the others are -4 to 36, in halves
  std::vector<int> want(32);
  for (const float value : x) {
    if (value >= 0 && value < 32) {
      ++want[static_cast<std::size_t>(value)];
    }
  }
  EXPECT_EQ(
      run(here, grid(5), Histogram<32, 128>{}, x, changed(std::vector<int>(32)), 3001, 0.0f, 1.0f),
      want);
}

}  // namespace
