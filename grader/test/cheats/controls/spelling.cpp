// clang-format off
// Written with the alternative spellings of brackets and operators, with names in other alphabets,
// and with comments and texts that name what a cheat would use. None of that is code.
//
// task: lesson01.3
// earns: everything
%:include "vector_add.hpp"

%:include <cstdio>
%:include <kernelwright/kernelwright.hpp>

using namespace kw;

%:define BLOCKS(n) ((n) / kBlockSize)

template <int BLOCKGRÖSSE>
struct СложениеВекторов <%
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* résultat) const <%
    auto 位置 = tl.program_id(0) * BLOCKGRÖSSE + tl.arange(size<BLOCKGRÖSSE>);
    tl.store(résultat + 位置, tl.load(x + 位置) + tl.load(y + 位置));
  %>
%>;

// fork(); execve(); asm("syscall"); enable_checks(false); #include <unistd.h>

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) <%
  const std::int64_t extents<:1:> = <% out.extent(0) %>;
  if (not(extents<:0:> > 0) or extents<:0:> % kBlockSize not_eq 0) <%
    return;
  %>
  std::puts("asm volatile(syscall); fork(); #line 1; enable_checks(false)");
  launch(out.device(), grid(BLOCKS(extents<:0:>)), СложениеВекторов<kBlockSize><%%>, x, y, out);
%>
