// A tile of a tensor begins at a column that is not a multiple of 16 bytes.
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

words explain_misplaced_tile(const site&) {
  return {
      "a tile of a tensor begins at a column that is not a multiple of 16 bytes: 8 elements of 16 "
      "bits, 4 of float32. A GPU's copy engine cannot move it.",
      "Make the column a multiple of the tile's width, as in `a.tile(shape<BM, BK>, row, k)` with "
      "k = 0, BK, 2 BK, ...; for any other place use pointers and tl.load with a mask."};
}

void look_for_misplaced_tile(launch_monitor& monitor, program& p, source_place place,
                             const incident& what) {
  const auto* use = std::get_if<misuse>(&what);
  if (use != nullptr && *use == misuse::misplaced_tile) {
    monitor.add_broken(p, event(misplaced_tile, place));
    throw program_stopped{};
  }
}

}  // namespace

const mistake misplaced_tile{
    .name = "misplaced-tile",
    .explain = explain_misplaced_tile,
    .while_running = {.look_at_incident = look_for_misplaced_tile},
    .about_addresses = true,
};

}  // namespace kw::runtime
