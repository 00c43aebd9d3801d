/// \file
/// A program for a GPU has no kernels for the CPU (KW_NO_CPU_SIDE): it says so when asked for them.
#pragma once
#include <cstring>
#include <string>

#include "kernelwright/tensor.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace kw::testing {

/// Why `program` cannot run its kernels on this device, and what to run instead. Empty: it can.
inline std::string lacks_kernels(const lesson_info& info, device where, const char* program) {
  if (where.kind != device_kind::cpu || std::strcmp(info.backend, "cuda") != 0) {
    return "";
  }
  std::string other = program;
  const std::size_t end = other.rfind(".cuda");
  if (end != std::string::npos) {
    other.replace(end, 5, ".cpu");
  }
  return std::string(program) +
         " holds kernels for GPUs alone. For the CPU, build and run: " + other;
}

}  // namespace kw::testing
