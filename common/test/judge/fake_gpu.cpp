// The device seam over a GPU that is made up. With KW_FAKE_GPU=none, it is missing.
#include "fake_gpu.hpp"

#include <cstdlib>
#include <cstring>
#include <map>

#include "common/runtime/cuda_seam.hpp"
#include "kernelwright/runtime/error.hpp"

namespace {

struct made_up_gpu {
  bool failed = false;
  std::map<const char*, std::int64_t> memory;

  bool holds(const void* data, std::int64_t bytes) const {
    const auto* address = static_cast<const char*>(data);
    const auto behind = memory.upper_bound(address);
    return behind != memory.begin() &&
           address + bytes <= std::prev(behind)->first + std::prev(behind)->second;
  }
};

made_up_gpu& gpu() {
  static made_up_gpu instance;
  return instance;
}

void require_answer() {
  if (gpu().failed) {
    throw kw::error("cudaErrorIllegalAddress (made up)");
  }
}

[[noreturn]] void refuse() {
  throw kw::error("the made-up GPU does not do that");
}

}  // namespace

void fake_gpu::fail() {
  gpu().failed = true;
}

namespace kw::runtime::cuda {

bool linked() {
  return true;
}
bool available(int, std::string* why) {
  const char* const wish = std::getenv("KW_FAKE_GPU");
  const bool none = wish != nullptr && std::strcmp(wish, "none") == 0;
  if (why != nullptr) {
    *why = none ? "the made-up GPU is switched off" : "";
  }
  return !none;
}
std::string name(int) {
  return "made up";
}
void* allocate(int, std::int64_t bytes) {
  require_answer();
  auto* const data = static_cast<char*>(std::malloc(static_cast<std::size_t>(bytes)));
  gpu().memory[data] = bytes;
  return data;
}
void release(int, void* data) {
  require_answer();
  if (gpu().memory.erase(static_cast<char*>(data)) == 0) {
    throw error("released what is not the made-up GPU's");
  }
  std::free(data);
}
void copy(int, void* to, const void* from, std::int64_t bytes) {
  require_answer();
  if (!gpu().holds(to, bytes) && !gpu().holds(from, bytes)) {
    throw error("copied neither to nor from the made-up GPU's memory");
  }
  std::memcpy(to, from, static_cast<std::size_t>(bytes));
}
void start_fill(int, void*, int, std::int64_t) {
  refuse();
}
void synchronize(int) {
  require_answer();
}
void* make_event(int) {
  refuse();
}
void release_event(void*) noexcept {}
void record(int, void*) {
  refuse();
}
double seconds_between(void*, void*) {
  refuse();
}
kernel_needs inspect(int, const void*) {
  refuse();
}
residency residency_of(int, const void*, int, std::int64_t) {
  refuse();
}
std::int64_t most_shared_bytes(int) {
  refuse();
}
std::int64_t register_bytes(int) {
  refuse();
}
std::string driver(int) {
  refuse();
}

}  // namespace kw::runtime::cuda
