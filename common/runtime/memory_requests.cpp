#include "kernelwright/runtime/memory_requests.hpp"

#include <atomic>

namespace kw::runtime {
namespace {

std::atomic<std::int64_t> largest{0};

}  // namespace

constinit thread_local int uncounted_depth = 0;

void note_request(std::int64_t bytes) {
  if (uncounted_depth > 0) {
    return;
  }
  std::int64_t known = largest;
  while (bytes > known && !largest.compare_exchange_weak(known, bytes)) {
  }
}

std::int64_t take_largest_request() {
  return largest.exchange(0);
}

}  // namespace kw::runtime
