/// \file
/// Launching a kernel that streams on a Hopper GPU: one warpgroup, or one of its threads, fetches,
/// the others compute, and a block runs one program after another.
#pragma once
#include "kernelwright/cuda/launch.hpp"
#include "kernelwright/hopper_gpu.hpp"

#ifdef __CUDACC__

#include "kernelwright/runtime/cuda_tensor_map.hpp"

// Only code for Hopper needs the roles. The host and other GPUs need not read them.
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#include "kernelwright/cuda/hopper/block_products.hpp"
#include "kernelwright/cuda/hopper/consumer.hpp"
#include "kernelwright/cuda/hopper/producer.hpp"
#include "kernelwright/cuda/hopper/program_order.hpp"
#endif

namespace kw::cuda::hopper {

/// Contexts of kernels that a launch runs one block per program, on every GPU.
struct contexts {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  template <int NumWarps, int VectorWidth, bool HasFloat16>
  using of = std::conditional_t<HasFloat16 && NumWarps % 4 == 0,
                                multiplying_context<NumWarps, VectorWidth>,
                                context<NumWarps, VectorWidth, false>>;
#else
  template <int NumWarps, int VectorWidth, bool>
  using of = context<NumWarps, VectorWidth, false>;
#endif
};

/// The types of `tl` in a launch with these arguments, without streams and with them.
template <int NumWarps>
struct contexts_of_blocks {
  template <class Kernel, class... Received>
  using context = contexts::of<NumWarps, 1, (is_float16_array<Received> || ...)>;
};
struct contexts_of_streams {
  template <class Kernel, class... Received>
  using context = planner<void(Kernel, Received...)>;
};

/// How many registers a thread of each role has: a block's registers are redistributed when roles
/// part. Together they must not exceed what the block has at launch: setmaxnreg would wait forever.
template <int NumWarps, class Fetchers>
struct registers {
  static constexpr int warpgroups = NumWarps / 4;
  static constexpr int threads = 32 * NumWarps + 128;
  static constexpr int pool = 65536 / threads / 8 * 8 * (warpgroups + 1);
  static constexpr bool dealt_out = warpgroups > 1;  // one warpgroup already has all it can use
  static constexpr int of_one = warpgroups == 2 ? 40 : warpgroups == 3 ? 32 : 24;
  static constexpr int of_many = warpgroups == 2 ? 120 : warpgroups == 3 ? 104 : 88;
  static constexpr int producer = Fetchers::kThreads > 1 ? of_many : of_one;
  static constexpr int consumer = (pool - producer) / warpgroups / 8 * 8;
  static_assert(!dealt_out || (warpgroups * consumer + producer <= pool && consumer <= 255));
};

/// An argument in the form in which it travels in the launch's parameters.
template <class T>
struct parameter {
  T value;
  explicit parameter(const T& v) : value(v) {}
  KW_HD const T& get() const { return value; }
  KW_HD void prefetch() const {}
};
template <class T, int Rank, int Width>
struct parameter<tensor_descriptor<T, Rank, Width>> {
  runtime::tensor_map map;  // first, for its alignment
  tensor_descriptor<T, Rank, Width> value;
  explicit parameter(const tensor_descriptor<T, Rank, Width>& tensor)
      : map(runtime::encode_tensor_map(tensor, runtime::rows_of_box(Width), runtime::kPanelBytes)),
        value(tensor) {}
  KW_HD auto get() const {
    tensor_descriptor<T, Rank, Width> tensor = value;
    tensor.set_device_map(&map);
    return tensor;
  }
  KW_HD void prefetch() const {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    prefetch_map(&map);
#endif
  }
};

/// The arguments of a launch as one struct, because `__grid_constant__` does not take a pack.
template <class... Args>
using parameters = tuple<parameter<Args>...>;

struct launch_shape {
  std::uint32_t grid[3];
  std::uint32_t programs;
  runtime::shared_memory_layout memory;
  unsigned* counter;  ///< see program_order
};

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
/// One lane of each warp takes its share: lanes of the same warp would take turns of 70 cycles.
template <int NumWarps, int FetchingThreads>
__device__ __forceinline__ void prepare_barriers(shared_address memory, int pairs) {
  constexpr int warps = NumWarps + 4;
  if (threadIdx.x % 32 == 0) {
    for (int pair = static_cast<int>(threadIdx.x) / 32; pair < pairs; pair += warps) {
      const shared_address arrived = memory + static_cast<shared_address>(pair) * 16;
      // The first pair is for the next program's number, which one thread announces to all others.
      barrier_init(arrived, pair == 0 ? 1 : FetchingThreads);
      barrier_init(arrived + 8, pair == 0 ? 32 * NumWarps + FetchingThreads - 1 : NumWarps);
    }
    barrier_init_fence();
  }
  __syncthreads();
}
#endif

template <int NumWarps, class Kernel, class... Args>
__global__ void __launch_bounds__(32 * NumWarps + 128, 1)
    run_pipelined(const __grid_constant__ Kernel kernel, const __grid_constant__ launch_shape shape,
                  const __grid_constant__ parameters<Args...> args) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  extern __shared__ __align__(1024) unsigned char memory[];
  using fetchers = fetchers_for<Args...>;
  using count = registers<NumWarps, fetchers>;
  const int warpgroup = uniform_warpgroup();
  pipe_state state{to_shared_address(memory), shape.memory, warpgroup, shape.grid};
  const auto with_arguments = [&](auto function) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      function(args.template get<I>()...);
    }
    (std::index_sequence_for<Args...>{});
  };
  if (threadIdx.x == 32 * NumWarps) {
    with_arguments([](const auto&... arg) { (arg.prefetch(), ...); });
  }
  prepare_barriers<NumWarps, fetchers::kThreads>(state.memory, shape.memory.barriers);
  auto run_programs = [&]<class Role>(std::type_identity<Role>) {
    program_order order(state.memory, shape.programs, shape.counter);
#pragma unroll 1
    for (std::uint32_t p = order.first(); p < shape.programs; p = order.after(p, Role::asks())) {
      state.begin_program(p, NumWarps / 4);
      with_arguments([&](const auto&... arg) { kernel(Role(state), arg.get()...); });
      Role(state).end_program();
    }
  };
  if (warpgroup == NumWarps / 4) {
    if constexpr (count::dealt_out) {
      lower_registers<count::producer>();
    }
    if (fetchers::kThreads > 1 || (threadIdx.x % 128 < 32 && elect_lane())) {
      run_programs(std::type_identity<producer<fetchers>>());
    }
    __syncwarp();
  } else {
    if constexpr (count::dealt_out) {
      raise_registers<count::consumer>();
    }
    run_programs(std::type_identity<consumer<NumWarps, fetchers>>());
    if (threadIdx.x % 128 == 0) {
      wait_for_copies_to_read<0>();
    }
    __syncwarp();
  }
#endif
}

/// Its shared memory shows that the kernels which this device runs are built for 90a. (The versions
/// in a kernel's attributes are the same for 90, whose code has no Hopper instructions.)
inline constexpr int kProbeBytes = 8192;
template <int = 0>
__global__ void architecture_probe() {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  __shared__ volatile unsigned char bytes[kProbeBytes];
  bytes[threadIdx.x] = 0;
#endif
}

template <int NumWarps, class Kernel, class... Args>
void launch_pipelined(device where, const grid& programs, const Kernel& kernel,
                      const Args&... args) {
  auto* code = run_pipelined<NumWarps, Kernel, Args...>;
  launch_shape shape{{programs.extent(0), programs.extent(1), programs.extent(2)}, 0, {}, nullptr};
  const long long count = static_cast<long long>(shape.grid[0]) * shape.grid[1] * shape.grid[2];
  if (count > 2147483647) {
    runtime::grid_out_of_range(programs.place, 0, count, 2147483647);
  }
  shape.programs = static_cast<std::uint32_t>(count);

  const runtime::shared_memory_plan plan = plan_of(shape.grid, programs.place, kernel, args...);
  const runtime::gpu_limits limits =
      runtime::limits_of(where, reinterpret_cast<const void*>(code), programs.place);
  shape.memory = runtime::lay_out(plan, programs.place, NumWarps / 4, limits.shared_memory);
  if (runtime::probing_launches()) {
    runtime::probe_cuda_kernel(reinterpret_cast<const void*>(code), 32 * NumWarps + 128,
                               shape.memory.bytes);
    return;
  }
  const unsigned blocks = smaller(shape.programs, limits.multiprocessors);
  shape.counter = programs.is_uneven && blocks < shape.programs
                      ? runtime::program_counter(where, programs.place)
                      : nullptr;
  code<<<blocks, 32 * NumWarps + 128, static_cast<unsigned>(shape.memory.bytes),
         stream_of_launches()>>>(kernel, shape, parameters<Args...>(parameter<Args>(args)...));
  runtime::check_cuda(cudaGetLastError(), "cudaLaunchKernel", programs.place);
}

template <int NumWarps, class Kernel, class... Args>
void launch(device where, const grid& programs, const Kernel& kernel, const Args&... args) {
  if (begin_launch<planner<void(Kernel, received<Args>...)>>(where, programs, kernel, args...)) {
    launch_pipelined<NumWarps>(where, programs, kernel, as_kernel_argument(args)...);
  }
}

}  // namespace kw::cuda::hopper

inline kw::hopper_gpu::hopper_gpu(kw::device where) : device_(where) {
  if (where.kind != device_kind::cuda || cuda::kChecksAccesses) {
    return;
  }
  const auto place = source_place::here();
  int major = 0;
  runtime::check_cuda(
      cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, where.index),
      "cudaDeviceGetAttribute", place);
  if (major != 9) {
    return;
  }
  static const bool is_built_for_hopper = [&] {
    runtime::check_cuda(cudaSetDevice(where.index), "cudaSetDevice", place);
    cudaFuncAttributes attributes;
    runtime::check_cuda(
        cudaFuncGetAttributes(&attributes,
                              reinterpret_cast<const void*>(&cuda::hopper::architecture_probe<>)),
        "cudaFuncGetAttributes", place);
    return attributes.sharedSizeBytes >= cuda::hopper::kProbeBytes;
  }();
  is_hopper_ = is_built_for_hopper;
}

#else

inline kw::hopper_gpu::hopper_gpu(kw::device where) : device_(where) {}

namespace kw::cuda::hopper {
struct contexts;
/// Compiled for neither side, a kernel has no context that a launch could ask.
struct contexts_of_streams {
  template <class...>
  using context = void;
};
template <int>
struct contexts_of_blocks : contexts_of_streams {};
template <int NumWarps, class Kernel, class... Args>
[[noreturn]] KW_HD void launch(device, const grid& programs, const Kernel&, const Args&...) {
  runtime::kernel_lacks_cuda(programs.place);
}
}  // namespace kw::cuda::hopper

#endif
