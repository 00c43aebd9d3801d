// What the runtime asks of CUDA. no_cuda.cpp and cuda_device.cpp both define all of it, and a
// program links one of them.
#pragma once
#include <cstdint>
#include <string>

namespace kw::runtime::cuda {

bool linked();
bool available(int device, std::string* why);
std::string name(int device);
void* allocate(int device, std::int64_t bytes);
void release(int device, void* data);
void copy(int device, void* to, const void* from,
          std::int64_t bytes);  // either side may be the host
void start_fill(int device, void* data, int value, std::int64_t bytes);
void synchronize(int device);
int current();  // the device that calls of this thread go to unless they say another
void make_current(int device) noexcept;
void* make_event(int device);
void release_event(void* event) noexcept;
void record(int device, void* event);
double seconds_between(void* start, void* stop);  // waits for `stop`

/// The resources of a multiprocessor that a kernel uses.
struct kernel_needs {
  int registers = 0;              // per thread
  int most_threads = 0;           // per block, with that many registers
  std::int64_t local_bytes = 0;   // per thread; holds registers that spilled
  std::int64_t shared_bytes = 0;  // per block, known at compile time
};
kernel_needs inspect(int device, const void* function);

/// How many programs of a launch share a multiprocessor, as CUDA counts them.
struct residency {
  int programs = 0;
  int most_warps = 0;  // that the multiprocessor can hold, of whatever programs
};
residency residency_of(int device, const void* function, int threads,
                       std::int64_t dynamic_shared_bytes);
std::int64_t most_shared_bytes(int device);  // that a block can ask for
std::int64_t register_bytes(int device);     // of one multiprocessor
std::string driver(int device);              // its version, and the CUDA runtime's

/// Launches a kernel that does nothing. It is not waited for.
void run_nothing(int device);

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

}  // namespace kw::runtime::cuda
