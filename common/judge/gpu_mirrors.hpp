// The worker's copies, on its GPU, of what the judge has stored for a GPU.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "common/judge/protocol.hpp"

namespace kw::remote {

/// Copies whole pieces, guard zones included, to the GPU before a call and back after it. So the
/// judge sees every byte that a kernel may have changed, inputs as well.
class gpu_mirrors {
 public:
  /// Starts CUDA if this worker was built for it, so no call has to wait for that.
  /// \returns why no kernel can run, or nothing
  const std::string& start();
  /// Makes the GPU's memory equal to the judge's. `base` is where the ranges begin.
  /// \throws kw::error when the machine lacks a GPU, or when the GPU fails
  void copy_in(const std::vector<memory_range>& ranges, char* base);
  /// Waits for the GPU, and copies everything back. \throws kw::error when it fails
  void copy_out();
  /// Can it still run kernels? After a failed one a process cannot, and must be started again.
  bool usable() const;
  bool in_use() const { return !mirrors_.empty(); }
  /// The GPU's copy of what is at `data`; `data` itself if the GPU has no copy.
  void* on_gpu(void* data) const;

 private:
  struct mirror {
    std::int64_t bytes;
    void* copy;
  };
  bool started_ = false;
  std::string problem_;
  std::map<char*, mirror> mirrors_;  // by the address in the shared memory
};

}  // namespace kw::remote
