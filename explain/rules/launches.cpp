#include "explain/rules/launches.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/caret.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// A kernel as an object, `Kernel<64>{`.
constexpr std::string_view kObject = R"(\b([A-Z]\w*)\s*(?:<[^<>]*>)?\s*\{)";

std::vector<std::string> split_types(const std::string& list) {
  return base::arguments_of("(" + list + ")", 0);
}

/// The parameters of a kernel, as the file has them, `tl` among them.
std::vector<std::string> all_parameters_of(const situation& s, const std::string& kernel) {
  std::string text;
  for (const std::string& line : s.source) {
    text += without_comment(line) + " ";
  }
  return base::arguments_of(text, base::find_call_operator(text, kernel));
}

/// The parameters after `tl`.
std::vector<std::string> parameters_of(const situation& s, const std::string& kernel) {
  auto parameters = all_parameters_of(s, kernel);
  if (!parameters.empty()) {
    parameters.erase(parameters.begin());
  }
  return parameters;
}

/// A launch as the compiler tells it: the kernel's type, and those of what is passed to it.
struct launched {
  std::string kernel;
  std::vector<std::string> passed, parameters;
};

launched read_launch(const situation& s) {
  launched found;
  std::string passed;
  const std::string inside = first_match(
      s.block,
      R"(this_kernel_is_launched_with<Kernel, Arguments\.\.\.> \[with Kernel ?= ?([^];\n]*[];]))");
  if (inside.empty()) {
    const auto types =
        split_types(first_match(s.block, R"re(this_kernel_is_launched_with<(.*)>['> ])re"));
    found.kernel = types.empty() ? "" : types[0];
    passed = types.empty() ? "" : joined(std::vector<std::string>(types.begin() + 1, types.end()));
  } else {
    found.kernel = first_match(inside, "^([^,]*),");
    passed = first_match(inside, "Arguments=<(.*)>");
  }
  found.kernel = first_match(found.kernel, "([A-Za-z_0-9]+)(?:<.*)?$");
  found.passed = split_types(replaced(replaced(passed, " *", "*"), "kw::matrix<", "matrix<"));
  found.parameters = found.kernel.empty() ? found.passed : parameters_of(s, found.kernel);
  return found;
}

}  // namespace

bool call_operator_of_launched(const situation& s, explanation& e, captures&) {
  // A launch may take several lines, and compilers point at its first or at its last.
  std::string kernel = first_match(e.source_line + line_of(s, e.line + 1), kObject);
  for (int back = 1; kernel.empty() && back <= 3; ++back) {
    kernel = first_match(line_of(s, e.line - back), kObject);
  }
  bool inside = false;
  for (std::size_t i = 0; i < s.source.size() && !kernel.empty(); ++i) {
    inside = inside || base::find_word(s.source[i], "struct " + kernel) != std::string::npos;
    if (inside && contains(s.source[i], "operator()")) {
      e.line = static_cast<int>(i) + 1;
      e.source_line = s.source[i];
      point_at(e, "operator()");
      break;
    }
  }
  return true;
}

bool arguments_and_parameters(const situation& s, explanation&, captures& c) {
  const launched found = read_launch(s);
  c["kernel"] = found.kernel;
  c["passed"] = joined(found.passed);
  c["parameters"] = joined(found.parameters);
  return !found.kernel.empty() && !found.passed.empty() && !found.parameters.empty();
}

bool first_parameter_is_no_program(const situation& s, explanation& e, captures& c) {
  const auto parameters = all_parameters_of(s, read_launch(s).kernel);
  if (parameters.empty() ||
      search(parameters[0], R"(^(?:(?:kw::)?program )?auto \w+$|^\w+ \w+$)")) {
    return false;
  }
  c["first"] = parameters[0];
  return arguments_and_parameters(s, e, c) && call_operator_of_launched(s, e, c);
}

bool other_number_of_arguments(const situation& s, explanation& e, captures& c) {
  const launched found = read_launch(s);
  c["passes"] = std::to_string(found.passed.size());
  c["takes"] = std::to_string(found.parameters.size());
  return arguments_and_parameters(s, e, c) && found.passed.size() != found.parameters.size();
}

namespace {

/// What a launch of the file passes to a kernel as its argument `number`, or `x`.
std::string argument_of_launch(const situation& s, const std::string& kernel, std::size_t number) {
  std::string all;
  for (const std::string& line : s.source) {
    all += without_comment(line) + " ";
  }
  for (auto at = all.find("launch"); at != std::string::npos; at = all.find("launch", at + 1)) {
    const base::argument_list list = base::arguments_at(all, all.find('(', at));
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const bool is_kernel = base::find_word(list.items[i], kernel) != std::string::npos;
      if (is_kernel && i + 1 + number < list.items.size()) {
        return list.items[i + 1 + number];
      }
    }
  }
  return "x";
}

}  // namespace

bool view_for_matrix(const situation& s, explanation& e, captures& c) {
  const launched found = read_launch(s);
  if (!arguments_and_parameters(s, e, c) || found.passed.size() != found.parameters.size()) {
    return false;
  }
  for (std::size_t i = 0; i < found.passed.size(); ++i) {
    const std::string taken =
        first_match(found.parameters[i], R"(^(?:const )?(?:kw::)?(matrix|tensor_descriptor)<)");
    if (!taken.empty() && found.passed[i].ends_with("*")) {
      c["number"] = std::to_string(i + 1);
      c["parameter"] = found.parameters[i];
      c["taken"] = taken;
      c["view"] = argument_of_launch(s, c["kernel"], i);
      return true;
    }
  }
  return false;
}

bool input_for_output(const situation& s, explanation& e, captures& c) {
  const launched found = read_launch(s);
  if (!arguments_and_parameters(s, e, c) || found.passed.size() != found.parameters.size()) {
    return false;
  }
  for (std::size_t i = 0; i < found.passed.size(); ++i) {
    const std::string& passed = found.passed[i];
    const std::string& taken = found.parameters[i];
    const bool of_pointers = passed.starts_with("const ") && contains(passed, "*") &&
                             contains(taken, "*") && !taken.starts_with("const ");
    const bool of_matrices = passed.starts_with("matrix<const ") && taken.starts_with("matrix<") &&
                             !taken.starts_with("matrix<const ");
    if (of_pointers || of_matrices) {
      c["number"] = std::to_string(i + 1);
      c["parameter"] = taken;
      return true;
    }
  }
  return false;
}

}  // namespace kw::explain
