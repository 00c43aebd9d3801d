#include "common/checker/mistakes/shared_by_programs.hpp"

#include <algorithm>

#include "common/base/cpp_text.hpp"

namespace kw::runtime {
namespace {

// The operands of a sum, as the code has them, and of a sum in brackets within it.
std::vector<std::string> operands(const std::string& sum) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char letter : sum) {
    depth += letter == '(' || letter == '<' ? 1 : letter == ')' || letter == '>' ? -1 : 0;
    if (letter == '+' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  std::vector<std::string> found;
  for (const std::string& part : parts) {
    const std::string one = base::trimmed(part);
    if (one.rfind('(', 0) == 0 && base::closing_bracket(one, 0) + 1 == one.size()) {
      const std::vector<std::string> inside = operands(one.substr(1, one.size() - 2));
      found.insert(found.end(), inside.begin(), inside.end());
    } else {
      found.push_back(one);
    }
  }
  return found;
}

}  // namespace

std::string advise_shared_by_programs(const site& s, std::int64_t shift) {
  const target& t = *s.where;
  // Where every array is as short as this one, there are too many programs.
  const auto& all = s.monitor->targets();
  const bool longer_ones = std::any_of(
      all.begin(), all.end(), [&](const target& other) { return other.extent >= 2 * t.extent; });
  if (t.rows > 0 || shift <= 0 || shift % t.extent != 0 || !longer_ones) {
    return "";
  }
  const auto arguments = s.arguments();
  std::string kept, moves;
  for (const std::string& one : operands(arguments.empty() ? "" : arguments[0])) {
    const bool product = one.find(" * ") != std::string::npos;
    if (product && !moves.empty()) {
      return "";
    }
    (product ? moves : kept) += (product || kept.empty() ? "" : " + ") + one;
  }
  const std::string begin = s.buffer + " has " + counted(t.extent, "element") +
                            " in all, and program " + s.program(s.e.program) + " begins at " +
                            s.range(shift, shift) + ", as if it had a part of its own. ";
  return begin +
         (moves.empty()
              ? "If all programs need the same elements, its offsets must not move from one "
                "program to the next."
              : "If all programs need the same elements, leave `" + moves + "` out: `" + kept +
                    "`.");
}

}  // namespace kw::runtime
