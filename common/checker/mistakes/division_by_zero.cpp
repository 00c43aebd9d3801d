// An integer is divided by 0, by `/` or `%`: found by the compiler's check, or by the fault.
#include <csignal>
#include <utility>
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/suspect_line.hpp"

namespace kw::runtime {
namespace {

words explain(const site& s) {
  words w;
  w.facts = s.e.text.empty() ? std::string("an integer is divided by 0.")
                             : "an integer is divided by 0: " + s.e.text + ".";
  w.advice =
      "Integers have no infinity: a GPU hands back nonsense, a CPU stops. Look at where the "
      "divisor comes from; a masked-off lane without `other` holds 0.";
  return w;
}

source_place locate(const launch_monitor& monitor, const event& e) {
  return !e.text.empty() ? e.place : find_line(monitor, e, [](const std::string& l) {
    return l.find('/') != std::string::npos || l.find('%') != std::string::npos;
  });
}

void look(launch_monitor& monitor, program& p, source_place place, const incident& what) {
  const auto* f = std::get_if<fault>(&what);
  const auto* failed = std::get_if<failed_arithmetic>(&what);
  event e;
  e.kind = &division_by_zero;
  e.place = place;
  if (failed != nullptr && failed->by_zero) {
    e.lanes = failed->bits;
    e.text = failed->text;
    monitor.add_broken(p, std::move(e));
  } else if (f != nullptr && f->signal == SIGFPE) {
    monitor.add_broken(p, std::move(e));
  }
}

}  // namespace

const mistake division_by_zero{
    .name = "division-by-zero",
    .explain = explain,
    .while_running = {.look_at_incident = look},
    .locate = locate,
};

}  // namespace kw::runtime
