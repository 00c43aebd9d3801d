/// \file
/// Devices and their memory, as tests and benchmarks see them. CUDA is chosen when linking: a
/// program links `kernelwright::cpu` or `kernelwright::cuda`, and this header knows neither.
#pragma once
#include <cstdint>
#include <string>

#include "kernelwright/tensor.hpp"

namespace kw {

/// Can kernels run on `d`? If not, `*why` says what is missing.
bool available(device d, std::string* why = nullptr);

/// The name people know it by, such as `NVIDIA H200`, or a CPU's model with the number of threads.
/// \throws kw::error when the device is not available
std::string device_name(device d);

/// Was this program built for CUDA?
bool cuda_linked();

/// Where programs run by default: the device given to `set_default_device`, else `KW_DEVICE` (`cpu`
/// or `cuda`), else the backend that the program was built for.
device default_device();
void set_default_device(device d);

/// "cpu" or "cuda".
const char* to_string(device_kind kind);

/// Waits until all work on `d` is done, so that an error of a failed kernel is reported here.
void synchronize(device d);

/// How many threads run programs on the CPU: `KW_THREADS`, else the processors of the machine.
int thread_count();

/// Seconds between `start` and `stop` as the device sees them: a steady clock on the CPU, events in
/// the stream on a GPU (so launch overhead that the queue hides is not counted).
class stopwatch {
 public:
  explicit stopwatch(device d = default_device());
  ~stopwatch();
  stopwatch(const stopwatch&) = delete;
  stopwatch& operator=(const stopwatch&) = delete;
  void start();
  void stop();
  /// Waits until the work in between is done. \returns seconds
  double seconds();

 private:
  device device_;
  std::int64_t start_ns_ = 0, stop_ns_ = 0;
  void* start_event_ = nullptr;
  void* stop_event_ = nullptr;
};

/// Raw memory of a device, in bytes and without a checker; most callers want a `kw::buffer`. Every
/// function throws kw::error with the failed call and a hint.
namespace memory {
/// Aligned to at least 256 bytes. Zero bytes are allowed.
void* allocate(device d, std::int64_t bytes);
void release(device d, void* data);
/// Complete on return.
void copy(device to_device, void* to, device from_device, const void* from, std::int64_t bytes);
/// Sets every byte to `value`. Complete on return.
void fill(device d, void* data, int value, std::int64_t bytes);
/// The same, but on a GPU it is only queued on return, before the launches that follow.
void start_fill(device d, void* data, int value, std::int64_t bytes);
}  // namespace memory

}  // namespace kw
