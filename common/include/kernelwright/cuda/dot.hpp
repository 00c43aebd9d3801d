/// \file
/// tl.dot on a GPU: operands in registers go through shared memory, in slices of K if they do not
/// fit, and the product is added in the accumulator's own registers.
#pragma once
#include "kernelwright/cuda/dot_ffma.hpp"
#include "kernelwright/cuda/dot_mma.hpp"

namespace kw::cuda {

/// Tensor cores that mma.sync can use.
constexpr bool has_mma() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  return false;
#else
  return true;
#endif
}

/// Tensor cores that multiply float8, from sm_89 on.
constexpr bool has_float8_mma() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 890
  return false;
#else
  return true;
#endif
}

/// A tile of one step of a stream: row-major in shared memory, or the transpose of what is there.
/// Copying it copies no elements.
template <class Backend, class T, class Shape, bool Transposed = false>
struct staged_tile {
  using is_stream_tile = void;
  using value_type = T;
  using shape_type = Shape;
  using shape_in_memory =
      std::conditional_t<Transposed, core::tile_shape<Shape::d1, Shape::d0>, Shape>;
  static constexpr bool kTransposed = Transposed;

  shared_rows<T, shape_in_memory::d0, shape_in_memory::d1> memory;

  /// A tile is valid until its call of the body returns, whatever uses it.
  KW_HD const staged_tile& kept() const { return *this; }
  KW_HD auto transposed() const {
    return staged_tile<Backend, T, core::tile_shape<Shape::d1, Shape::d0>, !Transposed>{
        {memory.bytes}};
  }
  KW_HD auto in_registers() const {
    using Layout = typename Backend::template default_layout<shape_in_memory>;
    if constexpr (Transposed) {
      return core::transpose(memory.template load<Layout>());
    } else {
      return memory.template load<Layout>();
    }
  }
};

template <class X>
inline constexpr bool is_staged_tile = false;
template <class Backend, class T, class Shape, bool Transposed>
inline constexpr bool is_staged_tile<staged_tile<Backend, T, Shape, Transposed>> = true;

/// K of the largest slice of operands that fits in shared memory.
template <int Extents, int K, int ElementBytes, class Memory>
constexpr int slice_of_k() {
  int k = K;
  while (k > 16 && Extents * k * ElementBytes > 2 * Memory::kHalfBytes) {
    k /= 2;
  }
  static_assert(Extents * 16 * ElementBytes <= 2 * Memory::kHalfBytes,
                "kernelwright: the operands of this tl.dot are too large for shared memory. Take "
                "tiles with fewer rows or columns.");
  return k;
}

/// Is a tile contiguous along its columns in a thread's registers?
template <class X>
inline constexpr bool columns_together =
    X::layout_type::axis1::kVector >= X::layout_type::axis0::kVector;

/// acc += a b on the ordinary units; a is (M, K) and b, transposed, (N, K).
template <class Memory, class A, class B, class R, class Shape, class L>
KW_HD void add_on_ordinary_units(const Memory& memory, const A& a, const B& b,
                                 core::tile<R, Shape, L>& acc) {
  constexpr int K = A::shape_type::d1;
  constexpr int slice = slice_of_k<Shape::d0 + Shape::d1, K, static_cast<int>(sizeof(R)), Memory>();
  using RowsOfA = gathered_rows<R, gathered_axis<typename L::axis0>, slice, columns_together<A>>;
  using RowsOfB = gathered_rows<R, gathered_axis<typename L::axis1>, slice, columns_together<B>>;
  KW_UNROLL
  for (int first = 0; first < K; first += slice) {
    unsigned char* space = memory.template space_for_operands<RowsOfA::kBytes + RowsOfB::kBytes>();
    const RowsOfA of_a{reinterpret_cast<R*>(space)};
    const RowsOfB of_b{reinterpret_cast<R*>(space + RowsOfA::kBytes)};
    of_a.store(a, first);
    of_b.store(b, first);
    L::backend::team::barrier();
    add_gathered_product<slice>(of_a, of_b, acc);
  }
}

/// Can fragments be read from a stream's (extent, K) tile as it is? Not if bytes go across K.
template <class X>
constexpr bool lies_as_fragments() {
  if constexpr (is_staged_tile<X>) {
    return !X::kTransposed || sizeof(typename X::value_type) > 1;
  } else {
    return true;
  }
}

/// Where the fragments of a (M, K) come from.
template <class L, int Slice, class A>
KW_HD auto left_source(const A& a, unsigned char* space, int first) {
  using T = typename A::value_type;
  constexpr int M = A::shape_type::d0, K = A::shape_type::d1;
  const int row = L::axis0::of_thread(L::backend::thread() & ~31);
  if constexpr (is_staged_tile<A>) {
    using Fragments = left_fragments<T, M, K, !A::kTransposed>;
    return shared_source<Fragments, typename L::axis0>{Fragments(a.memory.bytes, row), first};
  } else if constexpr (holds_fragments<typename L::axis0, T, typename A::layout_type, K>) {
    return held_source<T, typename A::shape_type, typename A::layout_type>{a, first};
  } else {
    using Fragments = left_fragments<T, M, Slice, sizeof(T) == 1 || columns_together<A>>;
    return staged_source<Fragments, typename L::axis0, A>{Fragments(space, row), a, first};
  }
}
/// The same of b, as (N, K).
template <class L, int Slice, class B>
KW_HD auto right_source(const B& b, unsigned char* space, int first) {
  using T = typename B::value_type;
  constexpr int N = B::shape_type::d0, K = B::shape_type::d1;
  constexpr int groups = smaller(2, L::kRegisters1 / 2);
  const int column = L::axis1::of_thread(L::backend::thread() & ~31);
  if constexpr (is_staged_tile<B>) {
    using Fragments = right_fragments<T, N, K, !B::kTransposed, groups>;
    return shared_source<Fragments, typename L::axis1>{Fragments(b.memory.bytes, column), first};
  } else {
    using Fragments = right_fragments<T, N, Slice, sizeof(T) == 1 || columns_together<B>, groups>;
    return staged_source<Fragments, typename L::axis1, B>{Fragments(space, column), b, first};
  }
}

/// acc += a b on the tensor cores; a is (M, K) and b, transposed, (N, K).
template <int Precision, class Memory, class A, class B, class R, class Shape, class L>
KW_HD void add_on_tensor_cores(const Memory& memory, const A& a, const B& b,
                               core::tile<R, Shape, L>& acc) {
  using T = typename A::value_type;
  constexpr int K = A::shape_type::d1;
  constexpr bool a_is_staged = decltype(left_source<L, K>(a, nullptr, 0))::kBytes > 0;
  constexpr bool b_is_staged = !is_staged_tile<B>;
  constexpr int extents = (a_is_staged ? Shape::d0 : 0) + (b_is_staged ? Shape::d1 : 0);
  constexpr int slice = slice_of_k<extents, K, static_cast<int>(sizeof(T)), Memory>();
  KW_UNROLL
  for (int first = 0; first < K; first += slice) {
    unsigned char* space = nullptr;
    if constexpr (extents > 0) {
      space = memory.template space_for_operands<extents * slice* static_cast<int>(sizeof(T))>();
    }
    const auto of_a = left_source<L, slice>(a, space, first);
    const auto of_b = right_source<L, slice>(b, space + of_a.kBytes, first);
    of_a.stage();
    of_b.stage();
    if constexpr (extents > 0) {
      L::backend::team::barrier();
    }
    add_fragment_products<T, Precision, slice>(of_a, of_b, acc);
  }
}

/// A stream's tile moves to registers if no fragments can be read from it.
template <bool AsItLies, class X>
KW_HD decltype(auto) as_operand(const X& x) {
  if constexpr (is_staged_tile<X> && !AsItLies) {
    return x.in_registers();
  } else {
    return (x);
  }
}
template <class X>
KW_HD auto transposed_operand(const X& x) {
  if constexpr (is_staged_tile<X>) {
    return x.transposed();
  } else {
    return core::transpose(x);
  }
}

/// acc += a b, with acc in the accumulator's layout.
template <int Precision, class Memory, class A, class B, class R, class Shape, class L>
KW_HD void add_product(const Memory& memory, const A& a, const B& b, core::tile<R, Shape, L>& acc) {
  using T = typename A::value_type;
  constexpr bool on_tensor_cores = has_mma() && !std::is_same_v<T, double> &&
                                   !(std::is_same_v<T, float> && Precision == core::kIeee);
  const auto transposed_b = transposed_operand(b);  // both operands are (extent, K) from here
  using BT = std::remove_const_t<decltype(transposed_b)>;
  if constexpr (on_tensor_cores) {
    add_on_tensor_cores<Precision>(memory, as_operand<lies_as_fragments<A>()>(a),
                                   as_operand<lies_as_fragments<BT>()>(transposed_b), acc);
  } else {
    add_on_ordinary_units(memory, as_operand<false>(a), as_operand<false>(transposed_b), acc);
  }
}

/// An axis that continues in more registers of each thread.
template <class Axis, int Times>
struct continued_axis;
template <class... Digits, int Times>
struct continued_axis<core::axis_layout<Digits...>, Times> {
  using type = core::axis_of<Digits..., core::in_registers<Times>>;
};

/// An operand with at least Rows rows and Columns columns. Along K the new elements are zero. Along
/// the other axis (KAxis says which one K is) they repeat the existing ones: the sum then repeats
/// as well, so all threads of a small accumulator hold copies.
template <int Rows, int Columns, int KAxis, class T, class Shape, class L>
KW_HD auto padded_operand(const core::tile<T, Shape, L>& x) {
  constexpr int M = larger(Rows, Shape::d0), N = larger(Columns, Shape::d1);
  using Layout = core::layout<typename L::backend,
                              typename continued_axis<typename L::axis0, M / Shape::d0>::type,
                              typename continued_axis<typename L::axis1, N / Shape::d1>::type>;
  core::tile<T, core::tile_shape<M, N>, Layout> result;
  KW_UNROLL
  for (int r0 = 0; r0 < Layout::kRegisters0; ++r0) {
    KW_UNROLL
    for (int r1 = 0; r1 < Layout::kRegisters1; ++r1) {
      const bool is_zero = KAxis == 0 ? r0 >= L::kRegisters0 : r1 >= L::kRegisters1;
      const int from = r0 % L::kRegisters0 * L::kRegisters1 + r1 % L::kRegisters1;
      result.values[r0 * Layout::kRegisters1 + r1] = is_zero ? T{} : x.values[from];
    }
  }
  return result;
}

/// acc += a b for operands of any size, including those smaller than what tensor cores multiply.
/// The accumulator of a small product is the part of a larger one's that differs.
template <int Precision, class Memory, class A, class B, class R, class Shape, class L>
KW_HD void add_product_of_any_size(const Memory& memory, const A& a, const B& b,
                                   core::tile<R, Shape, L>& acc) {
  using OfA = core::value_of<A>;
  using OfB = core::value_of<B>;
  constexpr int M = larger(16, Shape::d0), N = larger(8, Shape::d1);
  constexpr int least_k = sizeof(OfA) == 1 ? 32 : 16;
  if constexpr (core::float8_type<OfA> && !(has_float8_mma() && std::is_same_v<OfA, OfB>)) {
    // A float16 holds every number of both types.
    add_product_of_any_size<Precision>(memory, as_operand<false>(a).to(float16),
                                       as_operand<false>(b).to(float16), acc);
  } else if constexpr (M == Shape::d0 && N == Shape::d1 && core::shape_of<A>::d1 >= least_k) {
    add_product<Precision>(memory, a, b, acc);
  } else {
    using Padded = core::tile_shape<M, N>;
    using Layout = typename L::backend::template accumulator_layout<Padded>;
    core::tile<R, Padded, Layout> sum;
    KW_UNROLL
    for (int r = 0; r < Layout::kRegisters; ++r) {
      const int r0 = r / Layout::kRegisters1, r1 = r % Layout::kRegisters1;
      sum.values[r] = acc.values[r0 % L::kRegisters0 * L::kRegisters1 + r1 % L::kRegisters1];
    }
    add_product<Precision>(memory, padded_operand<16, least_k, 1>(as_operand<false>(a)),
                           padded_operand<least_k, 8, 0>(as_operand<false>(b)), sum);
    KW_UNROLL
    for (int r = 0; r < L::kRegisters; ++r) {
      const int r0 = r / L::kRegisters1, r1 = r % L::kRegisters1;
      acc.values[r] = sum.values[r0 * Layout::kRegisters1 + r1];
    }
  }
}

}  // namespace kw::cuda
