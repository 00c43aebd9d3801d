#include "common/checker/mistakes/subtraction.hpp"

#include <algorithm>
#include <vector>

#include "common/base/pattern.hpp"
#include "common/checker/source/settings.hpp"

namespace kw::runtime {
namespace {

// What calls of a lambda pass for its parameter `name`: `cols` of `tile_at(cols)` for the `which`
// of `auto tile_at = [&](auto which) {`.
std::string passed_for(const std::vector<numbered_line>& lines, const std::string& name) {
  static const base::pattern kLambda(R"((\w+) = \[[^\]]*\]\(([^()]*)\))");
  std::string passed;
  for (const numbered_line& l : lines) {
    const auto lambda = kLambda.find(l.text);
    const auto parameters =
        lambda ? call_arguments("f(" + (*lambda)[2] + ")", "f") : std::vector<std::string>();
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      for (const numbered_line& call : lines) {
        const auto arguments = call_arguments(call.text, (*lambda)[1]);
        if (parameters[k].ends_with(" " + name) && call.number != l.number &&
            k < arguments.size()) {
          passed += arguments[k] + " ";
        }
      }
    }
  }
  return passed;
}

}  // namespace

std::string advise_subtraction(const site& s) {
  const auto lines = kernel_lines(s.e.place.file, s.kernel);
  const auto settings = settings_of(lines);
  const auto arguments = s.arguments();
  std::vector<std::string> names = names_in(arguments.empty() ? s.statement : arguments[0]);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto made = std::find_if(settings.begin(), settings.end(), [&](const setting& one) {
      return one.name == names[i] && one.sign == "=";
    });
    const std::string value = made == settings.end() ? passed_for(lines, names[i]) : made->value;
    if (made != settings.end() && made->value.find(" - ") != std::string::npos) {
      const bool lanes = made->value.find("tl.arange(") != std::string::npos;
      return "Line " + number(made->line.number) + " (`" + made->line.text +
             "`) subtracts, and gets below 0 here. If nothing before the first one is meant, " +
             (lanes ? "leave the subtraction out"
                    : "let it begin at 0 where the difference is negative, with tl.maximum") +
             "; otherwise the mask has to leave out what is below 0, too.";
    }
    for (const std::string& name : names_in(value)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
      }
    }
  }
  return "";
}

}  // namespace kw::runtime
