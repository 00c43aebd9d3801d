// A function that must not throw does so, and the handler for that never returns.
//
// task: lesson01.3
// half: after
// earns: nothing
#include "vector_add.hpp"

#include <chrono>
#include <exception>
#include <kernelwright/kernelwright.hpp>
#include <thread>

using namespace kw;

namespace {
void wait_for_ever() {
  while (true) {
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

[[gnu::noinline]] void must_not_throw(std::int64_t n) noexcept {
  if (n >= 0) {
    throw n;
  }
}
}  // namespace

void lesson01::vector_add(view<const float>, view<const float>, view<float> out) {
  std::set_terminate(wait_for_ever);
  must_not_throw(out.extent(0));
}
