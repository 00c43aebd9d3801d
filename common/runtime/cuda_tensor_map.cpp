// Tensor maps and limits for pipelined launches, over the CUDA driver and runtime.
#include "kernelwright/runtime/cuda_tensor_map.hpp"

#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "common/runtime/driver_function.hpp"
#include "kernelwright/runtime/cuda_launch.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/launch_stream.hpp"

namespace kw::runtime {
namespace {

CUtensorMapDataType data_type(element_kind kind) {
  switch (kind) {
    case element_kind::int8:
      return CU_TENSOR_MAP_DATA_TYPE_UINT8;
    case element_kind::int32:
      return CU_TENSOR_MAP_DATA_TYPE_INT32;
    case element_kind::float16:
      return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    case element_kind::bfloat16:
      return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    case element_kind::float32:
      break;
  }
  return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
}

}  // namespace

tensor_map make_tensor_map(const void* data, element_kind kind, int element_size, int rank,
                           const int* extents, const std::int64_t* strides, int box_rows,
                           int box_bytes) {
  cuuint64_t sizes[4], pitches[4];
  cuuint32_t box[4] = {1, 1, 1, 1}, steps[4] = {1, 1, 1, 1};
  // The engine's first axis is the contiguous one. Sizes are at least 1, and the stride of an axis
  // with one index is never used but must be a multiple of 16.
  for (int d = 0; d < rank; ++d) {
    const int from = rank - 1 - d;
    sizes[d] = static_cast<cuuint64_t>(extents[from] > 0 ? extents[from] : 1);
    if (d > 0) {
      const auto bytes = static_cast<cuuint64_t>(strides[from] * element_size);
      pitches[d - 1] = extents[from] > 1 ? bytes : (bytes + 15) / 16 * 16;
    }
  }
  box[0] = static_cast<cuuint32_t>(box_bytes / element_size);
  box[1] = static_cast<cuuint32_t>(box_rows);
  // The second-level cache fetches 128 bytes at a time. With 256 nothing gets faster where rows
  // begin at multiples of 256, and products take a third longer where they do not.
  CUtensorMap map;
  static const auto encode = KW_DRIVER_FUNCTION(cuTensorMapEncodeTiled);
  const CUresult result =
      encode(&map, data_type(kind), static_cast<cuuint32_t>(rank), const_cast<void*>(data), sizes,
             pitches, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
             CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) {
    throw error("cuTensorMapEncodeTiled failed with error " + std::to_string(result) +
                " for an array of rank " + std::to_string(rank) + ".");
  }
  static_assert(sizeof(CUtensorMap) == sizeof(tensor_map));
  tensor_map copy;
  std::memcpy(&copy, &map, sizeof(copy));
  return copy;
}

gpu_limits limits_of(device where, const void* kernel, source_place place) {
  auto attribute = [&](cudaDeviceAttr which) {
    int value = 0;
    check_cuda(cudaDeviceGetAttribute(&value, which, where.index), "cudaDeviceGetAttribute", place);
    return value;
  };
  check_cuda(cudaSetDevice(where.index), "cudaSetDevice", place);
  cudaFuncAttributes of_kernel;
  check_cuda(cudaFuncGetAttributes(&of_kernel, kernel), "cudaFuncGetAttributes", place);
  const gpu_limits limits{static_cast<unsigned>(attribute(cudaDevAttrMultiProcessorCount)),
                          attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) -
                              static_cast<int>(of_kernel.sharedSizeBytes)};
  if (of_kernel.maxDynamicSharedSizeBytes != limits.shared_memory) {
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    limits.shared_memory),
               "cudaFuncSetAttribute", place);
  }
  return limits;
}

unsigned* program_counter(device where, source_place place) {
  cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
  check_cuda(cudaStreamIsCapturing(static_cast<cudaStream_t>(stream_of_launches()), &capture),
             "cudaStreamIsCapturing", place);
  if (capture != cudaStreamCaptureStatusNone) {
    return nullptr;
  }
  static std::mutex mutex;
  static std::map<std::pair<int, void*>, unsigned*> counters;  // for as long as the process runs
  const std::lock_guard lock(mutex);
  // Launches of one stream follow each other, and each leaves 0; those of two may overlap.
  unsigned*& counter = counters[{where.index, stream_of_launches()}];
  if (counter == nullptr) {
    void* memory = nullptr;
    check_cuda(cudaSetDevice(where.index), "cudaSetDevice", place);
    check_cuda(cudaMalloc(&memory, sizeof(unsigned)), "cudaMalloc", place);
    check_cuda(cudaMemset(memory, 0, sizeof(unsigned)), "cudaMemset", place);
    check_cuda(cudaStreamSynchronize(nullptr), "cudaStreamSynchronize", place);
    counter = static_cast<unsigned*>(memory);
  }
  return counter;
}

}  // namespace kw::runtime
