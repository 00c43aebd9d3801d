/// \file
/// What autotune has found out, for people, tests and tools.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "kernelwright/runtime/autotune.hpp"

namespace kw {

/// What is known about one config of a space.
struct tuning_result {
  enum class state : unsigned char {
    unknown,
    timed,
    unfit,    ///< cannot run well on this device: see `why`
    refused,  ///< rejected by the caller's rule
    faulty,   ///< the checker found a mistake in it, or its launch failed
  };
  config choice;
  state outcome = state::unknown;
  double seconds = 0;  ///< the median
  double spread = 0;   ///< half of the distance between the quartiles, relative to the median
  int samples = 0;
  std::string why;            ///< for a config that was left out
  bool from_earlier = false;  ///< read from disk, not measured now
};

/// A space for one key on one device.
struct tuning {
  std::string kernel, device, key;     ///< key as `columns=4096 x=float32`
  std::vector<tuning_result> results;  ///< in the order of the space
  int best = 0;                        ///< number of the chosen one
  int runs = 0;                        ///< trial runs in this process
  double search_seconds = 0;
  std::string file;  ///< on disk; empty if nothing is kept
};

/// All spaces that this process has looked at, oldest first.
std::vector<tuning> tunings();

/// Forgets what this process knows, so the next call reads the disk.
void forget_tunings();

/// How long each config is measured.
struct tuning_effort {
  double seconds = 0.03;  ///< for each config; one that is clearly slower gets less
  int least = 5;          ///< samples
  int most = 100;
  /// How many seconds one run of a config may take. A run that takes longer cannot be stopped, so
  /// the process ends, with a sentence that names the config; 0: no limit. KW_AUTOTUNE_LIMIT in the
  /// environment overrides it.
  double limit = 120;
};
void set_tuning_effort(tuning_effort how);
tuning_effort given_tuning_effort();

/// Lets kw::fast_memory return this many bytes for every device, so a test can see what a rule does
/// on other devices; 0: what the device has.
void set_fast_memory(std::int64_t bytes);
/// What it was told, or 0.
std::int64_t given_fast_memory();

/// `rows=4 cols=1024 warps=8`: the fields that differ from the default.
std::string to_text(const config& choice);

/// A table of the space with bars, fastest first, for the terminal.
std::string to_text(const tuning& space);

}  // namespace kw
