/// \file
/// Which programs a block runs: its share of them, or the next one that no block has taken yet.
#pragma once
#include "kernelwright/cuda/hopper/instructions.hpp"
#include "kernelwright/runtime/shared_memory_plan.hpp"

namespace kw::cuda::hopper {

/// Every thread of a block walks the same numbers. In an uneven grid the first fetching thread asks
/// a counter for the next one while others still compute, and announces it in shared memory.
class program_order {
 public:
  /// \param counter  0 at the launch, which leaves it at 0; null: each block has its share
  KW_HD program_order(shared_address memory, std::uint32_t programs, unsigned* counter)
      : memory_(memory), programs_(programs), counter_(counter) {}

  KW_HD std::uint32_t first() const {
#ifdef __CUDA_ARCH__
    return blockIdx.x;
#else
    return 0;
#endif
  }
  /// The number after `number`, or one past all of them. \param asks  is this the asking thread?
  KW_HD std::uint32_t after(std::uint32_t number, [[maybe_unused]] bool asks) {
#ifdef __CUDA_ARCH__
    if (counter_ == nullptr) {
      return number + gridDim.x;
    }
    std::uint32_t next = 0;
    if (asks) {
      // As often as there are programs, including each block's failed try at the end: 0 again then.
      next = atomicInc(counter_, programs_ - 1) + gridDim.x;
      barrier_wait(free(), parity_ ^ 1u);
      store_shared(value(), next);
      barrier_arrive(arrived());
    } else {
      barrier_wait(arrived(), parity_);
      next = load_shared(value());
      barrier_arrive(free());  // each thread that read it
    }
    parity_ ^= 1u;
    return next;
#else
    return number;
#endif
  }

 private:
  KW_HD shared_address arrived() const {
    return memory_;
  }
  KW_HD shared_address free() const {
    return memory_ + 8;
  }
  KW_HD shared_address value() const {
    return memory_ + runtime::kProgramNumber;
  }

  shared_address memory_;
  [[maybe_unused]] std::uint32_t programs_;
  [[maybe_unused]] unsigned* counter_;
  [[maybe_unused]] std::uint32_t parity_ = 0;
};

}  // namespace kw::cuda::hopper
