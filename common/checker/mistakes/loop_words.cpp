#include "common/checker/mistakes/loop_words.hpp"

#include <optional>

#include "common/base/pattern.hpp"
#include "common/checker/report/names.hpp"
#include "common/checker/source/settings.hpp"

namespace kw::runtime {

words_of_loop loop_around(const site& s) {
  static const base::pattern kVariable(R"(^for \([\w:\s]*\b(\w+) = )");
  const auto loop = enclosing_loop(s.e.place.file, s.kernel, s.e.place.line);
  if (loop.number == 0) {
    return {"the loop", ""};
  }
  const std::string head = loop_head(loop);
  const auto found = kVariable.find(head);
  return {"the loop in line " + number(loop.number) + " (`" + head + "`)", found ? (*found)[1] : "",
          loop.number};
}

std::string heads_around(const site& s, const numbered_line& innermost) {
  std::string heads;
  int count = 0;
  for (numbered_line loop = innermost; loop.number > 0;
       loop = enclosing_loop(s.e.place.file, s.kernel, loop.number)) {
    heads = "line " + number(loop.number) + " (`" + loop_head(loop) + "`)" +
            (count == 1  ? " or "
             : count > 1 ? ", "
                         : "") +
            heads;
    ++count;
  }
  return count > 1 ? heads : "";
}

std::string whole_blocks_only(const site& s) {
  static const base::pattern kWhole(R"((\w+) \+ (\w+)(?: - 1)? <=? (\w+(?:\.\w+\(\d?\))?))");
  const auto loop = enclosing_loop(s.e.place.file, s.kernel, s.e.place.line);
  const auto found = loop.number == 0 ? std::nullopt : kWhole.find(loop_head(loop));
  return !found ? ""
                : "The loop in line " + number(loop.number) + " (`" + loop_head(loop) +
                      "`) takes whole blocks alone, and ends before a last one that is not full. "
                      "Compare with `" +
                      (*found)[1] + " < " + (*found)[3] +
                      "`, and let the mask switch off the lanes past the end.";
}

bool loop_takes_rows(const site& s) {
  const auto settings = settings_of(kernel_lines(s.e.place.file, s.kernel));
  const int loop = enclosing_loop(s.e.place.file, s.kernel, s.e.place.line).number;
  return loop > 0 && !moved_by_loop(settings, loop, lanes_along(s, matrix_axis::rows)).empty();
}

}  // namespace kw::runtime
