// A program runs in a loop that never ends.
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

// The first statement in a loop's body that changes a variable; line 0 if there is none.
statement change_in_body(const site& s, const statement& loop, const std::string& variable) {
  for (const statement& each : s.code.body()) {
    const bool inside =
        each.line >= loop.line && each.line <= loop.block_end && each.text != loop.text;
    for (const base::cpp_setting& set : each.sets) {
      if (inside && set.name == variable) {
        return each;
      }
    }
  }
  return {};
}

// The condition of an `if` that a statement of the loop is in; empty if it is in none.
std::string condition_of(const site& s, const statement& loop, const statement& of) {
  std::string condition;
  for (const statement& each : s.code.body()) {
    if (each.is == statement::kind::branch && each.line >= loop.line && each.line <= of.line &&
        each.block_end >= of.line && each.text != of.text) {
      condition = each.parts().front();
    }
  }
  return condition;
}

std::string advise_on_while(const site& s, const statement& loop) {
  const auto names = base::names_in(loop.parts().front());
  if (names.empty()) {
    return "Look at what should make its condition false.";
  }
  const std::string& variable = names[0];
  const statement body = change_in_body(s, loop, variable);
  if (body.line == 0) {
    return "No line of its body changes `" + variable + "`, so its condition stays true.";
  }
  const std::string condition = condition_of(s, loop, body);
  const std::string line = "Line " + number(body.line) + " changes `" + variable + "`";
  return condition.empty()
             ? line + " (`" + body.text + "`): does that lead to where the condition is false?"
             : line + " only if `" + condition +
                   "`. Where that is false, the loop stays where it is: change `" + variable +
                   "` in every step.";
}

std::string advise_on_for(const site& s, const statement& loop) {
  const auto parts = loop.parts();
  const auto names = parts.size() == 3 ? base::names_in(parts[1]) : std::vector<std::string>();
  if (names.empty()) {
    return "Look at what should make its condition false.";
  }
  const std::string &variable = names[0], &step = parts[2];
  const statement body = change_in_body(s, loop, variable);
  const std::string block = s.block_name(0);
  const std::string better = "`" + variable + " += " + (block == "0" ? "1" : block) + "`";
  if (body.line > 0) {
    return "Line " + number(body.line) + " (`" + body.text + "`) changes `" + variable +
           "` as well" + (step.empty() ? "." : ", and undoes its step, `" + step + "`.") +
           " Let only the head of the loop change it" +
           (step.empty() ? ", such as by " + better + "." : ".");
  }
  if (step.empty()) {
    return "Its head has no step, the part after the second semicolon, and its body does not "
           "change `" +
           variable + "` either. Add one, such as " + better + ".";
  }
  if (!mentions(step, variable)) {
    return "Its step, `" + step + "`, does not change `" + variable +
           "`, which its condition looks at. It should be a step such as " + better + ".";
  }
  return "Its condition `" + parts[1] + "` stays true. Look at what its step, `" + step +
         "`, adds: with 0 the loop stays where it is, and a step away from the end never gets "
         "there.";
}

words explain_endless_loop(const site& s) {
  for (const statement& each : s.code.body()) {
    if (each.is_loop() && each.line == s.e.place.line) {
      return {"this loop has run for seconds and does not end.",
              each.text.rfind("while", 0) == 0 ? advise_on_while(s, each) : advise_on_for(s, each)};
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
  source_place place = e.place;
  place.line = loop > 0 ? loop : place.line;
  return place;
}

}  // namespace

const mistake endless_loop{
    .name = "endless-loop",
    .explain = explain_endless_loop,
    .while_running = {.look_at_incident = look_for_endless_loop},
    .locate = locate_endless_loop,
};

}  // namespace kw::runtime
