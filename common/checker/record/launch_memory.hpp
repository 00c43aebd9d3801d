// What the arguments of a launch allow, and which of them a pointer belongs to.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "common/checker/record/allocations.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// Memory that arguments point into: a registered buffer, or what the views of a caller span.
struct memory_block {
  const char* data = nullptr;
  std::int64_t bytes = 0;
  int element_size = 1;
  std::shared_ptr<allocation> registered;  // null: not a kw::buffer, so treated as initialised
  std::int64_t elements() const { return bytes / element_size; }
};

/// What an access may touch through one argument, in elements from where the argument points.
struct target {
  int argument = -1;  // -1: a buffer that is not an argument of this kernel
  const char* data = nullptr;
  int element_size = 1;
  bool is_const = false;
  bool bounded = false;  // false: a bare pointer to memory that was never declared
  std::int64_t low = 0, high = 0;
  int memory = -1;
  std::int64_t memory_offset = 0;  // elements of the memory block before `data`
  // For a view whose rows are at even distances, else 0. With rank 3 and 4 the rows of all matrices
  // (the last two axes) are counted through.
  std::int64_t rows = 0, columns = 0, row_stride = 0;
  std::int64_t matrix_rows = 0;  // of one matrix
  bool many_matrices() const { return rows > matrix_rows; }
  std::int64_t extent = 0;  // elements, without gaps between rows
};

/// A two-dimensional tile in the rows and columns of a target of rank 2 with the same row stride.
struct matrix_box {
  std::int64_t row, last_row, column, last_column;
  bool rows_outside, columns_outside;
  std::int64_t lanes_outside;
};
matrix_box box_of(const target& t, const rectangle& r);
/// Does the tile go by the rows of the target?
bool goes_by_rows(const target& t, const rectangle& r);

/// The elements that a target spans, counted in elements of another size.
struct span_of_elements {
  std::int64_t low, high;
};
inline span_of_elements span_in(const target& t, int element_size) {
  return t.element_size == element_size
             ? span_of_elements{t.low, t.high}
             : span_of_elements{floor_div(t.low * t.element_size, element_size),
                                floor_div(t.high * t.element_size, element_size)};
}

/// Are all lanes in what the target spans? If that is not known, any lane is.
inline bool is_inside(const target& t, const rectangle& r) {
  const auto [low, high] = span_in(t, r.element_size);
  return !t.bounded || (r.low() >= low && r.high() <= high);
}

/// All memory that a launch can reach by its arguments, and every registered buffer.
class launch_memory {
 public:
  explicit launch_memory(const launch_description& launch);

  const std::vector<target>& targets() const { return targets_; }
  const std::vector<memory_block>& memories() const { return memories_; }
  /// May the launch write there, by the types of its arguments, or has it done so all the same?
  bool writable(std::size_t memory) const {
    return writable_[memory].load(std::memory_order_relaxed);
  }
  void note_store(std::size_t memory) {
    if (!writable(memory)) {
      writable_[memory] = true;  // a kernel has cast the const away
    }
  }

  struct place {
    int target;          // -1: memory that was never declared
    std::int64_t shift;  // from where the target points to the base of the access, in elements
  };
  /// The argument that an access goes through. A guarded pointer says which one; any other may
  /// point into several arguments, and is attributed to the one that its first lane fits best.
  /// \param first  the element of the first lane, counted from `base`
  place resolve(const char* base, std::int64_t first, access_kind kind, int element_size) const;

 private:
  void add_target(const argument& a, int index);
  int target_of(const char* pointer) const;
  int memory_of(const char* data, std::int64_t bytes, int element_size);

  guarded_pointers guards_;
  std::vector<target> targets_;
  std::vector<memory_block> memories_;
  std::vector<std::shared_ptr<allocation>> allocations_;
  std::vector<std::atomic<bool>> writable_;  // by memory block
};

}  // namespace kw::runtime
