/// \file
/// Launching a kernel on whichever device its data is on.
#pragma once
#include "kernelwright/argument.hpp"
#include "kernelwright/compiler/hurry.hpp"
#include "kernelwright/core/concepts.hpp"
#include "kernelwright/cpu/launch.hpp"
#include "kernelwright/cuda/hopper/launch.hpp"
#include "kernelwright/cuda/launch.hpp"
#include "kernelwright/descriptor.hpp"
#include "kernelwright/hopper_gpu.hpp"

namespace kw {

namespace core {
template <int NumWarps>
constexpr void check_warps() {
  static_assert(1 <= NumWarps && NumWarps <= 32 && is_power_of_two(NumWarps),
                "kernelwright: a program has 1, 2, 4, 8, 16 or 32 warps (12 as well on a "
                "hopper_gpu)");
}
/// Every backend checks this, though only Hopper needs it: one program is meant for all of them.
template <int NumWarps>
constexpr void check_warps_of_streams() {
  static_assert(NumWarps == 4 || NumWarps == 8 || NumWarps == 12 || NumWarps == 16,
                "kernelwright: a kernel that streams has 4, 8, 12 or 16 warps: four at a time "
                "multiply together");
}

/// How a kernel takes the views of a launch with these arguments.
/// \tparam OnGpu  the contexts of the kernel on a GPU
template <class OnGpu, class Kernel, class... Args>
constexpr views_are views_in_launch() {
  using asked = cpu::asked_context<OnGpu>;
  if constexpr (std::is_void_v<typename asked::template context<Kernel, Args...>>) {
    return views_are::pointers;
  } else {
    return views_taken_by<asked::template context, Kernel, Args...>();
  }
}
}  // namespace core

/// Runs `kernel` once for every program of the grid.
///
/// \tparam NumWarps  warps of 32 threads that share the work of one program on a GPU: a power of
///                   two from 1 to 32. The CPU runs a program on one thread.
/// \tparam Resident  programs that must fit one multiprocessor of a GPU at a time, which bounds the
///                   registers of each; 0 leaves it to the compiler.
/// \param args  the kernel's arguments after `tl`. A view arrives as what the kernel takes: an
///              array, or the pointer to its first element. The CPU checker bounds every access by
///              their extents, and the GPU uses 16-byte accesses if all views, arrays and pointers
///              are aligned to 16 bytes.
/// \throws kw::error if the grid is out of range, the launch fails or this program lacks the device
///
/// Returns when the work is done on the CPU; on a GPU the work is queued on the default stream, or
/// on that of a kw::launch_stream.
template <int NumWarps = 4, int Resident = 0, bool IsMeasured = core::kIsMeasured, class Kernel,
          class... Args>
KW_SEEN_VOID launch(device where, const grid& programs, const Kernel& kernel, const Args&... args) {
  core::check_warps<NumWarps>();
  if constexpr ((is_tensor_descriptor<Args> || ...)) {
    core::check_warps_of_streams<NumWarps>();
  }
  static_assert(
      !(core::any_tile<Args> || ...) && !(core::pointer_tile_type<Args> || ...),
      "kernelwright: a tile belongs to the program that made it and cannot be an argument "
      "of a launch. Store it to a buffer, and load it there.");
  static_assert(std::is_empty_v<Kernel> || !core::is_lambda<Kernel>(),
                "kernelwright: a lambda that is a kernel must not capture. It runs as many "
                "programs, on a GPU far from this function, where a captured tile or variable does "
                "not exist: pass it as an argument of launch.");
  constexpr bool streams = (is_tensor_descriptor<Args> || ...);
  using Launch = std::conditional_t<streams, cuda::hopper::contexts_of_streams,
                                    cuda::hopper::contexts_of_blocks<NumWarps>>;
  constexpr auto how = core::views_in_launch<Launch, Kernel, Args...>();
  if (where.kind == device_kind::cpu) {
    cpu::launch<IsMeasured>(programs, kernel, core::pass_on<how>(args, programs.place)...);
  } else if constexpr (!streams) {
    cuda::launch<cuda::hopper::contexts, NumWarps, Resident, IsMeasured>(
        where, programs, kernel, core::pass_on<how>(args, programs.place)...);
  } else if (const hopper_gpu hopper{where}) {
    cuda::hopper::launch<NumWarps>(where, programs, kernel,
                                   core::pass_on<how>(args, programs.place)...);
  } else {
    cuda::launch_streams<NumWarps, IsMeasured>(where, programs, kernel,
                                               core::pass_on<how>(args, programs.place)...);
  }
}

/// Runs a kernel that streams on Hopper, and compiles it only for Hopper, because its tiles may
/// need what other GPUs lack. Other devices get a launch of their own, not compiled for Hopper:
///
///     if (const hopper_gpu gpu{out.device()}) {
///       launch<12>(gpu, ...);  // large tiles
///     } else {
///       launch<4>(gpu.other(), ...);
///     }
///
/// A kernel with tensor descriptors can also be launched on a plain device, which chooses between
/// the two. Launch a kernel that streams tiles of arrays like this: on a plain device the
/// threads of a program fetch its tiles themselves, and its stages must fit in 48 KiB of shared
/// memory.
///
/// \tparam NumWarps  4, 8, 12 or 16: groups of four multiply together
/// \throws kw::error for a grid that is out of range, or if the launch fails
template <int NumWarps = 4, bool IsMeasured = core::kIsMeasured, class Kernel, class... Args>
void launch(hopper_gpu where, const grid& programs, const Kernel& kernel, const Args&... args) {
  core::check_warps_of_streams<NumWarps>();
  constexpr auto how = core::views_in_launch<cuda::hopper::contexts_of_streams, Kernel, Args...>();
  cuda::hopper::launch<NumWarps>(where.device(), programs, kernel,
                                 core::pass_on<how>(args, programs.place)...);
}
template <int NumWarps = 4, bool IsMeasured = core::kIsMeasured, class Kernel, class... Args>
void launch(no_hopper_gpu where, const grid& programs, const Kernel& kernel, const Args&... args) {
  core::check_warps<NumWarps>();
  constexpr auto how = core::views_in_launch<cuda::hopper::contexts_of_streams, Kernel, Args...>();
  if (where.device.kind == device_kind::cpu) {
    cpu::launch<IsMeasured>(programs, kernel, core::pass_on<how>(args, programs.place)...);
  } else {
    cuda::launch_streams<NumWarps, IsMeasured>(where.device, programs, kernel,
                                               core::pass_on<how>(args, programs.place)...);
  }
}

}  // namespace kw
