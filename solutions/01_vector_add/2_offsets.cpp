// Lesson 01, task 2: the offsets of a block.
// Page: lessons/01_vector_add/README.md   Check while you edit: ./course watch lesson01.2
//
//   out[i] = i     for 0 <= i < n; n is a multiple of BLOCK_SIZE
//
// The offsets of a block are the positions of its elements. Here they are both where a program
// writes and what it writes.
#include "vector_add.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct Offsets {
  KW_KERNEL void operator()(program auto tl, int* out) const {
    // TODO(lesson01.2): where does this program's own block begin? As it stands, all take block 0.
    //{ solution
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    //| auto offsets = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    //}
    tl.store(out + offsets, offsets);
  }
};

void lesson01::offsets(view<int> out) {
  launch(out.device(), grid(out.extent(0) / kSmallBlock), Offsets<kSmallBlock>{}, out);
}
