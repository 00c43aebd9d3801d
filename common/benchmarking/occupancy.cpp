#include "common/benchmarking/occupancy.hpp"

#include <sstream>

#include "common/base/format.hpp"
#include "common/runtime/launch_probe.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::benchmarking {

std::string occupancy_text(const runtime::cuda::kernel_needs& needs, int threads,
                           std::int64_t dynamic_shared_bytes,
                           const runtime::cuda::residency& resident) {
  const int warps = threads / 32;
  std::ostringstream text;
  text << "  a program has " << warps << " warps and " << needs.shared_bytes + dynamic_shared_bytes
       << " bytes of shared memory\n  a thread has " << needs.registers << " registers and "
       << needs.local_bytes << " bytes of local memory\n  " << resident.programs
       << " programs fit a multiprocessor: " << resident.programs * warps << " of "
       << resident.most_warps << " warps, an occupancy of "
       << base::formatted("%.0f %%", 100.0 * resident.programs * warps / resident.most_warps)
       << "\n";
  return text.str();
}

std::string occupancy_of(device gpu, const std::function<void()>& call) {
  if (gpu.kind == device_kind::cpu) {
    throw error(
        "Occupancy is about a GPU, whose multiprocessors hold several programs at once. A core of "
        "a CPU runs one program at a time. Take a program of the preset `cuda`.");
  }
  std::string text;
  for (const runtime::gpu_launch& launch : runtime::probe_launches(call).kernels) {
    text +=
        occupancy_text(runtime::cuda::gpu().inspect(gpu.index, launch.function), launch.threads,
                       launch.dynamic_shared_bytes,
                       runtime::cuda::gpu().residency_of(gpu.index, launch.function, launch.threads,
                                                         launch.dynamic_shared_bytes));
  }
  return text;
}

}  // namespace kw::benchmarking
