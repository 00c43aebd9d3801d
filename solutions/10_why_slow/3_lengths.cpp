// Lesson 10, task 3: the lengths of vectors whose fields are side by side.
// Page: lessons/10_why_slow/README.md   Check while you edit: ./course watch lesson10.3
//
//   out[i] = sqrt(x * x + y * y + z * z + t * t)
//
// points holds x, y, z and t of point 0, then those of point 1, and so on. The result is right, and
// 3.4 bytes are moved for each byte that is needed. At most 1.1 may be.
#include "why_slow.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct Lengths {
  KW_KERNEL void operator()(program auto tl, const float* points, float* out, int n) const {
    auto items = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = items < n;
    // TODO(lesson10.3): each of these loads moves whole units. Which bytes of a unit does it use,
    // and which loads ask for the others?
    //{ solution
    auto fields = tl.arange(size<4>);  // [4]
    auto tile_mask = (items(_, None) < n) & (fields(None, _) < 4);
    auto v = tl.load(points + items(_, None) * 4 + fields(None, _), tile_mask);  // [BLOCK_SIZE, 4]
    auto sum = tl.sum(v * v, axis<1>);                                           // [BLOCK_SIZE]
    //| auto x = tl.load(points + items * 4, mask);  // [BLOCK_SIZE]
    //| auto y = tl.load(points + items * 4 + 1, mask);
    //| auto z = tl.load(points + items * 4 + 2, mask);
    //| auto t = tl.load(points + items * 4 + 3, mask);
    //| auto sum = x * x + y * y + z * z + t * t;
    //}
    tl.store(out + items, tl.sqrt(sum), mask);
  }
};

void lesson10::lengths(view<const float> points, view<float> out) {
  constexpr int kBlockSize = 256;
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, kBlockSize)), Lengths<kBlockSize>{}, points, out, n);
}
