#include "grader/test/class/broken_lessons.hpp"

#include <iterator>

#include <fmt/format.h>

namespace kw::grader {

std::vector<broken_lesson> broken_lessons(const lesson& lesson, bool halves) {
  std::vector<broken_lesson> result;
  const auto tasks = lesson.tasks();
  if (halves) {
    // It depends on the lesson, so task 1 is not broken in the same way in all of them.
    const std::size_t first_way = static_cast<std::size_t>(lesson.number);
    for (const std::size_t half : {0, 1}) {
      broken_lesson one{fmt::format("{}-half-{}", lesson.id(), half + 1), {}};
      for (std::size_t i = half; i < tasks.size(); i += 2) {
        one.tasks[tasks[i]] = kBreakages[(first_way + i / 2) % std::size(kBreakages)];
      }
      result.push_back(std::move(one));
    }
    return result;
  }
  for (const check* task : tasks) {
    for (const breakage kind : kBreakages) {
      result.push_back(
          {fmt::format("{}-{}", lesson.task_id(*task), to_text(kind)), {{task, kind}}});
    }
  }
  return result;
}

}  // namespace kw::grader
