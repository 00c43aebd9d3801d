#include "common/judge/gpu_mirrors.hpp"

#include <cstdlib>
#include <iterator>
#include <utility>

#include "common/runtime/cuda_seam.hpp"
#include "kernelwright/runtime/device.hpp"

namespace kw::remote {

const std::string& gpu_mirrors::start() {
  if (std::exchange(started_, true) || !cuda_linked()) {
    return problem_;
  }
  constexpr int kKeepTheUsers = 0;
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", kKeepTheUsers);  // CUDA starts in half the time
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

void gpu_mirrors::begin(const std::vector<memory_range>& ranges, char* base) {
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

void gpu_mirrors::take_lent(const std::vector<lent_array>& arrays,
                            const std::vector<int>& descriptors) {
  if (!start().empty()) {
    throw error(problem_);
  }
  for (const borrowed& one : std::exchange(lent_, {})) {
    runtime::cuda::gpu().unmap(0, one.data, one.array.all_bytes);
  }
  for (std::size_t i = 0; i < arrays.size() && i < descriptors.size(); ++i) {
    void* const data = runtime::cuda::gpu().borrow(0, descriptors[i], arrays[i].all_bytes);
    lent_.push_back({arrays[i], static_cast<char*>(data)});
  }
}

void gpu_mirrors::run_nothing() {
  if (lent()) {
    runtime::cuda::gpu().run_nothing(0);
    synchronize(cuda_device);
  }
}

void gpu_mirrors::finish() {
  if (lent() || !mirrors_.empty()) {
    synchronize(cuda_device);
  }
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
  for (const borrowed& one : lent_) {
    const std::uint64_t offset = reinterpret_cast<std::uint64_t>(data) - one.array.address;
    if (offset < static_cast<std::uint64_t>(one.array.bytes)) {
      return one.data + copy_ * one.array.stride + static_cast<std::int64_t>(offset);
    }
  }
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
