#include "common/checker/mistakes/subtraction.hpp"

#include <algorithm>
#include <vector>

#include "common/checker/source/settings.hpp"

namespace kw::runtime {
std::string advise_subtraction(const site& s) {
  const auto settings = settings_of(kernel_lines(s.e.place.file, s.kernel));
  const auto arguments = call_arguments(s.statement, s.function());
  std::vector<std::string> names = names_in(arguments.empty() ? s.statement : arguments[0]);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto made = std::find_if(settings.begin(), settings.end(), [&](const setting& one) {
      return one.name == names[i] && one.sign == "=" && one.line.number < s.e.place.line;
    });
    if (made == settings.end()) {
      continue;
    }
    if (made->value.find(" - ") != std::string::npos) {
      const bool lanes = made->value.find("tl.arange(") != std::string::npos;
      return "Line " + number(made->line.number) + " (`" + made->line.text +
             "`) subtracts, and gets below 0 here. If nothing before the first one is meant, " +
             (lanes ? "leave the subtraction out"
                    : "let it begin at 0 where the difference is negative, with tl.maximum") +
             "; otherwise the mask has to leave out what is below 0, too.";
    }
    for (const std::string& name : names_in(made->value)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
      }
    }
  }
  return "";
}

}  // namespace kw::runtime
