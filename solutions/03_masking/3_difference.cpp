// Lesson 03, task 3: the change from each element to the next.
// Page: lessons/03_masking/README.md   Check while you edit: ./course watch lesson03.3
//
//   out[i] = x[i] - x[i - 1]       for 0 <= i < n, where x[-1] counts as 0
#include "masking.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct Difference {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    // TODO(lesson03.3): which lanes may read x[i], and which may read x[i - 1]? What must a lane
    // hold that has no element before it?
    //{ solution
    auto mask = offsets < n;  // [BLOCK_SIZE]
    auto current = tl.load(x + offsets, mask);
    auto previous = tl.load(x + (offsets - 1), mask & (offsets > 0), 0.0f);
    tl.store(out + offsets, current - previous, mask);
    //| auto current = tl.load(x + offsets);
    //| auto previous = tl.load(x + offsets);
    //| tl.store(out + offsets, current - previous);
    //}
  }
};

void lesson03::difference(view<const float> x, view<float> out) {
  constexpr int kBlockSize = 1024;
  const int n = narrow<int>(out.extent(0));
  // TODO(lesson03.3): one program is enough for a short vector. How many does any n need?
  //{ solution
  launch(out.device(), grid(cdiv(n, kBlockSize)), Difference<kBlockSize>{}, x, out, n);
  //| launch(out.device(), grid(1), Difference<kBlockSize>{}, x, out, n);
  //}
}
