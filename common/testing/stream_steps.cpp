#include "kernelwright/testing/stream_steps.hpp"

#include <gtest/gtest.h>

#include "kernelwright/runtime/program.hpp"
#include "kernelwright/runtime/stream_steps.hpp"

namespace kw::testing {

void expect_stream(device where, bool any, const std::function<void()>& call) {
  (void)runtime::take_stream_steps();
  call();
  const std::int64_t steps = runtime::take_stream_steps();
  if (any && steps == 0 && where.kind == device_kind::cpu && runtime::checks_enabled()) {
    ADD_FAILURE() << "No tile came by a stream, although this task is about loads that run ahead. "
                     "Fetch the tiles in the function that is given to tl.stream, and compute in "
                     "the one that is given to its pipelined(...). If it is there, does it end "
                     "before its first step?";
  }
}

}  // namespace kw::testing
