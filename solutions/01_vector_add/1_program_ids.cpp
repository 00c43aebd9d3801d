// Lesson 01, task 1: which program owns which elements.
// Page: lessons/01_vector_add/README.md   Check while you edit: ./course watch lesson01.1
//
//   out[i] = i / BLOCK_SIZE     for 0 <= i < n; n is a multiple of BLOCK_SIZE
//
// A program owns a block of BLOCK_SIZE elements: program p owns out[p * BLOCK_SIZE] up to, but not
// including, out[(p + 1) * BLOCK_SIZE]. It writes its own number into all of them.
#include "vector_add.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct ProgramIds {
  KW_KERNEL void operator()(program auto tl, int* out) const {
    auto block_start = tl.program_id(0) * BLOCK_SIZE;
    // TODO(lesson01.1): which program is running? It is not always program 0.
    //{ solution
    auto number = tl.program_id(0);
    //| auto number = 0;
    //}
    tl.store(out + block_start + tl.arange(size<BLOCK_SIZE>), number);
  }
};

void lesson01::program_ids(view<int> out) {
  launch(out.device(), grid(out.extent(0) / kSmallBlock), ProgramIds<kSmallBlock>{}, out);
}
