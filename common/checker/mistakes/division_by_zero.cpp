// An integer is divided by 0, by `/` or `%`: found by the compiler's check, or by the fault.
#include <csignal>
#include <utility>
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/suspect_line.hpp"

namespace kw::runtime {
namespace {

// Empty if a fault reported it: for `i % 0` the compiler's check knows the text.
const std::string& text_of(const event& e) {
  return e.as<failed_arithmetic>().text;
}

words explain_division_by_zero(const site& s) {
  words w;
  w.facts = text_of(s.e).empty() ? std::string("an integer is divided by 0.")
                                 : "an integer is divided by 0: " + text_of(s.e) + ".";
  w.advice =
      "Integers have no infinity, so a GPU returns nonsense and a CPU stops. Look at where the "
      "divisor comes from. If it was loaded with a mask and without a value to use instead, the "
      "lanes that are off hold 0.";
  return w;
}

source_place locate_division_by_zero(const launch_monitor& monitor, const event& e) {
  return !text_of(e).empty() ? e.place : find_line(monitor, e, [](const std::string& l) {
    return l.find('/') != std::string::npos || l.find('%') != std::string::npos;
  });
}

void look_for_division_by_zero(launch_monitor& monitor, program& p, source_place place,
                               const incident& what) {
  const auto* f = std::get_if<fault>(&what);
  const auto* failed = std::get_if<failed_arithmetic>(&what);
  event e(division_by_zero, place);
  if (failed != nullptr && failed->by_zero) {
    e.facts = *failed;
    monitor.add_broken(p, std::move(e));
  } else if (f != nullptr && f->signal == SIGFPE) {
    e.facts = failed_arithmetic{.by_zero = true, .text = ""};
    monitor.add_broken(p, std::move(e));
  }
}

}  // namespace

const mistake division_by_zero{
    .name = "division-by-zero",
    .explain = explain_division_by_zero,
    .while_running = {.look_at_incident = look_for_division_by_zero},
    .locate = locate_division_by_zero,
};

}  // namespace kw::runtime
