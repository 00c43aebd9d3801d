// A program runs in a loop that never ends.
#include <variant>

#include "common/base/cpp_code.hpp"
#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

// What changes a variable in a loop's body: the line, and the condition of an `if` around it.
std::string told_of_changes(const site& s, const statement& loop, const std::string& variable) {
  std::string condition;
  int end_of_branch = 0;
  for (const statement& each : s.code.body()) {
    if (each.line < loop.line || each.line > loop.block_end || each.text == loop.text) {
      continue;
    }
    if (each.is == statement::kind::branch) {
      condition = each.parts().front();
      end_of_branch = each.block_end;
    }
    for (const base::cpp_setting& set : each.sets) {
      if (set.name == variable) {
        return sentence(
            "Line {} (`{}`) changes it{}", each.line, each.text,
            each.line <= end_of_branch
                ? " only if `" + condition +
                      "`. Where that is false, the loop stays where it is: change it in "
                      "every step."
                : ": does every step of that lead to the end?");
      }
    }
  }
  return "No line of its body changes it.";
}

std::string advise_on_loop(const site& s, const statement& loop) {
  const auto parts = loop.parts();
  const std::string& condition = parts.size() == 3 ? parts[1] : parts.front();
  const auto names = base::names_in(condition);
  if (names.empty()) {
    return "Look at what should make its condition false.";
  }
  const std::string block = s.block_name(1);
  const std::string step =
      parts.size() != 3 ? ""
      : parts[2].empty()
          ? sentence(
                " Its head has no step, the part after the second semicolon: add one, such as "
                "`{} += {}`.",
                names[0], block)
          : sentence(
                " Its step is `{}`: with 0 it stays where it is, and away from the end it never "
                "gets there.",
                parts[2]);
  return sentence("Its condition, `{}`, stays true: look at what changes `{}`.{} {}", condition,
                  names[0], step, told_of_changes(s, loop, names[0]));
}

words explain_endless_loop(const site& s) {
  for (const statement& each : s.code.body()) {
    if (each.is_loop() && each.line == s.e.place.line) {
      return {"this loop has run for seconds and does not end.", advise_on_loop(s, each)};
    }
  }
  return {"this line has run for seconds, again and again: a loop around it does not end.",
          "Look at what should end the loop."};
}

void look_for_endless_loop(launch_monitor& monitor, program& p, source_place place,
                           const incident& what) {
  if (std::holds_alternative<long_run>(what)) {
    monitor.stop(p, event(endless_loop, place));
  }
}

// The loop, and not the access at which it was ended.
source_place locate_endless_loop(const launch_monitor& monitor, const event& e) {
  const kernel_text kernel(e.place.file, kernel_name(monitor.launch().kernel_signature));
  const int loop = kernel.loop_around(e.place.line).line;
  return {e.place.file, loop > 0 ? loop : e.place.line};
}

}  // namespace

const mistake endless_loop{
    .name = "endless-loop",
    .explain = explain_endless_loop,
    .while_running = {.look_at_incident = look_for_endless_loop},
    .locate = locate_endless_loop,
};

}  // namespace kw::runtime
