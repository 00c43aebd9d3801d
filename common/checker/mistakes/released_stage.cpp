// A tile of a stream is used after it was given back.
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

words explain_released_stage(const site&) {
  return {
      "this line uses a tile that has already gone back to its stream, because a `tl.dot` used it, "
      "or because the call of the body that received it has returned. The stream may have fetched "
      "another step into its memory by now.",
      "Where several products need the tile, write `tl.keep(tile)` in all but the last. To keep "
      "its values after the call, copy them there: `auto kept = tl.load(tile);`."};
}

void look_for_released_stage(launch_monitor& monitor, program& p, source_place place,
                             const incident& what) {
  const auto* use = std::get_if<misuse>(&what);
  if (use != nullptr && *use == misuse::released_stage) {
    monitor.add_broken(p, event(released_stage, place));
    throw program_stopped{};
  }
}

}  // namespace

const mistake released_stage{
    .name = "released-stage",
    .explain = explain_released_stage,
    .while_running = {.look_at_incident = look_for_released_stage},
};

}  // namespace kw::runtime
