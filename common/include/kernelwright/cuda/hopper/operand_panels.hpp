/// \file
/// Operands of products from registers to shared memory, in the panels that wgmma reads.
#pragma once
#include "kernelwright/cuda/dot.hpp"
#include "kernelwright/cuda/hopper/product.hpp"

namespace kw::cuda::hopper {

/// An operand in panels: row-major of Shape, or the transpose of what is stored.
template <class T, class Shape, bool Transposed>
struct panel_operand {
  using is_shared_tile = void;
  using value_type = T;
  using panels_type = panels<T, Shape, 1>;
  static constexpr bool kTransposed = Transposed;
  using shape_type = std::conditional_t<Transposed, core::tile_shape<Shape::d1, Shape::d0>, Shape>;

  shared_address data;
};

/// How an operand X of a product goes to panels, Slice of its K at a time. It is stored in the same
/// order as in registers: contiguous along the axis whose neighbours a thread holds.
template <class X, bool IsA, int Slice>
struct operand_slice {
  using T = typename X::value_type;
  using L = typename X::layout_type;
  static constexpr bool kTransposed = !columns_together<X>;
  static constexpr int kExtent = IsA ? X::shape_type::d0 : X::shape_type::d1;
  static constexpr bool kColumnsAreK = IsA != kTransposed;  ///< as stored
  using stored = std::conditional_t<kColumnsAreK, core::tile_shape<kExtent, Slice>,
                                    core::tile_shape<Slice, kExtent>>;
  using operand = panel_operand<T, stored, kTransposed>;
  using P = typename operand::panels_type;
  using row_axis = std::conditional_t<kTransposed, typename L::axis1, typename L::axis0>;
  using column_axis = std::conditional_t<kTransposed, typename L::axis0, typename L::axis1>;
  static constexpr int kVector = smaller(column_axis::kVector, 16 / static_cast<int>(sizeof(T)));

  static KW_HD operand at(shared_address data) { return operand{data}; }

  /// Copies coordinates [first, first + Slice) of K to shared memory at `to`.
  static KW_HD void store(const X& x, [[maybe_unused]] shared_address to, int first) {
    if (!L::is_owner()) {
      return;
    }
    const int i0 = row_axis::of_thread(L::backend::thread());
    const int j0 = column_axis::of_thread(L::backend::thread());
    constexpr int row_bits = next_power_of_two(stored::d0) - 1;  // there can be 192 rows
    const int origin = P::offset(i0 & row_bits, j0 & (stored::d1 - 1));
    KW_UNROLL
    for (int r = 0; r < row_axis::kRegisters; ++r) {
      KW_UNROLL
      for (int c = 0; c < column_axis::kRegisters; c += kVector) {
        const int i = row_axis::of_register(r), j = column_axis::of_register(c);
        const int along = kColumnsAreK ? j0 + j : i0 + i;
        constexpr bool is_whole = Slice == (IsA ? X::shape_type::d1 : X::shape_type::d0);
        if (is_whole || (along & ~(Slice - 1)) == first) {
          packet<T, kVector> values;
          KW_UNROLL
          for (int e = 0; e < kVector; ++e) {
            const int r0 = kTransposed ? c + e : r, r1 = kTransposed ? r : c + e;
            values.value[e] = x.values[r0 * L::kRegisters1 + r1];
          }
          // Thread and register determine different bits of the place: only the exclusive or of a
          // row with its pieces mixes them.
          const int step = P::offset(i & row_bits, j & (stored::d1 - 1));
          store_packet(to + static_cast<shared_address>((origin ^ (step & 0x70)) + (step & ~0x70)),
                       values);
        }
      }
    }
  }

 private:
  static KW_HD void store_packet([[maybe_unused]] shared_address to,
                                 [[maybe_unused]] const packet<T, kVector>& values) {
#ifdef __CUDA_ARCH__
    *reinterpret_cast<packet<T, kVector>*>(__cvta_shared_to_generic(to)) = values;
#endif
  }
};

/// The largest part of K whose operands fit in shared memory, for products of (M, K) and (K, N).
template <class A, class B, bool AIsStored>
constexpr int slice_of_panels(int available) {
  constexpr auto bytes = []<int K>(std::integral_constant<int, K>) {
    int sum = operand_slice<B, false, K>::P::kBytes;
    if constexpr (AIsStored) {
      sum += operand_slice<A, true, K>::P::kBytes;
    }
    return sum;
  };
  constexpr int K = A::shape_type::d1;
  if (bytes(std::integral_constant<int, K>{}) <= available) {
    return K;
  }
  if constexpr (K >= 32) {
    if (bytes(std::integral_constant<int, K / 2>{}) <= available) {
      return K / 2;
    }
  }
  if constexpr (K >= 64) {
    if (bytes(std::integral_constant<int, K / 4>{}) <= available) {
      return K / 4;
    }
  }
  return 0;
}

}  // namespace kw::cuda::hopper
