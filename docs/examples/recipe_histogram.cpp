// How often each value occurs, counted by a few programs with many blocks each.
#include <kernelwright/sort.hpp>
#include "example.hpp"

namespace {
using namespace kw;

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
  const device where = default_device();
  constexpr int n = 3001;
  std::vector<float> x;
  std::vector<int> want(32);
  for (int i = 0; i < n; ++i) {
    x.push_back(static_cast<float>(i * 7 % 81) / 2 - 4);  // -4 to 36, in halves
    if (x.back() >= 0 && x.back() < 32) {
      ++want[static_cast<std::size_t>(x.back())];
    }
  }
  x[100] = x[200] = std::nanf("");
  for (const int i : {100, 200}) {
    const float was = static_cast<float>(i * 7 % 81) / 2 - 4;
    want[static_cast<std::size_t>(was)] -= was >= 0 && was < 32;
  }
  const buffer<float> x_buffer(where, {n}, x);
  const buffer<int> counts(where, {32}, std::vector<int>(32));
  launch(where, grid(5), Histogram<32, 128>{}, x_buffer.cview(), counts.view(), n, 0.0f, 1.0f);
  EXPECT_EQ(counts.download(), want);
}

}  // namespace
