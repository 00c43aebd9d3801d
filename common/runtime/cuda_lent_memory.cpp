// Memory of a GPU that two processes have mapped, over the CUDA driver: as a file descriptor, which
// any process can be given. (Handles of cudaIpcGetMemHandle need a common namespace of process ids,
// and a sandbox has one of its own.)
#include <unistd.h>

#include <string>

#include "common/runtime/cuda_lent_memory.hpp"
#include "common/runtime/driver_function.hpp"
#include "kernelwright/runtime/cuda_launch.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::runtime::cuda {
namespace {

void check(CUresult code, const char* call) {
  if (code != CUDA_SUCCESS) {
    throw error(std::string(call) + " failed with error " + std::to_string(code) +
                " of the driver");
  }
}

CUmemAllocationProp properties_of(int device) {
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, device};
  return properties;
}

/// Maps it where there is room. The handle is not needed afterwards.
void* map(int device, CUmemGenericAllocationHandle handle, std::int64_t bytes) {
  const auto size = static_cast<std::size_t>(bytes);
  CUdeviceptr address = 0;
  check(KW_DRIVER_FUNCTION(cuMemAddressReserve)(&address, size, 0, 0, 0), "cuMemAddressReserve");
  check(KW_DRIVER_FUNCTION(cuMemMap)(address, size, 0, handle, 0), "cuMemMap");
  const CUmemAccessDesc access{{CU_MEM_LOCATION_TYPE_DEVICE, device},
                               CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  check(KW_DRIVER_FUNCTION(cuMemSetAccess)(address, size, &access, 1), "cuMemSetAccess");
  check(KW_DRIVER_FUNCTION(cuMemRelease)(handle), "cuMemRelease");
  return reinterpret_cast<void*>(address);
}

}  // namespace

lent_memory lend(int device, std::int64_t bytes) {
  check_cuda(cudaSetDevice(device), "cudaSetDevice", {});
  const CUmemAllocationProp properties = properties_of(device);
  std::size_t page = 0;
  check(KW_DRIVER_FUNCTION(cuMemGetAllocationGranularity)(&page, &properties,
                                                          CU_MEM_ALLOC_GRANULARITY_RECOMMENDED),
        "cuMemGetAllocationGranularity");
  const std::size_t size = (static_cast<std::size_t>(bytes) + page - 1) / page * page;
  CUmemGenericAllocationHandle handle = 0;
  check(KW_DRIVER_FUNCTION(cuMemCreate)(&handle, size, &properties, 0), "cuMemCreate");
  lent_memory lent;
  lent.bytes = static_cast<std::int64_t>(size);
  check(KW_DRIVER_FUNCTION(cuMemExportToShareableHandle)(
            &lent.descriptor, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
        "cuMemExportToShareableHandle");
  lent.data = map(device, handle, lent.bytes);
  return lent;
}

void* borrow(int device, int descriptor, std::int64_t bytes) {
  check_cuda(cudaSetDevice(device), "cudaSetDevice", {});
  CUmemGenericAllocationHandle handle = 0;
  // The driver wants the number of the descriptor in the place of a pointer.
  void* const number = reinterpret_cast<void*>(static_cast<std::intptr_t>(descriptor));
  check(KW_DRIVER_FUNCTION(cuMemImportFromShareableHandle)(
            &handle, number, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR),
        "cuMemImportFromShareableHandle");
  return map(device, handle, bytes);
}

void unmap(int device, void* data, std::int64_t bytes) {
  check_cuda(cudaSetDevice(device), "cudaSetDevice", {});
  const auto address = reinterpret_cast<CUdeviceptr>(data);
  check(KW_DRIVER_FUNCTION(cuMemUnmap)(address, static_cast<std::size_t>(bytes)), "cuMemUnmap");
  check(KW_DRIVER_FUNCTION(cuMemAddressFree)(address, static_cast<std::size_t>(bytes)),
        "cuMemAddressFree");
}

allocation_range allocation_of(int device, const void* address) {
  check_cuda(cudaSetDevice(device), "cudaSetDevice", {});
  CUdeviceptr base = 0;
  std::size_t bytes = 0;
  const CUresult code = KW_DRIVER_FUNCTION(cuMemGetAddressRange)(
      &base, &bytes, reinterpret_cast<CUdeviceptr>(address));
  return code == CUDA_SUCCESS
             ? allocation_range{reinterpret_cast<void*>(base), static_cast<std::int64_t>(bytes)}
             : allocation_range{};
}

std::int64_t free_bytes(int device) {
  check_cuda(cudaSetDevice(device), "cudaSetDevice", {});
  std::size_t free = 0, total = 0;
  check_cuda(cudaMemGetInfo(&free, &total), "cudaMemGetInfo", {});
  return static_cast<std::int64_t>(free);
}

}  // namespace kw::runtime::cuda
