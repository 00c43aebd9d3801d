/// \file
/// How much memory checked programs on the CPU move (testing/traffic.hpp is for tests).
#pragma once
#include <cstdint>

namespace kw::runtime {

/// What launches moved, counted as a GPU without a cache would move it: each access of a tile moves
/// every aligned unit of 32 bytes that its active lanes touch, and moves it once.
struct traffic {
  static constexpr std::int64_t kUnitBytes = 32;

  std::int64_t units_loaded = 0;
  std::int64_t units_stored = 0;
  std::int64_t bytes_loaded = 0;  ///< that active lanes asked for
  std::int64_t bytes_stored = 0;
  std::int64_t launches = 0;
  /// Of the launch that moves the most: the bytes that its lanes ask for, and how many programs it
  /// has. Programs that move much less than the others do not count.
  std::int64_t most_bytes = 0;
  std::int64_t programs_of_most = 0;
};

/// Whether launches are counted. It is off at first, because counting takes time.
void count_traffic(bool on);
bool counts_traffic();

/// Adds what a launch, or another process, has moved. From any thread.
void note_traffic(const traffic& moved);

/// What has been noted since the last call of this function.
traffic take_traffic();

}  // namespace kw::runtime
