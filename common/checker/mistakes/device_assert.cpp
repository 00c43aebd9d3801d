// A `tl.device_assert` failed.
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

words explain(const site& s) {
  const event& e = s.e;
  words w;
  w.facts = "tl.device_assert fails" +
            (e.where.columns > 1 ? " in lane " + number(e.lane) + " of " + number(e.where.columns)
                                 : std::string()) +
            ": " + (e.text.empty() ? "its condition is false" : e.text) + ".";
  w.advice = "The condition is false there. `tl.device_print` shows the values it was made of.";
  return w;
}

void look(launch_monitor& monitor, program& p, source_place place, const incident& what) {
  if (const auto* failed = std::get_if<failed_assertion>(&what)) {
    monitor.add_broken(p, assertion_event(place, *failed));
  }
}

}  // namespace

event assertion_event(source_place place, const failed_assertion& failed) {
  event e;
  e.kind = &device_assert;
  e.place = place;
  e.lane = failed.lane;
  e.lanes = 1;
  e.where.columns = failed.lanes;
  e.text = failed.text;
  return e;
}

const mistake device_assert{
    .name = "device-assert",
    .explain = explain,
    .while_running = {.look_at_incident = look},
};

}  // namespace kw::runtime
