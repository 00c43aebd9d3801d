#include "common/checker/record/launch_memory.hpp"

#include <algorithm>
#include <cstdint>

#include "kernelwright/runtime/reach.hpp"

namespace kw::runtime {
namespace {

// How far a pointer may have left its buffer and still be attributed to it.
std::int64_t reach(const memory_block& m) {
  return std::max<std::int64_t>(1 << 20, m.bytes);
}

// Is this address in a block of memory? An empty block has the place where it begins. As numbers,
// because a pointer that is null cannot be advanced.
bool holds(const char* data, std::int64_t bytes, const char* address) {
  const auto distance =
      reinterpret_cast<std::uintptr_t>(address) - reinterpret_cast<std::uintptr_t>(data);
  return distance < static_cast<std::uintptr_t>(std::max<std::int64_t>(bytes, 1));
}

void find_rows(const argument& a, target* t) {
  if (a.rank < 2 || t->extent <= 0 || a.strides[a.rank - 1] != 1 ||
      a.strides[a.rank - 2] < a.extents[a.rank - 1]) {
    return;
  }
  std::int64_t rows = a.extents[a.rank - 2];
  for (int axis = a.rank - 3; axis >= 0; --axis) {
    if (a.extents[axis] > 1 && a.strides[axis] != rows * a.strides[a.rank - 2]) {
      return;  // matrices at other distances than their rows
    }
    rows *= a.extents[axis];
  }
  t->rows = rows;
  t->columns = a.extents[a.rank - 1];
  t->row_stride = a.strides[a.rank - 2];
  t->matrix_rows = a.extents[a.rank - 2];
}

// How many bytes an address is outside of what a target spans.
std::int64_t distance_to(const target& t, const char* address) {
  const char* low = t.data + t.low * t.element_size;
  const char* high = t.data + t.high * t.element_size;
  return address < low ? low - address : address >= high ? address - high + 1 : 0;
}

// Is an address between two rows of a target?
bool between_rows(const target& t, const char* address) {
  const std::int64_t element = floor_div(address - t.data, t.element_size);
  return t.rows > 0 && element - floor_div(element, t.row_stride) * t.row_stride >= t.columns;
}

}  // namespace

bool goes_by_rows(const target& t, const rectangle& r) {
  return t.rows > 0 && r.two_dimensional && (r.rows == 1 || r.row_stride == t.row_stride);
}

matrix_box box_of(const target& t, const rectangle& r) {
  matrix_box b{};
  b.row = floor_div(r.start, t.row_stride);
  b.column = r.start - b.row * t.row_stride;
  const std::int64_t slip = b.row % r.tile_rows;
  if (!r.masked && slip > 0 && !t.many_matrices() &&
      (b.column + slip * t.row_stride) % r.tile_columns == 0) {
    // Columns past the end of their row count as columns of later rows. Such a tile begins between
    // two tiles, which gives it away.
    b.row -= slip;
    b.column += slip * t.row_stride;
  }
  b.last_row = b.row + r.rows - 1;
  b.last_column = b.column + r.columns - 1;
  b.rows_outside = b.row < 0 || b.last_row >= t.rows;
  b.columns_outside = b.last_column >= t.columns;
  const std::int64_t rows = std::max<std::int64_t>(
      0, std::min(b.last_row, t.rows - 1) - std::max<std::int64_t>(b.row, 0) + 1);
  const std::int64_t columns =
      std::max<std::int64_t>(0, std::min(b.last_column, t.columns - 1) - b.column + 1);
  b.lanes_outside = r.count() - rows * columns;
  return b;
}

launch_memory::launch_memory(const launch_description& launch) : allocations_(all_allocations()) {
  if (launch.pointer_guards != nullptr) {
    guards_ = *launch.pointer_guards;
  }
  for (int i = 0; i < launch.argument_count; ++i) {
    if (launch.arguments[i].kind != argument_kind::scalar) {
      add_target(launch.arguments[i], i);
    }
  }
  for (const auto& known : allocations_) {
    target t;
    t.data = known->data;
    t.element_size = known->element_size;
    t.bounded = true;
    t.high = t.extent = known->elements();
    t.memory = memory_of(known->data, known->bytes, known->element_size);
    const auto same_memory = [&](const target& other) { return other.memory == t.memory; };
    if (std::none_of(targets_.begin(), targets_.end(), same_memory)) {
      targets_.push_back(t);
    }
  }
  writable_ = std::vector<std::atomic<bool>>(memories_.size());
  for (const target& t : targets_) {
    if (t.argument >= 0 && !t.is_const) {
      writable_[static_cast<std::size_t>(t.memory)] = true;
    }
  }
}

void launch_memory::add_target(const argument& a, int index) {
  target t;
  t.argument = index;
  t.data = static_cast<const char*>(a.data);
  t.element_size = a.element_size;
  t.is_const = a.is_const;
  if (a.kind == argument_kind::view) {
    t.bounded = true;
    t.extent = 1;
    for (int axis = 0; axis < a.rank; ++axis) {
      t.extent *= a.extents[axis];
    }
    t.high = reach_of(a.rank, a.extents, a.strides).high;
    find_rows(a, &t);
  }
  t.memory = memory_of(t.data, t.high * t.element_size, t.element_size);
  memory_block& m = memories_[static_cast<std::size_t>(t.memory)];
  t.memory_offset = floor_div(t.data - m.data, m.element_size);
  if (t.bounded && m.registered != nullptr) {  // a view may be longer than its buffer
    t.high = std::min(t.high, floor_div(m.data + m.bytes - t.data, t.element_size));
  }
  if (!t.bounded && m.registered != nullptr) {
    t.bounded = true;
    t.low = floor_div(m.data - t.data, t.element_size);
    t.high = t.low + m.bytes / t.element_size;
    t.extent = t.high - std::max<std::int64_t>(0, t.low);
  }
  targets_.push_back(t);
}

int launch_memory::memory_of(const char* data, std::int64_t bytes, int element_size) {
  const auto index = [this](const memory_block& m) {
    return static_cast<int>(&m - memories_.data());
  };
  for (memory_block& m : memories_) {
    const bool inside = holds(m.data, m.bytes, data);
    if (inside && (m.registered != nullptr || data + bytes <= m.data + m.bytes)) {
      return index(m);
    }
  }
  memory_block m{data, bytes, element_size, nullptr};
  for (const auto& known : allocations_) {
    if (holds(known->data, known->bytes, data)) {
      m = {known->data, known->bytes, known->element_size, known};
    }
  }
  memories_.push_back(m);
  return static_cast<int>(memories_.size()) - 1;
}

// The target of the argument from which a guarded pointer was made, or -1.
int launch_memory::target_of(const char* pointer) const {
  const int argument = guards_.argument_of(pointer);
  for (std::size_t i = 0; argument >= 0 && i < targets_.size(); ++i) {
    if (targets_[i].argument == argument) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

launch_memory::place launch_memory::resolve(const char* base, std::int64_t first, access_kind kind,
                                            int element_size) const {
  const auto place_in = [&](int index) -> place {
    const char* data = targets_[static_cast<std::size_t>(index)].data;
    return {index, floor_div(followed_pointer(&guards_, base) - data, element_size)};
  };
  if (const int known = target_of(base); known >= 0) {
    return place_in(known);
  }
  base = followed_pointer(&guards_, base);
  // An argument that points here, else one that spans this place, preferably one in whose rows the
  // first lane is, else the nearest. Where arguments share memory, loads look for an input and
  // stores for an output.
  int best = -1;
  std::int64_t best_rank = 0;
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const target& t = targets_[i];
    const bool fits = t.is_const == only_reads(kind);
    const bool begins_here = base == t.data && t.argument >= 0;
    const std::int64_t distance = t.bounded && !begins_here ? distance_to(t, base) : 0;
    if (distance > reach(memories_[static_cast<std::size_t>(t.memory)])) {
      continue;
    }
    // Smaller is better: distance first, then arguments before other buffers, then the direction.
    const std::int64_t rank = distance * 32 + (begins_here ? 0 : 16) +
                              (between_rows(t, base + first * element_size) ? 8 : 0) +
                              (t.argument < 0 ? 4 : 0) + (t.bounded ? 0 : 2) + (fits ? 0 : 1);
    if (best < 0 || rank < best_rank) {
      best = static_cast<int>(i);
      best_rank = rank;
    }
  }
  return best < 0 ? place{-1, 0} : place_in(best);
}

}  // namespace kw::runtime
