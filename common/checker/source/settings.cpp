#include "common/checker/source/settings.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "common/base/pattern.hpp"

namespace kw::runtime {

std::vector<setting> settings_of(const std::vector<numbered_line>& lines) {
  static const base::pattern kSetting(
      R"(^(?:for \()?(?:const )?(\w[\w:]*\*?)? ?\b(\w+) ([-+*/]?=) ([^;]*))");
  static const base::pattern kStep(R"([;,] (\w+) ([-+]=) ([^;,{]+?)(?=, \w+ [-+]= |\) ?\{|\)$))");
  std::vector<setting> found;
  for (const numbered_line& l : lines) {
    if (const auto parts = l.head ? std::nullopt : kSetting.find(l.text)) {
      found.push_back({l, (*parts)[1], (*parts)[2], (*parts)[3], (*parts)[4]});
    }
    if (!l.head && l.text.rfind("for (", 0) == 0) {
      for (const auto& step : kStep.find_all(l.text)) {
        found.push_back({l, "", step[1], step[2], step[3]});
      }
    }
  }
  return found;
}

std::vector<std::string> names_in(const std::string& expression) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < expression.size();) {
    std::size_t end = i;
    while (end < expression.size() && base::is_name_character(expression[end])) {
      ++end;
    }
    const bool member = i > 0 && expression[i - 1] == '.';
    if (end > i && !member) {
      names.push_back(expression.substr(i, end - i));
    }
    i = std::max(end, i + 1);
  }
  return names;
}

std::string made_of(const std::vector<setting>& settings, const std::string& expression) {
  std::string text = expression;
  std::vector<std::string> names = names_in(expression);
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (const setting& s : settings) {
      if (s.name != names[i]) {
        continue;
      }
      text += " " + s.value;
      for (std::string& name : names_in(s.value)) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
          names.push_back(std::move(name));
        }
      }
    }
  }
  return text;
}

std::string moved_by_loop(const std::vector<setting>& settings, int loop,
                          const std::string& expression) {
  const std::string parts = made_of(settings, expression);
  for (const setting& s : settings) {
    const bool moves = s.line.number == loop || (s.line.number > loop && s.sign != "=");
    if (moves && s.line.number >= loop && mentions(parts, s.name)) {
      return s.name;
    }
  }
  return "";
}

namespace {

// Does a line move a variable on, or make it anew?
bool sets(const numbered_line& line, const std::vector<setting>& settings,
          const std::string& name) {
  return line.text.find("++" + name) != std::string::npos ||
         line.text.find(name + "++") != std::string::npos ||
         line.text.find("--" + name) != std::string::npos ||
         std::any_of(settings.begin(), settings.end(), [&](const setting& s) {
           return s.line.number == line.number && s.name == name;
         });
}

// Is it declared as a number or a tile of numbers that a sum begins with, and not as an index?
bool is_value(const std::vector<setting>& settings, const std::string& name) {
  return std::any_of(settings.begin(), settings.end(), [&](const setting& s) {
    return s.name == name && (s.type == "float" || s.type == "double" ||
                              (s.type == "auto" && mentions(s.value, "tl") &&
                               !mentions(s.value, "program_id") && !mentions(s.value, "arange")));
  });
}

}  // namespace

bool changes_in_loop(const std::string& file, const std::string& kernel, int line,
                     const std::string& expression) {
  const int begin = enclosing_loop(file, kernel, line).number;
  const auto lines = kernel_lines(file, kernel);
  const auto settings = settings_of(lines);
  const auto names = names_in(expression);
  return begin > 0 && std::any_of(lines.begin(), lines.end(), [&](const numbered_line& l) {
           return l.number >= begin &&
                  std::any_of(names.begin(), names.end(),
                              [&](const std::string& name) { return sets(l, settings, name); });
         });
}

numbered_line line_of_computation(const std::string& file, const std::string& kernel, int line) {
  const auto lines = kernel_lines(file, kernel);
  const auto settings = settings_of(lines);
  std::vector<std::string> texts = {statement_at(file, line)};
  std::vector<const setting*> seen;
  numbered_line latest;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const setting& s : settings) {
      const bool known = std::find(seen.begin(), seen.end(), &s) != seen.end();
      if (known || s.line.number >= line || !mentions(texts[i], s.name)) {
        continue;
      }
      seen.push_back(&s);
      texts.push_back(s.value);
      const bool adds = s.sign != "=" || mentions(s.value, s.name);
      if (adds && s.type.empty() && s.line.number > latest.number && is_value(settings, s.name) &&
          enclosing_loop(file, kernel, s.line.number).number > 0) {
        latest = s.line;
      }
    }
  }
  return latest;
}

}  // namespace kw::runtime
