/// \file
/// Launching a kernel on a GPU: one thread block per program. Kernels with tensor descriptors have
/// their own launch on Hopper, hopper/launch.hpp, which shares what is at the end of this file.
#pragma once
#include "kernelwright/core/errors.hpp"
#include "kernelwright/grid.hpp"
#include "kernelwright/tensor.hpp"

#ifdef __CUDACC__

#include <utility>

#include "kernelwright/argument.hpp"
#include "kernelwright/cuda/context.hpp"
#ifdef KW_CHECK_ON_GPU
#include "kernelwright/cuda/checked_context.hpp"
#endif
#include "kernelwright/cuda/planner.hpp"
#include "kernelwright/runtime/cuda_launch.hpp"
#include "kernelwright/runtime/launch_probe.hpp"
#include "kernelwright/runtime/launch_stream.hpp"

namespace kw::cuda {

/// Are kernels compiled with checks (checked_context.hpp)? Then none of them is a Hopper's.
#ifdef KW_CHECK_ON_GPU
inline constexpr bool kChecksAccesses = true;
#else
inline constexpr bool kChecksAccesses = false;
#endif

/// Where launches of this thread are queued: see kw::launch_stream.
inline cudaStream_t stream_of_launches() {
  return static_cast<cudaStream_t>(runtime::stream_of_launches());
}

/// Is this argument an array of 16-bit floats?
template <class T>
inline constexpr bool is_float16_array = false;
template <class T>
inline constexpr bool is_float16_array<T*> = core::float16_type<std::remove_const_t<T>>;
template <class T, int Rank, int... Columns>
inline constexpr bool is_float16_array<array<T, Rank, Columns...>> =
    core::float16_type<std::remove_const_t<T>>;

// Parameters are copied to the GPU, so the functor's members and all arguments are there. Contexts
// says which context a kernel has: `of<warps, vector width, are there 16-bit floats?>`.
template <class Contexts, int NumWarps, int VectorWidth, int Resident, class Kernel, class... Args>
__global__ void __launch_bounds__(32 * NumWarps, Resident)
    run_program(const Kernel kernel, const Args... args) {
  constexpr bool has_float16 = (is_float16_array<Args> || ...);
  kernel(typename Contexts::template of<NumWarps, VectorWidth, has_float16>{}, args...);
}

/// A kernel that streams has its own launch on Hopper.
template <int NumWarps, int VectorWidth, class Kernel, class... Args>
__global__ void __launch_bounds__(32 * NumWarps)
    run_with_streams(const Kernel kernel, const Args... args) {
#ifndef __CUDA_ARCH_FEAT_SM90_ALL
  kernel(context<NumWarps, VectorWidth>{}, args...);
#endif
}

/// How many elements of the smallest type among the arguments fill 16 bytes.
template <class T>
struct pointee_size {
  static constexpr int value = 16;
};
template <class T>
struct pointee_size<T*> {
  static constexpr int value = sizeof(T);
};
template <shaped_memory T>
struct pointee_size<T> {
  static constexpr int value = sizeof(typename T::element_type);
};
template <bool IsMeasured, class... Args>
constexpr int widest_vector() {
  if (!IsMeasured) {
    return 1;  // kw_quick_to_compile in cmake/Warnings.cmake says why
  }
  int smallest = 16;
  ((smallest = pointee_size<Args>::value < smallest ? pointee_size<Args>::value : smallest), ...);
  return smallest == 16 ? 1 : smaller(8, 16 / smallest);
}

/// May rows of this argument be accessed 16 bytes at a time?
template <class T>
bool allows_vectors(const T&) {
  return true;
}
template <class T>
bool allows_vectors(T* const& pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0;
}
template <shaped_memory Array>
bool allows_vectors(const Array& array) {
  constexpr auto size = static_cast<std::int64_t>(sizeof(typename Array::element_type));
  bool aligned = reinterpret_cast<std::uintptr_t>(array.data()) % 16 == 0;
  for (int d = 0; d + 1 < Array::kRank; ++d) {
    aligned = aligned && array.stride(d) * size % 16 == 0;
  }
  return aligned;
}

/// One thread block per program.
template <class Contexts, int NumWarps, int VectorWidth, int Resident, class Kernel, class... Args>
void launch_blocks(const grid& programs, const Kernel& kernel, const Args&... args) {
  if (runtime::probing_launches()) {
    runtime::probe_cuda_kernel(
        reinterpret_cast<const void*>(
            &run_program<Contexts, NumWarps, VectorWidth, Resident, Kernel, Args...>),
        32 * NumWarps, 0);
    return;
  }
  const dim3 blocks(programs.extent(0), programs.extent(1), programs.extent(2));
  run_program<Contexts, NumWarps, VectorWidth, Resident>
      <<<blocks, 32 * NumWarps, 0, stream_of_launches()>>>(kernel, args...);
  runtime::check_cuda(cudaGetLastError(), "cudaLaunchKernel", programs.place);
}

/// A kernel that streams on a GPU that is not a Hopper, or in a program not built for Hopper: one
/// block per program, with its streams in shared memory of the size that they need.
template <int NumWarps, bool IsMeasured, class Kernel, class... Args>
void launch_blocks_with_streams(device where, const grid& programs, const Kernel& kernel,
                                const Args&... args) {
  constexpr int width = widest_vector<IsMeasured, Args...>();
  const void* code =
      reinterpret_cast<const void*>(&run_with_streams<NumWarps, width, Kernel, Args...>);
  const unsigned extents[3] = {programs.extent(0), programs.extent(1), programs.extent(2)};
  const runtime::shared_memory_plan plan = plan_of(extents, programs.place, kernel, args...);
  const runtime::gpu_limits limits = runtime::limits_of(where, code, programs.place);
  const int bytes = runtime::lay_out_copied(plan, programs.place, limits.shared_memory);
  if (runtime::probing_launches()) {
    runtime::probe_cuda_kernel(code, 32 * NumWarps, bytes);
    return;
  }
  const dim3 blocks(extents[0], extents[1], extents[2]);
  run_with_streams<NumWarps, width>
      <<<blocks, 32 * NumWarps, static_cast<unsigned>(bytes), stream_of_launches()>>>(kernel,
                                                                                      args...);
  runtime::check_cuda(cudaGetLastError(), "cudaLaunchKernel", programs.place);
}

using core::received;

/// \tparam Context  one that the kernel runs with anyway: nvcc would warn of a call that is only
///                  looked up, where the kernel is in an unnamed namespace
/// \returns whether there is anything to run
template <class Context, class Kernel, class... Args>
bool begin_launch(device where, const grid& programs, const Kernel&, const Args&... args) {
  (void)core::is_callable<Context, Kernel, received<Args>...>();
  static constexpr runtime::argument (*describe[])(const void*) = {describe_argument_at<Args>...,
                                                                   nullptr};
  const void* const arguments[] = {&args..., nullptr};
  return runtime::begin_cuda_launch(where.index, programs, describe, arguments,
                                    static_cast<int>(sizeof...(Args)));
}

#ifdef KW_CHECK_ON_GPU
/// Launches with checks, and reports the first wrong access.
/// \param bytes  of shared memory for streams
template <bool HasStreamMemory, int NumWarps, class Kernel, class... Args>
void launch_checked(device where, const grid& programs, int bytes, const Kernel& kernel,
                    const Args&... args) {
  static constexpr runtime::argument (*describe[])(const void*) = {describe_argument_at<Args>...,
                                                                   nullptr};
  const void* const arguments[] = {&args..., nullptr};
  runtime::checked_launch check(where.index, programs, core::kernel_signature<Kernel>(),
                                __BASE_FILE__, describe, arguments,
                                static_cast<int>(sizeof...(Args)));
  const dim3 blocks(programs.extent(0), programs.extent(1), programs.extent(2));
  run_checked<NumWarps, HasStreamMemory>
      <<<blocks, 32 * NumWarps, static_cast<unsigned>(bytes), stream_of_launches()>>>(
          check.on_gpu(), kernel, as_kernel_argument(args)...);
  runtime::check_cuda(cudaGetLastError(), "cudaLaunchKernel", programs.place);
  check.finish();
}

template <class Contexts, int NumWarps, int, bool, class Kernel, class... Args>
void launch(device where, const grid& programs, const Kernel& kernel, const Args&... args) {
  if (begin_launch<checked_context<NumWarps, false>>(where, programs, kernel, args...)) {
    launch_checked<false, NumWarps>(where, programs, 0, kernel, args...);
  }
}

template <int NumWarps, bool, class Kernel, class... Args>
void launch_streams(device where, const grid& programs, const Kernel& kernel, const Args&... args) {
  if (begin_launch<planner<void(Kernel, received<Args>...)>>(where, programs, kernel, args...)) {
    const unsigned extents[3] = {programs.extent(0), programs.extent(1), programs.extent(2)};
    const void* code =
        reinterpret_cast<const void*>(&run_checked<NumWarps, true, Kernel, received<Args>...>);
    const runtime::gpu_limits limits = runtime::limits_of(where, code, programs.place);
    const runtime::shared_memory_plan plan =
        plan_of(extents, programs.place, kernel, as_kernel_argument(args)...);
    launch_checked<true, NumWarps>(
        where, programs, runtime::lay_out_copied(plan, programs.place, limits.shared_memory),
        kernel, args...);
  }
}

#else

/// Picks one of two instantiations, as Triton does: with 16-byte accesses if every argument is
/// aligned, otherwise with neighbouring threads on neighbouring elements, which needs no alignment.
template <class Contexts, int NumWarps, int Resident, bool IsMeasured, class Kernel, class... Args>
void launch(device where, const grid& programs, const Kernel& kernel, const Args&... args) {
  constexpr bool has_float16 = (is_float16_array<received<Args>> || ...);
  using Context = typename Contexts::template of<NumWarps, 1, has_float16>;
  if (begin_launch<Context>(where, programs, kernel, args...)) {
    constexpr int width = widest_vector<IsMeasured, Args...>();
    if (width > 1 && (allows_vectors(args) && ...)) {
      launch_blocks<Contexts, NumWarps, width, Resident>(programs, kernel,
                                                         as_kernel_argument(args)...);
    } else {
      launch_blocks<Contexts, NumWarps, 1, 0>(programs, kernel, as_kernel_argument(args)...);
    }
  }
}

/// A kernel that streams: over tensor descriptors, whose rows are aligned, or tiles of arrays,
/// whose alignment the copies check themselves.
template <int NumWarps, bool IsMeasured, class Kernel, class... Args>
void launch_streams(device where, const grid& programs, const Kernel& kernel, const Args&... args) {
  if (begin_launch<planner<void(Kernel, received<Args>...)>>(where, programs, kernel, args...)) {
    launch_blocks_with_streams<NumWarps, IsMeasured>(where, programs, kernel,
                                                     as_kernel_argument(args)...);
  }
}
#endif

}  // namespace kw::cuda

#else

namespace kw::cuda {
template <class Contexts, int NumWarps, int Resident, bool, class Kernel, class... Args>
[[noreturn]] KW_HD void launch(device, const grid& programs, const Kernel&, const Args&...) {
  runtime::kernel_lacks_cuda(programs.place);
}
template <int NumWarps, bool, class Kernel, class... Args>
[[noreturn]] KW_HD void launch_streams(device, const grid& programs, const Kernel&,
                                       const Args&...) {
  runtime::kernel_lacks_cuda(programs.place);
}
}  // namespace kw::cuda

#endif
