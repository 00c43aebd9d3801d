/// \file
/// Queueing launches on a stream that another library made, such as the current one of PyTorch.
#pragma once
#include "kernelwright/tensor.hpp"

namespace kw {

/// \brief While it lives, this thread's launches on a GPU are queued on a stream of the caller.
///
/// A stream is a queue of work: what is queued later begins when the earlier work has ended. Work
/// on two streams may overlap, so a kernel that reads what another library's kernel writes belongs
/// on that library's stream.
///
///     const kw::launch_stream queued({kw::device_kind::cuda, 0}, stream);
///     softmax(x, out);  // any number of launches
///
/// The end of its life puts back the stream of before, and the GPU that was CUDA's current one,
/// which launches change. Buffers, copies and stopwatches stay on the default stream. On the CPU it
/// does nothing.
class launch_stream {
 public:
  /// \param where  the device of the launches that follow
  /// \param stream a `cudaStream_t` of that device, or null for the default stream
  /// \throws kw::error when CUDA does not tell its current GPU
  launch_stream(device where, void* stream);
  ~launch_stream();
  launch_stream(const launch_stream&) = delete;
  launch_stream& operator=(const launch_stream&) = delete;

 private:
  void* before_;
  int gpu_before_ = -1;  ///< -1: nothing to put back
};

namespace runtime {
/// The stream of this thread's launches; null is the default stream.
void* stream_of_launches();
}  // namespace runtime

}  // namespace kw
