// wrong: a + b * c + d: the parentheses are missing
// caught by: Fused.TwoBlocks
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

// Warm-up. out[i] is the number of the program that owns element i.
// Program p owns the block out[p * BLOCK_SIZE .. (p + 1) * BLOCK_SIZE - 1].
template <int BLOCK_SIZE>
struct ProgramIds {
  KW_KERNEL void operator()(auto tl, int* out) const {
    auto block_start = tl.program_id(0) * BLOCK_SIZE;
    auto number = tl.program_id(0);
    tl.store(out + block_start + tl.arange(size<BLOCK_SIZE>), number);
  }
};

void lesson01::program_ids(view<int> out) {
  launch(out.device(), grid(out.extent(0) / kSmallBlock), ProgramIds<kSmallBlock>{}, out);
}

// Warm-up. out[i] = i: the offsets are both where a program writes and what it writes.
template <int BLOCK_SIZE>
struct Offsets {
  KW_KERNEL void operator()(auto tl, int* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    tl.store(out + offsets, offsets);
  }
};

void lesson01::offsets(view<int> out) {
  launch(out.device(), grid(out.extent(0) / kSmallBlock), Offsets<kSmallBlock>{}, out);
}

// out[i] = x[i] + y[i]. No mask: the contract promises whole blocks.
template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto a = tl.load(x + offsets);
    auto b = tl.load(y + offsets);
    tl.store(out + offsets, a + b);
  }
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  auto programs = out.extent(0) / kBlockSize;
  launch(out.device(), grid(programs), VectorAdd<kBlockSize>{}, x, y, out);
}

// out[i] = (a[i] + b[i]) * c[i] + d[i]: the sum and the product stay in registers.
template <int BLOCK_SIZE>
struct Fused {
  KW_KERNEL void operator()(auto tl, const float* a, const float* b, const float* c, const float* d,
                            float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto product = tl.load(b + offsets) * tl.load(c + offsets);
    tl.store(out + offsets, tl.load(a + offsets) + product + tl.load(d + offsets));
  }
};

void lesson01::fused(view<const float> a, view<const float> b, view<const float> c,
                     view<const float> d, view<float> out) {
  launch(out.device(), grid(out.extent(0) / kBlockSize), Fused<kBlockSize>{}, a, b, c, d, out);
}

// Stretch. Vector add for any n. The last block may reach past the end, so a mask says which lanes
// take part.
template <int BLOCK_SIZE>
struct AnyLengthAdd {
  KW_KERNEL void operator()(auto tl, const float* a, const float* b, float* c, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = offsets < n;
    tl.store(c + offsets, tl.load(a + offsets, mask) + tl.load(b + offsets, mask), mask);
  }
};

// Raw pointers say neither how long they are nor where they live; views put both back.
extern "C" void solve(const float* a, const float* b, float* c, int n) {
  const device here = default_device();
  launch(here, grid(cdiv(n, lesson01::kBlockSize)), AnyLengthAdd<lesson01::kBlockSize>{},
         view<const float>(a, {n}, here), view<const float>(b, {n}, here),
         view<float>(c, {n}, here), n);
}
