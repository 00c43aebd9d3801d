// What a judge, whose kernels run in another process, does in its own way (common/judge/judge.cpp).
#pragma once
#include <atomic>
#include <cstdint>
#include <string>

namespace kw::runtime {

struct argument;
enum class filling : unsigned char;

/// Null where the runtime's own way is taken.
struct runtime_hooks {
  void* (*allocate)(std::int64_t bytes) = nullptr;  ///< memory of the CPU
  void (*release)(void* data) = nullptr;
  std::string (*last_writer)(const void* element) = nullptr;
  /// Where kernels have what an argument points to, when that is not where the host has it.
  void* (*seen_by_kernels)(const argument&) = nullptr;
  /// The same for a pointer that is a member of a kernel.
  const void* (*member_seen_by_kernels)(const void* pointer) = nullptr;
  bool always_guards = false;  ///< kernels get guarded pointers even if nothing is checked
  bool keeps_checks = false;   ///< `enable_checks` does nothing: a judge has said what is checked
  bool judged = false;         ///< autotune keeps nothing on disk, and notes what it returns
  bool copies_of_autotune = false;  ///< those that are made now are not the caller's
  /// Checked programs run from the last one to the first, except those for which one waits.
  bool backwards = false;
  /// What masked lanes without a value hold in programs that wait for others, if not a mark.
  filling marks_of_waiting{};
  /// In the place of copying or filling memory of the CPU.
  void (*copy)(void* to, const void* from, std::int64_t bytes) = nullptr;
  void (*fill)(void* data, int value, std::int64_t bytes) = nullptr;
  /// The file that a kernel is in, if a header holds the launch: `__BASE_FILE__`, which is another
  /// file where headers were compiled before or kernels were put together.
  const char* (*kernel_file)(const char* compiled_file) = nullptr;
  /// Under way, or left by a jump or an exception: such a launch did not come to its end.
  std::atomic<int> launches = 0;
};

/// Set before the first buffer is made.
runtime_hooks& hooks();

/// Where kernels have what the host has at this address: the checker knows it by that.
inline const void* as_kernels_see(const void* data) {
  const auto find = hooks().member_seen_by_kernels;
  return find != nullptr ? find(data) : data;
}

}  // namespace kw::runtime
