// Tiles used as what they are not: a single number, a truth value, an array, a pointer.
#include <algorithm>

#include "explain/rules/rules.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// Whether the type itself is a tile of pointers: nvcc tells a loaded tile's by where it came from.
bool names_pointers(const std::string& type) {
  return search(type, "^['\" ]*(const )?(kw::core::|core::)?pointer_tile");
}
bool names_raw_pointer(const std::string& type) {
  return !names_pointers(type) && contains(type, "*") && !contains(type, "tile<");
}
bool names_tile(const std::string& type) {
  return contains_any(
      type, {"tile<", "index_tile", "lazy_function", "bound_mask", "both_masks", "core::tile"});
}
// ---- one value --------------------------------------------------------------------------------

bool explain_truth(const situation& s, explanation& e) {
  const bool to_bool =
      contains_any(s.message, {"to 'bool'", "contextually convertible to 'bool'", "\"__nv_bool\"",
                               "expression must have bool type", "is not convertible to 'bool'"});
  if (!to_bool) {
    return false;
  }
  groups match;
  if (search(without_comment(e.source_line), "^bool (\\w+) = (.*);", &match)) {
    e.column = 0;
    point_at(e, "bool");
    e.message = match[1] + " is declared as one bool, and gets a truth value for each lane";
    e.advice = "A mask is declared with auto.";
    e.fix = "auto " + match[1] + " = " + match[2] + ";";
    return true;
  }
  const bool chooses = contains(e.source_line, "?");
  e.column = 0;
  point_at(e, chooses ? "?" : contains(e.source_line, "while") ? "while" : "if");
  e.message = "a tile has a truth value for each lane, and this needs a single one";
  e.advice = chooses ? "?: chooses once; tl.where chooses lane by lane."
                     : "An if decides for the whole program. To leave lanes out, hand the mask to "
                       "tl.load and tl.store; to choose between two values, use tl.where.";
  e.fix = chooses ? "tl.where(condition, a, b)" : "tl.store(out + offsets, value, mask)";
  return true;
}

/// float a = tl.load(...), float(tile), best = tile.
bool explain_conversion(const situation& s, explanation& e) {
  if (!contains_any(s.message,
                    {"cannot convert", "no viable conversion", "conversion function from",
                     "invalid cast from type", "invalid 'static_cast' from type",
                     "user-defined conversion from", "incompatible type"}) ||
      !names_tile(s.message)) {
    return false;
  }
  const std::string code = without_comment(e.source_line);
  groups match;
  static const std::string declared(
      "^(?:const )?((?:std::)?[a-z_0-9]+(?:<[^=]*>)?|T) (\\w+) = (.*)$");
  static const std::string cast(
      "(?:static_cast<(float|int|double)> ?\\(|\\(?\\b(float|int|double)\\)? "
      "?\\(?)([a-z]\\w*)\\)?");
  const bool pointers = search(s.message, "['\"](const )?(kw::core::|core::)?pointer_tile");
  if (search(code, declared, &match) && match[1] != "return" && match[1] != "auto") {
    const std::string type = match[1];
    e.column = 0;
    point_at(e, type);
    e.message = match[2] + " is declared as one " + type + ", and gets a whole tile";
    e.advice = "A tile is declared with auto. tl.sum, tl.max and the like make one number of it.";
    e.fix = "auto " + match[2] + " = " + match[3];
    return true;
  }
  if (!pointers && search(code, cast, &match)) {
    e.column = 0;
    point_at(e, match[0]);
    const std::string type = match[1].empty() ? match[2] : match[1];
    e.message = "the element type of a tile is changed with .to";
    e.fix = match[3] + (type == "int"      ? ".to(int32)"
                        : type == "double" ? ".to(float64)"
                                           : ".to(float32)");
    return true;
  }
  if (search(code, "^(\\w+) = (.*);", &match)) {
    e.column = 0;
    point_at(e, match[1]);
    e.message = match[1] + " holds one number, and gets a whole tile";
    e.advice =
        "tl.sum, tl.max and the like make one number of a tile; a variable that is to hold a "
        "tile begins as one.";
    e.fix = match[1] + " = tl.max(" + match[2] + ");";
    return true;
  }
  e.message = "a whole tile stands where one number is needed";
  e.advice = "tl.sum, tl.max and the like make one number of a tile.";
  return true;
}

// ---- operators --------------------------------------------------------------------------------

struct operation {
  std::string sign, left, right;  // types; right is empty for a sign with one operand
};

/// What the compiler says of an operator that it does not find.
bool read_operation(const situation& s, const explanation& e, operation& found) {
  groups match;
  static const std::string gcc(
      "no match for 'operator([^' a-z]+)' \\(operand types? (?:is|are) "
      "'([^']*)'(?: and '([^']*)')?");
  static const std::string gcc_plain(
      "invalid operands of types '([^']*)' and '([^']*)' to binary "
      "'operator([^']+)'");
  static const std::string clang(
      "invalid operands to binary expression \\('([^']*)'(?: \\(aka "
      "'[^']*'\\))? and '([^']*)'");
  static const std::string nvcc("no operator \"([^\"]+)\" matches these operands");
  if (search(s.message, gcc, &match)) {
    found = {match[1], match[2], match[3]};
    return true;
  }
  if (search(s.message, gcc_plain, &match)) {
    found = {match[3], match[1], match[2]};
    return true;
  }
  const std::size_t at = e.column > 0 ? static_cast<std::size_t>(e.column) - 1 : 0;
  static const std::string signs("([-+*/%^&|<>=~!]+)");
  if (search(s.message, clang, &match)) {
    found = {first_match(e.source_line.substr(std::min(at, e.source_line.size())), signs.c_str()),
             match[1], match[2]};
    return true;
  }
  if (contains_any(s.message, {"to unary expression", "cannot increment", "cannot decrement"})) {
    found = {first_match(e.source_line.substr(std::min(at, e.source_line.size())), signs.c_str()),
             first_match(s.message, "'([^']*)'"), ""};
    return true;
  }
  if (contains(s.message, "no viable overloaded '")) {
    // clang tells the types in its notes alone.
    const std::string type = first_match(
        s.block,
        "candidate[^\n]*\\b(pointer_tile|accumulator_tile|index_tile|bound_mask|both_masks)");
    found = {first_match(s.message, "overloaded '([^']*)'"), type.empty() ? s.block : type,
             "tile<"};
    return true;
  }
  if (search(s.message, nvcc, &match)) {
    found.sign = match[1];
    const std::string types = first_match(s.block, "operand types? (?:is|are): ([^\n]*)");
    std::size_t middle = types.find(" " + found.sign + " ");
    middle =
        middle != std::string::npos && types.compare(middle, 5, " * * ") == 0 ? middle + 2 : middle;
    found.left = types.substr(0, middle);
    found.right = middle == std::string::npos ? "" : types.substr(middle + found.sign.size() + 2);
    return true;
  }
  return false;
}

/// The name to the right or to the left of a sign, where a plain name stands there.
std::string name_at(const explanation& e, const std::string& sign, bool right) {
  const std::string& line = e.source_line;
  const std::size_t from = e.column > 0 ? static_cast<std::size_t>(e.column) - 1 : 0;
  const std::size_t at = line.find(sign, std::min(from, line.size()));
  if (at == std::string::npos) {
    return {};
  }
  return right ? first_match(line.substr(at + sign.size()), "^ *\\(?([A-Za-z_]\\w*)")
               : first_match(line.substr(0, at), "([A-Za-z_]\\w*)\\)? *$");
}

bool explain_operator(const situation& s, explanation& e) {
  operation found;
  if (!read_operation(s, e, found)) {
    return false;
  }
  const std::string types = found.left + found.right;
  groups assigned;
  static const std::string in_place("^(\\w+) ([-+*/&|]?)= (.*);$");
  const bool lazy =
      contains_any(found.left, {"index_tile", "lazy_function", "bound_mask", "both_masks"});
  if (lazy && search(without_comment(e.source_line), in_place, &assigned)) {
    e.column = 0;
    point_at(e, assigned[1]);
    e.message =
        "what is made of indices keeps its type: " + assigned[1] + " cannot change in place";
    e.advice = "Write a new variable, with auto. Only += and -= with a number change indices.";
    e.fix = "auto new_" + assigned[1] + " = " +
            (assigned[2].empty() ? "" : assigned[1] + " " + assigned[2] + " ") + assigned[3] + ";";
    return true;
  }
  if (contains(types, "tensor_descriptor")) {
    e.message = "a tensor is read and written by tiles of it, without pointers";
    e.fix = "c.tile(shape<BM, BN>, row, column)";
    return true;
  }
  if (!names_tile(types) && !contains(types, "pointer_tile") && !names_raw_pointer(types)) {
    return false;
  }
  const std::string sign = found.sign;
  e.width = static_cast<int>(sign.size());
  if (e.column > 0 && static_cast<std::size_t>(e.column) <= e.source_line.size() &&
      e.source_line.compare(static_cast<std::size_t>(e.column) - 1, sign.size(), sign) != 0) {
    e.column = 0;
    point_at(e, " " + sign + " ");
    e.column += e.column > 0 ? 1 : 0;
    e.width = static_cast<int>(sign.size());
  }
  const bool right_raw = names_raw_pointer(found.right);
  if (sign == "=" && names_pointers(found.left)) {
    e.message = "a value is written to memory with tl.store";
    e.fix = "tl.store(out + offsets, value, mask);";
  } else if (sign == "=" && contains(found.left, "accumulator")) {
    e.message = "the accumulator keeps its shape and type, and what it gets has another";
    e.advice = "The order of the arguments is tl.dot(a, b, acc).";
    e.fix = "acc = tl.dot(a, b, acc);";
  } else if (names_pointers(found.left) || names_pointers(found.right)) {
    e.message = "one side of this " + sign + " holds addresses, not values";
    e.advice = "A parameter plus offsets says where; tl.load reads what is there.";
    e.fix = "tl.load(x + offsets, mask) " + sign + " ...";
  } else if (names_raw_pointer(found.left) && right_raw) {
    const std::string left = name_at(e, sign, false), right = name_at(e, sign, true);
    const std::string x = left.empty() ? "x" : left, y = right.empty() ? "y" : right;
    e.message = x + " and " + y + " are addresses, which cannot be combined";
    e.advice = "tl.load reads the values that stand there.";
    e.fix = "tl.load(" + x + " + offsets) " + sign + " tl.load(" + y + " + offsets)";
  } else if (names_raw_pointer(found.left) && sign == "-") {
    const std::string x = name_at(e, sign, false);
    e.message = "offsets are added to a pointer; a tile of them is not subtracted";
    e.advice = "Subtract within the offsets.";
    e.fix = (x.empty() ? "x" : x) + " + (start - offsets)";
  } else if (names_raw_pointer(found.left) || right_raw) {
    const std::string name = name_at(e, sign, right_raw);
    const std::string x = name.empty() ? "x" : name;
    e.message = x + " is an address, not a value";
    e.advice = "tl.load reads the values that stand there.";
    e.fix = "tl.load(" + x + " + offsets, mask)";
  } else if (search(sign, "^[-+*/]=$") && !names_tile(found.left)) {
    const std::string name = name_at(e, sign, false);
    const std::string x = name.empty() ? "it" : name;
    e.message = x + " is one number, and a tile cannot be added to it in place";
    e.message = sign == "+=" ? e.message : x + " is one number, and cannot become a tile";
    e.advice = "What is to hold a tile begins as one.";
    e.fix = "auto " + x + " = tl.zeros(size<BLOCK_SIZE>);";
  } else if (sign == "~") {
    e.message = "the opposite of a mask is written !";
    e.fix = "!" + (name_at(e, sign, true).empty() ? "mask" : name_at(e, sign, true));
  } else if (sign == "^") {
    const std::string x = name_at(e, sign, false);
    e.message = "there is no operator ^ on tiles";
    e.advice = "A square is a product.";
    e.fix = (x.empty() ? "x" : x) + " * " + (x.empty() ? "x" : x);
  } else if (contains_any(types, {"staged_tile"})) {
    e.message = "a stream's tile is an operand of tl.dot alone";
    e.advice = "For all else it is loaded first.";
    e.fix = "auto at_values = tl.load(at);";
  } else {
    e.message = "there is no operator " + sign + " on tiles";
    e.advice = "They have + - * / %, comparisons, and & | ! on masks.";
    e.fix = sign == "++" || sign == "--" ? std::string("x ") + sign[0] + "= 1" : "";
  }
  return true;
}

// ---- memory -----------------------------------------------------------------------------------

bool explain_raw_access(const situation& s, explanation& e) {
  const bool subscript =
      contains(s.message, "operator[]") || contains(s.message, "operator \"[]\"") ||
      contains(s.message, "subscript operator") || contains(s.message, "array subscript");
  const bool star =
      contains_any(s.message, {"no match for 'operator*' (operand type is",
                               "indirection requires pointer operand"}) ||
      (contains(s.message, "operator \"*\"") && contains(s.block, "operand types are: * "));
  if (!subscript && !star) {
    return false;
  }
  groups match;
  bool found = false;
  std::size_t skipped = 0;  // of several brackets those that the compiler points at
  for (std::string rest = e.source_line;
       subscript && !found && search(rest, "(\\w+)\\[([^]]*)\\]", &match); rest = match.rest) {
    skipped = e.source_line.size() - match.rest.size();
    found = e.column <= static_cast<int>(skipped);
  }
  if (contains_any(s.message, {"kw::view", "'view<"})) {
    const std::string view = found ? match[1] : "x", index = found ? match[2] : "i";
    point_at(e, found ? match[0] : view);
    e.message = "a view is read through its pointer";
    e.fix = view + ".data()[" + index + "]";
    return true;
  }
  const bool of_pointer =
      star || contains(s.block, "*[") || contains(s.message, "*") ||
      (found && std::any_of(s.source.begin(), s.source.end(), [&](const std::string& line) {
         return contains(without_comment(line), "* " + match[1]);
       }));
  if (found) {
    e.column = 0;
    point_at(e, match[0]);
  } else if (star) {
    point_at(e, "*(");
  }
  if (!of_pointer) {
    e.message = "a tile is not an array: its lanes have no numbers in brackets";
    e.advice =
        "What is to happen to every lane is written once for the whole tile. A part is taken by "
        "loading it, or by tl.where with a mask; tl.sum and the like make one number of a tile.";
    return true;
  }
  e.message = "a tile of addresses is read with tl.load and written with tl.store";
  e.advice =
      "A pointer plus a tile of offsets is one address a lane; brackets and * are for a single "
      "address.";
  e.fix = found  ? "tl.load(" + match[1] + " + " + match[2] + ", mask)"
          : star ? "tl.load(x + offsets, mask)"
                 : "";
  return true;
}

bool explain_read_only(const situation& s, explanation& e) {
  if (!contains_any(s.message, {"assignment of read-only", "is not assignable",
                                "must be a modifiable lvalue", "with const-qualified type"})) {
    return false;
  }
  const std::string name = first_match(e.source_line, "(\\w+)\\s*(?:\\[[^]]*\\])?\\s*[-+*/]?=[^=]");
  point_at(e, name);
  e.message = (name.empty() ? "this" : name) + " is const: it can be read, not written";
  e.advice =
      "A parameter such as const float* x is an input. Results go to an output, by tl.store.";
  e.fix = "tl.store(out + offsets, value, mask)";
  return true;
}

/// An atomic operation on an input.
bool explain_const_target(const situation& s, explanation& e) {
  if (!contains_any(s.message,
                    {"'const void*' to 'void*'", "'void *' with an rvalue of type 'const",
                     "incompatible with parameter of type \"void *\""}) ||
      !contains(e.source_line, "tl.atomic")) {
    return false;
  }
  e.column = 0;
  point_at(e, "tl." + first_match(e.source_line, "tl\\.(atomic_\\w+)"));
  e.message = "an atomic operation changes memory, and this is a pointer to const";
  e.advice = "A parameter such as const float* x is an input.";
  e.fix = "tl.atomic_add(out + offsets, value, mask)";
  return true;
}

/// rows(None), rows(_, _): a tile called with something else than one None and one _.
bool explain_axes(const situation& s, explanation& e) {
  const bool call = contains_any(
      s.message, {"no match for call to", "call to object of type", "::operator()",
                  "does not provide a call operator", "call of an object of a class type"});
  groups match;
  if (!call) {
    return false;
  }
  static const std::string constant("\\b((?:size|shape|axis|stages)<[^()]*>)\\s*\\(");
  const std::string code = without_comment(e.source_line);
  const bool unnamed = contains(s.message, "call of an object of a class type");  // nvcc
  if ((unnamed || search(s.message, "tile_shape|axis_constant|stage_count")) &&
      search(code, constant, &match)) {
    e.column = 0;
    point_at(e, match[1]);
    e.message = match[1] + " is a value already, and not called";
    const bool axis = match[1].compare(0, 4, "axis") == 0;
    e.advice = axis ? "To give the result its axis back, close the parenthesis of the reduction "
                      "first."
                    : "";
    e.fix = axis ? "tl.sum(x, " + match[1] + ")(_, None)" : match[1];
    return true;
  }
  const std::string dtype = first_match(code, "\\b(b?float(?:16|32|64)|int(?:8|16|32|64))\\s*\\(");
  if (contains(s.message, "dtype<") || (unnamed && !dtype.empty())) {
    e.column = 0;
    point_at(e, dtype);
    e.message = dtype + " names the type of elements; it does not convert a number";
    e.advice = "Numbers take part in the arithmetic of tiles as they are.";
    e.fix = "static_cast<float>(n), or x.to(" + dtype + ") for a tile";
    return true;
  }
  if (contains(s.message, "lambda")) {
    if (!contains(e.source_line, "pipelined")) {
      return false;
    }
    e.message = "the function that is given to pipelined has other parameters than it gets";
    e.advice = "It gets the step first, and then as many tiles as fetch names.";
    e.fix = "[&](int k, auto at, auto bt) { ... }";
    return true;
  }
  if (!names_tile(s.message) && !contains(s.message, "index_tile")) {
    return false;
  }
  e.message = "a 1-D tile is made a column with (_, None) and a row with (None, _)";
  e.advice = "None stands for the new axis, _ for the one that is there.";
  static const std::string called("(\\w+)\\((?:None|_|nullptr)[^)]*\\)");
  std::string rest = code;
  while (search(rest, called, &match) && contains_any(match[0], {"(_, None)", "(None, _)"})) {
    rest = match.rest;
  }
  if (!match.found.empty()) {
    e.column = 0;
    point_at(e, match[0]);
    e.fix = match[1] + "(_, None)";
  }
  return true;
}

bool explain_return(const situation& s, explanation& e) {
  if (!contains_any(s.message, {"in function returning 'void'", "should not return a value",
                                "return value type does not match"})) {
    return false;
  }
  e.column = 0;
  point_at(e, "return");
  e.message = "this function is void: it returns nothing";
  const bool kernel = contains(s.message + s.block, "operator()");
  e.advice = kernel ? "What a kernel makes goes to memory, by tl.store." : "";
  const std::string value = first_match(e.source_line, "return (.*);");
  e.fix = kernel ? "tl.store(out + offsets, " + value + ", mask);" : "";
  return true;
}

}  // namespace

bool explain_tile(const situation& s, explanation& e) {
  return explain_raw_access(s, e) || explain_truth(s, e) || explain_conversion(s, e) ||
         explain_operator(s, e) || explain_read_only(s, e) || explain_const_target(s, e) ||
         explain_axes(s, e) || explain_return(s, e);
}

}  // namespace kw::explain
