#include "kernelwright/runtime/stream_steps.hpp"

#include <atomic>

namespace kw::runtime {
namespace {

std::atomic<std::int64_t> noted{0};

}  // namespace

void note_stream_steps(std::int64_t steps) {
  noted += steps;
}

std::int64_t take_stream_steps() {
  return noted.exchange(0);
}

}  // namespace kw::runtime
