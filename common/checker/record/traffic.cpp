#include "common/checker/record/traffic.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/checker/record/rectangle.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"

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

/// The number of the unit that holds a byte.
std::int64_t unit_of(std::int64_t address) {
  return floor_div(address, traffic::kUnitBytes);
}

/// Where an access begins in memory: a guarded pointer is followed.
std::int64_t address_of(const program& p, const void* base) {
  return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(followed_pointer(p, base)));
}

/// The units of lanes in any order.
void note_lanes(const program& p, const access& a) {
  const std::int64_t begin = address_of(p, a.base);
  std::vector<std::int64_t> units;
  std::int64_t count = 0;
  for (int lane = 0; lane < a.lanes; ++lane) {
    if (a.active == nullptr || a.active[lane]) {
      const std::int64_t at = begin + a.offsets[lane] * a.element_size;
      ++count;
      units.push_back(unit_of(at));
      units.push_back(unit_of(at + a.element_size - 1));
    }
  }
  std::sort(units.begin(), units.end());
  units.erase(std::unique(units.begin(), units.end()), units.end());
  note(p, a.kind, static_cast<std::int64_t>(units.size()), count * a.element_size);
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

void note_access_traffic(const program& p, const access& a) {
  if (a.offsets != nullptr) {
    return note_lanes(p, a);
  }
  if (a.rows <= 0 || a.cols <= 0) {
    return;
  }
  const std::int64_t size = a.element_size;
  // From the row with the lowest address on: then a unit that two rows share is seen once.
  const std::int64_t step = a.row_stride < 0 ? -a.row_stride : a.row_stride;
  const std::int64_t lowest = a.start + (a.row_stride < 0 ? (a.rows - 1) * a.row_stride : 0);
  std::int64_t begin = address_of(p, a.base) + lowest * size;
  std::int64_t units = 0;
  std::int64_t reached = INT64_MIN;
  for (int row = 0; row < a.rows; ++row, begin += step * size) {
    const std::int64_t first = std::max(unit_of(begin), reached);
    const std::int64_t end = unit_of(begin + a.cols * size - 1) + 1;
    units += std::max<std::int64_t>(0, end - first);
    reached = std::max(reached, end);
  }
  note(p, a.kind, units, size * a.rows * a.cols);
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
