// What a judge, whose kernels run in another process, does in its own way (common/judge/judge.cpp).
#pragma once
#include <atomic>
#include <cstdint>
#include <string>

namespace kw {
struct tuned;
}

namespace kw::runtime {

/// Null where the runtime's own way is taken.
struct runtime_hooks {
  void* (*allocate)(std::int64_t bytes) = nullptr;  ///< memory of the CPU
  void (*release)(void* data) = nullptr;
  std::string (*last_writer)(const void* element) = nullptr;
  void (*found_tuning)(const tuned& found) = nullptr;  ///< sees what each autotune finds
  std::atomic<int> launches = 0;  ///< under way: one that was left by a jump was never checked
  bool stores_off = false;        ///< stores of checked programs go nowhere
};

/// Set before the first buffer is made.
runtime_hooks& hooks();

}  // namespace kw::runtime
