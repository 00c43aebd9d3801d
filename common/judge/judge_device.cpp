// The device seam of a judge. It keeps a GPU's memory as shared memory, which the worker copies to
// the GPU before a call and back after it. A judge needs no CUDA, and no GPU of its own.
#include <cstring>

#include "common/judge/judge.hpp"
#include "common/runtime/cuda_seam.hpp"

namespace kw::runtime::cuda {
namespace {

class gpu_of_worker final : public seam {
 public:
  bool linked() const override { return true; }
  // The worker finds out whether there is a GPU: if there is none, the call fails.
  bool available(int, std::string* why) override {
    if (why != nullptr) {
      why->clear();
    }
    return true;
  }
  std::string name(int) override { return "the worker's GPU"; }
  void* allocate(int, std::int64_t bytes) override {
    return remote::judge_memory().allocate(bytes, remote::memory_kind::gpu);
  }
  void release(int, void* data) override {
    if (data != nullptr) {
      remote::judge_memory().release(data);
    }
  }
  void copy(int, void* to, const void* from, std::int64_t bytes) override {
    if (bytes > 0) {
      std::memmove(to, from, static_cast<std::size_t>(bytes));
    }
  }
  void start_fill(int, void* data, int value, std::int64_t bytes) override {
    if (bytes > 0) {
      std::memset(data, value, static_cast<std::size_t>(bytes));
    }
  }
  int current() override { return 0; }  // the only one that the judge's tests know
  void synchronize(int) override {}     // a call has ended when its answer is there

 protected:
  std::string lack() const override { return "a judge has no GPU of its own"; }
};

}  // namespace

seam& gpu() {
  static gpu_of_worker instance;
  return instance;
}

}  // namespace kw::runtime::cuda
