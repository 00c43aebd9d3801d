// Tiles used as what they are not: a single number, a truth value, an array, a pointer. And numbers
// and types that must be known at compile time.
#include "explain/rules/rule.hpp"

namespace kw::explain {
namespace {

/// Of several brackets in the line those that the compiler points at: `$x[$index]`, `$name`.
bool bracket_at_caret(const situation&, explanation& e, captures& c) {
  for (const match& found : find_all(e.source_line, R"((\w+)\[([^]]*)\])")) {
    if (e.column <= static_cast<int>(found.end)) {
      c["name"] = found[0];
      c["x"] = found[1];
      c["index"] = found[2];
      break;
    }
  }
  return true;
}

bool subscript_of_pointer(const situation& s, explanation& e, captures& c) {
  bracket_at_caret(s, e, c);
  const bool found = !c["name"].empty();
  const std::string mask = contains(s.text, "auto mask") ? ", mask" : "";
  const std::string stored = first_match(c["code"], R"(^\w+\[[^]]*\] = (.*);$)");
  c["load"] = !found ? ""
              : stored.empty()
                  ? "tl.load(" + c["x"] + " + " + c["index"] + mask + ")"
                  : "tl.store(" + c["x"] + " + " + c["index"] + ", " + stored + mask + ")";
  return contains(s.block, "*[") || contains(s.message, "*") ||
         (found && contains(s.text, "* " + c["x"]));
}

/// rows(None), rows(_, _): the first call of the line that makes neither a column nor a row.
bool called_tile(const situation&, explanation&, captures& c) {
  for (const match& found : find_all(c["code"], R"((\w+)\((?:None|_|nullptr)[^)]*\))")) {
    c["name"] = found[0];
    c["column"] = found[1] + "(_, None)";
    if (!contains(found[0], "(_, None)") && !contains(found[0], "(None, _)")) {
      break;
    }
  }
  return true;
}

constexpr std::string_view kAddresses =
    "a tile of addresses is read with tl.load and written with tl.store";
constexpr std::string_view kOneAddress =
    "A pointer plus a tile of offsets is one address per lane; brackets and * are for a single "
    "address.";
constexpr std::string_view kOneTruth =
    "a tile has a truth value for each lane, but this needs a single one";

constexpr std::string_view kOfArray =
    R"re(types are:? '?(?:const )?kw::array<|call to '\((?:const )?kw::array<)re";

/// The number that is not constant, in the compiler's words or else in angle brackets.
bool number_at_run_time(const situation& s, explanation& e, captures& c) {
  search(s.block,
         R"re(value of '(?P<name>\w+)' is not usable|error: '(?P<name2>\w+)' is not a constant)re",
         &c);
  if (c["name"].empty()) {
    c["name"] = first_match(e.source_line, R"(<(\w+)>)");
  }
  c["fixed"] = contains(c["code"], "tl.")
                   ? "template <int BLOCK_SIZE> in front of the kernel, and size<BLOCK_SIZE>"
                   : filled("constexpr int ${name|kBlockSize} = 1024;", c);
  return true;
}

constexpr rule kTileTable[] = {
    {.kinds = {kind::choice},
     .told = "(?:tile|mask|array)<",
     .line = R"((?P<condition>!?[A-Z][A-Z_0-9]+) \? )",
     .caret = "$condition ?",
     .wrong =
         "?: cannot choose between tiles of two shapes, because the shape is a part of the type",
     .why = "$condition is known when the kernel is compiled. So choose with if constexpr, and do "
            "in each branch what needs its tile.",
     .fix = "if constexpr ($condition) { ... } else { ... }"},
    // x[offsets] and *(x + offsets)
    {.kinds = {kind::subscript},
     .told = kOfArray,
     .line = R"(\b(?P<x>[A-Za-z_]\w*)\[(?P<row>[^\[\]]+)\])",
     .caret = "$x[",
     .wrong = "an array has no elements in brackets",
     .why = kKnows,
     .fix = "$x.row($row) + cols"},
    {.kinds = {kind::subscript},
     .says = "kw::view|'view<",
     .look = bracket_at_caret,
     .wrong = "a view is read through its pointer",
     .fix = "${x|x}.data()[${index|i}]"},
    {.kinds = {kind::subscript},
     .look = subscript_of_pointer,
     .wrong = kAddresses,
     .why = kOneAddress,
     .fix = "$load"},
    {.kinds = {kind::subscript},
     .told = kTile,
     .look = bracket_at_caret,
     .wrong = "a tile is not an array: its lanes have no numbers in brackets",
     .why = "Write once, for the whole tile, what happens to every lane. To take a part, load that "
            "part, or use tl.where with a mask; tl.sum and the like reduce a tile to one number."},
    {.kinds = {kind::dereferenced},
     .told = R"(are: \* |operand type is '[^']*pointer_tile)",
     .caret = "*(",
     .wrong = kAddresses,
     .why = kOneAddress,
     .fix = "tl.load(x + offsets, mask)"},

    {.kinds = {kind::conversion, kind::does_not_fit},
     .says = R"((?:float|double|int|long|bool).*float(?:16|8_e\dm\d)_t)",
     .line = R"((?P<type>b?float(?:16|8_e\dm\d)_t|half) (?P<name>\w+) = (?P<value>.*);)",
     .caret = "$value",
     .wrong = "a $type only stores a number, and is not made from one by =",
     .why = "Arithmetic on it gives a float, so a variable is best one as well. tl.cast converts "
            "where the rounded number is wanted.",
     .fix = "float $name = $value;"},

    // One value where each lane has one.
    {.kinds = {kind::truth},
     .line = R"(^bool (?P<name>\w+) = (?P<value>.*);)",
     .caret = "bool",
     .wrong = "$name is declared as one bool, but gets a truth value for each lane",
     .why = "A mask is declared with auto.",
     .fix = "auto $name = $value;"},
    {.kinds = {kind::truth},
     .line =
         R"((?:[=(,]|return) *(?P<condition>(?:[\w <>=+.&|]|\([^()]*\))+?) \? (?P<yes>[^:?]+?) : (?P<no>[^,;:?()]+))",
     .caret = "$condition ? $yes : $no",
     .wrong = kOneTruth,
     .why = "?: chooses once; tl.where chooses lane by lane.",
     .fix = "tl.where($condition, $yes, $no)"},
    {.kinds = {kind::truth},
     .line = R"(^(?:for|while) ?\()",
     .wrong = kOneTruth,
     .why = "A loop goes on or ends for the whole program, so its condition compares numbers: the "
            "first or the last element of the program's block, and not all of them. A mask then "
            "switches off the lanes that are beyond an end."},
    {.kinds = {kind::truth},
     .caret = "if",
     .wrong = kOneTruth,
     .why = "An if decides for the whole program. To leave lanes out, give the mask to tl.load and "
            "tl.store; to choose between two values, use tl.where.",
     .fix = "tl.store(out + offsets, value, mask)"},
    {.kinds = {kind::conversion},
     .says = kTile,
     .line =
         R"(^(?:const )?(?P<type>(?:std::)?[a-z_0-9]+(?:<[^=]*>)?|T) (?P<name>\w+) = (?P<value>.*)$)",
     .unless_line = "^(?:const )?(?:return|auto) ",
     .caret = "$type",
     .wrong = "$name is declared as one $type, but gets a whole tile",
     .why = "A tile is declared with auto. tl.sum, tl.max and the like reduce it to one number.",
     .fix = "auto $name = $value"},
    {.kinds = {kind::conversion},
     .says = kTile,
     .unless = R"re(['"](const )?(kw::core::|core::)?pointer_tile)re",
     .line = R"((?P<name>(?:static_cast<(?P<type>float|int|double)> ?\(|)"
             R"(\(?\b(?P<type2>float|int|double)\)? ?\(?)(?P<x>[a-z]\w*)\)?))",
     .among = kElementTypes,
     .key = "type",
     .wrong = "the element type of a tile is changed with .to",
     .fix = "$x.to($here)"},
    {.kinds = {kind::conversion},
     .says = kTile,
     .wrong = "this is a whole tile, but one number is needed",
     .why = "tl.sum, tl.max and the like reduce a tile to one number; a variable that will hold a "
            "tile must begin as a tile."},

    // Operators that tiles do not have.
    {.kinds = {kind::no_operator},
     .says = "'operator=' .*'[^']*accumulator[^']*' and",
     .wrong = "the accumulator keeps its shape and type, but its new value has a different one",
     .why = "The order of the arguments is tl.dot(a, b, acc).",
     .fix = "acc = tl.dot(a, b, acc);"},
    {.kinds = {kind::no_operator},
     .says = R"(pointer_tile|\w ?\*')",
     .caret = kOperator,
     .wrong = "one side of this $sign holds addresses, not values",
     .why = "A parameter plus offsets is an address; tl.load reads the value there.",
     .fix = "tl.load(x + offsets, mask) $sign ..."},
    {.kinds = {kind::no_operator},
     .says = R"(^no match for 'operator[-+*/]=' \(operand types are '(?:float|double|int)')",
     .line = R"((?P<name>\w+) [-+*/]=)",
     .wrong = "$name is one number, so a tile cannot be added to it in place",
     .why = "A variable that will hold a tile must begin as a tile.",
     .fix = "auto $name = tl.zeros(size<BLOCK_SIZE>);"},
    {.kinds = {kind::no_operator},
     .says = kTile,
     .caret = kOperator,
     .wrong = "tiles have no operator $sign",
     .why =
         "They have + - * / %, comparisons, & | ^ ~ on integers and masks, and << >> on integers."},

    // A value that is called.
    {.kinds = {kind::called},
     .says = "dtype<",
     .line = R"(\b(?P<name>b?float(?:16|32|64)|int(?:8|16|32|64))\s*\()",
     .wrong = "$name names the type of elements; it does not convert a number",
     .why = "Numbers can be used in the arithmetic of tiles as they are.",
     .fix = "static_cast<float>(n), or x.to($name) for a tile"},
    {.kinds = {kind::called},
     .says = "lambda",
     .line = "pipelined",
     .wrong = "the function for pipelined does not have the parameters that it is called with",
     .why = "It is called with the step first, and then one tile for each that fetch names.",
     .fix = "[&](int k, auto at, auto bt) { ... }"},
    {.kinds = {kind::called},
     .says = kTile,
     .unless = "lambda|dtype<",
     .look = called_tile,
     .wrong = "a 1-D tile is made a column with (_, None) and a row with (None, _)",
     .why = "None is the new axis, and _ is the existing one.",
     .fix = "$column"},

    {.kinds = {kind::returns_value},
     .caret = "return",
     .wrong = "this function is void: it returns nothing",
     .why = "A kernel writes its results to memory, with tl.store."},
    {.kinds = {kind::not_constant},
     .look = number_at_run_time,
     .wrong = "${name|this number} must be known at compile time, but is known only at run time",
     .why = "Extents of tiles and template arguments are fixed when the program is compiled. In a "
            "kernel they are template parameters, and in a function they are constants.",
     .fix = "$fixed"},

    // size(64), size<64>{}, size<64: the compile-time values of the language.
    {.kinds = {kind::template_list, kind::not_deduced},
     .line = R"((?P<value>\b(?P<name>size|shape|axis|stages)\s*\((?P<numbers>[^()]*)\)))",
     .caret = "$value",
     .wrong = "$name takes its numbers in angle brackets",
     .why = "They are part of the type, so they must be known at compile time.",
     .fix = "$name<$numbers>"},

    {.kinds = {kind::type_for_value},
     .line = R"([(,]\s*(?P<type>(?:std::)?(?P<name>float|double|int|bool|half|T|int64_t|int32_t|)"
             R"(float16_t|bfloat16_t))\s*\))",
     .among = kElementTypes,
     .caret = "$type",
     .wrong = "$type is a type of C++, but this place needs a value",
     .why = "Element types are values: float32, float16, bfloat16, int32, dtype<T>{}.",
     .fix = "$here"},

    {.kinds = {kind::type_for_value},
     .line = R"(\b(?P<name>[A-Z]\w*<[^<>]*>)\s*,)",
     .wrong = "$name is a type; launch takes an object of it",
     .why = "A pair of braces makes the object.",
     .fix = "$name{}"},
    {.kinds = {kind::type_for_number},
     .line = R"((?:size|shape|axis|[A-Z]\w*)<\s*(?P<name>[a-z]\w*))",
     .wrong = "this place needs a number, not the type $name",
     .why = "size<N>, shape<M, N> and axis<K> take numbers. A type of elements is an argument of "
            "its own, such as float32.",
     .fix = "size<64>"},
    {.kinds = {kind::template_count},
     .line = R"((?P<name>\bsize<(?P<numbers>[^<>]*,[^<>]*)>))",
     .wrong = "size<N> is the length of a 1-D tile",
     .why = "The shape of a 2-D tile is shape<M, N>.",
     .fix = "shape<$numbers>"},
    {.kinds = {kind::not_deduced, kind::template_count, kind::template_list},
     .line = R"(\b(?P<name>[A-Z]\w*)\s*(?:<[^<>]*>)?\s*[{(])",
     .wrong = "$name needs its template arguments",
     .why = "The kernel is a template over its block sizes; say which ones to use.",
     .fix = "$name<1024>{}"},
};

}  // namespace

constinit const rule_table kTileRules = kTileTable;

}  // namespace kw::explain
