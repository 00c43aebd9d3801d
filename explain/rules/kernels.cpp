// Kernels: how they are declared and started, and what a launch passes to them.
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/caret.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

// ---- started as something else ------------------------------------------------------------------

/// `$kernel` is a struct of the file that has a call operator; `$passed` what follows it in launch.
bool names_a_kernel(const situation& s, explanation&, captures& c) {
  c["passed"] = c["arguments"].empty() ? "" : ", " + c["arguments"];
  return call_operator_of(s, c["kernel"]) > 0;
}

constexpr rule kKernelTable[] = {
    {.name = "block sizes in parentheses",
     .kinds = {kind::template_list, kind::not_deduced, kind::expected},
     .line = R"(^(?P<kernel>[A-Z]\w*)\((?P<sizes>[\w, ]+)\), )",
     .look = names_a_kernel,
     .caret = "$kernel",
     .wrong = "the block sizes of a kernel are template arguments, in angle brackets",
     .why = "The braces make the object that launch runs.",
     .fix = "$kernel<$sizes>{}"},
    {.name = "kernel called",
     .kinds = {kind::does_not_fit, kind::called, kind::template_list, kind::not_deduced,
               kind::expected},
     .line =
         R"(^(?P<kernel>[A-Z]\w*)(?P<sizes><[^(){}]*>)?(?:\{\})?(?:\[[^]]*\])?\((?P<arguments>.*)\);)",
     .look = names_a_kernel,
     .caret = "$kernel",
     .wrong = "a kernel is not called; launch runs it, once for each program of a grid",
     .why = "launch makes the `tl` that the kernel takes first.",
     .fix = "launch(out.device(), grid(programs), $kernel$sizes{}$passed);"},
    {.name = "arguments in a kernel's braces",
     .kinds = {kind::initializers},
     .line = R"(\blaunch\b.*(?P<type>\b[A-Z]\w*(?:<[^<>]*>)?)\{(?P<arguments>[^{}]+)\})",
     .caret = "$type",
     .wrong = "the arguments of a kernel do not go into its braces",
     .why = "The braces make the kernel, which holds no data. launch takes the arguments after it, "
            "and passes them to each program.",
     .fix = "$type{}, $arguments"},
};

// ---- a launch and the kernel that it starts ----------------------------------------------------

/// A kernel as an object, `Kernel<64>{`.
constexpr std::string_view kObject = R"(\b([A-Z]\w*)\s*(?:<[^<>]*>)?\s*\{)";

std::vector<std::string> split_types(const std::string& list) {
  return base::arguments_of("(" + list + ")", 0);
}

/// The parameters of a kernel, as the file has them, `tl` among them.
std::vector<std::string> all_parameters_of(const situation& s, const std::string& kernel) {
  std::vector<std::string> all;
  for (const base::cpp_parameter& each : s.code.parameters(s.code.call_operator(kernel))) {
    all.push_back(each.type + (each.name.empty() ? "" : " " + each.name));
  }
  return all;
}

/// A launch as the compiler tells it: the kernel's type, and those of what is passed to it.
struct launched {
  std::string kernel;
  std::vector<std::string> passed, parameters;
};

launched read_launch(const situation& s) {
  launched found;
  const auto types =
      split_types(first_match(s.block, R"re(this_kernel_is_launched_with<(.*)>['> ])re"));
  found.kernel = types.empty() ? "" : types[0];
  const std::string passed = joined({types.begin() + (types.empty() ? 0 : 1), types.end()});
  found.kernel = first_match(found.kernel, "([A-Za-z_0-9]+)(?:<.*)?$");
  found.passed = split_types(replaced(replaced(passed, " *", "*"), "kw::array<", "array<"));
  found.parameters = all_parameters_of(s, found.kernel);
  found.parameters.erase(found.parameters.begin(),
                         found.parameters.begin() + (found.parameters.empty() ? 0 : 1));  // tl
  return found;
}

/// Moves to the call operator of the kernel that the line launches, if it finds it.
bool call_operator_of_launched(const situation& s, explanation& e, captures&) {
  // A launch may take several lines, and compilers point at its first or at its last.
  std::string kernel = first_match(e.source_line + line_of(s, e.line + 1), kObject);
  for (int back = 1; kernel.empty() && back <= 3; ++back) {
    kernel = first_match(line_of(s, e.line - back), kObject);
  }
  if (const int line = call_operator_of(s, kernel); line > 0) {
    move_to(s, line, e);
    point_at(e, "operator()");
  }
  return true;
}

/// `$kernel`, the types `$passed` to it, and its `$parameters` after tl, as the file has them.
bool arguments_and_parameters(const situation& s, explanation&, captures& c) {
  const launched found = read_launch(s);
  c["kernel"] = found.kernel;
  c["passed"] = joined(found.passed);
  c["parameters"] = joined(found.parameters);
  return !found.kernel.empty() && !found.passed.empty() && !found.parameters.empty();
}

/// The same where the kernel's `$first` parameter cannot be the program. Moves to its call
/// operator.
bool first_parameter_is_no_program(const situation& s, explanation& e, captures& c) {
  const auto parameters = all_parameters_of(s, read_launch(s).kernel);
  if (parameters.empty() ||
      search(parameters[0], R"(^(?:(?:kw::)?program )?auto \w+$|^\w+ \w+$)")) {
    return false;
  }
  c["first"] = parameters[0];
  return arguments_and_parameters(s, e, c) && call_operator_of_launched(s, e, c);
}

/// The same where the numbers differ: `$passes` and `$takes`.
bool other_number_of_arguments(const situation& s, explanation& e, captures& c) {
  const launched found = read_launch(s);
  c["passes"] = std::to_string(found.passed.size());
  c["takes"] = std::to_string(found.parameters.size());
  return arguments_and_parameters(s, e, c) && found.passed.size() != found.parameters.size();
}

/// What a launch of the file passes to a kernel as its argument `number`, or `x`.
std::string argument_of_launch(const situation& s, const std::string& kernel, std::size_t number) {
  for (const std::vector<std::string>& passed : base::calls_in(s.text, "launch")) {
    const auto at = std::find_if(passed.begin(), passed.end(), [&](const std::string& each) {
      return base::mentions(each, kernel);
    });
    if (std::distance(at, passed.end()) > static_cast<std::ptrdiff_t>(number) + 1) {
      return at[static_cast<std::ptrdiff_t>(number) + 1];
    }
  }
  return "x";
}

/// The first argument of a launch that `fits` refuses, with its parameter: `$number`, `$parameter`.
template <class Fits>
bool argument_refused(const situation& s, explanation& e, captures& c, const Fits& fits) {
  const launched found = read_launch(s);
  const std::size_t count = std::min(found.passed.size(), found.parameters.size());
  for (std::size_t i = 0; i < count && arguments_and_parameters(s, e, c); ++i) {
    if (!fits(found.passed[i], found.parameters[i])) {
      c["number"] = std::to_string(i + 1);
      c["parameter"] = found.parameters[i];
      c["view"] = argument_of_launch(s, c["kernel"], i);
      return true;
    }
  }
  return false;
}

/// A view or a pointer, where the parameter is a tensor_descriptor, which is made of a view.
bool view_for_descriptor(const situation& s, explanation& e, captures& c) {
  return argument_refused(s, e, c, [](const std::string& passed, const std::string& taken) {
    return !search(taken, R"(^(?:const )?(?:kw::)?tensor_descriptor<)") || !passed.ends_with("*");
  });
}

/// An input, where the parameter is an output.
bool input_for_output(const situation& s, explanation& e, captures& c) {
  return argument_refused(s, e, c, [](const std::string& passed, const std::string& taken) {
    const bool is_pointer = contains(taken, "*") && !taken.starts_with("const ");
    const bool is_array = taken.starts_with("array<") && !taken.starts_with("array<const ");
    return !(passed.starts_with("const ") && contains(passed, "*") && (is_pointer || is_array));
  });
}

constexpr std::string_view kLaunchDoesNotFit = "the arguments of launch do not fit";
constexpr std::string_view kMatchedInOrder =
    "Passed are ($passed); the kernel takes ($parameters). They are matched in order. A view "
    "arrives as its pointer, or as an array if the kernel takes one; a view<const float> as one to "
    "const.";

constexpr rule kLaunchTable[] = {
    {.name = "kernel without tl",
     .says = kLaunchDoesNotFit,
     .look = first_parameter_is_no_program,
     .wrong = "the first parameter of $kernel must be the program, but here it is $first",
     .why =
         "A launch calls the kernel once for every program. Each call gets its own program first, "
         "by value, and then the arguments of launch in their order.",
     .fix = "KW_KERNEL void operator()(program auto tl, ...) const {"},
    {.name = "number of a kernel's arguments",
     .says = kLaunchDoesNotFit,
     .look = other_number_of_arguments,
     .caret = "$kernel",
     .wrong = "launch passes $passes arguments, but $kernel takes $takes after tl",
     .why = kMatchedInOrder},
    {.name = "view for a descriptor",
     .says = kLaunchDoesNotFit,
     .look = view_for_descriptor,
     .caret = "$kernel",
     .wrong = "argument $number of $kernel arrives as a pointer, but the kernel takes $parameter",
     .why = "A view arrives as its pointer, unless the launch makes a descriptor of it.",
     .fix = "tensor_descriptor($view)"},
    {.name = "input for an output",
     .says = kLaunchDoesNotFit,
     .look = input_for_output,
     .caret = "$kernel",
     .wrong = "argument $number of $kernel is an input, but the kernel takes $parameter, an output",
     .why = kMatchedInOrder},
    {.name = "types of a kernel's arguments",
     .says = kLaunchDoesNotFit,
     .look = arguments_and_parameters,
     .caret = "$kernel",
     .wrong = "the arguments of launch do not fit the parameters of $kernel",
     .why = kMatchedInOrder},
    {.name = "kernel that is not const",
     .says = R"(operator\(\) is not const)",
     .look = call_operator_of_launched,
     .fix = "KW_KERNEL void operator()(program auto tl, ...) const {"},
};

// ---- without KW_KERNEL or KW_HD -----------------------------------------------------------------

// nvcc names such functions in the library's line that calls them; the place that helps is where
// the learner's file declares them.

/// The call operator of the kernel that nvcc names.
bool unmarked_kernel(const situation& s, explanation& e, captures& c) {
  const int line = call_operator_of(
      s, first_match(c["function"], R"(([A-Za-z_]\w*)(?:<[^ ]*)? *:: ?operator ?\(\))"));
  move_to(s, line, e);
  return line > 0;
}

bool unmarked_function(const situation& s, explanation& e, captures& c) {
  c["name"] = first_match(c["function"], R"(([A-Za-z_]\w*)(?: ?<.*)?\()");
  const auto found = find(s.text, R"((?m)\b)" + c["name"] + R"(\(.*\{\s*$)");
  if (found && !c["name"].empty()) {
    move_to(s, line_at(s, found->begin), e);
  }
  return found && !c["name"].empty();
}

constexpr std::string_view kBothSides =
    "It makes the compiler build the function for the CPU and for GPUs.";

constexpr rule kUnmarkedTable[] = {
    {.name = "kernel without KW_KERNEL",
     .kinds = {kind::host_function},
     .look = unmarked_kernel,
     .caret = "operator()",
     .wrong = "this kernel lacks the word KW_KERNEL, so a GPU cannot run it",
     .why = kBothSides,
     .fix = "KW_KERNEL $code"},
    {.name = "function without KW_HD",
     .kinds = {kind::host_function},
     .unless = R"(operator ?\(\))",
     .look = unmarked_function,
     .caret = "$name",
     .wrong = "$name is called in a kernel, but lacks the word KW_HD",
     .why = kBothSides,
     .fix = "KW_HD $code"},
};

}  // namespace

constinit const rule_table kKernelRules = kKernelTable;
constinit const rule_table kLaunchRules = kLaunchTable;
constinit const rule_table kUnmarkedRules = kUnmarkedTable;

}  // namespace kw::explain
