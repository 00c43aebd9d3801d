/// \file
/// Hopper's asynchronous instructions: barriers that count bytes, tile copies, products of matrices
/// in shared memory. As in cuda/intrinsics.hpp, they are empty for other targets. Target 90 is one
/// of those, because only 90a has the instructions. (nvcc -arch=sm_90a compiles for both.)
#pragma once
#include "kernelwright/cuda/copy_instructions.hpp"

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#define KW_HOPPER_ASM(...) asm volatile(__VA_ARGS__)
#else
#define KW_HOPPER_ASM(...) static_cast<void>(0)
#endif

namespace kw::cuda::hopper {

// Barriers in shared memory: a phase ends when all arrivals and all announced bytes have come. A
// wait names the parity of the phase whose end it waits for.

KW_HD void barrier_init([[maybe_unused]] shared_address barrier, [[maybe_unused]] int arrivals) {
  KW_HOPPER_ASM("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals));
}
KW_HD void barrier_init_fence() {
  KW_HOPPER_ASM("fence.mbarrier_init.release.cluster;" ::: "memory");
}
KW_HD void barrier_arrive([[maybe_unused]] shared_address barrier) {
  KW_HOPPER_ASM("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
KW_HD void barrier_arrive_expecting([[maybe_unused]] shared_address barrier,
                                    [[maybe_unused]] int bytes) {
  KW_HOPPER_ASM("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
                : "memory");
}
/// Arrives for this thread once all copies of partial tiles that it has started are complete.
KW_HD void barrier_arrive_after_copies([[maybe_unused]] shared_address barrier) {
  KW_HOPPER_ASM("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
}
KW_HD void barrier_wait([[maybe_unused]] shared_address barrier,
                        [[maybe_unused]] std::uint32_t parity) {
  KW_HOPPER_ASM(
      "{\n.reg .pred done;\nKW_WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
      "@done bra KW_DONE;\nbra KW_WAIT;\nKW_DONE:\n}" ::"r"(barrier),
      "r"(parity)
      : "memory");
}

// Tile copies between a tensor and shared memory, by the copy engine. `map` describes the tensor;
// coordinates count elements, the column first.

#define KW_TILE_COPIES(RANK, PLACES_TO, PLACES_FROM, ...)                                         \
  KW_HD void copy_to_shared([[maybe_unused]] shared_address to, [[maybe_unused]] const void* map, \
                            [[maybe_unused]] shared_address barrier,                              \
                            [[maybe_unused]] const int(&at)[RANK]) {                              \
    KW_HOPPER_ASM("cp.async.bulk.tensor." #RANK                                                   \
                  "d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {" PLACES_TO  \
                  "}], [%2];" ::"r"(to),                                                          \
                  "l"(map), "r"(barrier), __VA_ARGS__                                             \
                  : "memory");                                                                    \
  }                                                                                               \
  KW_HD void copy_from_shared([[maybe_unused]] shared_address from,                               \
                              [[maybe_unused]] const void* map,                                   \
                              [[maybe_unused]] const int(&at)[RANK]) {                            \
    KW_HOPPER_ASM("cp.async.bulk.tensor." #RANK                                                   \
                  "d.global.shared::cta.bulk_group [%0, {" PLACES_FROM "}], [%1];" ::"l"(map),    \
                  "r"(from), __VA_ARGS__                                                          \
                  : "memory");                                                                    \
  }
KW_TILE_COPIES(2, "%3, %4", "%2, %3", "r"(at[0]), "r"(at[1]))
KW_TILE_COPIES(3, "%3, %4, %5", "%2, %3, %4", "r"(at[0]), "r"(at[1]), "r"(at[2]))
KW_TILE_COPIES(4, "%3, %4, %5, %6", "%2, %3, %4, %5", "r"(at[0]), "r"(at[1]), "r"(at[2]),
               "r"(at[3]))
#undef KW_TILE_COPIES
KW_HD void commit_copies() {
  KW_HOPPER_ASM("cp.async.bulk.commit_group;" ::: "memory");
}
/// Waits until the copy engine has read what earlier copies take from shared memory, except for the
/// last `Left` groups of them.
template <int Left>
KW_HD void wait_for_copies_to_read() {
  KW_HOPPER_ASM("cp.async.bulk.wait_group.read %0;" ::"n"(Left) : "memory");
}
/// Needed before the copy engine or a product reads what this thread wrote to shared memory.
KW_HD void fence_shared_for_async() {
  KW_HOPPER_ASM("fence.proxy.async.shared::cta;" ::: "memory");
}
KW_HD void prefetch_map([[maybe_unused]] const void* map) {
  KW_HOPPER_ASM("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}

// Products of matrices, issued by a warpgroup of 128 threads; see wgmma.hpp.

/// Needed before the first product, and after writes to registers that a product uses.
KW_HD void products_fence() {
  KW_HOPPER_ASM("wgmma.fence.sync.aligned;" ::: "memory");
}
KW_HD void commit_products() {
  KW_HOPPER_ASM("wgmma.commit_group.sync.aligned;" ::: "memory");
}
/// Waits until at most Left groups of products are in flight.
template <int Left>
KW_HD void wait_for_products() {
  KW_HOPPER_ASM("wgmma.wait_group.sync.aligned %0;" ::"n"(Left) : "memory");
}

// Roles.

/// Selects one lane of the warp; the same one in every call.
KW_HD bool elect_lane() {
  std::uint32_t elected = 0;
  KW_HOPPER_ASM("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.u32 %0, 1, 0, p;\n}"
                : "=r"(elected));
  return elected != 0;
}
template <int Registers>
KW_HD void raise_registers() {
  KW_HOPPER_ASM("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Registers));
}
template <int Registers>
KW_HD void lower_registers() {
  KW_HOPPER_ASM("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Registers));
}
/// A barrier among `Threads` threads: those that call with the same number.
template <int Threads>
KW_HD void named_barrier([[maybe_unused]] int number) {
#ifdef __CUDA_ARCH__
  asm volatile("bar.sync %0, %1;" ::"r"(number), "n"(Threads) : "memory");
#endif
}

/// Four 8 x 8 matrices of 16-bit elements from registers to shared memory; each lane names the
/// address of one row of 16 bytes.
KW_HD void store_matrices([[maybe_unused]] shared_address row,
                          [[maybe_unused]] const std::uint32_t (&words)[4]) {
  KW_HOPPER_ASM("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(row),
                "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3])
                : "memory");
}
KW_HD void store_shared_pair([[maybe_unused]] shared_address to, [[maybe_unused]] std::uint32_t a,
                             [[maybe_unused]] std::uint32_t b) {
  KW_HOPPER_ASM("st.shared.v2.b32 [%0], {%1, %2};" ::"r"(to), "r"(a), "r"(b) : "memory");
}
KW_HD void store_shared([[maybe_unused]] shared_address to, [[maybe_unused]] std::uint32_t word) {
  KW_HOPPER_ASM("st.shared.b32 [%0], %1;" ::"r"(to), "r"(word) : "memory");
}
KW_HD std::uint32_t load_shared([[maybe_unused]] shared_address from) {
  std::uint32_t word = 0;
  KW_HOPPER_ASM("ld.shared.b32 %0, [%1];" : "=r"(word) : "r"(from) : "memory");
  return word;
}

KW_HD void load_shared_piece([[maybe_unused]] shared_address from, std::uint32_t (&words)[4]) {
  words[0] = words[1] = words[2] = words[3] = 0;
  KW_HOPPER_ASM("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                : "r"(from)
                : "memory");
}
/// The thread's own warpgroup, by a shuffle, so the compiler knows that it is the same in a warp.
KW_HD int uniform_warpgroup() {
#ifdef __CUDA_ARCH__
  return __shfl_sync(0xffffffffu, static_cast<int>(threadIdx.x / 128), 0);
#else
  return 0;
#endif
}
/// The same value, by a shuffle, so the compiler keeps it instead of computing it again.
KW_HD unsigned from_own_lane(unsigned value) {
#ifdef __CUDA_ARCH__
  return __shfl_sync(0xffffffffu, value, static_cast<int>(threadIdx.x % 32));
#else
  return value;
#endif
}
/// A barrier among the lanes of a warp, for what they write to shared memory.
KW_HD void warp_barrier() {
#ifdef __CUDA_ARCH__
  __syncwarp();
#endif
}

}  // namespace kw::cuda::hopper

#undef KW_HOPPER_ASM
