#include "common/judge/gpu_mirrors.hpp"

#include <iterator>
#include <utility>

#include "kernelwright/runtime/device.hpp"

namespace kw::remote {

const std::string& gpu_mirrors::start() {
  if (std::exchange(started_, true) || !cuda_linked()) {
    return problem_;
  }
  try {
    std::string why;
    if (!available(cuda_device, &why)) {
      problem_ = "needs a GPU: " + why;
    } else {
      memory::release(cuda_device, memory::allocate(cuda_device, 1));
    }
  } catch (const error& failure) {
    problem_ = failure.what();
  }
  return problem_;
}

void gpu_mirrors::copy_in(const std::vector<memory_range>& ranges, char* base) {
  std::map<char*, mirror> wanted;
  for (const memory_range& range : ranges) {
    if (range.kind == memory_kind::gpu) {
      wanted[base + range.offset] = {static_cast<std::int64_t>(range.bytes), nullptr};
    }
  }
  if (!wanted.empty() && !start().empty()) {
    throw error(problem_);
  }
  for (auto at = mirrors_.begin(); at != mirrors_.end();) {
    const bool gone = wanted.count(at->first) == 0;
    if (gone) {
      memory::release(cuda_device, at->second.copy);
    }
    at = gone ? mirrors_.erase(at) : std::next(at);
  }
  for (const auto& [data, one] : wanted) {
    mirror& kept = mirrors_.emplace(data, one).first->second;
    if (kept.copy == nullptr) {
      kept.copy = memory::allocate(cuda_device, kept.bytes);
    }
    memory::copy(cuda_device, kept.copy, cpu_device, data, kept.bytes);
  }
}

void gpu_mirrors::copy_out() {
  if (mirrors_.empty()) {
    return;
  }
  synchronize(cuda_device);
  for (const auto& [data, one] : mirrors_) {
    memory::copy(cpu_device, data, cuda_device, one.copy, one.bytes);
  }
}

bool gpu_mirrors::usable() const {
  try {
    if (started_ && cuda_linked()) {
      synchronize(cuda_device);
    }
    return problem_.empty();
  } catch (const error&) {
    return false;
  }
}

void* gpu_mirrors::on_gpu(void* data) const {
  auto* const address = static_cast<char*>(data);
  const auto behind = mirrors_.upper_bound(address);
  if (behind == mirrors_.begin()) {
    return data;
  }
  const auto& [start, one] = *std::prev(behind);
  const auto offset = address - start;
  return offset < one.bytes ? static_cast<char*>(one.copy) + offset : data;
}

}  // namespace kw::remote
