/// \file
/// What the launches of a call would do, collected without doing it.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

namespace kw::runtime {

struct region {
  char* data;
  std::int64_t bytes;
};

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
