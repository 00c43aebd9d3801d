// Addresses, values, masks and tiles whose shapes do not fit each other: the library's assertions
// say which, and the learner's lines say what is meant. Tried before its other assertions.
#include <algorithm>
#include <string>

#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// Whether the two shapes are as in a pattern, with equal extents `a` and `b`.
bool shapes_are(const captures& c, std::string_view pattern) {
  captures shapes;
  return search(c.at("first") + " & " + c.at("second"), pattern, &shapes) &&
         shapes["a"] == shapes["b"];
}

/// A tile [R, C] and one with R elements.
bool tile_of_rows(const situation&, explanation&, captures& c) {
  return shapes_are(c, R"(^(?P<a>\d+), \d+ & (?P<b>\d+)$|^(?P<a2>\d+) & (?P<b2>\d+), \d+$)");
}

/// [M, K] and [K, N], which tl.dot can multiply.
bool shapes_of_a_product(const situation&, explanation&, captures& c) {
  return shapes_are(c, R"(^\d+, (?P<a>\d+) & (?P<b>\d+), \d+$)");
}

constexpr std::string_view kShapesOfTiles = "these_two_tiles_have_shapes";

/// Is `$mask` a variable that is made by a comparison?
bool names_a_mask(const situation& s, explanation&, captures& c) {
  return search(s.text, "auto " + c["mask"] + " = .*(?:<|>|==)");
}

/// The offsets that another line of the learner's adds to a pointer: `$offsets`, which are lanes.
bool offsets_elsewhere(const situation& s, explanation&, captures& c) {
  for (const match& access :
       find_all(s.text, R"(tl\.(?:load|store|atomic_\w+)\(\w+ \+ (\w+)[,)])")) {
    if (search(s.text, "auto " + access[1] + " = .*tl\\.arange")) {
      c["offsets"] = access[1];
      return true;
    }
  }
  return false;
}

constexpr rule kShapeTable[] = {
    {.name = "element in brackets instead of its address",
     .says = "tl\\.load needs an address first",
     .line = R"(tl\.load\((?P<x>\w+)\[(?P<index>[^\[\]]+)\])",
     .caret = "$x[",
     .wrong = "$x[$index] is an element, but tl.load needs its address",
     .why =
         "Brackets read the element, without a check; the address is the pointer plus the index.",
     .fix = "tl.load($x + $index)"},
    {.name = "mask before the value",
     .says = "the mask must be a tile of true and false",
     .line = R"(tl\.store\((?P<address>[^,]+), (?P<mask>\w+), (?P<value>[^,]+)\);)",
     .look = names_a_mask,
     .caret = "tl.store",
     .wrong = "the mask of tl.store comes third, after the value",
     .fix = "tl.store($address, $value, $mask);"},
    {.name = "tile stored at the address of one element",
     .says = "(?:writes|changes) one element, but its value is a tile",
     .line = R"((?P<call>tl\.(?:store|atomic_\w+))\((?P<pointer>\w+), (?P<rest>.+))",
     .look = offsets_elsewhere,
     .caret = "$call",
     .why = "Add the offsets to the pointer. To store one number, reduce the tile first: "
            "tl.sum(value) or tl.max(value).",
     .fix = "$call($pointer + $offsets, $rest"},
    {.name = "mask of a tile at the address of one element",
     .says = "one element, but its mask is a tile",
     .line = R"((?P<call>tl\.(?:load|store|atomic_\w+))\((?P<pointer>\w+), (?P<rest>.+))",
     .look = offsets_elsewhere,
     .caret = "$call",
     .fix = "$call($pointer + $offsets, $rest"},
    {.name = "tile at the address of one element, with an offset",
     .says = "writes one element, but its value is a tile",
     .line = R"(tl\.store\((?P<address>\w+ \+ \w+), (?P<value>\w+)\))",
     .caret = "tl.store",
     .why = "A reduction makes one number of a tile: tl.sum(value) or tl.max(value). Or add a tile "
            "of offsets to the pointer, so each lane has its own element.",
     .fix = "tl.store($address, tl.sum($value));"},
    {.name = "product of tiles with *",
     .says = "these two tiles do not broadcast",
     .line = R"((?P<left>\w+) (?P<sign>\*) (?P<right>\w+))",
     .shapes = kShapesOfTiles,
     .look = shapes_of_a_product,
     .caret = "$left $sign $right",
     .wrong = "$sign multiplies element by element, and the shapes are [$first] and [$second]",
     .why = "A product of matrices is tl.dot, which adds to an accumulator.",
     .fix = "acc = tl.dot($left, $right, acc);"},
    {.name = "one number for each row",
     .says = "these two tiles do not broadcast",
     .shapes = kShapesOfTiles,
     .look = tile_of_rows,
     .wrong = "the shapes [$first] and [$second] of these two tiles do not broadcast",
     .why = "One of them has a number for each row. As a column, (_, None), it meets every column "
            "of the other."},
    {.name = "shapes do not broadcast",
     .says = "these two tiles do not broadcast",
     .shapes = kShapesOfTiles,
     .wrong = "the shapes [$first] and [$second] of these two tiles do not broadcast"},
    {.name = "mask larger than the pointers",
     .says = "the mask has more lanes",
     .shapes = "these_pointers_and_this_mask_have_shapes",
     .wrong = "the pointers have shape [$first], but the mask [$second]",
     .why = "Each pointer takes one lane of the mask: give both the same shape."},
    {.name = "value larger than the pointers",
     .says = "the value has more elements",
     .shapes = "these_pointers_and_this_value_have_shapes",
     .wrong = "the pointers have shape [$first], but the value [$second]",
     .why = "Each pointer takes one lane of the value: give both the same shape."},
    {.name = "factors of a product",
     .says = R"(tl\.dot)",
     .shapes = "these_two_tiles_are_multiplied",
     .wrong = "tl.dot cannot multiply [$first] by [$second]",
     .why = "It multiplies (M, K) by (K, N): the first tile must have as many columns as the "
            "second has rows. tl.trans exchanges rows and columns."},
    {.name = "accumulator of a product",
     .says = R"(tl\.dot)",
     .shapes = "this_product_and_its_accumulator_have_shapes",
     .wrong = "the product has shape [$first], but its accumulator [$second]",
     .fix = "tl.accumulator(shape<$first>)"},
};

}  // namespace

constinit const rule_table kShapeRules = kShapeTable;

}  // namespace kw::explain
