// clang-format off
// Written on Windows: lines end with two characters, tabs indent, comments are in other alphabets,
// a line is continued, and the last one has no end.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <algorithm>
#include <kernelwright/kernelwright.hpp>

using namespace kw;

// Größe eines Blocks: 1024 Elemente. Σ ≤ ∞ — 日本語, 😀
template <int BLOCK_SIZE>
struct VectorAdd {
	KW_KERNEL void operator()(program auto tl, const float* x,	 	
	                          const float* y, float* out) const {
		auto offsets = tl.program_id(0) * BLOCK_SIZE \
		               + tl.arange(size<BLOCK_SIZE>);
		auto sum = tl.load(x + offsets) + tl.load(y + offsets);	
		tl.store(out + offsets, sum);
	}
};

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
	const std::int64_t blocks = std::max<std::int64_t>(out.extent(0) / kBlockSize, 0);
	launch(out.device(), grid(blocks), VectorAdd<kBlockSize>{}, x, y, out);
}