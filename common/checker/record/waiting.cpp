#include "common/checker/record/waiting.hpp"

#include <atomic>
#include <cstdint>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {
namespace {

std::atomic<bool> waited{false};

}  // namespace

void note_access_without_stores(const program& p, access_kind kind) {
  constexpr int kMostLooks = 10000;
  thread_local std::int64_t waiting = -1;
  thread_local int looks = 0;
  if (kind != access_kind::atomic && kind != access_kind::volatile_load) {
    return;
  }
  looks = waiting == p.index ? looks + 1 : 0;
  waiting = p.index;
  if (looks > kMostLooks) {
    looks = 0;
    waited = true;
    throw program_stopped();
  }
}

bool take_waited() {
  return waited.exchange(false);
}

}  // namespace kw::runtime
