// The programs of a launch begin different streams or loops with stages, or load tiles of different
// sizes.
#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

struct other_order {
  bool of_streams, of_loop;
  source_place other;
};

words explain_streams_differ(const site& s) {
  const auto& found = s.e.as<other_order>();
  const bool same_line = found.other.line == s.e.place.line && found.other.file == s.e.place.file;
  return {
      sentence("program {} {} where program {} {}, in {}. On a Hopper GPU the programs of a launch "
               "run one after another in the same shared memory, so one would use the places and "
               "the barriers of the other.",
               s.program(s.e.program),
               found.of_loop      ? "begins this loop"
               : found.of_streams ? "begins this stream"
                                  : "loads this tile",
               s.program(s.e.other_program),
               found.of_streams ? "begins another one" : "loads one of another size",
               same_line ? "the same line" : "line " + number(found.other.line)),
      found.of_loop
          ? "Run all loops that have `stages` in the same order in every program, and give those "
            "that a program does not need no steps. A program may also return before it begins the "
            "next one."
      : found.of_streams
          ? "Begin all streams at the top of the kernel, in every program, and give those that a "
            "program does not need no steps: `stream.pipelined(0, 0, 1, ...)`. A program may "
            "also return before it begins the next one."
          : "Load tiles of the same sizes in the same order in every program. What is outside of "
            "the tensor is zero, so a tile may also be too large."};
}

std::span<const fetched_tiles::call> streams_of(const fetched_order& o) {
  return {o.tiles.streams, static_cast<std::size_t>(o.tiles.stream_count)};
}

// A loop of which no program loads a tile ahead needs no place on a GPU.
bool any_fetches(const std::vector<fetched_order>& orders) {
  return std::any_of(orders.begin(), orders.end(), [](const fetched_order& o) {
    const auto calls = streams_of(o);
    return std::any_of(calls.begin(), calls.end(),
                       [](const fetched_tiles::call& call) { return call.fetches; });
  });
}

// A program may also end before it has made all calls of another one.
void find_streams_differ(const launch_monitor& monitor, std::vector<event>& events) {
  std::vector<fetched_order> orders;
  for (const worker_log& log : monitor.logs()) {
    orders.insert(orders.end(), log.fetched.begin(), log.fetched.end());
  }
  std::sort(orders.begin(), orders.end(),
            [](const fetched_order& a, const fetched_order& b) { return a.program < b.program; });
  for (const bool of_streams : {true, false}) {
    if (of_streams && !any_fetches(orders)) {
      continue;
    }
    const auto calls_of = [&](const fetched_order& o) {
      return of_streams ? streams_of(o)
                        : std::span(o.tiles.loads, static_cast<std::size_t>(o.tiles.load_count));
    };
    for (auto order = orders.begin(); order != orders.end(); ++order) {
      for (auto lower = orders.begin(); lower != order; ++lower) {
        const auto calls = calls_of(*order), others = calls_of(*lower);
        const auto [call, other] =
            std::mismatch(calls.begin(), calls.end(), others.begin(), others.end(), same_call);
        if (call != calls.end() && other != others.end()) {
          event e(streams_differ, call->place);
          e.program = order->program;
          e.other_program = lower->program;
          e.makers = {order->program};
          e.facts = other_order{of_streams, call->of_loop && other->of_loop, other->place};
          events.push_back(std::move(e));
          return;
        }
      }
    }
  }
}

}  // namespace

const mistake streams_differ{
    .name = "streams-differ",
    .explain = explain_streams_differ,
    .after_launch = find_streams_differ,
};

}  // namespace kw::runtime
