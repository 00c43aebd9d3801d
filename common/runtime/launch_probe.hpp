/// \file
/// What the launches of a call would do, collected without doing it.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

struct region {
  char* data;
  std::int64_t bytes;
};

/// The bytes that a view spans, gaps between rows included; nothing if it has no elements.
region region_of(const argument& a);

struct gpu_launch {
  const void* function;
  int threads;
  std::int64_t dynamic_shared_bytes;
};

struct launch_probe {
  std::vector<region> outputs;
  std::vector<gpu_launch> kernels;
  bool writes_bare_pointer = false;
};

/// Calls `start`, whose launches describe themselves and run nothing.
launch_probe probe_launches(const std::function<void()>& start);

}  // namespace kw::runtime
