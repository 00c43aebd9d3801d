// What a judge, whose kernels run in another process, does in its own way (common/judge/judge.cpp).
#pragma once
#include <atomic>
#include <cstdint>
#include <string>

namespace kw {
struct tuned;
}

namespace kw::runtime {

struct argument;
enum class filling : unsigned char;
struct tuning_request;
struct tuning_calls;

/// Null where the runtime's own way is taken.
struct runtime_hooks {
  void* (*allocate)(std::int64_t bytes) = nullptr;  ///< memory of the CPU
  void (*release)(void* data) = nullptr;
  std::string (*last_writer)(const void* element) = nullptr;
  /// Autotune without a search, where a judge drives it: says what to run and what to return.
  /// \returns false for a search of the usual kind
  bool (*steer)(const tuning_request&, const tuning_calls&, tuned* result, int* index) = nullptr;
  /// Where kernels have what an argument points to, when that is not where the host has it.
  void* (*seen_by_kernels)(const argument&) = nullptr;
  /// The same for a pointer that is a member of a kernel.
  const void* (*member_seen_by_kernels)(const void* pointer) = nullptr;
  /// In the place of each launch: runs it, as often as it likes with the stores of its programs
  /// turned off, and then as it is.
  void (*rehearse)(void (*launch)(const void* state), const void* state) = nullptr;
  /// A checked program followed an address that it must not follow, and was ended.
  void (*faulted)(std::uintptr_t address) = nullptr;
  bool always_guards = false;  ///< kernels get guarded pointers even if nothing is checked
  bool stores_off = false;     ///< stores of checked programs go nowhere
  filling marks{};             ///< what masked lanes without a value hold, if not a mark
  bool backwards = false;      ///< checked programs run from the last one to the first
  /// After the library has copied or filled memory of the CPU.
  void (*copied)(void* to, const void* from, std::int64_t bytes) = nullptr;
  void (*filled)(void* data, int value, std::int64_t bytes) = nullptr;
  /// The file that a kernel is in, if a header holds the launch: `__BASE_FILE__`, which is another
  /// file where headers were compiled before or kernels were put together.
  const char* (*kernel_file)(const char* compiled_file) = nullptr;
  std::atomic<int> launches = 0;  ///< under way: one that was left by a jump was never checked
};

/// Set before the first buffer is made.
runtime_hooks& hooks();

}  // namespace kw::runtime
