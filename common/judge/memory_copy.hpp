// What the tests' memory held at one time.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "common/checker/record/allocations.hpp"
#include "common/judge/shared_memory.hpp"

namespace kw::remote {

struct memory_copy {
  struct piece {
    char* data;
    std::size_t bytes;
    // By malloc: tests count what operator new is asked for.
    std::unique_ptr<char, void (*)(void*)> held;
  };
  std::vector<piece> pieces;
  /// What the checker knew about it.
  std::vector<std::pair<std::shared_ptr<runtime::allocation>, runtime::allocation>> checked;

  /// Copies all of the memory that is in use. \returns false, and keeps nothing, where there is too
  /// little memory for it
  bool take(shared_memory& memory);
  /// Makes the memory what it was.
  void put_back() const;
};

/// How results differ, in pieces of eight bytes, whose element type is not known here.
struct comparison {
  std::int64_t changed = 0;  ///< pieces that one of the calls wrote
  std::int64_t others = 0;   ///< those of them to which the two gave different values

  /// \param before what the memory held before the calls \param first \param second after them
  void add(const char* before, std::size_t bytes, const char* first, const char* second);
  /// Sums in another order, which autotune may choose, differ by rounding. That is much only where
  /// nearly everything cancels.
  bool suspicious() const;
};

}  // namespace kw::remote
