// What a worker has on its GPU: copies of what the judge has stored for a GPU, or memory that a
// judge with a GPU of its own has lent to it.
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
  /// Makes the GPU's memory equal to the judge's. `base` is where the ranges begin. \throws
  /// kw::error when the machine lacks a GPU, or when the GPU fails
  void begin(const std::vector<memory_range>& ranges, char* base);
  /// Waits for the GPU, and copies everything back. \throws kw::error when the GPU fails
  void finish();
  /// Maps what the judge lends, in the place of what it lent before. The descriptors are closed.
  void take_lent(const std::vector<lent_array>& arrays, const std::vector<int>& descriptors);
  /// Which copy of the lent arrays `on_gpu` finds from now on.
  void use_copy(int number) { copy_ = number; }
  /// Is memory lent? Then nothing is copied in or out.
  bool lent() const { return !lent_.empty(); }
  /// Where memory is lent: a kernel that does nothing, and waiting for it, as in each call.
  void run_nothing();
  /// Can it still run kernels? After a failed one a process cannot, and must be started again.
  bool usable() const;
  /// The GPU's copy of what is at `data`; `data` itself if the GPU has no copy.
  void* on_gpu(void* data) const;

 private:
  struct mirror {
    std::int64_t bytes;
    void* copy;
  };
  struct borrowed {
    lent_array array;
    char* data;
  };
  bool started_ = false;
  int copy_ = 0;
  std::vector<borrowed> lent_;
  std::string problem_;
  std::map<char*, mirror> mirrors_;  // by the address in the shared memory
};

}  // namespace kw::remote
