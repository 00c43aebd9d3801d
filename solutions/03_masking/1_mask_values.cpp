// Lesson 03, task 1: see a mask.
// Page: lessons/03_masking/README.md   Check while you edit: ./course watch lesson03.1
//
//   out[i] = 1  for i < n      out[i] = 0  for all other i
//
// This writes the mask of every program out as numbers. out has whole blocks, and n is at most its
// length, so the store itself needs no mask.
#include "masking.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct MaskValues {
  KW_KERNEL void operator()(program auto tl, int* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    // TODO(lesson03.1): which lanes are within the first n elements of the whole vector?
    //{ solution
    auto mask = offsets < n;  // [BLOCK_SIZE]
    //| auto mask = tl.arange(size<BLOCK_SIZE>) < n;  // [BLOCK_SIZE]
    //}
    tl.store(out + offsets, tl.where(mask, 1, 0));
  }
};

void lesson03::mask_values(int n, view<int> out) {
  launch(out.device(), grid(out.extent(0) / kSmallBlock), MaskValues<kSmallBlock>{}, out, n);
}
