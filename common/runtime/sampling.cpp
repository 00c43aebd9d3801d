#include "kernelwright/runtime/sampling.hpp"

#include <algorithm>
#include <cstdint>

#include "common/base/quantile.hpp"
#include "kernelwright/runtime/device.hpp"

namespace kw {
namespace {

constexpr std::int64_t kFlushBytes = 256 << 20;  // several times the largest cache today

}  // namespace

measurement summarise(std::vector<double> seconds) {
  measurement result;
  if (seconds.empty()) {
    return result;
  }
  std::sort(seconds.begin(), seconds.end());
  result.samples = static_cast<int>(seconds.size());
  result.seconds = base::quantile(seconds, 0.5);
  if (result.seconds > 0) {
    result.spread =
        (base::quantile(seconds, 0.75) - base::quantile(seconds, 0.25)) / 2 / result.seconds;
  }
  return result;
}

cache_flush::cache_flush(device where) : where_(where) {
  if (where.kind == device_kind::cuda) {
    block_.reset(memory::allocate(where, kFlushBytes),
                 [where](void* data) { memory::release(where, data); });
  }
}

void cache_flush::operator()() const {
  if (block_) {
    memory::start_fill(where_, block_.get(), 0, kFlushBytes);
  }
}

}  // namespace kw
