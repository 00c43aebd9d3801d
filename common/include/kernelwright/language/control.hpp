/// \file
/// The part of the tile language that works on plain numbers: loops, rounding up, and hints.
#pragma once
#include "kernelwright/core/dot.hpp"
#include "kernelwright/core/operators.hpp"
#include "kernelwright/core/source_place.hpp"
#include "kernelwright/core/tuple.hpp"

namespace kw {
namespace core {

/// The numbers of a loop. They are counted, so stepping past the largest integer does no harm.
template <class Int>
struct counted_range {
  using Bits = std::make_unsigned_t<Int>;
  struct iterator {
    Bits value, step, left;
    KW_HD constexpr Int operator*() const { return static_cast<Int>(value); }
    KW_HD constexpr iterator& operator++() {
      value += step;
      --left;
      return *this;
    }
    KW_HD constexpr bool operator!=(const iterator& other) const { return left != other.left; }
  };

  Int first, last, step;

  KW_HD constexpr Bits count() const {
    const Bits from = static_cast<Bits>(first), to = static_cast<Bits>(last);
    const Bits by = static_cast<Bits>(step);
    if (step > 0) {
      return first < last ? (to - from - 1) / by + 1 : 0;
    }
    return step < 0 && last < first ? (from - to - 1) / (Bits{} - by) + 1 : 0;
  }
  KW_HD constexpr iterator begin() const {
    return {static_cast<Bits>(first), static_cast<Bits>(step), count()};
  }
  KW_HD constexpr iterator end() const { return {}; }
};

}  // namespace core

/// \brief The functions of `tl` that need no program.
class control_language {
 public:
  /// a / b rounded up, for integers that are not negative: numbers or tiles. `kw::cdiv` is the same
  /// function for the host.
  template <core::any_tile A, core::any_tile B>
  KW_HD constexpr auto cdiv(const A& a, const B& b) const {
    return divide_up(a, b);
  }
  KW_OF_TWO_NUMBERS(cdiv, divide_up)
  template <class A, class B>
  requires(!core::operand<A> || !core::operand<B>) KW_HD constexpr auto cdiv(A a, B b) const {
    return kw::cdiv(a, b);
  }

  /// The numbers 0, 1, ... end - 1, or begin, begin + step, ... before end, for a loop: `for (int
  /// k : tl.range(0, n, BLOCK_SIZE))`. The step may be negative; with a step of 0 the loop is
  /// empty.
  template <core::integer_scalar End>
  KW_HD constexpr auto range(End end) const {
    return range(End{}, end);
  }
  template <core::integer_scalar Begin, core::integer_scalar End, core::integer_scalar Step = int>
  KW_HD constexpr auto range(Begin begin, End end, Step step = 1) const {
    using Int = core::index_common_t<core::index_common_t<Begin, End>, Step>;
    return core::counted_range<Int>{static_cast<Int>(begin), static_cast<Int>(end),
                                    static_cast<Int>(step)};
  }
  /// The same, but the compiler unrolls short loops whose bounds are known at compile time.
  template <core::integer_scalar End>
  KW_HD constexpr auto static_range(End end) const {
    return range(end);
  }
  template <core::integer_scalar Begin, core::integer_scalar End, core::integer_scalar Step = int>
  KW_HD constexpr auto static_range(Begin begin, End end, Step step = 1) const {
    return range(begin, end, step);
  }

  /// The programs of a grid of `rows` x `columns` in another order: in groups of `group` rows, each
  /// of which goes down its rows first, so programs that run at the same time share operands.
  /// `auto [i, j] = tl.swizzle2d(tl.program_id(0), tl.program_id(1), rows, columns, group);`
  KW_HD constexpr core::two<int> swizzle2d(int row, int column, int rows, int columns,
                                           int group) const {
    const int position = row * columns + column;
    const int first = position / (group * columns) * group;
    const int height = rows - first < group ? rows - first : group;
    const int within = position % (group * columns);
    return {first + within % height, within / height};
  }

  /// x itself. In Triton this tells the compiler something it cannot know, such as that an offset
  /// is a multiple of 16. This library looks at addresses when a kernel is launched, and at strides
  /// when it is compiled, so a hint changes nothing and a wrong one does no harm.
  template <class X, core::integer_scalar... Values>
  KW_HD constexpr X multiple_of(X x, Values...) const {
    return x;
  }
  /// x itself, as with multiple_of. In Triton it says that this many lanes are consecutive.
  template <class X, core::integer_scalar... Values>
  KW_HD constexpr X max_contiguous(X x, Values...) const {
    return x;
  }
  /// x itself, as with multiple_of. In Triton it says that this many lanes are equal.
  template <class X, core::integer_scalar... Values>
  KW_HD constexpr X max_constancy(X x, Values...) const {
    return x;
  }
  /// Does nothing, as with multiple_of. Use tl.device_assert to check a condition.
  KW_HD constexpr void assume(bool /*condition*/) const {}

 private:
  template <class A, class B>
  KW_HD constexpr auto divide_up(const A& a, const B& b) const {
    static_assert(
        std::is_integral_v<core::value_of<A>> && std::is_integral_v<core::value_of<B>>,
        "kernelwright: tl.cdiv divides integers and rounds up. For floats, tl.ceil(a / b).");
    return kw::cdiv(a, b);
  }
};

/// \brief Loops whose loads of tiles run ahead of their steps, for a Context that derives from it.
template <class Context>
class pipelined_loops {
 public:
  /// \brief The numbers of a loop, as of `tl.range`, whose loads of tiles run ahead:
  ///
  ///     for (int k : tl.range(0, K, BK, stages<3>)) {
  ///       auto at = tl.load(a.tile(shape<BM, BK>, m, k));
  ///       auto bt = tl.load(b.tile(shape<BK, BN>, k, n));
  ///       acc = tl.dot(at, bt, acc);
  ///     }
  ///
  /// The loop means the same without `stages`. In a kernel launched on a `hopper_gpu`, other
  /// threads load the tiles of tensors, and of arrays as in `tl.load(fetch(x.tile(...)))`, up to
  /// `stages` steps before the step that uses them. So a step must not load such a tile from where
  /// its program stores. All steps load tiles of the same sizes in the same order; a step may end
  /// before it has loaded all of them, if one of the first 16 or the last 16 loads them. All
  /// programs of a launch run such loops in the same order.
  ///
  /// Loads by pointers happen in their step, and so do all loads on other GPUs.
  template <core::integer_scalar Begin, core::integer_scalar End, core::integer_scalar Step,
            int Stages>
  KW_TILE_OP auto range(Begin begin, End end, Step step, core::stage_count<Stages>,
                        source_place at = source_place::here()) const {
    const auto numbers = control_language().range(begin, end, step);
    return static_cast<const Context&>(*this).template make_range<Stages>(numbers, at);
  }
  template <core::integer_scalar End, int Stages>
  KW_TILE_OP auto range(End end, core::stage_count<Stages> count,
                        source_place at = source_place::here()) const {
    return range(End{}, end, 1, count, at);
  }
  template <core::integer_scalar Begin, core::integer_scalar End, int Stages>
  KW_TILE_OP auto range(Begin begin, End end, core::stage_count<Stages> count,
                        source_place at = source_place::here()) const {
    return range(begin, end, 1, count, at);
  }
};

}  // namespace kw
