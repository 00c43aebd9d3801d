// Calls with arguments that do not fit: of the functions of tl, of launch, and of a kernel as if it
// were a function.
#include <algorithm>
#include <cctype>

#include "common/base/cpp_text.hpp"
#include "explain/api.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

// ---- functions of tl ---------------------------------------------------------------------------

/// The call of tl around column `column` of the line, or the only one of the line.
struct tl_call {
  std::string name;
  std::size_t at = std::string::npos, open = 0;
};
tl_call call_around(const std::string& line, const std::string& name, int column) {
  tl_call found;
  for (const match& call : find_all(line, R"(\btl\s*\.\s*(\w+)\s*\()")) {
    const std::size_t close = base::closing_bracket(line, call.end - 1);
    const bool around =
        column <= 0 ||
        (call.begin < static_cast<std::size_t>(column) &&
         (close == std::string::npos || static_cast<std::size_t>(column) <= close + 1));
    if (name.empty() ? around : call[1] == name) {
      found = {call[1], call.begin, call.end - 1};
      if (!name.empty() && around) {
        break;
      }
    }
  }
  return found;
}

/// The name that the compiler gives to the function it could not call.
std::string called_in(const std::string& message) {
  captures c;
  search(
      message,
      R"re(context(?:<[^(]*>)?::(?P<name>\w+)[(" ]|call to (?:member function )?'(?P<name2>\w+)')re",
      &c);
  return c["name"];
}

/// A call of tl that does not fit: what it is, and what it is given.
struct misfit {
  const tl_function* function = nullptr;
  std::vector<std::string> arguments;
  bool closed = false;
};

misfit find_misfit(const situation& s, explanation& e, captures& c) {
  const std::string named = called_in(s.message);
  const tl_call call = call_around(e.source_line, named, e.column);
  const tl_function* function = find_tl_function(call.name);
  if (function == nullptr || (named.empty() && search(s.message, "no matching|no instance"))) {
    return {};
  }
  if (search(s.message, "no viable conversion|no suitable conversion|cannot convert") &&
      !contains(s.message, "axis_constant")) {
    return {};  // another rule explains what the tile cannot become
  }
  const base::argument_list list = base::arguments_at(e.source_line, call.open);
  c["function"] = "tl." + call.name;
  c["call"] = function->call;
  c["advice"] = function->advice;
  e.column = static_cast<int>(call.at) + 1;
  e.width = static_cast<int>(c["function"].size());
  return {function, list.closed ? list.items : std::vector<std::string>(), list.closed};
}

/// One that reduces a tile, and takes the axis as its second argument.
bool reduces(const misfit& m) {
  return m.function != nullptr && contains(m.function->call, "axis<0>") &&
         m.function->name != "reduce";
}

bool call_without_axis(const situation& s, explanation& e, captures& c) {
  const misfit m = find_misfit(s, e, c);
  c["first"] = m.arguments.size() == 1 ? m.arguments[0] : "";
  return reduces(m) && m.function->least == 2 && m.arguments.size() == 1;
}

bool call_with_another_axis(const situation& s, explanation& e, captures& c) {
  const misfit m = find_misfit(s, e, c);
  if (!reduces(m) || m.arguments.size() < 2 || contains(m.arguments[1], "axis<")) {
    return false;
  }
  c["first"] = m.arguments[0];
  c["second"] = m.arguments[1];
  c["number"] = first_match(c["second"], R"(^(\d+)$)");
  return true;
}

/// tl.max(a, b), where b is not an axis but a tile, or a number with a fraction.
bool call_of_two_tiles(const situation& s, explanation& e, captures& c) {
  return call_with_another_axis(s, e, c) && c["number"].empty() && c["second"][0] != '-' &&
         (c["function"] == "tl.max" || c["function"] == "tl.min");
}

/// tl.sum(a, b), where b is the name of a tile.
bool sum_of_two_tiles(const situation& s, explanation& e, captures& c) {
  return call_with_another_axis(s, e, c) && c["function"] == "tl.sum" &&
         search(c["second"], R"(^[A-Za-z_]\w*$)") && !search(c["second"], "^(axis|dim)$");
}

/// What is there, and what is missing: an argument of the name of the last one is the last.
std::vector<std::string> completed(std::vector<std::string> all,
                                   const std::vector<std::string>& wanted) {
  const auto has = static_cast<std::ptrdiff_t>(all.size());
  const bool last = has == 1 && wanted.size() == 2 && all[0] == wanted[1];
  all.insert(last ? all.begin() : all.end(), wanted.begin() + (last ? 0 : has),
             wanted.end() - (last ? 1 : 0));
  return all;
}

bool call_with_other_count(const situation& s, explanation& e, captures& c) {
  const misfit m = find_misfit(s, e, c);
  if (m.function == nullptr || !m.closed) {
    return false;
  }
  const std::size_t has = m.arguments.size(), least = m.function->least, most = m.function->most;
  const std::size_t takes = has < least ? least : most;
  c["has"] = std::to_string(has);
  c["takes"] = std::string(least == most ? ""
                           : has < least ? "at least "
                                         : "at most ") +
               std::to_string(takes) + (takes == 1 ? " argument" : " arguments");
  const std::string& call = c["call"];
  const auto wanted = base::arguments_of(call, std::min(call.find('('), call.size()));
  if (has > 0 && has < least && wanted.size() >= least) {  // what is there, and what is missing
    c["call"] = c["function"] + "(" + joined(completed(m.arguments, wanted)) + ")";
  }
  return has < least || has > most;
}

/// tl.store(out + offsets, x + offsets), where x is a parameter that is a pointer.
bool store_of_addresses(const situation& s, explanation& e, captures& c) {
  const misfit m = find_misfit(s, e, c);
  if (c["function"] != "tl.store" || m.arguments.size() < 2) {
    return false;
  }
  c["first"] = m.arguments[0];
  c["second"] = m.arguments[1];
  const std::string name = first_match(c["second"], R"(^(\w+) \+ )");
  return !name.empty() && std::any_of(s.source.begin(), s.source.end(), [&](const auto& line) {
    return search(without_comment(line), R"(\* ?)" + name + R"(\b)");
  });
}

bool call_that_does_not_fit(const situation& s, explanation& e, captures& c) {
  return find_misfit(s, e, c).function != nullptr;
}

// ---- functions of the host ---------------------------------------------------------------------

bool warps_are_not_constant(const situation& s, explanation&, captures& c) {
  return std::none_of(s.source.begin(), s.source.end(), [&](const std::string& line) {
    return contains(line, "constexpr int " + c["warps"]);
  });
}

/// A function that is named near the caret, and not called.
bool function_not_called(const situation& s, explanation& e, captures& c) {
  const std::string code = without_comment(e.source_line);
  for (const match& named :
       find_all(code, R"(([A-Za-z_]\w*\.([a-z_0-9]+))\s*([^( .a-z_0-9<]|$))")) {
    const auto reach = static_cast<std::size_t>(std::max(e.column + 1, 0)) + named[1].size();
    const bool meant = e.column <= 0 || base::find_word(e.source_line.substr(0, reach), named[2]) !=
                                            std::string::npos;
    if (!meant || base::find_word(s.message + s.block, named[2]) == std::string::npos) {
      continue;
    }
    const tl_function* known = named[1].starts_with("tl.") ? find_tl_function(named[2]) : nullptr;
    c["function"] = named[1];
    c["call"] = named[3] == "["        ? named[1] + "(" + first_match(code, R"(\[(.*)\])") + ")"
                : known != nullptr     ? std::string(known->call)
                : named[2] == "extent" ? named[1] + "(0)"
                                       : named[1] + "()";
    return true;
  }
  return false;
}

// ---- the table ---------------------------------------------------------------------------------

constexpr std::string_view kCopied =
    R"(deleted.*(context(<[^(]*>)?::context\(const |constructor of '[^']*context)|)"
    R"((context(<[^(]*>)?::context\(const |constructor of '[^']*context).*deleted)";
constexpr std::string_view kOneProgram =
    "Each program has one tl, and every function that it calls shares it.";
constexpr std::string_view kOfLaunch =
    R"re(call to 'launch|"kw::launch"|"launch"|to 'kw::launch)re";
constexpr spelling kAxes[] = {{"x", "0"}, {"y", "1"}, {"z", "2"}};
constexpr std::string_view kAFunction = "$function is a function: it is called with parentheses";
constexpr std::string_view kGridOfNumbers = "a grid is made of one to three numbers in parentheses";
constexpr std::string_view kAxesOfGrid =
    "They are the numbers of programs along axis 0, and along axes 1 and 2 if there are any.";

constexpr rule kCallTable[] = {
    {.name = "tl copied by a lambda",
     .says = kCopied,
     .line = R"((?P<captures>\[=\]|\[tl))",
     .caret = "$captures",
     .wrong = "tl cannot be copied: the lambda must take it by reference",
     .why = kOneProgram,
     .fix = "[&]"},
    {.name = "tl copied",
     .says = kCopied,
     .line = R"((?P<helper>[A-Za-z_]\w*)(?:<[^(]*>)?\(tl\b|$)",
     .caret = "${helper|tl}",
     .wrong = "tl cannot be copied: ${helper|helper} must take it by reference",
     .why = kOneProgram,
     .fix = "KW_HD auto ${helper|helper}(program auto& tl, ...)"},

    {.name = "axis missing",
     .says = kNoMatch,
     .look = {call_without_axis, "function call advice first"},
     .wrong = "$function needs an axis",
     .fix = "$function($first, axis<0>)"},
    {.name = "reduction of two tiles",
     .says = kNoMatch,
     .look = {call_of_two_tiles, "function call advice first second number"},
     .wrong = "${function}imum compares two values lane by lane; $function goes along a tile",
     .fix = "${function}imum($first, $second)"},
    {.name = "sum of two tiles",
     .says = kNoMatch,
     .look = {sum_of_two_tiles, "function call advice first second number"},
     .wrong = "tl.sum adds up the lanes of one tile, and $second is not an axis",
     .why = "To add up the products of two tiles, multiply them first, lane by lane.",
     .fix = "tl.sum($first * $second)"},
    {.name = "mean of a number of elements",
     .says = kNoMatch,
     .line = R"(tl\.mean\((?P<tile>\w+), (?P<count>[a-z][\w.]*(?:\(\d?\))?)\))",
     .caret = "tl.mean",
     .wrong = "tl.mean divides by the number of lanes of the tile, and takes no other number",
     .why = "To divide by $count, add the lanes up first.",
     .fix = "tl.sum($tile) / $count"},
    {.name = "axis as a number",
     .says = kNoMatch,
     .look = {call_with_another_axis, "function call advice first second number"},
     .wrong = "an axis is written axis<0> or axis<1>, not as a plain number",
     .why = "The shape of the result depends on it, so it must be known at compile time. axis<0> "
            "goes down each column, axis<1> along each row; a 1-D tile has axis<0>.",
     .fix = "$function($first, axis<${number|0}>)"},
    {.name = "extents of a shape one by one",
     .says = kNoMatch,
     .line = R"((?P<call>tl\.(?:zeros|full|accumulator))\(size<(?P<rows>[^<>]*)>, )"
             R"(size<(?P<columns>[^<>]*)>)",
     .caret = "$call",
     .wrong = "a tile of two axes has one shape",
     .why = "The shape has the rows first, and then the columns.",
     .fix = "$call(shape<$rows, $columns>)"},
    {.name = "number of arguments",
     .says = kNoMatch,
     .look = {call_with_other_count, "function call advice takes has"},
     .wrong = "$function takes $takes, but this call has $has",
     .why = "$advice",
     .fix = "$call"},
    {.name = "store of addresses",
     .says = kNoMatch,
     .look = {store_of_addresses, "function call advice first second"},
     .wrong = "both arguments of tl.store are addresses, but the second must be a value",
     .why = "Addresses are read with tl.load.",
     .fix = "tl.store($first, tl.load($second))"},
    {.name = "element in brackets where a function needs an address",
     .says =
         R"(no matching function for call to '(?:\w+::)*(?P<call>\w+)<.*(?:float|double|int|_t)&)",
     .line = R"((?P<x>\b[a-z]\w*)\[(?P<index>[^\[\]]+)\])",
     .caret = "$x[",
     .wrong = "$x[$index] is an element, but $call needs an address here",
     .why = "Brackets read the element; the address is the pointer plus the index.",
     .fix = "$x + $index"},
    {.name = "arguments of a function of tl",
     .says = kNoMatch,
     .look = {call_that_does_not_fit, "function call advice"},
     .wrong = "the arguments of this $function do not fit",
     .why = "$advice",
     .fix = "$call"},

    {.name = "warps at run time",
     .says = kOfLaunch,
     .line = R"(\blaunch<(?P<warps>[a-z_]\w*)>\()",
     .look = {warps_are_not_constant},
     .caret = "$warps",
     .wrong = "$warps must be known at compile time, but is known only at run time",
     .why = "The number of warps is a template argument.",
     .fix = "constexpr int $warps = 4;"},
    {.name = "arguments of launch",
     .says = kOfLaunch,
     .line = R"(\blaunch(?:<[^(]*>)?\()",
     .caret = "launch",
     .wrong = "the arguments of this launch do not fit",
     .why = "It takes, in this order: the device, the grid, the kernel as an object with {}, and "
            "then the kernel's arguments after tl.",
     .fix = "launch(out.device(), grid(programs), Kernel<BLOCK_SIZE>{}, x, out);"},
    {.name = "function of tl in brackets",
     .says = R"re(operator\[\]|operator "\[\]"|subscript)re",
     .line = R"(\b(?P<function>tl\.\w+)\[(?P<inside>[^]]*)\])",
     .caret = "$function",
     .wrong = kAFunction,
     .fix = "$function($inside)"},
    {.name = "axis of the grid as a member",
     .line = R"((?P<call>tl\.(?:program_id|num_programs))\.(?P<member>[xyz])\b)",
     .among = kAxes,
     .key = "member",
     .caret = "$call",
     .wrong = "$call is a function, and its argument is the axis of the grid",
     .fix = "$call($here)"},
    {.name = "function not called",
     .says = "invalid use of member function|must be called|"
             "invalid use of non-static member function|may only be used to call the function",
     .look = {function_not_called, "function call"},
     .caret = "$function",
     .wrong = kAFunction,
     .fix = "$call"},

    {.name = "extent without an axis",
     .says = kNoMatch,
     .line = R"((?P<x>\w+)\.(?P<function>extent|stride)\(\))",
     .caret = "$x.$function",
     .wrong = "$function needs an axis: 0 for the first",
     .fix = "$x.$function(0)"},
    {.name = "type of to",
     .says = kNoMatch,
     .also = "tile|'to'",
     .line = R"re((?P<x>\w*)\.to\((?:"[a-z0-9]+"|[A-Za-z_0-9]*\{\})?\))re",
     .caret = "$x.to",
     .wrong = "to takes the name of an element type",
     .why = "float32, float16, bfloat16, int32 and the like, or dtype<T>{}.",
     .fix = "${x|x}.to(float32)"},
    {.name = "arguments of pipelined",
     .says = kNoMatch,
     .also = "pipelined",
     .caret = "pipelined",
     .wrong = "the arguments of pipelined do not fit",
     .why = "It takes the first step, the end, the width of a step, and a function that works on "
            "the tiles of a step.",
     .fix = "ab.pipelined(0, a.extent(1), BK, [&](int k, auto at, auto bt) { ... });"},
    {.name = "arguments of tile",
     .says = kNoMatch,
     .also = "tile",
     .line = R"((?P<x>\w+)\.tile\()",
     .wrong = "the arguments of $x.tile do not fit",
     .why =
         "It takes a 2-D shape, and the place along each axis of the tensor where the tile begins.",
     .fix = "$x.tile(shape<BM, BK>, row, column)"},
    {.name = "narrow without a type",
     .says = kNoMatch,
     .line = R"(\bnarrow\()",
     .caret = "narrow",
     .wrong = "narrow needs the new type of the number",
     .fix = "narrow<int>(...)"},
    {.name = "grid in angle brackets",
     .line = R"(\bgrid\s*<)",
     .caret = "grid",
     .wrong = kGridOfNumbers,
     .why = kAxesOfGrid,
     .fix = "grid(cdiv(n_rows, ROWS), cdiv(n_cols, COLS))"},
    {.name = "arguments of grid",
     .says = R"re('kw::grid'|"kw::grid"|kw::grid::grid)re",
     .line = R"(\bgrid\s*[({])",
     .caret = "grid",
     .wrong = kGridOfNumbers,
     .why = kAxesOfGrid,
     .fix = "grid(cdiv(n_rows, ROWS), cdiv(n_cols, COLS))"},
};

}  // namespace

constinit const std::span<const rule> kCallRules = kCallTable;

}  // namespace kw::explain
