// The device seam of programs built without CUDA: every request for a GPU fails with the reason.
#include "common/runtime/cuda_seam.hpp"

kw::runtime::cuda::seam& kw::runtime::cuda::gpu() {
  struct none final : seam {};
  static none instance;
  return instance;
}
