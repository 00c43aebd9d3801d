#include "kernelwright/testing/stream_steps.hpp"

#include <cmath>
#include <cstddef>
#include <string>

#include <gtest/gtest.h>

#include "common/base/at_end.hpp"
#include "kernelwright/runtime/stream_steps.hpp"
#include "kernelwright/testing/traffic.hpp"

namespace kw::testing {

void expect_stream(device where, bool any, const std::function<void()>& call) {
  (void)runtime::take_stream_steps();
  call();
  const std::int64_t steps = runtime::take_stream_steps();
  if (any && steps == 0 && can_count_traffic(where)) {
    ADD_FAILURE()
        << "No tile came by a stream, although this task is about loads that run ahead. Fetch the "
           "tiles in the function that is given to tl.stream, and compute in the one that is given "
           "to its pipelined(...). If it is there, does it end before its first step?";
  }
}

std::string stream_for_show(device where, std::int64_t least,
                            const std::function<std::vector<double>()>& compute) {
  if (!can_count_traffic(where)) {
    return "";
  }
  (void)runtime::take_stream_steps();
  std::vector<double> results;
  const runtime::traffic moved = traffic_of([&] { results = compute(); });
  const std::int64_t steps = runtime::take_stream_steps();
  if (steps < least * moved.programs_of_most) {
    return "In a test of this kernel " + std::to_string(moved.programs_of_most) +
           " programs used the tiles of " + std::to_string(steps) +
           " steps of streams, and each of them has at least " + std::to_string(least) +
           " to compute with. Let the stream go over the whole loop, from its first step to its "
           "last.";
  }
  runtime::negate_streams(true);
  const base::at_end until_done([] { runtime::negate_streams(false); });
  const std::vector<double> others = compute();
  std::size_t changed = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool both_are_nan = std::isnan(results[i]) && std::isnan(others[i]);
    changed += !both_are_nan && results[i] != others[i] ? 1 : 0;
  }
  return changed > results.size() / 4
             ? ""
             : "The test changed the sign of the elements that come by the stream, and " +
                   std::to_string(results.size() - changed) + " of " +
                   std::to_string(results.size()) +
                   " results stayed as they were, so they are computed from something else. "
                   "Compute with the tiles that pipelined(...) hands to your function, and store "
                   "what comes of them.";
}

}  // namespace kw::testing
