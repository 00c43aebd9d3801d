// A `tl.device_assert` failed.
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

words explain_device_assert(const site& s) {
  const auto& failed = s.e.as<failed_assertion>();
  words w;
  w.facts = "tl.device_assert fails" +
            (failed.lanes > 1 ? " in lane " + number(failed.lane) + " of " + number(failed.lanes)
                              : std::string()) +
            ": " + (failed.text.empty() ? "its condition is false" : "\"" + failed.text + "\"") +
            ".";
  w.advice = "The condition is false there. `tl.device_print` shows the values that it depends on.";
  return w;
}

void look_for_device_assert(launch_monitor& monitor, program& p, source_place place,
                            const incident& what) {
  if (const auto* failed = std::get_if<failed_assertion>(&what)) {
    monitor.add_broken(p, assertion_event(place, *failed));
  }
}

}  // namespace

event assertion_event(source_place place, const failed_assertion& failed) {
  event e(device_assert, place);
  e.count = 1;
  e.facts = failed;
  return e;
}

const mistake device_assert{
    .name = "device-assert",
    .explain = explain_device_assert,
    .while_running = {.look_at_incident = look_for_device_assert},
};

}  // namespace kw::runtime
