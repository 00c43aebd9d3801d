// Kernels: how they are declared and started, and what a launch passes to them.
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/rules/rule.hpp"

namespace kw::explain {
namespace {

// ---- started as something else ------------------------------------------------------------------

/// `$name` is a struct of the file that has a call operator; `$passed` what follows it in launch.
bool names_a_kernel(const situation& s, explanation&, captures& c) {
  c["passed"] = c["arguments"].empty() ? "" : ", " + c["arguments"];
  return call_operator_of(s, c["name"]) > 0;
}

constexpr rule kKernelTable[] = {
    {.kinds = {kind::template_list, kind::not_deduced, kind::expected},
     .line = R"(^(?P<name>[A-Z]\w*)\((?P<sizes>[\w, ]+)\), )",
     .look = names_a_kernel,
     .wrong = "the block sizes of a kernel are template arguments, in angle brackets",
     .why = "The braces make the object that launch runs.",
     .fix = "$name<$sizes>{}"},
    {.kinds = {kind::does_not_fit, kind::called, kind::template_list, kind::not_deduced,
               kind::expected},
     .line =
         R"(^(?P<name>[A-Z]\w*)(?P<sizes><[^(){}]*>)?(?:\{\})?(?:\[[^]]*\])?\((?P<arguments>.*)\);)",
     .look = names_a_kernel,
     .wrong = "a kernel is not called; launch runs it, once for each program of a grid",
     .why = "launch makes the `tl` that the kernel takes first.",
     .fix = "launch(out.device(), grid(programs), $name$sizes{}$passed);"},
    {.kinds = {kind::initializers},
     .line = R"(\blaunch\b.*(?P<name>\b[A-Z]\w*(?:<[^<>]*>)?)\{(?P<arguments>[^{}]+)\})",
     .wrong = "the arguments of a kernel do not go into its braces",
     .why = "The braces make the kernel, which holds no data. launch takes the arguments after it, "
            "and passes them to each program.",
     .fix = "$name{}, $arguments"},
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

/// Why an argument does not fit its parameter, as a row of kMisfitsOfLaunch; empty if it may.
std::string refused(const std::string& passed, const std::string& taken) {
  const bool to_memory = contains(passed, "*");
  const bool is_output = (contains(taken, "*") && !taken.starts_with("const ")) ||
                         (taken.starts_with("array<") && !taken.starts_with("array<const "));
  return to_memory && passed.starts_with("const ") && is_output ? "input"
         : passed.ends_with("*") && search(taken, R"(^(?:const )?(?:kw::)?tensor_descriptor<)")
             ? "view"
             : "";
}

/// `$misfit`, a row of kMisfitsOfLaunch, and what its texts name: the `$kernel` of the launch, the
/// types
/// `$passed` to it, and its `$parameters` after tl, as the file has them.
bool misfit_of_launch(const situation& s, explanation& e, captures& c) {
  // As the compiler tells it: the kernel's type, and those of what is passed.
  auto passed = split_types(first_match(s.block, R"re(this_kernel_is_launched_with<(.*)>['> ])re"));
  c["kernel"] = passed.empty() ? "" : first_match(passed[0], "([A-Za-z_0-9]+)(?:<.*)?$");
  auto parameters = all_parameters_of(s, c["kernel"]);
  if (passed.size() < 2 || parameters.size() < 2) {
    return false;
  }
  c["first"] = parameters[0];
  passed.erase(passed.begin());
  parameters.erase(parameters.begin());
  for (std::string& type : passed) {
    type = replaced(replaced(type, " *", "*"), "kw::array<", "array<");
  }
  c["passed"] = joined(passed);
  c["parameters"] = joined(parameters);
  c["passes"] = std::to_string(passed.size());
  c["takes"] = std::to_string(parameters.size());
  if (!search(c["first"], R"(^(?:(?:kw::)?program )?auto \w+$|^\w+ \w+$)")) {
    c["misfit"] = "program";
    return call_operator_of_launched(s, e, c);
  }
  c["misfit"] = passed.size() != parameters.size() ? "number" : "types";
  for (std::size_t i = 0; c["misfit"] == "types" && i < passed.size(); ++i) {
    const std::string why = refused(passed[i], parameters[i]);
    c["misfit"] = why.empty() ? "types" : why;
    c["number"] = std::to_string(i + 1);
    c["parameter"] = parameters[i];
  }
  return true;
}

constexpr std::string_view kMatchedInOrder =
    "Passed are ($passed); the kernel takes ($parameters). They are matched in order. A view "
    "arrives as its pointer, or as an array if the kernel takes one; a view<const float> as one to "
    "const.";

constexpr spelling kMisfitsOfLaunch[] = {
    {"program", "the first parameter of $kernel must be the program, but here it is $first",
     "A launch calls the kernel once for every program. Each call gets its own program first, by "
     "value, and then the arguments of launch in their order.",
     kEntry},
    {"number", "launch passes $passes arguments, but $kernel takes $takes after tl",
     kMatchedInOrder},
    {"view", "argument $number of $kernel arrives as a pointer, but the kernel takes $parameter",
     "A view arrives as its pointer, unless the launch makes a descriptor of it.",
     "tensor_descriptor(...) around the argument"},
    {"input", "argument $number of $kernel is an input, but the kernel takes $parameter, an output",
     kMatchedInOrder},
    {"types", "the arguments of launch do not fit the parameters of $kernel", kMatchedInOrder},
};

constexpr rule kLaunchTable[] = {
    {.says = "the arguments of launch do not fit",
     .look = misfit_of_launch,
     .among = kMisfitsOfLaunch,
     .key = "misfit",
     .caret = "$kernel",
     .wrong = "$here"},
    {.says = R"(operator\(\) is not const)",
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
    {.kinds = {kind::host_function},
     .look = unmarked_kernel,
     .caret = "operator()",
     .wrong = "this kernel lacks the word KW_KERNEL, so a GPU cannot run it",
     .why = kBothSides,
     .fix = "KW_KERNEL $code"},
    {.kinds = {kind::host_function},
     .unless = R"(operator ?\(\))",
     .look = unmarked_function,
     .wrong = "$name is called in a kernel, but lacks the word KW_HD",
     .why = kBothSides,
     .fix = "KW_HD $code"},
};

}  // namespace

constinit const rule_table kKernelRules = kKernelTable;
constinit const rule_table kLaunchRules = kLaunchTable;
constinit const rule_table kUnmarkedRules = kUnmarkedTable;

}  // namespace kw::explain
