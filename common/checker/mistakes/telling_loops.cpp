#include "common/checker/mistakes/telling_loops.hpp"

#include <algorithm>

#include "common/base/pattern.hpp"
#include "common/checker/report/words.hpp"

namespace kw::runtime {
namespace {

using lines_of_kernel = std::vector<numbered_line>;

// The variable that a line moves on, `++at;` or `at += 4;`; empty if it moves none.
std::string moved_in(const numbered_line& line) {
  static const base::pattern kMoved(R"(^(?:(?:\+\+|--)(\w+);|(\w+)(?:\+\+;|--;| [-+]= )))");
  const auto moved = kMoved.find(line.text);
  return moved ? (*moved)[1] + (*moved)[2] : "";
}

// Does a line between two others move a variable on that another of these lines uses?
bool moves_something(const lines_of_kernel& lines, std::size_t first, std::size_t end) {
  for (std::size_t i = first; i < end; ++i) {
    const std::string name = moved_in(lines[i]);
    for (std::size_t j = first; !name.empty() && j < end; ++j) {
      if (j != i && mentions(lines[j].text, name)) {
        return true;
      }
    }
  }
  return false;
}

// The first line after the block that a line opens.
std::size_t end_of_block(const lines_of_kernel& lines, std::size_t opening) {
  int depth = 0;
  for (std::size_t i = opening; i < lines.size(); ++i) {
    for (const char c : lines[i].text) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    }
    if (depth <= 0) {
      return i + 1;
    }
  }
  return lines.size();
}

}  // namespace

telling_line loop_of_equal_steps(const lines_of_kernel& lines) {
  static const base::pattern kLoop(R"(^for \((?:int|auto|std::int64_t) (\w+) = .*\{$)");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto found = kLoop.find(lines[i].text);
    if (!found) {
      continue;
    }
    const std::size_t end = end_of_block(lines, i);
    bool used = false;
    for (std::size_t j = i + 1; j < end && !used; ++j) {
      used = mentions(lines[j].text, (*found)[1]);
    }
    if (!used && !moves_something(lines, i + 1, end)) {
      return {lines[i].number,
              "nothing in this loop uses `" + (*found)[1] + "`, so every step does the same."};
    }
  }
  return {};
}

telling_line move_skipped(const lines_of_kernel& lines) {
  static const base::pattern kLoop(R"(^(?:for|while) \(.*\{$)");
  for (std::size_t i = lines.size(); i-- > 0;) {
    const std::size_t end = kLoop.find(lines[i].text) ? end_of_block(lines, i) : i;
    const auto leaves = std::find_if(lines.begin() + static_cast<std::ptrdiff_t>(i),
                                     lines.begin() + static_cast<std::ptrdiff_t>(end),
                                     [](const auto& l) { return mentions(l.text, "continue"); });
    for (auto at = leaves; at < lines.begin() + static_cast<std::ptrdiff_t>(end); ++at) {
      const std::string name = moved_in(*at);
      const bool used = !name.empty() && std::any_of(leaves, at, [&](const numbered_line& l) {
        return mentions(l.text, name);
      });
      if (used) {
        return {leaves->number,
                "this `continue` skips the rest of its step, and with it line " +
                    number(at->number) + " (`" + at->text + "`), so `" + name +
                    "` stays where it is. Move it on in the steps that are skipped, too."};
      }
    }
  }
  return {};
}

telling_line raised_before_compared(const lines_of_kernel& lines) {
  static const base::pattern kRaised(R"(^(\w+) = tl\.(max|min)imum\((\w+), (\w+)\);)");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto raised = kRaised.find(lines[i].text);
    const std::string best = raised ? (*raised)[1] : "";
    const std::string v = !raised ? "" : (*raised)[3] == best ? (*raised)[4] : (*raised)[3];
    const std::string sign = raised && (*raised)[2] == "max" ? " > " : " < ";
    const std::string turned = sign == " > " ? " < " : " > ";
    int depth = 0;
    for (std::size_t j = i + 1; raised && j < lines.size() && depth >= 0; ++j) {
      for (const std::string& comparison : {v + sign + best, best + turned + v}) {
        if (lines[j].text.find("(" + comparison) != std::string::npos) {
          return {lines[j].number, "`" + comparison + "` never holds here, because line " +
                                       number(lines[i].number) + " (`" + lines[i].text +
                                       "`) has made `" + best +
                                       (sign == " > " ? "` at least `" : "` at most `") + v +
                                       "` already. Compare before it."};
        }
      }
      for (const char c : lines[j].text) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      }
    }
  }
  return {};
}

}  // namespace kw::runtime
