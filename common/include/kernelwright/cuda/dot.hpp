/// \file
/// tl.dot on a GPU, for tiles in registers: operands go through shared memory, in slices of K where
/// they do not fit, and the product is added where the accumulator lies.
#pragma once
#include "kernelwright/cuda/dot_ffma.hpp"
#include "kernelwright/cuda/dot_mma.hpp"

namespace kw::cuda {

/// Tensor cores that mma.sync drives.
constexpr bool has_mma() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  return false;
#else
  return true;
#endif
}

/// K of the largest slice of operands that fits shared memory.
template <int M, int N, int K, int ElementBytes, class Memory>
constexpr int slice_of_k() {
  int k = K;
  while (k > 16 && (M + N) * k * ElementBytes > 2 * Memory::kHalfBytes) {
    k /= 2;
  }
  return k;
}

/// Is a tile contiguous along its columns, in a thread's registers?
template <class X>
inline constexpr bool columns_together =
    X::layout_type::axis1::kVector >= X::layout_type::axis0::kVector;

/// acc += a b, with acc in the accumulator's layout.
template <int Precision, class Memory, class T, class ShapeA, class LA, class ShapeB, class LB,
          class R, class Shape, class L>
KW_HD void add_product(const Memory& memory, const core::tile<T, ShapeA, LA>& a,
                       const core::tile<T, ShapeB, LB>& b, core::tile<R, Shape, L>& acc) {
  constexpr int M = Shape::d0, N = Shape::d1, K = ShapeA::d1;
  constexpr bool on_tensor_cores =
      has_mma() && !(std::is_same_v<T, float> && Precision == core::kIeee);
  constexpr bool a_is_held = on_tensor_cores && holds_fragments<typename L::axis0, T, LA, K>;
  constexpr int element_bytes = on_tensor_cores ? static_cast<int>(sizeof(T)) : 4;
  constexpr int slice = slice_of_k < a_is_held ? 0 : M, N, K, element_bytes, Memory > ();
  static_assert((M + N) * slice * element_bytes <= 2 * Memory::kHalfBytes,
                "kernelwright: the operands of this tl.dot are too large for shared memory. Take "
                "tiles with fewer rows or columns.");
  const auto transposed_b = core::transpose(b);  // (N, K): both operands are (extent, K) from here
  using BT = std::remove_const_t<decltype(transposed_b)>;
  const int warp = L::backend::thread() & ~31;
  KW_UNROLL
  for (int first = 0; first < K; first += slice) {
    if constexpr (!on_tensor_cores) {
      using A = gathered_rows<R, gathered_axis<typename L::axis0>, slice,
                              columns_together<core::tile<T, ShapeA, LA>>>;
      using B = gathered_rows<R, gathered_axis<typename L::axis1>, slice, columns_together<BT>>;
      unsigned char* space = memory.template space_for_operands<A::kBytes + B::kBytes>();
      const A of_a{reinterpret_cast<R*>(space)};
      const B of_b{reinterpret_cast<R*>(space + A::kBytes)};
      of_a.store(a, first);
      of_b.store(transposed_b, first);
      L::backend::team::barrier();
      add_gathered_product<slice>(of_a, of_b, acc);
    } else {
      using A = left_fragments<T, M, slice,
                               sizeof(T) == 1 || columns_together<core::tile<T, ShapeA, LA>>>;
      using B = right_fragments<T, N, slice, sizeof(T) == 1 || columns_together<BT>,
                                smaller(2, L::kRegisters1 / 2)>;
      constexpr int bytes_of_a = a_is_held ? 0 : A::kBytes;
      unsigned char* space = memory.template space_for_operands<bytes_of_a + B::kBytes>();
      const B of_b(space + bytes_of_a, L::axis1::of_thread(warp));
      of_b.store(transposed_b, first);
      if constexpr (a_is_held) {
        L::backend::team::barrier();
        const held_fragments<T, ShapeA, LA> of_a{a, first};
        add_fragment_products<T, Precision, slice>(of_a, of_b, acc);
      } else {
        const A of_a(space, L::axis0::of_thread(warp));
        of_a.store(a, first);
        L::backend::team::barrier();
        add_fragment_products<T, Precision, slice>(of_a, of_b, acc);
      }
    }
  }
}

}  // namespace kw::cuda
