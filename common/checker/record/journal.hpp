// What is recorded about a program so that it can be run again.
#pragma once
#include <cfenv>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// Of float operations that go wrong, as in <cfenv>.
inline constexpr int kWatchedFlags = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW;

// Which float operations went wrong between two accesses of a program, by the processor's flags.
struct float_trouble {
  int flags = 0;  // of kWatchedFlags
  source_place from, to;
};

// A NaN or an infinity that was stored.
struct not_finite {
  source_place place;
  const char* element = nullptr;
};

// What a program changed, to undo it, do it again, and compare.
struct journal {
  struct change {
    char* address = nullptr;
    std::int64_t bytes = 0;
    std::size_t at = 0;  // in `old` and `fresh`
    int memory = -1;
  };
  struct atomic_change {
    const void* element;
    std::vector<char> operands, old;
  };
  std::int64_t program = -1;
  std::vector<change> changes;
  std::vector<char> old, fresh;  // what the changed memory held before the program, and after it
  std::vector<atomic_change> atomics;
  std::vector<undefined_load> undefined;
  not_finite stored_not_finite;
  std::size_t atomics_replayed = 0;
  // For a second run: did it do something different from the first one, or only add other values?
  bool differs = false, operands_differ = false;

  void clear();
  void note_change(char* address, std::int64_t bytes, int memory);
  void keep_fresh();
  void undo() const;
  void redo() const;
};

}  // namespace kw::runtime
