// What is recorded about a program so that it can be run again.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

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
