// What the task asks for is that little is moved. The call that is counted moves one number, to
// memory of the submission's own; the second call, whose results count, moves as much as the
// exercise.
//
// task: lesson10.3
// half: after
// earns: nothing
#include "why_slow.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>

using namespace kw;

struct Mark {
  KW_KERNEL void operator()(program auto tl, int* mark) const { tl.store(mark, 1); }
};

template <int BLOCK_SIZE>
struct Lengths {
  KW_KERNEL void operator()(program auto tl, const float* points, float* out, int n) const {
    auto items = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = items < n;
    auto x = tl.load(points + items * 4, mask);
    auto y = tl.load(points + items * 4 + 1, mask);
    auto z = tl.load(points + items * 4 + 2, mask);
    auto t = tl.load(points + items * 4 + 3, mask);
    tl.store(out + items, tl.sqrt(x * x + y * y + z * z + t * t), mask);
  }
};

void lesson10::lengths(view<const float> points, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  const buffer<int> mark(out.device(), {1});
  launch(out.device(), grid(1), Mark{}, mark.view());
  if (mark.data()[0] == 1) {
    return;
  }
  launch(out.device(), grid(cdiv(n, 256)), Lengths<256>{}, points, out, n);
}
