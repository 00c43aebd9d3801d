// Lesson 16, task 6: repair four patients whose work is divided badly.
// Page: lessons/16_clinic/README.md   Check while you edit: ./course watch lesson16.6
//
//   add_relu: max(a + b, 0)                       vector_sum: out[0] += x[0] + x[1] + ...
//   add_bias: out[r, c] = x[r, c] + b[c]          product: c = a b
//
// The bars are in lessons/16_clinic/clinic.hpp. Each patient has one fault.
#include "clinic.hpp"

using namespace kw;

//{ solution
constexpr int kPrograms = 64, kBiasRows = 16, kTile = 64;
//| constexpr int kPrograms = 1, kBiasRows = 1, kTile = 16;
//}

struct AddRelu {
  KW_KERNEL void operator()(program auto tl, const float* a, const float* b, float* out,
                            int n) const {
    // TODO(lesson16.6): what could be done with the sum while the program still has it?
    auto offsets = tl.program_id(0) * 256 + tl.arange(size<256>);
    auto mask = offsets < n;
    auto sum = tl.load(a + offsets, mask) + tl.load(b + offsets, mask);
    //{ solution
    tl.store(out + offsets, tl.maximum(sum, 0.0f), mask);
    //| tl.store(out + offsets, sum, mask);
    //}
  }
};

//{ solution
//| struct ReluInPlace {
//|   KW_KERNEL void operator()(program auto tl, float* out, int n) const {
//|     auto offsets = tl.program_id(0) * 256 + tl.arange(size<256>);
//|     tl.store(out + offsets, tl.maximum(tl.load(out + offsets, offsets < n), 0.0f), offsets < n);
//|   }
//| };
//|
//}
struct VectorSum {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    // TODO(lesson16.6): with more programs, which blocks are this one's, and what happens to out?
    auto sums = tl.zeros(size<256>);
    //{ solution
    int begin = tl.program_id(0) * 256, step = tl.num_programs(0) * 256;
    //| int begin = 0, step = 256;
    //}
    for (int start = begin; start < n; start += step) {
      auto offsets = start + tl.arange(size<256>);
      sums += tl.load(x + offsets, offsets < n, 0.0f);
    }
    //{ solution
    tl.atomic_add(out, tl.sum(sums));
    //| tl.store(out, tl.load(out) + tl.sum(sums));
    //}
  }
};

struct AddBias {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const float* b,
                            array<float, 2> out) const {
    // TODO(lesson16.6): how many rows use what this program has loaded of b? See kBiasRows above.
    auto cols = tl.arange(size<1024>);
    auto bias = tl.load(b + cols, cols < x.columns());
    for (int i = 0; i < kBiasRows; ++i) {
      auto row = tl.program_id(0) * kBiasRows + i;
      auto mask = (cols < x.columns()) & (row < x.rows());
      tl.store(out.row(row) + cols, tl.load(x.row(row) + cols, mask) + bias, mask);
    }
  }
};

void lesson16::add_relu(view<const float> a, view<const float> b, view<float> out) {
  const int n = narrow<int>(out.extent(0));
  launch(out.device(), grid(cdiv(n, 256)), AddRelu{}, a, b, out, n);
  //{ solution
  //| launch(out.device(), grid(cdiv(n, 256)), ReluInPlace{}, out, n);
  //}
}

#include "launch_repair_launches.hpp"  // the product, and the launches that use the constants
