// What a GPU's memories take and give, for docs/pages/machine_in_ten_minutes.md:
//
//     nvcc -O2 -std=c++17 -arch=native tools/peers/machine_numbers.cu -o /tmp/machine_numbers &&
//     /tmp/machine_numbers
//
// The latency of a memory: one thread follows a chain of numbers, each of which says where the next
// one is, in an order drawn by chance. The bandwidth: all multiprocessors read the same bytes again
// and again, 16 at a time. Prints a table, the median of nine runs and their spread.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

namespace {

constexpr int kRuns = 9;
constexpr int kSteps = 4096;
constexpr int kLine = 128;  // bytes; each number of a chain has a line of its own

void require(cudaError_t result, const char* what) {
  if (result != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(result));
    std::exit(1);
  }
}

struct quantity {
  double median = 0;
  double spread = 0;  // from the least to the largest, in percent of the median
};

template <class Measure>
quantity median_of(Measure measure) {
  std::vector<double> values;
  measure();  // caches and clocks warm up
  for (int run = 0; run < kRuns; ++run) {
    values.push_back(measure());
  }
  std::sort(values.begin(), values.end());
  return {values[kRuns / 2], 100 * (values.back() - values.front()) / values[kRuns / 2]};
}

__global__ void follow(const std::uint32_t* chain, bool past_the_first_cache, std::uint32_t* end,
                       long long* cycles) {
  std::uint32_t at =
      *end;  // goes on where the last run ended, so long chains meet lines that no cache has
  const long long begin = clock64();
  for (int step = 0; step < kSteps; ++step) {
    at = past_the_first_cache ? __ldcg(chain + at) : __ldca(chain + at);
  }
  *cycles = clock64() - begin;
  *end = at;
}

__global__ void follow_in_shared(std::uint32_t* end, long long* cycles) {
  __shared__ std::uint32_t chain[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
    chain[i] = (i + 33) % 1024;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    std::uint32_t at = 0;
    const long long begin = clock64();
    for (int step = 0; step < kSteps; ++step) {
      at = chain[at];
    }
    *cycles = clock64() - begin;
    *end = at;
  }
}

__global__ void read_all(const uint4* data, long long count, int times, std::uint32_t* sink) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  uint4 sum = {};
  for (int time = 0; time < times; ++time) {
#pragma unroll 8
    for (long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
         i += step) {
      const uint4 value = __ldcg(data + i);
      sum.x ^= value.x;
      sum.y ^= value.y;
      sum.z ^= value.z;
      sum.w ^= value.w;
    }
  }
  if ((sum.x ^ sum.y ^ sum.z ^ sum.w) == 1) {  // never, but the compiler cannot know
    *sink = sum.x;
  }
}

/// A chain through all lines of so many bytes, in one ring.
std::uint32_t* make_chain(std::size_t bytes) {
  std::vector<std::uint32_t> order(bytes / kLine);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin() + 1, order.end(), std::mt19937(7));
  constexpr std::uint32_t kWords = kLine / sizeof(std::uint32_t);
  std::vector<std::uint32_t> chain(bytes / sizeof(std::uint32_t));
  for (std::size_t i = 0; i < order.size(); ++i) {
    chain[order[i] * kWords] = order[(i + 1) % order.size()] * kWords;
  }
  std::uint32_t* device = nullptr;
  require(cudaMalloc(&device, bytes), "memory for a chain");
  require(cudaMemcpy(device, chain.data(), bytes, cudaMemcpyHostToDevice), "a chain");
  return device;
}

/// Cycles of a step, by a kernel that notes them.
template <class Launch>
quantity latency(Launch launch) {
  std::uint32_t* end = nullptr;
  long long* cycles = nullptr;
  require(cudaMalloc(&end, sizeof *end), "memory");
  require(cudaMalloc(&cycles, sizeof *cycles), "memory");
  require(cudaMemset(end, 0, sizeof *end), "memory");
  return median_of([&] {
    launch(end, cycles);
    long long taken = 0;
    require(cudaMemcpy(&taken, cycles, sizeof taken, cudaMemcpyDeviceToHost), "following a chain");
    return static_cast<double>(taken) / kSteps;
  });
}

quantity latency_of(std::size_t bytes, bool past_the_first_cache) {
  const std::uint32_t* chain = make_chain(bytes);
  return latency([&](std::uint32_t* end, long long* cycles) {
    follow<<<1, 1>>>(chain, past_the_first_cache, end, cycles);
  });
}

/// GB/s of reading so many bytes `times` times over.
quantity bandwidth_of(std::size_t bytes, int times, int multiprocessors) {
  uint4* data = nullptr;
  std::uint32_t* sink = nullptr;
  require(cudaMalloc(&data, bytes), "memory to read");
  require(cudaMalloc(&sink, sizeof *sink), "memory");
  require(cudaMemset(data, 1, bytes), "memory to read");
  cudaEvent_t begin, end;
  require(cudaEventCreate(&begin), "an event");
  require(cudaEventCreate(&end), "an event");
  return median_of([&] {
    cudaEventRecord(begin);
    read_all<<<multiprocessors * 4, 512>>>(data, static_cast<long long>(bytes / sizeof(uint4)),
                                           times, sink);
    cudaEventRecord(end);
    require(cudaEventSynchronize(end), "reading");
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    return static_cast<double>(bytes) * times / (milliseconds * 1e6);
  });
}

void print(const char* what, const quantity& one, const char* unit) {
  std::printf("| %s | %.0f %s | %.1f %% |\n", what, one.median, unit, one.spread);
}

}  // namespace

int main() {
  cudaDeviceProp properties;
  require(cudaGetDeviceProperties(&properties, 0), "a GPU");
  int kilohertz = 0;
  require(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0), "its clock");
  std::printf("%s, %d multiprocessors, at most %d MHz, a second-level cache of %.0f MB\n\n",
              properties.name, properties.multiProcessorCount, kilohertz / 1000,
              properties.l2CacheSize / 1048576.0);
  std::printf("| what | median of %d | spread |\n|---|---:|---:|\n", kRuns);
  print("latency of shared memory", latency([](std::uint32_t* end, long long* cycles) {
          follow_in_shared<<<1, 128>>>(end, cycles);
        }),
        "cycles");
  print("latency of the first-level cache", latency_of(32 << 10, false), "cycles");
  print("latency of the second-level cache", latency_of(512 << 10, true), "cycles");
  print("latency of memory", latency_of(std::size_t{2} << 30, true), "cycles");
  print("reading 16 MB again and again",
        bandwidth_of(16 << 20, 200, properties.multiProcessorCount), "GB/s");
  print("reading 4 GB", bandwidth_of(std::size_t{4} << 30, 1, properties.multiProcessorCount),
        "GB/s");
  return 0;
}
