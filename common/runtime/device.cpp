// Devices: the CPU's half, and the choice between it and the CUDA seam.
#include "kernelwright/runtime/device.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>

#include "common/checker/record/allocations.hpp"
#include "common/runtime/blocks.hpp"
#include "common/runtime/cuda_seam.hpp"
#include "common/runtime/hooks.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/memory_requests.hpp"

namespace kw {
namespace {

bool on_cpu(device d) {
  return d.kind == device_kind::cpu;
}

std::optional<device>& chosen_device() {
  static std::optional<device> chosen;
  return chosen;
}

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const auto colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "CPU";
}

std::int64_t now_ns() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

}  // namespace

bool available(device d, std::string* why) {
  if (!on_cpu(d)) {
    return runtime::cuda::gpu().available(d.index, why);
  }
  if (why != nullptr) {
    why->clear();
  }
  return true;
}

std::string device_name(device d) {
  if (!on_cpu(d)) {
    return runtime::cuda::gpu().name(d.index);
  }
  const int threads = thread_count();
  return cpu_model() + ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

bool cuda_linked() {
  return runtime::cuda::gpu().linked();
}

device default_device() {
  if (chosen_device()) {
    return *chosen_device();
  }
  const char* wanted = std::getenv("KW_DEVICE");
  if (wanted == nullptr || *wanted == '\0') {
    return cuda_linked() ? cuda_device : cpu_device;
  }
  if (std::strcmp(wanted, "cpu") == 0) {
    return cpu_device;
  }
  if (std::strcmp(wanted, "cuda") == 0) {
    return cuda_device;
  }
  throw error(std::string("KW_DEVICE must be `cpu` or `cuda`, but it is `") + wanted + "`");
}

void set_default_device(device d) {
  chosen_device() = d;
}

const char* to_string(device_kind kind) {
  return kind == device_kind::cpu ? "cpu" : "cuda";
}

void synchronize(device d) {
  if (!on_cpu(d)) {
    runtime::cuda::gpu().synchronize(d.index);
  }
}

stopwatch::stopwatch(device d) : device_(d) {
  if (!on_cpu(d)) {
    start_event_ = runtime::cuda::gpu().make_event(d.index);
    stop_event_ = runtime::cuda::gpu().make_event(d.index);
  }
}

stopwatch::~stopwatch() {
  runtime::cuda::gpu().release_event(start_event_);
  runtime::cuda::gpu().release_event(stop_event_);
}

void stopwatch::start() {
  if (on_cpu(device_)) {
    start_ns_ = now_ns();
  } else {
    runtime::cuda::gpu().record(device_.index, start_event_);
  }
}

void stopwatch::stop() {
  if (on_cpu(device_)) {
    stop_ns_ = now_ns();
  } else {
    runtime::cuda::gpu().record(device_.index, stop_event_);
  }
}

double stopwatch::seconds() {
  return on_cpu(device_) ? static_cast<double>(stop_ns_ - start_ns_) * 1e-9
                         : runtime::cuda::gpu().seconds_between(start_event_, stop_event_);
}

namespace runtime {

runtime_hooks& hooks() {
  static runtime_hooks instance;
  return instance;
}

}  // namespace runtime

namespace memory {
namespace {

// On the CPU, memory is between fences of address space that cannot be touched. A stray access of
// an unchecked kernel stops the program instead of changing other data, and a pointer that has left
// its buffer is still nearest to it. Fences cost no memory.
constexpr std::int64_t kHugePage = 2 << 20;
constexpr std::int64_t kPage = 4096;

struct mapping {
  void* start;
  std::int64_t bytes;
};

struct mappings {
  std::mutex mutex;
  std::map<void*, mapping> by_data;
};

mappings& the_mappings() {
  static mappings& instance = *new mappings;  // never destroyed: a static buffer may outlive it
  return instance;
}

std::int64_t round_up(std::int64_t value, std::int64_t step) {
  return (value + step - 1) / step * step;
}

void* allocate_cpu(std::int64_t bytes) {
  const std::int64_t used = round_up(std::max<std::int64_t>(bytes, 1), kPage);
  const std::int64_t align = used >= 2 * kHugePage ? kHugePage : kPage;
  for (const std::int64_t fence : {std::max<std::int64_t>(1 << 20, used), 16 * kPage}) {
    const std::int64_t whole = used + 2 * fence + align;
    void* start = mmap(nullptr, static_cast<std::size_t>(whole), PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) {
      continue;  // a limit on address space: try narrow fences
    }
    const auto address = reinterpret_cast<std::uintptr_t>(start);
    const auto first = round_up(static_cast<std::int64_t>(address) + fence, align);
    void* data = reinterpret_cast<void*>(first);
    if (mprotect(data, static_cast<std::size_t>(used), PROT_READ | PROT_WRITE) != 0) {
      munmap(start, static_cast<std::size_t>(whole));
      break;
    }
    if (align == kHugePage) {
      (void)madvise(data, static_cast<std::size_t>(used), MADV_HUGEPAGE);  // only for speed
    }
    mappings& m = the_mappings();
    const std::lock_guard lock(m.mutex);
    m.by_data[data] = {start, whole};
    return data;
  }
  throw error("cannot allocate " + std::to_string(bytes) +
              " bytes of memory: is the machine full, or a limit (ulimit -v) set?");
}

void release_cpu(void* data) {
  mappings& m = the_mappings();
  const std::lock_guard lock(m.mutex);
  const auto found = m.by_data.find(data);
  if (found == m.by_data.end()) {
    throw error("kw::memory::release: this memory was not allocated here, or is released already");
  }
  munmap(found->second.start, static_cast<std::size_t>(found->second.bytes));
  m.by_data.erase(found);
}

}  // namespace

void* allocate(device d, std::int64_t bytes) {
  void* const data = allocate_block(d, bytes);
  if (on_cpu(d)) {
    runtime::register_allocation(runtime::as_kernels_see(data), bytes, 1);
  }
  return data;
}

void* allocate_block(device d, std::int64_t bytes) {
  runtime::note_request(bytes);
  if (on_cpu(d) && runtime::hooks().allocate != nullptr) {
    return runtime::hooks().allocate(bytes);
  }
  return on_cpu(d) ? allocate_cpu(bytes) : runtime::cuda::gpu().allocate(d.index, bytes);
}

void release(device d, void* data) {
  if (!on_cpu(d)) {
    runtime::cuda::gpu().release(d.index, data);
  } else if (data != nullptr) {
    runtime::unregister_allocation(runtime::as_kernels_see(data));
    const auto release_block = runtime::hooks().release;
    (release_block != nullptr ? release_block : release_cpu)(data);
  }
}

void copy(device to_device, void* to, device from_device, const void* from, std::int64_t bytes) {
  if (!on_cpu(to_device)) {
    runtime::cuda::gpu().copy(to_device.index, to, from, bytes);
  } else if (!on_cpu(from_device)) {
    runtime::cuda::gpu().copy(from_device.index, to, from, bytes);
  } else if (bytes > 0) {
    if (runtime::hooks().copy != nullptr) {
      runtime::hooks().copy(to, from, bytes);
    } else {
      std::memmove(to, from, static_cast<std::size_t>(bytes));
    }
  }
}

void fill(device d, void* data, int value, std::int64_t bytes) {
  start_fill(d, data, value, bytes);
  synchronize(d);
}

void start_fill(device d, void* data, int value, std::int64_t bytes) {
  if (!on_cpu(d)) {
    runtime::cuda::gpu().start_fill(d.index, data, value, bytes);
  } else if (bytes > 0) {
    if (runtime::hooks().fill != nullptr) {
      runtime::hooks().fill(data, value, bytes);
    } else {
      std::memset(data, value, static_cast<std::size_t>(bytes));
    }
  }
}

}  // namespace memory
}  // namespace kw
