/// \file
/// Checks of kernels on a GPU, in programs that were compiled for them (`-DKW_CHECK=gpu`): what a
/// launch passes on to its programs, and what they report back.
#pragma once
#include <cstdint>

#include "kernelwright/grid.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// What is known about an element of a `kw::buffer` on a GPU.
enum class gpu_mark : unsigned char {
  unwritten,  ///< nothing has stored to it
  written,
  gap  ///< between two rows: no element at all
};

/// What an argument of the launch reaches.
struct gpu_span {
  std::uintptr_t begin, end;  ///< addresses
  std::uintptr_t block;       ///< where the buffer begins
  int element_size;           ///< of the buffer
  gpu_mark* marks;            ///< one for each element of the buffer; null if it is no `kw::buffer`
};

/// An access in general: fields as those of `access`.
struct gpu_call {
  access_kind kind;
  bool masked, gathered;
  int element_size, lanes, lanes_per_row;
  const void* base;
};

/// The first access of a launch that was wrong, with all its lanes.
struct gpu_access {
  static constexpr int kMostLanes = 1 << 17;
  static constexpr int kLongestFile = 512;
  int claimed;  ///< is there one?
  gpu_call call;
  int program[3];
  int line;
  char file[kLongestFile];
  std::int64_t offsets[kMostLanes];
  bool active[kMostLanes];
};

/// What each program of a checked launch gets. Without spans nothing is checked.
struct gpu_check {
  const gpu_span* spans;
  int count;
  gpu_access* found;
};

/// A checked launch on a GPU. Its programs stop at a wrong access, as they do on the CPU.
class checked_launch {
 public:
  /// \param signature  of the kernel, as launch_description has it
  checked_launch(int device, const grid& programs, const char* signature, const char* compiled_file,
                 argument (*const* describe)(const void*), const void* const* arguments, int count);
  checked_launch(const checked_launch&) = delete;
  checked_launch& operator=(const checked_launch&) = delete;
  ~checked_launch();

  /// To be passed to the kernel.
  gpu_check on_gpu() const;

  /// Waits for the launch, and reports what its programs found in the CPU checker's words.
  void finish();

 private:
  struct state;
  state* state_;
};

/// Lets buffers on a GPU be known from now on. Kernels that are compiled with checks call it before
/// `main`. \returns true
bool check_gpu_accesses();

/// What a `kw::buffer` on a GPU tells of itself, if they are known: its elements are `rows` of
/// `columns`, and a row begins `stride` elements after the one before.
void note_gpu_buffer(int device, const void* data, std::int64_t bytes, int element_size,
                     std::int64_t rows, std::int64_t columns, std::int64_t stride, bool written);
void forget_gpu_buffer(int device, const void* data) noexcept;

/// Reports an access that was wrong, in the words of the CPU's checker.
void report_gpu_access(const launch_description& launch, const gpu_access& wrong);

}  // namespace kw::runtime
