// The device seam over the CUDA runtime API. Plain C++: it holds no kernels, so g++ compiles it.
#include <cuda_runtime_api.h>

#include <string>
#include <vector>

#include "common/checker/source/source.hpp"
#include "common/runtime/cuda_lent_memory.hpp"
#include "common/runtime/cuda_seam.hpp"
#include "kernelwright/runtime/cuda_launch.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/launch_probe.hpp"

namespace kw::runtime {
namespace {

// What to try, for the errors that beginners meet.
std::string hint_for(cudaError_t code) {
  switch (code) {
    case cudaErrorIllegalAddress:
      return "A kernel touched memory that is not its own. Run the same test on the CPU, by the "
             "program whose name ends in .cpu: the checker there names the line, the buffer and "
             "the elements. After this error every "
             "later CUDA call fails too: believe the first one.";
    case cudaErrorMisalignedAddress:
      return "A kernel read or wrote several elements at once from an address that does not allow "
             "it. Was a view made by hand from a shifted pointer?";
    case cudaErrorMemoryAllocation:
      return "The GPU's memory is full. Does nvidia-smi show another program that uses it?";
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
      return "The program was not built for this GPU. Configure again with "
             "-DCMAKE_CUDA_ARCHITECTURES=native.";
    case cudaErrorInsufficientDriver:
      return "The NVIDIA driver is older than the CUDA toolkit of this build: update the driver, "
             "or build with an older toolkit.";
    case cudaErrorNoDevice:
      return "No NVIDIA GPU is visible. Is CUDA_VISIBLE_DEVICES set to nothing? Programs whose "
             "names end in .cpu work without one.";
    case cudaErrorInvalidConfiguration:
      return "The grid does not fit the GPU: axis 0 takes 2^31 - 1 programs, axes 1 and 2 take "
             "65535 each.";
    case cudaErrorLaunchOutOfResources:
      return "One program needs more registers than the GPU has for that many warps: make the "
             "block smaller, or use fewer warps.";
    case cudaErrorLaunchTimeout:
      return "The kernel ran too long for a GPU that also drives a display. Does a loop never end?";
    case cudaErrorLaunchFailure:
    case cudaErrorIllegalInstruction:
      return "The kernel stopped itself. On a Hopper GPU it does where a program begins more "
             "streams, or loads more tiles by their place, than the first, the middle and the last "
             "program of its grid: let every program begin the same streams and load as many "
             "tiles. Otherwise run the same test on the CPU, by the program whose name ends in "
             ".cpu.";
    case cudaErrorAssert:
      return "A tl.device_assert failed. Run the same test on the CPU, by the program whose name "
             "ends in .cpu, for the line and the lane.";
    default:
      return "Run the same test on the CPU first, by the program whose name ends in .cpu: the "
             "checker there explains most mistakes.";
  }
}

}  // namespace

void check_cuda(int error_code, const char* call, source_place place) {
  if (error_code == cudaSuccess) {
    return;
  }
  const auto code = static_cast<cudaError_t>(error_code);
  (void)cudaGetLastError();  // or the next launch would report this failure as its own
  std::string where;
  if (place.file != nullptr) {
    where = short_path(place.file) + ":" + std::to_string(place.line) + ": ";
  }
  throw error(where + call + " failed: " + cudaGetErrorName(code) + " (" +
              cudaGetErrorString(code) + ").\n  " + hint_for(code));
}

bool begin_cuda_launch(int device, const grid& programs, argument (*const* describe)(const void*),
                       const void* const* arguments, int count) {
  if (programs.extent(0) == 0 || programs.extent(1) == 0 || programs.extent(2) == 0) {
    return false;
  }
  check_cuda(cudaSetDevice(device), "cudaSetDevice", programs.place);
  if (probing_launches()) {
    std::vector<argument> described;
    for (int i = 0; i < count; ++i) {
      described.push_back(describe[i](arguments[i]));
    }
    probe_arguments(described.data(), count);
  }
  return true;
}

}  // namespace kw::runtime

namespace kw::runtime::cuda {
namespace {

// Calls are checked with the line of this file, since no line of the learner's is near.
void check(cudaError_t code, const char* call, source_place place = source_place::here()) {
  check_cuda(static_cast<int>(code), call, place);
}

void select(int device, source_place place = source_place::here()) {
  check(cudaSetDevice(device), "cudaSetDevice", place);
}

std::size_t size(std::int64_t bytes) {
  return static_cast<std::size_t>(bytes);
}

class nvidia_gpu final : public seam {
 public:
  bool linked() const override { return true; }

  bool available(int device, std::string* why) override {
    std::string reason;
    int count = 0;
    const cudaError_t code = cudaGetDeviceCount(&count);
    if (code == cudaErrorInsufficientDriver) {
      int driver = 0;
      const bool none = cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0;
      reason = none ? "no NVIDIA driver is installed on this machine"
                    : "the NVIDIA driver is too old for the CUDA toolkit of this build";
    } else if (code == cudaErrorNoDevice || (code == cudaSuccess && count == 0)) {
      reason = "the NVIDIA driver sees no GPU";
    } else if (code != cudaSuccess) {
      reason = std::string("CUDA does not start: ") + cudaGetErrorString(code);
    } else if (device < 0 || device >= count) {
      reason = "there is no GPU number " + std::to_string(device) + ", only " +
               std::to_string(count) + " of them, counted from 0";
    }
    (void)cudaGetLastError();  // asking is not a failure that a later call should report
    if (why != nullptr) {
      *why = reason;
    }
    return reason.empty();
  }

  std::string name(int device) override {
    cudaDeviceProp properties;
    check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
    return properties.name;
  }

  void* allocate(int device, std::int64_t bytes) override {
    select(device);
    void* data = nullptr;
    check(cudaMalloc(&data, size(bytes > 0 ? bytes : 1)), "cudaMalloc");
    return data;
  }

  void release(int device, void* data) override {
    if (data == nullptr) {
      return;
    }
    select(device);
    check(cudaFree(data), "cudaFree");
  }

  void copy(int device, void* to, const void* from, std::int64_t bytes) override {
    if (bytes == 0) {
      return;
    }
    select(device);
    check(cudaMemcpyAsync(to, from, size(bytes), cudaMemcpyDefault, nullptr), "cudaMemcpyAsync");
    check(cudaStreamSynchronize(nullptr), "cudaStreamSynchronize");
  }

  void start_fill(int device, void* data, int value, std::int64_t bytes) override {
    if (bytes == 0) {
      return;
    }
    select(device);
    check(cudaMemsetAsync(data, value, size(bytes), nullptr), "cudaMemsetAsync");
  }

  void synchronize(int device) override {
    select(device);
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  }

  int current() override {
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    return device;
  }

  void make_current(int device) noexcept override { (void)cudaSetDevice(device); }

  void* make_event(int device) override {
    select(device);
    cudaEvent_t event = nullptr;
    check(cudaEventCreate(&event), "cudaEventCreate");
    return event;
  }

  void release_event(void* event) noexcept override {
    if (event != nullptr) {
      (void)cudaEventDestroy(static_cast<cudaEvent_t>(event));
    }
  }

  void record(int device, void* event) override {
    select(device);
    check(cudaEventRecord(static_cast<cudaEvent_t>(event), nullptr), "cudaEventRecord");
  }

  double seconds_between(void* start, void* stop) override {
    check(cudaEventSynchronize(static_cast<cudaEvent_t>(stop)), "cudaEventSynchronize");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, static_cast<cudaEvent_t>(start),
                               static_cast<cudaEvent_t>(stop)),
          "cudaEventElapsedTime");
    return static_cast<double>(milliseconds) * 1e-3;
  }

  kernel_needs inspect(int device, const void* function) override {
    select(device);
    cudaFuncAttributes attributes{};
    check(cudaFuncGetAttributes(&attributes, function), "cudaFuncGetAttributes");
    kernel_needs needs;
    needs.registers = attributes.numRegs;
    needs.most_threads = attributes.maxThreadsPerBlock;
    needs.local_bytes = static_cast<std::int64_t>(attributes.localSizeBytes);
    needs.shared_bytes = static_cast<std::int64_t>(attributes.sharedSizeBytes);
    return needs;
  }

  residency residency_of(int device, const void* function, int threads,
                         std::int64_t dynamic_shared_bytes) override {
    select(device);
    const auto shared = static_cast<int>(dynamic_shared_bytes);
    if (shared > 0) {  // or CUDA takes what is above 48 KiB for more than a program may have
      check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, shared),
            "cudaFuncSetAttribute");
    }
    residency found;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&found.programs, function, threads,
                                                        dynamic_shared_bytes),
          "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    int most_threads = 0;
    check(cudaDeviceGetAttribute(&most_threads, cudaDevAttrMaxThreadsPerMultiProcessor, device),
          "cudaDeviceGetAttribute");
    found.most_warps = most_threads / 32;
    return found;
  }

  std::int64_t most_shared_bytes(int device) override {
    int bytes = 0;
    check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
          "cudaDeviceGetAttribute");
    return bytes;
  }

  std::int64_t register_bytes(int device) override {
    int registers = 0;
    check(cudaDeviceGetAttribute(&registers, cudaDevAttrMaxRegistersPerMultiprocessor, device),
          "cudaDeviceGetAttribute");
    return std::int64_t{4} * registers;
  }

  std::string driver(int device) override {
    select(device);
    int driver = 0, runtime = 0;
    check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
    return std::to_string(driver) + ", runtime " + std::to_string(runtime);
  }

  void run_nothing(int device) override { cuda::run_nothing(device); }
  void* borrow(int device, int descriptor, std::int64_t bytes) override {
    return cuda::borrow(device, descriptor, bytes);
  }
  void unmap(int device, void* data, std::int64_t bytes) override {
    cuda::unmap(device, data, bytes);
  }
};

}  // namespace

seam& gpu() {
  static nvidia_gpu instance;
  return instance;
}

}  // namespace kw::runtime::cuda
