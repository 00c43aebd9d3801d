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

}  // namespace

void fake_gpu::fail() {
  gpu().failed = true;
}

namespace kw::runtime::cuda {
namespace {

class made_up final : public seam {
 public:
  bool linked() const override { return true; }
  bool available(int, std::string* why) override {
    const char* const wish = std::getenv("KW_FAKE_GPU");
    const bool none = wish != nullptr && std::strcmp(wish, "none") == 0;
    if (why != nullptr) {
      *why = none ? "the made-up GPU is switched off" : "";
    }
    return !none;
  }
  std::string name(int) override { return "made up"; }
  void* allocate(int, std::int64_t bytes) override {
    require_answer();
    auto* const data = static_cast<char*>(std::malloc(static_cast<std::size_t>(bytes)));
    ::gpu().memory[data] = bytes;
    return data;
  }
  void release(int, void* data) override {
    require_answer();
    if (::gpu().memory.erase(static_cast<char*>(data)) == 0) {
      throw error("released what is not the made-up GPU's");
    }
    std::free(data);
  }
  void copy(int, void* to, const void* from, std::int64_t bytes) override {
    require_answer();
    if (!::gpu().holds(to, bytes) && !::gpu().holds(from, bytes)) {
      throw error("copied neither to nor from the made-up GPU's memory");
    }
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
  }
  void synchronize(int) override { require_answer(); }

 protected:
  std::string lack() const override { return "the made-up GPU does not do that"; }
};

}  // namespace

seam& gpu() {
  static made_up instance;
  return instance;
}

}  // namespace kw::runtime::cuda
