#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {
namespace {

std::atomic<bool> counting{false};
std::mutex mutex;
traffic noted;
std::unordered_map<std::int64_t, std::int64_t> bytes_of_programs;  // of the launch that runs

/// Notes `units` for an access. An atomic operation reads memory and writes it.
void note(const program& p, access_kind kind, std::int64_t units, std::int64_t bytes) {
  traffic moved;
  if (kind != access_kind::store) {
    moved.units_loaded = units;
    moved.bytes_loaded = bytes;
  }
  if (!only_reads(kind)) {
    moved.units_stored = units;
    moved.bytes_stored = bytes;
  }
  note_traffic(moved);
  const std::lock_guard lock(mutex);
  bytes_of_programs[p.index] += bytes;
}

/// What the launch that ends has moved, with the programs that have a part in it: each moves at
/// least a quarter of the average.
traffic of_this_launch() {
  const std::lock_guard lock(mutex);
  traffic one;
  one.launches = 1;
  for (const auto& [program, bytes] : bytes_of_programs) {
    one.most_bytes += bytes;
  }
  const auto programs = static_cast<std::int64_t>(bytes_of_programs.size());
  one.programs_of_most =
      std::count_if(bytes_of_programs.begin(), bytes_of_programs.end(),
                    [&](const auto& of) { return 4 * of.second * programs >= one.most_bytes; });
  bytes_of_programs.clear();
  return one;
}

}  // namespace

void count_traffic(bool on) {
  counting = on;
}

bool counts_traffic() {
  return counting;
}

void note_traffic(const traffic& moved) {
  const std::lock_guard lock(mutex);
  noted.units_loaded += moved.units_loaded;
  noted.units_stored += moved.units_stored;
  noted.bytes_loaded += moved.bytes_loaded;
  noted.bytes_stored += moved.bytes_stored;
  noted.launches += moved.launches;
  if (moved.most_bytes > noted.most_bytes) {
    noted.most_bytes = moved.most_bytes;
    noted.programs_of_most = moved.programs_of_most;
  }
}

traffic take_traffic() {
  const std::lock_guard lock(mutex);
  return std::exchange(noted, {});
}

// Sorted by their first units, so a unit that two rows or lanes share is seen once.
void note_access_traffic(const program& p, access_kind kind, const char* data,
                         const std::vector<rectangle>& lanes) {
  std::vector<std::pair<std::int64_t, std::int64_t>> units;  // [first, end)
  std::int64_t bytes = 0;
  for (const rectangle& r : lanes) {
    for (std::int64_t row = 0; row < r.rows; ++row) {
      const auto begin = reinterpret_cast<std::intptr_t>(data) + r.row(row) * r.element_size;
      const std::int64_t size = r.columns * r.element_size;
      units.emplace_back(floor_div(begin, traffic::kUnitBytes),
                         floor_div(begin + size - 1, traffic::kUnitBytes) + 1);
      bytes += size;
    }
  }
  std::sort(units.begin(), units.end());
  std::int64_t count = 0, reached = INT64_MIN;
  for (const auto& [first, end] : units) {
    count += std::max<std::int64_t>(0, end - std::max(first, reached));
    reached = std::max(reached, end);
  }
  note(p, kind, count, bytes);
}

void begin_counting(bool checked) {
  counting_launch = checked && counts_traffic();
}

void end_counting() {
  if (counting_launch) {
    note_traffic(of_this_launch());
  }
  counting_launch = false;
}

}  // namespace kw::runtime
