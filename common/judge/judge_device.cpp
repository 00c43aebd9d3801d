// The device seam of a judge. It keeps a GPU's memory as shared memory, which the worker copies to
// the GPU before a call and back after it. A judge needs no CUDA, and no GPU of its own.
#include <cstring>

#include "common/judge/judge.hpp"
#include "common/runtime/cuda_seam.hpp"

namespace kw::runtime::cuda {
namespace {

[[noreturn]] void refuse(const char* what) {
  throw error(std::string("a judge has no GPU of its own, so it cannot ") + what);
}

}  // namespace

bool linked() {
  return true;
}
// The worker finds out whether there is a GPU: if there is none, the call fails.
bool available(int, std::string* why) {
  if (why != nullptr) {
    why->clear();
  }
  return true;
}
std::string name(int) {
  return "the worker's GPU";
}
void* allocate(int, std::int64_t bytes) {
  return remote::judge_memory().allocate(bytes, remote::memory_kind::gpu);
}
void release(int, void* data) {
  if (data != nullptr) {
    remote::judge_memory().release(data);
  }
}
void copy(int, void* to, const void* from, std::int64_t bytes) {
  if (bytes > 0) {
    std::memmove(to, from, static_cast<std::size_t>(bytes));
  }
}
void start_fill(int, void* data, int value, std::int64_t bytes) {
  if (bytes > 0) {
    std::memset(data, value, static_cast<std::size_t>(bytes));
  }
}
int current() {
  return 0;  // the only one that the judge's tests know
}
void make_current(int) noexcept {}
void synchronize(int) {}  // a call has ended when its answer is there
void* make_event(int) {
  refuse("measure time");
}
void release_event(void*) noexcept {}
void record(int, void*) {
  refuse("measure time");
}
double seconds_between(void*, void*) {
  refuse("measure time");
}
kernel_needs inspect(int, const void*) {
  refuse("look at a kernel");
}
residency residency_of(int, const void*, int, std::int64_t) {
  refuse("look at a kernel");
}
std::int64_t most_shared_bytes(int) {
  refuse("look at its limits");
}
std::int64_t register_bytes(int) {
  refuse("look at its limits");
}
std::string driver(int) {
  refuse("look at its driver");
}

}  // namespace kw::runtime::cuda
