// The sizes that masks compare with.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/pattern.hpp"
#include "common/checker/report/names.hpp"

namespace kw::runtime {
namespace {

// The kernel's parameter that counts what a variable numbers: `n_rows` for `rows`.
std::string size_for(const site& s, const std::string& variable) {
  const char* part = variable.find("row") != std::string::npos   ? "row"
                     : variable.find("col") != std::string::npos ? "col"
                                                                 : nullptr;
  for (std::size_t i = 0; part != nullptr && i < s.parameters.size(); ++i) {
    const std::string& name = s.parameters[i].name;
    if (name.find(part) != std::string::npos && name.find("stride") == std::string::npos &&
        s.launch.arguments[i].kind == argument_kind::scalar) {
      return name;
    }
  }
  return s.size_name(s.where->extent);
}

// `w.columns()` for the number of elements that a buffer has, if a matrix of the kernel has as many
// columns or rows; empty if none has, or several have.
std::string size_of_matrix(const site& s) {
  std::vector<std::string> found;
  for (const target& t : s.monitor == nullptr ? std::vector<target>{} : s.monitor->targets()) {
    const auto own = static_cast<std::size_t>(t.argument < 0 ? s.parameters.size() : t.argument);
    if (own < s.parameters.size() && s.parameters[own].type.find("matrix<") != std::string::npos) {
      for (const auto& [extent, call] :
           {std::pair(t.matrix_rows, ".rows()"), std::pair(t.columns, ".columns()")}) {
        if (extent == s.where->extent) {
          found.push_back(s.parameters[own].name + call);
        }
      }
    }
  }
  // In the line's own words, or those of the first matrix: all that fit have this size.
  for (const std::string& one : found) {
    if (mentions(s.mask_text(), one.substr(0, one.find('.')))) {
      return one;
    }
  }
  return found.empty() ? "" : found.front();
}

}  // namespace

std::string advise_comparison(const site& s, std::optional<matrix_axis> along) {
  static const base::pattern kOne(R"(^\s*(\w+)\s*<\s*([\w.()]+)\s*;?\s*$)");
  const std::string mask = s.mask_text();
  const auto found = kOne.match(mask);
  if (!found || s.where == nullptr) {
    return "";
  }
  const std::string lanes = (*found)[1], with = (*found)[2];
  std::string right = along ? extent_along(s, *along) : size_for(s, lanes);
  if (right == number(s.where->extent) && !size_of_matrix(s).empty()) {
    right = size_of_matrix(s);
  }
  const std::string has =
      along ? counted(s.where->columns, "column") : counted(s.where->extent, "element");
  return with == right ? ""
                       : "The mask compares `" + lanes + "` with `" + with + "`, but " + s.buffer +
                             " has " + has + ": `" + lanes + " < " + right + "`.";
}

}  // namespace kw::runtime
