/// \file
/// Devices by what their launches are compiled for: Hopper GPUs, and all others.
#pragma once
#include "kernelwright/tensor.hpp"

namespace kw {

/// Any device but a Hopper GPU.
struct no_hopper_gpu {
  kw::device device;
};

/// A device, if it is a Hopper GPU and this program's kernels were built for one; empty otherwise.
class hopper_gpu {
 public:
  explicit hopper_gpu(kw::device where);
  explicit operator bool() const { return is_hopper_; }
  kw::device device() const { return device_; }
  /// The device, if it is not a Hopper GPU.
  no_hopper_gpu other() const { return {device_}; }

 private:
  kw::device device_;
  bool is_hopper_ = false;
};

}  // namespace kw
