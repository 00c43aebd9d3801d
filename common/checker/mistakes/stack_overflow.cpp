// A program has more tiles than fit on the stack of its thread.
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

words explain_stack_overflow(const site&) {
  return {
      "the tiles of this program do not fit on its thread's stack, which usually has 8 MiB. On the "
      "CPU, each tile that a kernel loads or computes is an array there.",
      "Use smaller tiles: go over a long row or a large matrix in a loop, part by part. On a GPU, "
      "too, tiles of this size would be in memory, since registers hold few of their elements."};
}

void look_for_stack_overflow(launch_monitor& monitor, program& p, source_place place,
                             const incident& what) {
  const auto* f = std::get_if<fault>(&what);
  if (f != nullptr && f->of_stack) {
    monitor.add_broken(p, event(stack_overflow, place));
  }
}

}  // namespace

const mistake stack_overflow{
    .name = "stack-overflow",
    .explain = explain_stack_overflow,
    .while_running = {.look_at_incident = look_for_stack_overflow},
};

}  // namespace kw::runtime
