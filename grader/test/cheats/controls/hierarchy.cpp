// Host code with virtual functions, multiple inheritance, run-time types, and a kernel from a
// template with a template parameter.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <memory>
#include <typeinfo>

using namespace kw;

template <int N>
struct block {
  static constexpr int elements = N;
};

template <template <int> class Block, int N>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * Block<N>::elements + tl.arange(size<Block<N>::elements>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
struct operation {
  virtual ~operation() = default;
  virtual void run(view<const float>, view<const float>, view<float>) const = 0;
};
struct named {
  virtual ~named() = default;
  virtual const char* name() const { return typeid(*this).name(); }
};
struct addition : operation, named {
  void run(view<const float> x, view<const float> y, view<float> out) const override {
    launch(out.device(), grid(out.extent(0) / lesson01::kBlockSize),
           VectorAdd<block, lesson01::kBlockSize>{}, x, y, out);
  }
};
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const std::unique_ptr<operation> one = std::make_unique<addition>();
  const auto* other = dynamic_cast<const named*>(one.get());
  if (other != nullptr && other->name() != nullptr) {
    one->run(x, y, out);
  }
}
