#include "kernelwright/runtime/launch_stream.hpp"

#include "common/runtime/cuda_seam.hpp"

namespace kw {
namespace {
thread_local void* stream_of_this_thread = nullptr;
}  // namespace

launch_stream::launch_stream(device where, void* stream) : before_(stream_of_this_thread) {
  if (where.kind == device_kind::cuda && runtime::cuda::gpu().linked()) {
    gpu_before_ = runtime::cuda::gpu().current();
  }
  stream_of_this_thread = stream;
}

launch_stream::~launch_stream() {
  stream_of_this_thread = before_;
  if (gpu_before_ >= 0) {
    runtime::cuda::gpu().make_current(gpu_before_);
  }
}

void* runtime::stream_of_launches() {
  return stream_of_this_thread;
}

}  // namespace kw
