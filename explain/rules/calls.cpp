// Calls with arguments that do not fit: of the functions of tl, of launch, and of a kernel as if it
// were a function.
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/rules/rule.hpp"

namespace kw::explain {
namespace {

// ---- functions of tl ---------------------------------------------------------------------------

/// The call of that function of tl, or of any if no name is known, which begins last before column
/// `column` of the line; the first if none does.
struct tl_call {
  std::string name;
  std::size_t at = std::string::npos, open = 0;
};
tl_call call_before(const std::string& line, const std::string& name, int column) {
  tl_call found;
  for (const match& call : find_all(line, R"(\btl\s*\.\s*(\w+)\s*\()")) {
    const bool before = column <= 0 || call.begin < static_cast<std::size_t>(column);
    if ((name.empty() || call[1] == name) && (before || found.name.empty())) {
      found = {call[1], call.begin, call.end - 1};
    }
  }
  return found;
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

/// The place of the axis among the arguments of a function; that of none if it takes none.
std::size_t place_of_axis(const std::vector<std::string>& wanted) {
  return static_cast<std::size_t>(
      std::find_if(wanted.begin(), wanted.end(),
                   [](const std::string& each) { return contains(each, "axis<"); }) -
      wanted.begin());
}

/// `1`, `axis=1` or `(1, 0)`, as the numbers there; empty for anything else.
std::vector<std::string> numbers_in(const std::string& argument) {
  const std::string list =
      first_match(argument, R"(^(?:(?:axis|dim) ?= ?)?[(\[]?(-?\d+(?: ?, ?-?\d+)*),?[)\]]?$)");
  return list.empty() ? std::vector<std::string>() : base::arguments_of("(" + list + ")", 0);
}

/// What is wrong with the arguments of a call of tl, as a row of kMisfitsOfCall. Adds what its
/// texts name.
std::string misfit_of(const tl_function& function, const base::argument_list& list, captures& c) {
  const std::size_t has = list.items.size(), least = function.least, most = function.most;
  const auto wanted = base::arguments_of(function.call, function.call.find('('));
  const std::size_t axis = place_of_axis(wanted);
  const bool reduces = axis < wanted.size(), takes_function = contains(function.call, "[](");
  c["first"] = has > 0 ? list.items[0] : "";
  c["second"] = has > 1 ? list.items[1] : "";
  c["call"] = call_of(function, list.items);
  if (reduces && least == 2 && has == 1 && list.closed) {
    return "axis";
  }
  if (reduces && list.closed && has > axis && !contains(list.items[axis], "axis<")) {
    const bool number = !numbers_in(list.items[axis]).empty();
    const bool two_tiles = !number && (function.name == "max" || function.name == "min");
    if (number || !takes_function) {
      return two_tiles ? "two tiles" : "number of an axis";
    }
  }
  if (!list.closed || (has >= least && has <= most)) {
    return "type";
  }
  const std::size_t takes = has < least ? least : most;
  c["has"] = std::to_string(has);
  c["takes"] = std::string(least == most ? ""
                           : has < least ? "at least "
                                         : "at most ") +
               std::to_string(takes) + (takes == 1 ? " argument" : " arguments");
  return "count";
}

/// A call of tl that does not fit: `$misfit`, and what its texts name.
bool misfit_of_call(const situation& s, explanation& e, captures& c) {
  const std::string named =
      first_match(s.message, R"re((?:context|language)(?:<[^(]*>)?::(\w+)[(" ])re");
  tl_call call = call_before(e.source_line, named, e.column);
  if (call.name.empty()) {  // a function that the one of the line calls
    call = call_before(e.source_line, "", e.column);
  }
  const tl_function* function = find_tl_function(call.name);
  if (function == nullptr || (named.empty() && search(s.message, "no matching|no instance"))) {
    return false;
  }
  if ((search(s.message, kind::conversion) || search(s.message, kind::truth)) &&
      !contains(s.message, "axis_constant")) {
    return false;  // another rule explains what the tile cannot become
  }
  c["function"] = "tl." + call.name;
  c["advice"] = function->advice;
  c["misfit"] = misfit_of(*function, base::arguments_at(e.source_line, call.open), c);
  e.column = static_cast<int>(call.at) + 1;
  e.width = static_cast<int>(c["function"].size());
  return true;
}

/// Not where it names a type alone: that of a tile's elements is called `tile<...>`.
bool complaint_names_it(const situation& s, explanation&, captures& c) {
  return find(s.message, "\\b" + c["name"] + R"((?:[^<\w]|$))").has_value();
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
    c["name"] = call[1];
    c["parameters"] = replaced(replaced(joined(parameters), "kw::", ""), "const ", "");
    return !parameters.empty();
  }
  return false;
}

// ---- the table ---------------------------------------------------------------------------------

constexpr std::string_view kOneProgram =
    "Each program has one tl, and every function that it calls shares it.";

constexpr spelling kMisfitsOfCall[] = {
    {"axis", "$function needs an axis", "", "$call"},
    {"two tiles", "${function}imum compares two values lane by lane; $function goes along a tile",
     "", "${function}imum($first, $second)"},
    {"number of an axis", "an axis is written axis<0> or axis<1>, not as a plain number",
     "The shape of the result depends on it, so it must be known at compile time. axis<0> goes "
     "down each column, axis<1> along each row; a 1-D tile has axis<0>.",
     "$call"},
    {"count", "$function takes $takes, but this call has $has", "$advice", "$call"},
    {"type", "the arguments of this $function do not fit", "$advice", "$call"},
};

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
    {"to", "$x.to(${first|float32})",
     "It takes the new type of the elements, a plain name such as float16, and then bitcast if the "
     "bits are to stay as they are."},
};

constexpr rule kCallTable[] = {
    {.kinds = {kind::does_not_fit},
     .line = R"(^\s*return (?P<name>[^(){};,]*(?:\([^()]*\)[^(){};,]*)*,[^{};]*);)",
     .wrong = "a comma does not make one result of two values in C++",
     .why = "The function returns one object, and braces make it of its parts, in their order.",
     .fix = "return {$name};"},
    {.kinds = {kind::copies_tl},
     .line = R"((?P<name>\[=\]|\[tl))",
     .wrong = "tl cannot be copied: the lambda must take it by reference",
     .why = kOneProgram,
     .fix = "[&]"},
    {.kinds = {kind::copies_tl},
     .line = R"((?P<helper>[A-Za-z_]\w*)(?:<[^(]*>)?\(tl\b|$)",
     .caret = "${helper|tl}",
     .wrong = "tl cannot be copied: ${helper|helper} must take it by reference",
     .why = kOneProgram,
     .fix = "KW_HD auto ${helper|helper}(program auto& tl, ...)"},
    {.kinds = {kind::does_not_fit},
     .look = misfit_of_call,
     .among = kMisfitsOfCall,
     .key = "misfit",
     .wrong = "$here"},
    {.kinds = {kind::launch_does_not_fit},
     .line = R"(\blaunch(?:<[^(]*>)?\()",
     .caret = "launch",
     .wrong = "the arguments of this launch do not fit",
     .why = "It takes, in this order: the device, the grid, the kernel as an object with {}, and "
            "then the kernel's arguments after tl. The number of warps is a template argument.",
     .fix = "launch(out.device(), grid(programs), Kernel<BLOCK_SIZE>{}, x, out);"},
    {.kinds = {kind::not_called},
     .line = R"((?P<name>tl\.(?:program_id|num_programs))\.(?P<member>[xyz])\b)",
     .among = kAxes,
     .key = "member",
     .wrong = "$name is a function, and its argument is the axis of the grid",
     .fix = "$name($here)"},
    {.kinds = {kind::does_not_fit},
     .line = R"re((?:(?P<x>\w+)\.)?\b(?P<name>extent|stride|tile|pipelined|narrow|to)\()re"
             R"re(\s*['"]?(?P<first>\w*))re",
     .look = complaint_names_it,
     .among = kOtherFunctions,
     .wrong = "the arguments of $name do not fit",
     .fix = "$here"},
    {.kinds = {kind::does_not_fit},
     .look = call_of_known_function,
     .wrong = "the arguments of this $name do not fit",
     .why = "It takes ($parameters), in this order."},
};

}  // namespace

std::string call_of(const tl_function& function, const std::vector<std::string>& arguments) {
  const auto wanted = base::arguments_of(function.call, function.call.find('('));
  const std::size_t axis = place_of_axis(wanted);
  const bool shaped = wanted.size() == 2 && wanted[1].starts_with("shape<");
  std::vector<std::string> list;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto numbers =
        i > 0 && (shaped || i >= axis) ? numbers_in(arguments[i]) : std::vector<std::string>();
    for (const std::string& each : numbers) {
      list.push_back(shaped ? each : "axis<" + each + ">");
    }
    if (numbers.empty()) {
      const bool bins =
          i < wanted.size() && wanted[i].starts_with("size<") && search(arguments[i], R"(^\d+$)");
      const bool unknown = i == axis && i + 1 == wanted.size() && !contains(arguments[i], "axis<");
      list.push_back(unknown ? "axis<0>" : bins ? "size<" + arguments[i] + ">" : arguments[i]);
    }
  }
  if (shaped && list.size() > 1 && !contains(list[1], "<")) {
    const std::string extents = joined({list.begin() + 1, list.end()});
    list = {list[0], (list.size() > 2 ? "shape<" : "size<") + extents + ">"};
  }
  if (!list.empty() && list.size() < function.least && wanted.size() >= function.least) {
    list = completed(list, wanted);
  }
  list.resize(std::min(list.size(), function.most));
  return list.size() < function.least || list == arguments
             ? std::string(function.call)
             : "tl." + std::string(function.name) + "(" + joined(list) + ")";
}

constinit const rule_table kCallRules = kCallTable;

}  // namespace kw::explain
