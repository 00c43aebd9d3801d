// Written with the alternative spellings of brackets and operators.
//
// task: lesson01.3
// half: after
// earns: everything
// clang-format off
%:include "vector_add.hpp"

%:include <kernelwright/kernelwright.hpp>

using namespace kw;

%:define BLOCKS(n) ((n) / kBlockSize)

template <int BLOCK_SIZE>
struct VectorAdd <%
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const <%
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  %>
%>;

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) <%
  const std::int64_t extents<:1:> = <% out.extent(0) %>;
  if (not(extents<:0:> > 0) or extents<:0:> % kBlockSize not_eq 0) <%
    return;
  %>
  launch(out.device(), grid(BLOCKS(extents<:0:>)), VectorAdd<kBlockSize><%%>, x, y, out);
%>
