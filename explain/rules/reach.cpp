#include "explain/rules/reach.hpp"

#include "common/base/cpp_text.hpp"
#include "explain/text.hpp"

namespace kw::explain {

std::vector<std::string> names_in_reach(const situation& s, int before) {
  constexpr std::string_view kHead = R"((?:operator\(\)|^\w[\w:<>,*& ]*\b[a-z_]\w*)\()";
  std::vector<std::string> names, parameters;
  int line = before - 1;
  for (; line > 0 && !search(line_of(s, line), kHead); --line) {
    const std::string code = without_comment(line_of(s, line));
    const std::string declared =
        first_match(code, R"(^(?:for \()?(?:const )?(?:auto|int|float|bool|std::int64_t) (\w+) =)");
    if (!declared.empty()) {
      names.insert(names.begin(), declared);
    }
  }
  std::string head = without_comment(line_of(s, line));
  std::size_t open = head.find("operator()(");
  open = head.find('(', open == std::string::npos ? 0 : open + 9);
  for (int next = line + 1; open != std::string::npos && next < before &&
                            base::closing_bracket(head, open) == std::string::npos;
       ++next) {
    head += " " + without_comment(line_of(s, next));
  }
  for (const std::string& p : base::arguments_of(head, open == std::string::npos ? 0 : open)) {
    parameters.push_back(first_match(p, R"((\w+)$)"));
  }
  names.insert(names.begin(), parameters.begin(), parameters.end());
  std::erase(names, "");
  return names;
}

std::string name_with_parts(const std::string& name, const std::vector<std::string>& reach) {
  std::string found;
  for (const std::string& other : reach) {
    const bool part = name.starts_with(other + "_") || name.ends_with("_" + other) ||
                      other.starts_with(name + "_") || other.ends_with("_" + name);
    if (part && !found.empty() && found != other) {
      return "";
    }
    found = part ? other : found;
  }
  return found;
}

}  // namespace kw::explain
