// Kernels that are started as something else: as a function, or with block sizes or arguments in
// the wrong brackets.
#include "common/base/cpp_text.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// `$kernel` is a struct of the file that has a call operator; `$passed` what follows it in launch.
bool names_a_kernel(const situation& s, explanation&, captures& c) {
  bool inside = false;
  for (const std::string& line : s.source) {
    if (contains(line, "struct ") || contains(line, "class ")) {
      inside = base::find_word(line, c["kernel"]) != std::string::npos;
    }
    if (inside && contains(line, "operator()")) {
      c["passed"] = c["arguments"].empty() ? "" : ", " + c["arguments"];
      return true;
    }
  }
  return false;
}

constexpr rule kKernelTable[] = {
    {.name = "block sizes in parentheses",
     .kinds = {kind::template_list, kind::not_deduced, kind::expected},
     .line = R"(^(?P<kernel>[A-Z]\w*)\((?P<sizes>[\w, ]+)\), )",
     .look = {names_a_kernel, "passed"},
     .caret = "$kernel",
     .wrong = "the block sizes of a kernel are template arguments, in angle brackets",
     .why = "The braces make the object that launch runs.",
     .fix = "$kernel<$sizes>{}"},
    {.name = "kernel called",
     .kinds = {kind::does_not_fit, kind::called, kind::template_list, kind::not_deduced,
               kind::expected},
     .line =
         R"(^(?P<kernel>[A-Z]\w*)(?P<sizes><[^(){}]*>)?(?:\{\})?(?:\[[^]]*\])?\((?P<arguments>.*)\);)",
     .look = {names_a_kernel, "passed"},
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

}  // namespace

constinit const std::span<const rule> kKernelRules = kKernelTable;

}  // namespace kw::explain
