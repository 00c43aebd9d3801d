#include "kernelwright/runtime/stream_steps.hpp"

#include <atomic>

namespace kw::runtime {
namespace {

std::atomic<std::int64_t> noted_steps{0};
std::atomic<bool> negated{false};

}  // namespace

void note_stream_steps(std::int64_t steps) {
  noted_steps += steps;
}

std::int64_t take_stream_steps() {
  return noted_steps.exchange(0);
}

void negate_streams(bool on) {
  negated = on;
}

bool streams_are_negated() {
  return negated;
}

}  // namespace kw::runtime
