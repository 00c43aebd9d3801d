// What the runtime asks of CUDA.
#pragma once
#include <cstdint>
#include <string>

#include "kernelwright/runtime/error.hpp"

namespace kw::runtime::cuda {

/// The resources of a multiprocessor that a kernel uses.
struct kernel_needs {
  int registers = 0;              // per thread
  int most_threads = 0;           // per block, with that many registers
  std::int64_t local_bytes = 0;   // per thread; holds registers that spilled
  std::int64_t shared_bytes = 0;  // per block, known at compile time
};

/// How many programs of a launch share a multiprocessor, as CUDA counts them.
struct residency {
  int programs = 0;
  int most_warps = 0;  // that the multiprocessor can hold, of whatever programs
};

/// A GPU, or a substitute for one. This base class has no GPU, and refuses every request.
class seam {
 public:
  virtual bool linked() const { return false; }
  virtual bool available(int, std::string* why) {
    if (why != nullptr) {
      *why = lack();
    }
    return false;
  }
  virtual std::string name(int) { refuse(); }
  virtual void* allocate(int, std::int64_t) { refuse(); }
  virtual void release(int, void*) {}
  /// Either side may be the host.
  virtual void copy(int, void* /*to*/, const void* /*from*/, std::int64_t) { refuse(); }
  virtual void start_fill(int, void*, int /*value*/, std::int64_t) { refuse(); }
  virtual void synchronize(int) { refuse(); }
  virtual int current() { refuse(); }  // the device that a thread's calls go to if they name none
  virtual void make_current(int) noexcept {}
  virtual void* make_event(int) { refuse(); }
  virtual void release_event(void*) noexcept {}
  virtual void record(int, void* /*event*/) { refuse(); }
  virtual double seconds_between(void*, void*) { refuse(); }  // waits for the second event
  virtual kernel_needs inspect(int, const void* /*function*/) { refuse(); }
  virtual residency residency_of(int, const void* /*function*/, int /*threads*/,
                                 std::int64_t /*dynamic_shared_bytes*/) {
    refuse();
  }
  virtual std::int64_t most_shared_bytes(int) { refuse(); }  // that a block can ask for
  virtual std::int64_t register_bytes(int) { refuse(); }     // of one multiprocessor
  virtual std::string driver(int) { refuse(); }              // its version, and the CUDA runtime's

  /// Launches a kernel that does nothing. It is not waited for.
  virtual void run_nothing(int) { refuse(); }
  /// Maps the bytes that another process has lent (cuda_lent_memory.hpp), and unmaps them.
  virtual void* borrow(int, int /*descriptor*/, std::int64_t) { refuse(); }
  virtual void unmap(int, void*, std::int64_t) { refuse(); }

 protected:
  /// Why there is no GPU.
  virtual std::string lack() const {
    return "this program was built for the CPU alone (build the preset `cuda` for a GPU)";
  }
  [[noreturn]] void refuse() const { throw error("no CUDA device: " + lack()); }
  ~seam() = default;  // a process keeps its one until it ends
};

/// The GPU of this program. no_cuda.cpp and cuda_device.cpp both define it, and a program links
/// one.
seam& gpu();

}  // namespace kw::runtime::cuda
