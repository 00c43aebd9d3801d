// Starts threads until it is refused one, and waits with all of them.
//
// task: lesson01.3
// earns: nothing
#include "vector_add.hpp"

#include <chrono>
#include <kernelwright/kernelwright.hpp>
#include <thread>

using namespace kw;

void lesson01::vector_add(view<const float>, view<const float>, view<float>) {
  for (int i = 0; i < 10000; ++i) {
    std::thread([] { std::this_thread::sleep_for(std::chrono::seconds(100)); }).detach();
  }
}
