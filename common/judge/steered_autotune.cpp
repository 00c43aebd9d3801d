#include "common/judge/steered_autotune.hpp"

#include <optional>

#include "common/runtime/hooks.hpp"
#include "kernelwright/runtime/autotune.hpp"

namespace kw::remote {
namespace {

struct running_call {
  autotune_step step;
  bool done = false;  ///< of several searches in one call, the judge drives the first
  std::optional<runtime::tuning_space> space;
};

running_call& the_call() {
  static running_call instance;
  return instance;
}

/// Ends a call whose space is known.
struct space_is_known {};

bool steer(const runtime::tuning_request& request, const runtime::tuning_calls& calls,
           tuned* result, int* index) {
  running_call& now = the_call();
  if (now.step.candidate == autotune_step::kOwnSearch || now.done) {
    return false;
  }
  now.done = true;
  if (now.step.candidate == autotune_step::kDescribe) {
    now.space = runtime::describe(request, calls);
    throw space_is_known{};
  }
  if (now.step.candidate < 0 || now.step.candidate >= request.count) {
    throw error("autotune of " + std::string(request.kernel) +
                ": its space has changed since the last call. Make it `constexpr`");
  }
  for (int i = 1; i < now.step.repeats; ++i) {  // the last run is autotune's own
    calls.start(calls.run, now.step.candidate);
  }
  *index = now.step.candidate;
  *result = now.step.told;
  return true;
}

}  // namespace

void take_over_autotune() {
  runtime::hooks().steer = steer;
}

void call_with_step(const autotune_step& step, const std::function<void()>& call, message& result) {
  running_call& now = the_call();
  now = {step, false, std::nullopt};
  try {
    call();
  } catch (...) {
    if (!now.space) {
      throw;
    }
  }
  if (step.candidate != autotune_step::kDescribe) {
    return;
  }
  if (!now.space) {
    throw error("it reports a choice without a call of autotune. Return what autotune returns");
  }
  result = {};
  put_space(result, *now.space);
}

}  // namespace kw::remote
