#include "common/testing/verdict.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "common/base/mechanism.hpp"
#include "common/base/wrap.hpp"

namespace kw::testing {
namespace {

// What happened comes first, then why, then what to try.
constexpr std::string_view kOrder[] = {"finding",       "values",     "writer", "smallest case",
                                       "wrong kernels", "dependence", "origin", "change"};

std::ptrdiff_t rank(const clue& c) {
  return std::find(std::begin(kOrder), std::end(kOrder), c.source) - std::begin(kOrder);
}

bool names_the_cause(const clue& c) {
  return c.line > 0 && c.source == "origin";
}

std::string in_lines(const std::string& text) {
  constexpr std::size_t kWidth = 100;
  std::string lines;
  for (const std::string& line : base::wrapped(text, kWidth)) {
    lines += line + "\n";
  }
  return lines;
}

// The first line of a finding stays whole, because editors read the place from it, and the lines of
// values are those of a table.
std::string text_of(const clue& c) {
  std::string text = c.kind.empty() ? "" : "[" + c.kind + "] ";
  text += c.kind.empty() && c.source != "values" ? in_lines(c.facts) : c.facts + "\n";
  text += c.code.empty() ? "" : c.code + "\n";
  const std::string advice = c.advice.empty() ? "" : in_lines("  " + c.advice);
  return base::said_by(c.source.c_str(), text) +
         (c.tried ? advice : base::said_by("advice", advice));
}

std::string text_of(const std::vector<clue>& clues) {
  std::string text;
  for (const clue& c : clues) {
    text += text_of(c);
  }
  text.pop_back();
  return text;
}

bool too_long(const std::vector<clue>& clues) {
  const std::string text = text_of(clues);
  return std::count(text.begin(), text.end(), '\n') >= kMostLines;
}

}  // namespace

std::string verdict(std::vector<clue> clues) {
  std::erase_if(clues, [](const clue& c) { return c.facts.empty(); });
  if (std::any_of(clues.begin(), clues.end(), names_the_cause)) {
    std::erase_if(clues, [](const clue& c) { return c.source == "writer"; });
  }
  std::stable_sort(clues.begin(), clues.end(),
                   [](const clue& a, const clue& b) { return rank(a) < rank(b); });
  if (std::any_of(clues.begin(), clues.end(), [](const clue& c) { return c.tried; })) {
    for (clue& c : clues) {
      c.advice = c.tried ? c.advice : "";
    }
  }
  // The causes come first, so the last of what only supports them is missed least.
  for (auto c = clues.rbegin(); c != clues.rend() && too_long(clues); ++c) {
    c->code = c->tried ? c->code : "";
  }
  while (clues.size() > 1 && too_long(clues)) {
    const auto last =
        std::find_if(clues.rbegin(), clues.rend(), [](const clue& c) { return !c.tried; });
    clues.erase(std::next(last).base());
  }
  return clues.empty() ? "" : text_of(clues);
}

}  // namespace kw::testing
