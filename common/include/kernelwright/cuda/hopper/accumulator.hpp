/// \file
/// Sums of products that may still be in flight.
#pragma once
#include "kernelwright/core/reduce.hpp"
#include "kernelwright/cuda/hopper/instructions.hpp"

namespace kw::cuda::hopper {

/// Tells the compiler that these registers change here.
template <class T, class Shape, class Layout>
KW_HD void redefine([[maybe_unused]] core::tile<T, Shape, Layout>& tile) {
#ifdef __CUDA_ARCH__
  KW_UNROLL
  for (int r = 0; r < Layout::kRegisters; ++r) {
    if constexpr (std::is_same_v<T, float>) {
      asm volatile("" : "+f"(tile.values[r])::"memory");
    } else {
      asm volatile("" : "+r"(tile.values[r])::"memory");
    }
  }
#endif
}

/// A tile that wgmma adds to. Every read of it waits until nothing is in flight, so a kernel cannot
/// see an unfinished sum; `acc = tl.dot(a, b, acc)` does not read it.
template <class T, class Shape, class Layout>
class accumulator : public core::deferred_face<accumulator<T, Shape, Layout>> {
 public:
  using is_register_tile = void;
  using is_deferred_tile = void;
  using is_accumulator = void;
  using value_type = T;
  using shape_type = Shape;
  using layout_type = Layout;
  using tile_type = core::tile<T, Shape, Layout>;

  KW_HD accumulator() : tile_{} {}
  KW_HD accumulator(const tile_type& tile) : tile_(tile) {}
  KW_HD accumulator(const accumulator& other) : tile_(other.settled()) {}
  KW_HD accumulator& operator=(const accumulator& other) {
    if (this != &other) {
      tile_ = other.settled();
    }
    return *this;
  }
  KW_HD accumulator& operator=(const tile_type& tile) {
    wait_for_products<0>();  // one in flight would overwrite it
    tile_ = tile;
    return *this;
  }

  /// Values that are elsewhere move here.
  template <core::any_tile Other>
  requires(std::is_same_v<core::value_of<Other>, T>&& std::is_same_v<core::shape_of<Other>, Shape>)
      KW_HD accumulator&
      operator=(const Other& other) {
    wait_for_products<0>();
    tile_ = other;
    return *this;
  }

  /// The finished sum.
  KW_HD const tile_type& settled() const {
    wait_for_products<0>();
    redefine(tile_);
    return tile_;
  }
  /// The registers, for products to add to.
  KW_HD tile_type& registers() { return tile_; }

  template <class To>
  KW_HD auto in_layout() const {
    if constexpr (std::is_same_v<To, Layout>) {
      return settled();
    } else {
      return Layout::backend::template convert_layout<To>(settled());
    }
  }
  KW_HD auto transposed() const { return core::transpose(settled()); }

 private:
  mutable tile_type tile_;
};

template <class T>
concept accumulator_in_flight = requires {
  typename T::is_accumulator;
};

}  // namespace kw::cuda::hopper
