// Lesson 01, task 5: any length, with raw pointers (stretch).
// Page: lessons/01_vector_add/README.md   Check while you edit: ./course watch lesson01.5
//
//   c[i] = a[i] + b[i]     for 0 <= i < n; n may be any size
//
// The last block may reach past the end, so a mask, a tile of true and false, says which lanes
// take part. Puzzle sites ask for a function of this form.
#include "vector_add.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct AnyLengthAdd {
  KW_KERNEL void operator()(program auto tl, const float* a, const float* b, float* c,
                            int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    // TODO(lesson01.5): which lanes are before n? As it stands, every lane takes part.
    auto mask = offsets >= 0;
    tl.store(c + offsets, tl.load(a + offsets, mask) + tl.load(b + offsets, mask), mask);
  }
};

// Raw pointers say neither how long their arrays are nor where these are; views add both.
extern "C" void solve(const float* a, const float* b, float* c, int n) {
  const device here = default_device();
  launch(here, grid(cdiv(n, lesson01::kBlockSize)), AnyLengthAdd<lesson01::kBlockSize>{},
         view<const float>(a, {n}, here), view<const float>(b, {n}, here),
         view<float>(c, {n}, here), n);
}
