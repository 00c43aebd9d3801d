#include "explain/test/case_file.hpp"

#include <fstream>

#include "explain/text.hpp"

namespace kw::explain {

std::vector<rule_case> read_cases(const std::filesystem::path& file) {
  std::vector<rule_case> cases;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    const std::string mark = line.substr(0, 2), text = line.substr(line.empty() ? 0 : 2);
    if (mark == "# ") {
      cases.emplace_back().rule = text;
    } else if (cases.empty() || line.empty()) {
      continue;
    } else if (mark == "^ ") {
      cases.back().contract += text + "\n";
    } else if (mark == "| ") {
      cases.back().source += text + "\n";
    } else if (mark == "> ") {
      cases.back().expected.push_back(text);
    } else {
      cases.back().output += replaced(line, "KERNEL", "exercises/case/kernel.cpp") + "\n";
    }
  }
  return cases;
}

}  // namespace kw::explain
