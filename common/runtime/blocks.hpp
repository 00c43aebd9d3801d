// Memory of a device for the library's own use.
#pragma once
#include <cstdint>

#include "kernelwright/runtime/device.hpp"

namespace kw::memory {

/// Like `allocate`, but the checker does not come to know the memory. `release` takes it back.
void* allocate_block(device d, std::int64_t bytes);

}  // namespace kw::memory
