// Shapes that do not fit each other: the library's assertions say which, and the learner's line
// says what is meant.
#include <string>

#include "common/base/cpp_text.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

bool shapes_of_tiles(const situation& s, explanation&, captures& c) {
  return shapes_behind(s, "these_two_tiles_have_shapes", c);
}
bool shapes_of_pointers_and_mask(const situation& s, explanation&, captures& c) {
  return shapes_behind(s, "these_pointers_and_this_mask_have_shapes", c);
}
bool shapes_of_pointers_and_value(const situation& s, explanation&, captures& c) {
  return shapes_behind(s, "these_pointers_and_this_value_have_shapes", c);
}
bool shapes_of_factors(const situation& s, explanation&, captures& c) {
  return shapes_behind(s, "these_two_tiles_are_multiplied", c);
}
bool shapes_of_product(const situation& s, explanation&, captures& c) {
  return shapes_behind(s, "this_product_and_its_accumulator_have_shapes", c);
}

/// Of a tile [R, C] and one with R elements: the second as a column, `$turned`.
bool tile_of_rows(const situation& s, explanation& e, captures& c) {
  captures shapes;
  if (!shapes_of_tiles(s, e, c) ||
      !search(c["first"] + " & " + c["second"],
              R"(^(?P<rows>\d+), \d+ & (?P<n>\d+)$|^(?P<n2>\d+) & (?P<rows2>\d+), \d+$)",
              &shapes) ||
      shapes["rows"] != shapes["n"]) {
    return false;
  }
  const std::string code = without_comment(e.source_line);
  for (const match& call : find_all(code, R"(tl\.(?:sum|max|min|argmax|argmin)\()")) {
    const std::size_t close = base::closing_bracket(code, call.end - 1);
    const std::string whole =
        close == std::string::npos ? "" : code.substr(call.begin, close + 1 - call.begin);
    if (contains(whole, "axis<1>") && code.compare(close + 1, 1, "(") != 0) {
      c["turned"] = whole + "(_, None)";
      return true;
    }
  }
  for (const match& name : find_all(code, R"(\b([a-z_]\w*)\b(?: *[^(.<\w ]|$))")) {
    for (int line = e.line - 1; line > 0 && c["turned"].empty(); --line) {
      const std::string value =
          first_match(without_comment(line_of(s, line)), "^auto " + name[1] + " = (.*);");
      const std::string index = first_match(value, R"(^tl\.load\(\w+ \+ (\w+)[,)])");
      const bool of_rows = contains(value, "axis<1>") || contains(value, "tl.arange(") ||
                           (!index.empty() && file_has(s, index + "(_, None)"));
      c["turned"] = of_rows && !contains(value, "(_, None)") ? name[1] + "(_, None)" : "";
    }
  }
  return !c["turned"].empty();
}

/// Two rows, [1, N] and [1, M]: the name in the line that was loaded with what is a column
/// elsewhere, as one, `$turned`.
bool row_that_is_a_column(const situation& s, explanation& e, captures& c) {
  if (!shapes_of_tiles(s, e, c) ||
      !search(c["first"] + " & " + c["second"], R"(^1, \d+ & 1, \d+$)")) {
    return false;
  }
  for (const match& row : find_all(e.source_line, R"((\w+)\(None, _\))")) {
    for (int line = e.line - 1; line > 0 && c["turned"].empty(); --line) {
      const std::string value =
          first_match(without_comment(line_of(s, line)), "^auto " + row[1] + " = (.*);");
      for (const match& name : find_all(value, R"(\b([a-z_]\w*)\b)")) {
        const bool column =
            file_has(s, name[1] + "(_, None)") && !file_has(s, name[1] + "(None, _)");
        c["turned"] = column ? row[1] + "(_, None)" : c["turned"];
      }
    }
  }
  return !c["turned"].empty();
}

/// [M, K] and [K, N], which tl.dot can multiply.
bool shapes_of_a_product(const situation& s, explanation& e, captures& c) {
  captures shapes;
  return shapes_of_tiles(s, e, c) &&
         search(c["first"] + " & " + c["second"], R"(^\d+, (?P<columns>\d+) & (?P<rows>\d+), \d+$)",
                &shapes) &&
         shapes["columns"] == shapes["rows"];
}

/// Two shapes of one axis each; `$turned` is the reduction of the line along the axis that it does
/// not take, `$other`.
bool both_have_one_axis(const situation& s, explanation& e, captures& c) {
  const bool known = shapes_of_tiles(s, e, c) || shapes_of_pointers_and_value(s, e, c);
  c["other"] = c["axis"] == "0" ? "1" : "0";
  c["turned"] = replaced(c["call"], "axis<" + c["axis"] + ">", "axis<" + c["other"] + ">");
  return known && !contains(c["first"], ",") && !contains(c["second"], ",");
}

constexpr rule kShapeTable[] = {
    {.name = "reduction along the other axis",
     .says = "these two tiles do not broadcast|the value has more elements|the mask has more lanes",
     .line =
         R"((?P<call>tl\.(?:sum|max|min|argmax|argmin)\(\w+, axis<(?P<axis>[01])>\))(?:[^(]|$))",
     .unless_line = R"(axis<\d>\)\()",
     .look = {both_have_one_axis, "first second other turned"},
     .caret = "$call",
     .wrong = "the shapes [$first] and [$second] do not fit: does $call go along the right axis?",
     .why = "axis<0> goes down each column, and leaves one number for each column. axis<1> goes "
            "along each row, and leaves one for each row.",
     .fix = "$turned"},
    {.name = "product of tiles with *",
     .says = "these two tiles do not broadcast",
     .line = R"((?P<left>\w+) (?P<sign>\*) (?P<right>\w+))",
     .look = {shapes_of_a_product, "first second"},
     .caret = "$left $sign $right",
     .wrong = "$sign multiplies element by element, and the shapes are [$first] and [$second]",
     .why = "A product of matrices is tl.dot, which adds to an accumulator.",
     .fix = "acc = tl.dot($left, $right, acc);"},
    {.name = "row that is meant as a column",
     .says = "these two tiles do not broadcast",
     .look = {row_that_is_a_column, "first second turned"},
     .wrong = "the shapes [$first] and [$second] are two rows of different lengths",
     .why = "One of them has a number for each row of the tile, and belongs in a column.",
     .fix = "$turned"},
    {.name = "one number for each row",
     .says = "these two tiles do not broadcast",
     .look = {tile_of_rows, "first second turned"},
     .wrong = "the shapes [$first] and [$second] of these two tiles do not broadcast",
     .why = "One of them has a number for each row. As a column, (_, None), it meets every column "
            "of the other.",
     .fix = "$turned"},
    {.name = "shapes do not broadcast",
     .says = "these two tiles do not broadcast",
     .look = {shapes_of_tiles, "first second"},
     .wrong = "the shapes [$first] and [$second] of these two tiles do not broadcast"},
    {.name = "mask larger than the pointers",
     .says = "the mask has more lanes",
     .look = {shapes_of_pointers_and_mask, "first second"},
     .wrong = "the pointers have shape [$first], but the mask [$second]",
     .why = "Each pointer takes one lane of the mask: give both the same shape."},
    {.name = "value larger than the pointers",
     .says = "the value has more elements",
     .look = {shapes_of_pointers_and_value, "first second"},
     .wrong = "the pointers have shape [$first], but the value [$second]",
     .why = "Each pointer takes one lane of the value: give both the same shape."},
    {.name = "factors of a product",
     .says = R"(tl\.dot)",
     .look = {shapes_of_factors, "first second"},
     .wrong = "tl.dot cannot multiply [$first] by [$second]",
     .why = "It multiplies (M, K) by (K, N): the first tile must have as many columns as the "
            "second has rows. tl.trans exchanges rows and columns."},
    {.name = "accumulator of a product",
     .says = R"(tl\.dot)",
     .look = {shapes_of_product, "first second"},
     .wrong = "the product has shape [$first], but its accumulator [$second]",
     .fix = "tl.accumulator(shape<$first>)"},
};

}  // namespace

constinit const std::span<const rule> kShapeRules = kShapeTable;

}  // namespace kw::explain
