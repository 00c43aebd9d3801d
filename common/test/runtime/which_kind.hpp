// A kernel that tells whether it was compiled to be measured, for two files that are compiled in
// both ways and linked into one program.
#pragma once
#include <gtest/gtest.h>

#include "kernelwright/kernelwright.hpp"
#include "kernelwright/runtime/buffer.hpp"

namespace runtime_test {

struct WhichKind {
  KW_KERNEL void operator()(kw::program auto tl, int* out) const {
    tl.store(out, kw::core::kIsMeasured ? 1 : 2);
  }
};

/// Inline functions, as kw::launch is one, are part of both files.
inline __attribute__((always_inline)) int kind_of_launch() {
  const kw::buffer<int> out(kw::cpu_device, {1});
  kw::launch(kw::cpu_device, kw::grid(1), WhichKind{}, out.view());
  return out.download().front();
}

}  // namespace runtime_test
