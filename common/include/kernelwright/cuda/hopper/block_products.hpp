/// \file
/// `tl` on a Hopper GPU if a program is a thread block that loads for itself: products of 16-bit
/// floats run on wgmma. Operands in registers pass through shared memory, and the product stays in
/// flight while the next step's loads are in progress.
#pragma once
#include "kernelwright/cuda/context.hpp"
#include "kernelwright/cuda/hopper/accumulator.hpp"
#include "kernelwright/cuda/hopper/operand_panels.hpp"
#include "kernelwright/cuda/hopper/row_store.hpp"

namespace kw::cuda::hopper {

/// The threads of a program (the whole block), whose warpgroups multiply.
struct multiplying_block : whole_block {
  static constexpr bool kWarpgroups = true;
};

/// \brief A block's context whose warpgroups multiply.
template <int NumWarps, int VectorWidth>
class multiplying_context
    : public whole_block_context<multiplying_context<NumWarps, VectorWidth>,
                                 backend<NumWarps, VectorWidth, multiplying_block>, false> {
  using Backend = backend<NumWarps, VectorWidth, multiplying_block>;
  using base = whole_block_context<multiplying_context, Backend, false>;
  using memory = dot_memory<typename Backend::team>;
  template <class Shape>
  using accumulator_layout = typename Backend::template accumulator_layout<Shape>;

 public:
  template <class T, class Shape>
  KW_HD auto make_accumulator() const {
    if constexpr (std::is_same_v<T, float> && is_split_over_warpgroups<Shape>()) {
      core::tile<T, Shape, accumulator_layout<Shape>> zeros{};
      // The assembler takes known zeros for a second origin of the sum in a loop with branches, and
      // then completes each product before the next instruction (its C7515).
      redefine(zeros);
      return accumulator<T, Shape, accumulator_layout<Shape>>(zeros);
    } else {
      return base::template make_accumulator<T, Shape>();
    }
  }

  /// a b, complete.
  template <class A, class B, int P>
  KW_HD auto multiply(const A& a, const B& b, core::input_precision<P> precision,
                      source_place at) const {
    if constexpr (takes_wgmma<A, B>()) {
      using Shape = core::tile_shape<core::shape_of<A>::d0, core::shape_of<B>::d1>;
      core::tile<float, Shape, accumulator_layout<Shape>> result;
      issue(core::materialised<Backend>(a), core::materialised<Backend>(b), result, false);
      wait_for_products<0>();
      redefine(result);
      return result;
    } else {
      wait_for_products<0>();  // they read the memory that operands pass through
      return base::multiply(a, b, precision, at);
    }
  }
  /// acc + a b. The sum in an accumulator stays in flight, in place.
  template <class A, class B, class Acc, int P>
  KW_HD decltype(auto) multiply_add(const A& a, const B& b, Acc& acc,
                                    core::input_precision<P> precision, source_place at) const {
    if constexpr (accumulator_in_flight<Acc> && takes_wgmma<A, B>()) {
      issue(core::materialised<Backend>(a), core::materialised<Backend>(b), acc.registers(), true);
      return (acc);
    } else if constexpr (accumulator_in_flight<Acc>) {
      auto sum = acc.settled();
      acc = base::multiply_add(a, b, sum, precision, at);
      return (acc);
    } else if constexpr (takes_wgmma<A, B>()) {
      return Acc(acc + multiply(a, b, precision, at));
    } else {
      wait_for_products<0>();
      return base::multiply_add(a, b, acc, precision, at);
    }
  }

  template <class P, class Value, class Mask>
  KW_HD void store_tile(const P& pointers, const Value& value, const Mask& mask,
                        source_place at) const {
    if constexpr (goes_by_rows<P, Value, Mask>()) {
      using Layout = accumulator_layout<typename P::shape_type>;
      const auto& readable = core::in_layout<Layout>(value);
      const shared_address staging = space<2 * memory::kHalfBytes>();
      store_by_rows<Layout>(
          readable, pointers, mask,
          staging + static_cast<shared_address>(uniform_warpgroup() * runtime::kStagingPanel));
    } else {
      base::store_tile(pointers, value, mask, at);
    }
  }

 private:
  /// Does each warpgroup get blocks of 64 rows of such a product, and a column range for wgmma?
  template <class Shape>
  static constexpr bool is_split_over_warpgroups() {
    if constexpr (NumWarps % 4 == 0 && Shape::rank == 2 && Shape::d0 >= 64 && Shape::d1 >= 16) {
      using Layout = accumulator_layout<Shape>;
      constexpr int columns = Layout::kRegisters1 * 4;
      using fragments = typename Backend::template fragments<Shape>;
      return fragments::warps0 % 4 == 0 && columns >= (fragments::warps1 == 1 ? 16 : 64) &&
             columns <= 256;
    } else {
      return false;
    }
  }
  /// Does a product read this operand directly from registers?
  template <class A>
  static constexpr bool is_fragments() {
    using Shape = typename A::shape_type;
    if constexpr (Backend::template fragments<Shape>::warps1 == 1) {
      using Layout = accumulator_layout<Shape>;
      return std::is_same_v<typename A::layout_type::axis0, typename Layout::axis0> &&
             std::is_same_v<typename A::layout_type::axis1, typename Layout::axis1>;
    } else {
      return false;
    }
  }
  template <class X>
  using operand_type =
      std::remove_cvref_t<decltype(core::materialised<Backend>(std::declval<const X&>()))>;

  template <class A, class B>
  static constexpr int slice() {
    using OfA = operand_type<A>;
    using OfB = operand_type<B>;
    return slice_of_panels<OfA, OfB, !is_fragments<OfA>()>(2 * memory::kHalfBytes);
  }
  template <class A, class B>
  static constexpr bool takes_wgmma() {
    using Shape = core::tile_shape<core::shape_of<A>::d0, core::shape_of<B>::d1>;
    if constexpr (core::float16_type<core::value_of<A>> && !core::stream_tile<A> &&
                  !core::stream_tile<B> && is_split_over_warpgroups<Shape>()) {
      return slice<A, B>() >= 16;
    } else {
      return false;
    }
  }
  template <class P, class Value, class Mask>
  static constexpr bool goes_by_rows() {
    using Shape = typename P::shape_type;
    return is_split_over_warpgroups<Shape>() &&
           is_stored_by_rows<accumulator_layout<Shape>, P, Value, Mask>() &&
           NumWarps / 4 * runtime::kStagingPanel <= 2 * memory::kHalfBytes;
  }

  /// Memory that nothing reads any more, not even products in flight.
  template <int Bytes>
  KW_HD shared_address space() const {
    if (Bytes > memory::kHalfBytes || this->both_halves_taken()) {
      wait_for_products<0>();
    }
    return to_shared_address(this->template space_for_operands<Bytes>());
  }

  template <class A, class B, class Sum>
  KW_HD void issue(const A& a, const B& b, Sum& sum, bool keep) const {
    constexpr int slice_of_k = slice<A, B>();
    constexpr int slices = A::shape_type::d1 / slice_of_k;
    using SliceOfB = operand_slice<B, false, slice_of_k>;
    constexpr bool a_is_stored = !is_fragments<A>();
    KW_UNROLL
    for (int s = 0; s < slices; ++s) {
      if constexpr (a_is_stored) {
        using SliceOfA = operand_slice<A, true, slice_of_k>;
        const shared_address to = space<SliceOfA::P::kBytes + SliceOfB::P::kBytes>();
        SliceOfA::store(a, to, s * slice_of_k);
        SliceOfB::store(b, to + SliceOfA::P::kBytes, s * slice_of_k);
        publish_operands();
        issue_product(SliceOfA::at(to), SliceOfB::at(to + SliceOfA::P::kBytes), sum, keep || s > 0,
                      uniform_warpgroup());
      } else {
        const shared_address to = space<SliceOfB::P::kBytes>();
        SliceOfB::store(b, to, s * slice_of_k);
        publish_operands();
        issue_product(slice_of_fragments<slice_of_k>(a, s), SliceOfB::at(to), sum, keep || s > 0,
                      uniform_warpgroup());
      }
    }
  }
  /// Makes what threads wrote visible to products. The previous product is complete in all warps,
  /// so its memory is free for the next.
  KW_HD static void publish_operands() {
    fence_shared_for_async();
    wait_for_products<0>();
    Backend::team::barrier();
  }
  /// Columns [s Slice, (s + 1) Slice) of fragments in registers.
  template <int Slice, class A>
  static KW_HD decltype(auto) slice_of_fragments(const A& a, [[maybe_unused]] int s) {
    if constexpr (Slice == A::shape_type::d1) {
      return (a);
    } else {
      using Shape = core::tile_shape<A::shape_type::d0, Slice>;
      core::tile<typename A::value_type, Shape, accumulator_layout<Shape>> part;
      constexpr int all = A::layout_type::kRegisters1, some = Slice / 4;
      KW_UNROLL
      for (int r0 = 0; r0 < A::layout_type::kRegisters0; ++r0) {
        KW_UNROLL
        for (int r1 = 0; r1 < some; ++r1) {
          part.values[r0 * some + r1] = a.values[r0 * all + s * some + r1];
        }
      }
      return part;
    }
  }
};

}  // namespace kw::cuda::hopper
