/// \file
/// The concept of `tl`, which tells an editor what a kernel can call on it.
#pragma once

namespace kw {

/// \brief The program that a kernel's call operator takes first: `program auto tl`.
///
/// Which type `tl` has depends on where the program runs, so the parameter is `auto`. An editor
/// then has nothing to offer after `tl.`, unless a concept says what every such type can do. This
/// one says it for each name of language/names.def. A function that a kernel calls takes the
/// program by reference, as `program auto& tl`.
///
/// A compiler looks no further than the first line, which keeps the concept cheap. The rest is for
/// editors. They show the types of the arguments, so the names of these types are what a reader
/// needs to see: `load(Pointers, Mask, Other)`. kw::language documents the calls.
template <class Tl, class AxisOfGrid = int, class Axis = int, class Size = int, class Shape = int,
          class Dtype = int, class Pointers = int, class Mask = int, class Other = int,
          class Value = int, class Tile = int, class A = int, class B = int, class C = int,
          class Acc = int, class Precision = int, class Function = int, class Expected = int,
          class Desired = int, class Text = int, class Values = int, class Condition = int,
          class Stages = int, class FetchAt = int, class Order = int, class Scope = int,
          class Tiles = int, class Seed = int, class Offsets = int, class Rounds = int,
          class Begin = int, class End = int, class Step = int, class Count = int,
          class Direction = int, class Index = int, class Descending = int, class Packed = int,
          class Lhs = int, class LhsScale = int, class LhsFormat = int, class Rhs = int,
          class RhsScale = int, class RhsFormat = int>
concept program = requires {
  typename Tl::is_program;
}
|| requires(const Tl& tl, AxisOfGrid axis_of_grid, Axis axis, Size size, Shape shape, Dtype dtype,
            Pointers pointers, Mask mask, Other other, Value value, Tile tile, A a, B b, C c,
            Acc acc, Precision precision, Function function, Expected expected, Desired desired,
            Text text, Values values, Condition condition, Stages stages, FetchAt fetch_at,
            Order order, Scope scope, Tiles tiles, Seed seed, Offsets offsets, Rounds rounds,
            Begin begin, End end, Step step, Count count, Direction direction, Index index,
            Descending descending, Packed packed, Lhs lhs, LhsScale lhs_scale, LhsFormat lhs_format,
            Rhs rhs, RhsScale rhs_scale, RhsFormat rhs_format) {
#define KW_FUNCTION_OF_ONE(name, ...) tl.name(tile);
#define KW_FUNCTION_OF_TWO(name, ...) tl.name(a, b);
#define KW_FUNCTION_OF_THREE(name, ...) tl.name(a, b, c);
#define KW_NAME(name, parameters, ...) tl.name parameters;
#include "kernelwright/language/names.def"
};

}  // namespace kw
