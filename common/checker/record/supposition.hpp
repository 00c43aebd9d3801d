// What atomic operations would return to a program if another one had come less far.
#pragma once
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "common/checker/record/rectangle.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// A program runs again with such values, and its stores turned off, to find out whether it would
/// wait before it gets to an access.
class supposition {
 public:
  /// The access that is looked for: of this kind, to this element of a memory block.
  struct wanted_access {
    access_kind kind;
    int memory;
    std::int64_t element;
  };
  explicit supposition(const wanted_access& wanted) : wanted_(wanted) {}

  /// The next value that the program gets from an element, and the last one again and again.
  void add(const void* element, std::uint64_t value) { elements_[element].all.push_back(value); }

  /// The value for one lane of an atomic operation or of a volatile load. \returns whether the
  /// program may go on: it may not ask without end, nor for what is not known.
  bool take(const void* element, void* value, int bytes) {
    constexpr int kMostLooks = 1000;
    const auto found = elements_.find(element);
    if (found == elements_.end() || ++looks_ > kMostLooks) {
      return false;
    }
    auto& [all, next] = found->second;
    std::memcpy(value, &all[next], static_cast<std::size_t>(bytes));
    next += next + 1 < all.size() ? 1 : 0;
    return true;
  }

  /// \returns whether this is the access
  bool meets(access_kind kind, int memory, const rectangle& where) {
    met_ =
        met_ || (kind == wanted_.kind && memory == wanted_.memory && where.covers(wanted_.element));
    return met_;
  }
  bool met() const { return met_; }

 private:
  struct values {
    std::vector<std::uint64_t> all;
    std::size_t next = 0;
  };
  wanted_access wanted_;
  std::unordered_map<const void*, values> elements_;
  int looks_ = 0;
  bool met_ = false;
};

}  // namespace kw::runtime
