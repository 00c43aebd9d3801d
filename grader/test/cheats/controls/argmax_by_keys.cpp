// No comparison of floats: the bits of an element become an integer in the same order, and together
// with the column, counted from the end, a key of 64 bits. The largest key of a row has the largest
// element, and of equal ones the leftmost. Written with macros and a constexpr table of widths.
//
// task: lesson04.5
// earns: everything
// on a gpu: nothing, because a kernel's code there has no references to constants of the file
#include "reductions.hpp"

#include <array>
#include <cstdint>
#include <kernelwright/kernelwright.hpp>
#include <limits>

using namespace kw;

#define EACH_WIDTH(what) what(0) what(1) what(2)

namespace {
constexpr std::array<int, 3> kWidths = {64, 512, 2048};
constexpr int kLast = std::numeric_limits<int>::max();
constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kHigh = std::int64_t{1} << 32;
}  // namespace

template <int BLOCK_SIZE>
struct RowArgmax {
  KW_KERNEL void operator()(program auto tl, const float* x, int* out, std::int64_t x_stride,
                            int n_cols) const {
    auto row = tl.program_id(0);
    std::int64_t best = kNone;
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      auto mask = cols < n_cols;
      auto v = tl.load(x + row * x_stride + cols, mask, 0.0f) + 0.0f;  // -0 becomes 0
      auto bits = v.to(int32, bitcast);
      auto ordered = tl.where(bits < 0, bits ^ kLast, bits);
      auto keys = ordered.to(int64) * kHigh + (kLast - cols).to(int64);
      std::int64_t largest = tl.max(tl.where(mask, keys, kNone));
      best = largest > best ? largest : best;
    }
    tl.store(out + row, kLast - static_cast<int>(best & (kHigh - 1)));
  }
};

template <int WHICH>
static void run(view<const float, 2> x, view<int> out) {
  launch(out.device(), grid(x.extent(0)), RowArgmax<kWidths[WHICH]>{}, x, out, x.stride(0),
         narrow<int>(x.extent(1)));
}

void lesson04::row_argmax(view<const float, 2> x, view<int> out) {
  using function = void (*)(view<const float, 2>, view<int>);
#define ENTRY(which) &run<which>,
  constexpr function kRuns[] = {EACH_WIDTH(ENTRY)};
#undef ENTRY
  std::size_t which = 0;
  while (which + 1 < kWidths.size() && kWidths[which] < x.extent(1)) {
    ++which;
  }
  kRuns[which](x, out);
}
