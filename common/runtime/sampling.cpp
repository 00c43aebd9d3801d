#include "kernelwright/runtime/sampling.hpp"

#include <algorithm>
#include <cstdint>

#include "kernelwright/runtime/device.hpp"

namespace kw {
namespace {

constexpr std::int64_t kFlushBytes = 256 << 20;  // several times the largest cache of today

double quantile(const std::vector<double>& sorted, double part) {
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto above = std::min(below + 1, sorted.size() - 1);
  const double weight = place - static_cast<double>(below);
  return sorted[below] * (1 - weight) + sorted[above] * weight;
}

}  // namespace

measurement summarise(std::vector<double> seconds) {
  measurement result;
  if (seconds.empty()) {
    return result;
  }
  std::sort(seconds.begin(), seconds.end());
  result.samples = static_cast<int>(seconds.size());
  result.seconds = quantile(seconds, 0.5);
  if (result.seconds > 0) {
    result.spread = (quantile(seconds, 0.75) - quantile(seconds, 0.25)) / 2 / result.seconds;
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
