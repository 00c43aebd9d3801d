/// \file
/// Products of batches of matrices: tiles of more than two axes, with a matrix in the last two.
#pragma once
#include "kernelwright/core/axes.hpp"
#include "kernelwright/core/dot.hpp"
#include "kernelwright/core/source_place.hpp"

namespace kw::core {

/// The last two extents, and how many such matrices there are.
template <class Shape>
struct batch {
  static constexpr int rows = extents<Shape>::from_the_end(1);
  static constexpr int columns = Shape::d1;
  static constexpr int count = Shape::d0 / rows;
  using matrix = tile_shape<rows, columns>;
};

/// Each thread holds its part of every matrix, one matrix after the other.
template <class L, int Count>
using stacked_layout =
    layout<typename L::backend, joined_axes_t<typename L::axis0, axis_layout<in_registers<Count>>>,
           typename L::axis1>;

/// The layout in which tl.dot leaves a batch of matrices.
template <class Backend, class Shape>
using batch_accumulator_layout =
    stacked_layout<typename Backend::template accumulator_layout<typename batch<Shape>::matrix>,
                   batch<Shape>::count>;

/// Matrix number k of a stacked batch.
template <class L, class T, class Shape, class Stacked>
KW_TILE_OP auto matrix_of_batch(const tile<T, Shape, Stacked>& x, int k) {
  tile<T, typename batch<Shape>::matrix, L> result;
  KW_UNROLL
  for (int r = 0; r < L::kRegisters; ++r) {
    result.values[r] = x.values[k * L::kRegisters + r];
  }
  return result;
}

/// The batches that are passed to tl.dot.
template <class A, class B>
struct these_two_batches_are_multiplied {
  static constexpr bool fits = [] {
    bool all = A::rank == B::rank;
    for (int k = 2; k < A::rank; ++k) {
      all = all && extents<A>::from_the_end(k) == extents<B>::from_the_end(k);
    }
    return all;
  }();
  static_assert(
      fits,
      "kernelwright: tl.dot multiplies as many matrices as there are in both tiles: (B, M, "
      "K) by (B, K, N) makes (B, M, N).");
};

template <int N, class Shape>
using batch_product_shape = with_extent<Shape, Shape::rank - 1, N>;

/// acc + a b, for each matrix of the batch, in the layout of products.
template <class Backend, class Tl, class A, class B, class R, class Shape, class Stacked, int P>
KW_TILE_OP void add_products_of_batch(const Tl& tl, const A& a, const B& b,
                                      tile<R, Shape, Stacked>& acc, input_precision<P> precision,
                                      source_place at) {
  using BatchA = batch<shape_of<A>>;
  using BatchB = batch<shape_of<B>>;
  using LA = typename Backend::template default_layout<typename BatchA::matrix>;
  using LB = typename Backend::template default_layout<typename BatchB::matrix>;
  using LC = typename Backend::template accumulator_layout<typename batch<Shape>::matrix>;
  const auto& stacked_a = in_layout<stacked_layout<LA, BatchA::count>>(a);
  const auto& stacked_b = in_layout<stacked_layout<LB, BatchB::count>>(b);
  KW_UNROLL
  for (int k = 0; k < BatchA::count; ++k) {
    const auto one_a = matrix_of_batch<LA>(stacked_a, k);
    const auto one_b = matrix_of_batch<LB>(stacked_b, k);
    check_dot<std::remove_const_t<decltype(one_a)>, std::remove_const_t<decltype(one_b)>>();
    auto before = matrix_of_batch<LC>(acc, k);
    const auto sum = tl.multiply_add(one_a, one_b, before, precision, at);
    KW_UNROLL
    for (int r = 0; r < LC::kRegisters; ++r) {
      acc.values[k * LC::kRegisters + r] = sum.values[r];
    }
  }
}

template <class Backend, class T, class Shape>
KW_TILE_OP auto batch_accumulator() {
  using Layout = batch_accumulator_layout<Backend, Shape>;
  return map_readable<T, Shape, Layout>(convert_to<T>{}, T{});
}

/// acc + a b, where acc may be in another layout.
template <class Backend, class Tl, class A, class B, class Acc, int P>
KW_TILE_OP Acc multiply_add_batch(const Tl& tl, const A& a, const B& b, const Acc& acc,
                                  input_precision<P> precision, source_place at) {
  (void)these_two_batches_are_multiplied<shape_of<A>, shape_of<B>>{};
  using R = dot_result_t<value_of<A>>;
  using Product = batch_product_shape<shape_of<B>::d1, shape_of<A>>;
  static_assert(std::is_same_v<value_of<Acc>, R>,
                "kernelwright: the accumulator of tl.dot is float32 (int32 for int8 operands, "
                "float64 for float64)");
  static_assert(std::is_same_v<shape_of<Acc>, Product>,
                "kernelwright: the accumulator of tl.dot has another shape than the product. (B, "
                "M, K) by (B, K, N) adds to (B, M, N).");
  tile<R, Product, batch_accumulator_layout<Backend, Product>> sum =
      in_layout<batch_accumulator_layout<Backend, Product>>(acc);
  add_products_of_batch<Backend>(tl, materialised<Backend>(a), materialised<Backend>(b), sum,
                                 precision, at);
  return in_layout<typename Acc::layout_type>(sum);
}

template <class Backend, class Tl, class A, class B, int P>
KW_TILE_OP auto multiply_batch(const Tl& tl, const A& a, const B& b, input_precision<P> precision,
                               source_place at) {
  using Product = batch_product_shape<shape_of<B>::d1, shape_of<A>>;
  const auto zeros = batch_accumulator<Backend, dot_result_t<value_of<A>>, Product>();
  return multiply_add_batch<Backend>(tl, a, b, zeros, precision, at);
}

}  // namespace kw::core
