// Calls with arguments that do not fit: of the functions of tl, of launch, and of a kernel as if it
// were a function.
#include <algorithm>

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
  if ((s.kinds.contains(kind::conversion) || s.kinds.contains(kind::truth)) &&
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

bool call_that_does_not_fit(const situation& s, explanation& e, captures& c) {
  return find_misfit(s, e, c).function != nullptr;
}

/// Not where it names a type alone: that of a tile's elements is called `tile<...>`.
bool complaint_names_it(const situation& s, explanation&, captures& c) {
  return find(s.message, "\\b" + c["function"] + R"((?:[^<\w]|$))").has_value();
}

// ---- functions of the host ---------------------------------------------------------------------

/// A function that the file or a header of the lesson declares, and the compiler complains about:
/// its `$parameters`.
bool call_of_known_function(const situation& s, explanation&, captures& c) {
  const std::string text = s.text + s.lesson;
  for (const match& call : find_all(c["code"], R"(\b([A-Za-z_]\w*)(?:<[^<>()]*>)?\()")) {
    const auto declared = find(text, R"((?m)^[\w:<>,*& ]*[\w>*&] )" + call[1] + R"(\()");
    if (!declared || contains((*declared)[0], "return ") ||
        base::find_word(s.message, call[1]) == std::string::npos) {
      continue;
    }
    std::vector<std::string> parameters = base::arguments_of(text, declared->end - 1);
    std::erase_if(parameters, [](const std::string& each) { return contains(each, "="); });
    c["function"] = call[1];
    c["parameters"] = replaced(replaced(joined(parameters), "kw::", ""), "const ", "");
    return !parameters.empty();
  }
  return false;
}

// ---- the table ---------------------------------------------------------------------------------

constexpr std::string_view kOneProgram =
    "Each program has one tl, and every function that it calls shares it.";

constexpr spelling kAxes[] = {{"x", "0"}, {"y", "1"}, {"z", "2"}};

constexpr spelling kOtherFunctions[] = {
    {"extent", "$x.extent(0)", "It needs an axis: 0 for the first."},
    {"stride", "$x.stride(0)", "It needs an axis: 0 for the first."},
    {"tile", "$x.tile(shape<BM, BK>, row, column)",
     "It takes a 2-D shape, and the place along each axis of the tensor where the tile begins."},
    {"pipelined", "$x.pipelined(0, a.extent(1), BK, [&](int k, auto at, auto bt) { ... });",
     "It takes the first step, the end, the width of a step, and a function that works on the "
     "tiles of a step."},
    {"narrow", "narrow<int>(...)", "It needs the new type of the number."},
};

constexpr rule kCallTable[] = {
    {.name = "two values that are returned as in Python",
     .kinds = {kind::does_not_fit},
     .line = R"(^\s*return (?P<values>[^(){};,]*(?:\([^()]*\)[^(){};,]*)*,[^{};]*);)",
     .caret = "$values",
     .wrong = "a comma does not make one result of two values in C++",
     .why = "The function returns one object, and braces make it of its parts, in their order.",
     .fix = "return {$values};"},
    {.name = "tl copied by a lambda",
     .kinds = {kind::copies_tl},
     .line = R"((?P<captures>\[=\]|\[tl))",
     .caret = "$captures",
     .wrong = "tl cannot be copied: the lambda must take it by reference",
     .why = kOneProgram,
     .fix = "[&]"},
    {.name = "tl copied",
     .kinds = {kind::copies_tl},
     .line = R"((?P<helper>[A-Za-z_]\w*)(?:<[^(]*>)?\(tl\b|$)",
     .caret = "${helper|tl}",
     .wrong = "tl cannot be copied: ${helper|helper} must take it by reference",
     .why = kOneProgram,
     .fix = "KW_HD auto ${helper|helper}(program auto& tl, ...)"},
    {.name = "axis missing",
     .kinds = {kind::does_not_fit},
     .look = call_without_axis,
     .wrong = "$function needs an axis",
     .fix = "$function($first, axis<0>)"},
    {.name = "reduction of two tiles",
     .kinds = {kind::does_not_fit},
     .look = call_of_two_tiles,
     .wrong = "${function}imum compares two values lane by lane; $function goes along a tile",
     .fix = "${function}imum($first, $second)"},
    {.name = "axis as a number",
     .kinds = {kind::does_not_fit},
     .look = call_with_another_axis,
     .wrong = "an axis is written axis<0> or axis<1>, not as a plain number",
     .why = "The shape of the result depends on it, so it must be known at compile time. axis<0> "
            "goes down each column, axis<1> along each row; a 1-D tile has axis<0>.",
     .fix = "$function($first, axis<${number|0}>)"},
    {.name = "number of arguments",
     .kinds = {kind::does_not_fit},
     .look = call_with_other_count,
     .wrong = "$function takes $takes, but this call has $has",
     .why = "$advice",
     .fix = "$call"},
    {.name = "arguments of a function of tl",
     .kinds = {kind::does_not_fit},
     .look = call_that_does_not_fit,
     .wrong = "the arguments of this $function do not fit",
     .why = "$advice",
     .fix = "$call"},
    {.name = "arguments of launch",
     .kinds = {kind::launch_does_not_fit},
     .line = R"(\blaunch(?:<[^(]*>)?\()",
     .caret = "launch",
     .wrong = "the arguments of this launch do not fit",
     .why = "It takes, in this order: the device, the grid, the kernel as an object with {}, and "
            "then the kernel's arguments after tl. The number of warps is a template argument.",
     .fix = "launch(out.device(), grid(programs), Kernel<BLOCK_SIZE>{}, x, out);"},
    {.name = "axis of the grid as a member",
     .kinds = {kind::not_called},
     .line = R"((?P<call>tl\.(?:program_id|num_programs))\.(?P<member>[xyz])\b)",
     .among = kAxes,
     .key = "member",
     .caret = "$call",
     .wrong = "$call is a function, and its argument is the axis of the grid",
     .fix = "$call($here)"},
    {.name = "arguments of a function of the library",
     .kinds = {kind::does_not_fit},
     .line = R"((?:(?P<x>\w+)\.)?\b(?P<function>extent|stride|tile|pipelined|narrow)\()",
     .look = complaint_names_it,
     .among = kOtherFunctions,
     .key = "function",
     .caret = "$function",
     .wrong = "the arguments of $function do not fit",
     .why = "$why",
     .fix = "$here"},
    {.name = "arguments of a function of the lesson",
     .kinds = {kind::does_not_fit},
     .look = call_of_known_function,
     .caret = "$function",
     .wrong = "the arguments of this $function do not fit",
     .why = "It takes ($parameters), in this order."},
};

}  // namespace

constinit const rule_table kCallRules = kCallTable;

}  // namespace kw::explain
