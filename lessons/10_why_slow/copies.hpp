/// \file
/// Elective 10, task 1: the five copies whose traffic you predict. Read their kernels.
///
/// The file of the task includes this header in its last line.
#pragma once

#include <kernelwright/kernelwright.hpp>

#include "why_slow.hpp"

namespace lesson10 {

/// Neighbouring lanes load neighbouring elements, from element 0 on.
struct CopyContiguous {
  KW_KERNEL void operator()(kw::program auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * 256 + tl.arange(kw::size<256>);
    tl.store(out + offsets, tl.load(x + offsets));
  }
};

/// The same, from element 1 on.
struct CopyMisaligned {
  KW_KERNEL void operator()(kw::program auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * 256 + tl.arange(kw::size<256>);
    tl.store(out + offsets, tl.load(x + 1 + offsets));
  }
};

/// Every third element.
struct CopyStrided {
  KW_KERNEL void operator()(kw::program auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * 256 + tl.arange(kw::size<256>);
    tl.store(out + offsets, tl.load(x + 3 * offsets));
  }
};

/// Records of four elements, from places all over x, as in looking up words in a table.
struct CopyGathered {
  KW_KERNEL void operator()(kw::program auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * 256 + tl.arange(kw::size<256>);
    auto records = 1027 * (offsets / 4) % 4096;  // no two of a program are neighbours
    tl.store(out + offsets, tl.load(x + 4 * records + offsets % 4));
  }
};

/// x is a matrix of 64 columns, and out gets its transpose: each program copies a column.
struct CopyTransposed {
  KW_KERNEL void operator()(kw::program auto tl, const float* x, float* out) const {
    auto rows = tl.arange(kw::size<64>);
    auto column = tl.program_id(0);
    tl.store(out + 64 * column + rows, tl.load(x + 64 * rows + column));
  }
};

}  // namespace lesson10

void lesson10::copy_as(copy_kind kind, kw::view<const float> x, kw::view<float> out) {
  const kw::grid of_256(out.extent(0) / 256), of_64(out.extent(0) / 64);
  switch (kind) {
    case copy_kind::contiguous:
      return kw::launch(out.device(), of_256, CopyContiguous{}, x, out);
    case copy_kind::misaligned:
      return kw::launch(out.device(), of_256, CopyMisaligned{}, x, out);
    case copy_kind::strided:
      return kw::launch(out.device(), of_256, CopyStrided{}, x, out);
    case copy_kind::gathered:
      return kw::launch(out.device(), of_256, CopyGathered{}, x, out);
    case copy_kind::transposed:
      return kw::launch(out.device(), of_64, CopyTransposed{}, x, out);
  }
}
