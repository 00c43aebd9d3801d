// The device seam of programs built without CUDA: every request for a GPU fails with the reason.
#include "common/runtime/cuda_seam.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::runtime::cuda {
namespace {

const char* const kReason =
    "this program was built for the CPU alone (build the preset `cuda` for a GPU)";

[[noreturn]] void refuse() {
  throw error(std::string("no CUDA device: ") + kReason);
}

}  // namespace

bool linked() {
  return false;
}
bool available(int, std::string* why) {
  if (why != nullptr) {
    *why = kReason;
  }
  return false;
}
std::string name(int) {
  refuse();
}
void* allocate(int, std::int64_t) {
  refuse();
}
void release(int, void*) {}
void copy(int, void*, const void*, std::int64_t) {
  refuse();
}
void start_fill(int, void*, int, std::int64_t) {
  refuse();
}
void synchronize(int) {
  refuse();
}
int current() {
  refuse();
}
void make_current(int) noexcept {}
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
