// `int` arithmetic in a kernel passes 2^31.
#include <utility>
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

words explain_index_overflow(const site& s) {
  const auto& failed = s.e.as<failed_arithmetic>();
  words w;
  const bool known = !failed.text.empty();
  const std::string limit = failed.bits == 64 ? "9223372036854775807" : "2147483647";
  w.facts = known
                ? failed.text + " does not fit into " + (failed.bits == 64 ? "64 bits" : "an int") +
                      " (at most " + limit + "), so the result is a different number."
                : "";
  w.advice =
      "Compute large offsets in 64 bits: convert one side first, such as "
      "`std::int64_t(tl.program_id(0)) * stride`, or `rows.to(int64) * stride` for a tile, "
      "and declare strides and sizes as std::int64_t.";
  return w;
}

void look_for_index_overflow(launch_monitor& monitor, program& p, source_place place,
                             const incident& what) {
  const auto* failed = std::get_if<failed_arithmetic>(&what);
  if (failed != nullptr && !failed->by_zero) {
    event e(index_overflow, place);
    e.facts = *failed;
    monitor.add_broken(p, std::move(e));
  }
}

}  // namespace

const mistake index_overflow{
    .name = "index-overflow",
    .explain = explain_index_overflow,
    .while_running = {.look_at_incident = look_for_index_overflow},
};

}  // namespace kw::runtime
