// The sum of `tl.dot(a, b, acc)` is not given back to `acc`.
#include <mutex>
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

words explain_lost_accumulator(const site&) {
  return {
      "the result of this tl.dot is not assigned to its accumulator. tl.dot(a, b, acc) adds to acc "
      "itself, and on a GPU the addition may go on after this line: only acc knows when it ends.",
      "Write `acc = tl.dot(a, b, acc);` with the same variable on both sides. A second sum needs a "
      "`tl.accumulator` of its own."};
}

// Is the call of tl.dot in this line an operand of something else, and neither dropped nor the
// value of another variable?
bool is_used_in_place(source_place place) {
  static std::mutex mutex;
  static source_place known;
  static bool used = false;
  const std::lock_guard lock(mutex);
  if (known.file != place.file || known.line != place.line) {
    known = place;
    const auto code = read_code(place.file);
    const int number = code->at(place.line);
    const std::string text = number < 0 ? "" : (*code)[number].text;
    used = text.rfind("tl.dot(", 0) != 0;  // not dropped, and no variable is set to it alone
    for (const base::cpp_setting& s :
         number < 0 ? std::vector<base::cpp_setting>() : (*code)[number].sets) {
      used = used && s.value.rfind("tl.dot(", 0) != 0;
    }
    used = used && text.rfind("(void)tl.dot", 0) != 0 && text.rfind("static_cast<void>", 0) != 0;
  }
  return used;
}

void look_for_lost_accumulator(launch_monitor& monitor, program& p, source_place place,
                               const incident& what) {
  const auto* use = std::get_if<misuse>(&what);
  if (use == nullptr || p.undefined != filling::marked) {
    return;
  }
  if (*use == misuse::lost_accumulator ||
      (*use == misuse::unclaimed_sum && !is_used_in_place(place))) {
    monitor.add(p, event(lost_accumulator, place));
  }
}

}  // namespace

const mistake lost_accumulator{
    .name = "lost-accumulator",
    .explain = explain_lost_accumulator,
    .while_running = {.look_at_incident = look_for_lost_accumulator},
};

}  // namespace kw::runtime
