// The body of a stream uses another stream, or loads a tile by its place.
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

words explain_nested_stream(const site&) {
  return {
      "this line uses a stream, or loads a tile by its place, inside a stream's loop. On a Hopper "
      "GPU some threads only fetch tiles, and they do not run the body of the loop. So no thread "
      "would fetch this tile, and the program would wait for it for ever.",
      "Fetch it with the tiles of the step, `return fetch(a.tile(...), b.tile(...));`, or load it "
      "before the loop. Two loops, one in the other, are one loop over the steps of both: "
      "`i / steps` and `i % steps`."};
}

void look_for_nested_stream(launch_monitor& monitor, program& p, source_place place,
                            const incident& what) {
  const auto* use = std::get_if<misuse>(&what);
  if (use != nullptr && *use == misuse::nested_stream) {
    monitor.add_broken(p, event(nested_stream, place));
    throw program_stopped{};
  }
}

}  // namespace

const mistake nested_stream{
    .name = "nested-stream",
    .explain = explain_nested_stream,
    .while_running = {.look_at_incident = look_for_nested_stream},
};

}  // namespace kw::runtime
