// Memory of a GPU that two processes share.
#pragma once
#include <cstdint>

namespace kw::runtime::cuda {

/// Memory that another process can map, too, if it is given the descriptor. Nothing else shares the
/// pages: `bytes` is a multiple of their size.
struct lent_memory {
  void* data = nullptr;
  std::int64_t bytes = 0;
  int descriptor = -1;  // to be closed when it has been passed on
};
lent_memory lend(int device, std::int64_t bytes);
void* borrow(int device, int descriptor, std::int64_t bytes);  // the bytes that were lent
void unmap(int device, void* data, std::int64_t bytes);        // what `lend` or `borrow` mapped

/// The allocation that an address is in; 0 bytes if it is in none of this GPU.
struct allocation_range {
  void* data = nullptr;
  std::int64_t bytes = 0;
};
allocation_range allocation_of(int device, const void* address);
std::int64_t free_bytes(int device);

void run_nothing(int device);  // cuda_nothing.cu

}  // namespace kw::runtime::cuda
