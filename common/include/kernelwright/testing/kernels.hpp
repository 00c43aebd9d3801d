/// \file
/// The table of kernels: which functions the tests of a lesson call. For code that the build
/// generates.
///
/// The tests of a lesson are compiled once, and linked with a stub of each function of its
/// contract. A program that defines such a function, as an exercise does, takes the stub's place
/// when it is loaded. In all other programs the stub calls the kernel that the run has chosen: one
/// of the course's own, which are rows of the table (`--kernel=wrong/no_mask`), or one in a worker
/// (remote.hpp).
#pragma once
#include <cstddef>
#include <string>
#include <type_traits>

#include "kernelwright/compiler/qualifiers.hpp"
#include "kernelwright/testing/remote.hpp"

namespace kw::testing {

/// A function of any type, to be cast back before it is called.
using any_function = void();

/// One of the functions that a kernel file defines.
struct kernel_function {
  const char* signature;  ///< as the stub names it: `remote::entry::signature`
  any_function* function;
};

/// A row of the table: one version of a task's kernel file. Rows are made before main, and stay.
class kernel {
 public:
  /// \param task its number within the lesson
  /// \param name "solution", "skeleton", or "wrong/no_mask"
  /// \param file relative to the root of the repository
  /// \param path the same file, absolute
  template <std::size_t N>
  kernel(int task, const char* name, const char* file, const char* path,
         const kernel_function (&functions)[N])
      : kernel(task, name, file, path, functions, N) {}
  kernel(const kernel&) = delete;
  kernel& operator=(const kernel&) = delete;

  int task() const { return task_; }
  const char* name() const { return name_; }
  const char* file() const { return file_; }
  const char* path() const { return path_; }
  /// The function with this signature, or null.
  any_function* find(const char* signature) const;

 private:
  kernel(int task, const char* name, const char* file, const char* path,
         const kernel_function* functions, std::size_t count);

  int task_;
  const char* name_;
  const char* file_;
  const char* path_;
  const kernel_function* functions_;
  std::size_t count_;
};

/// Whether stubs do nothing and return zeros (`--kernel=nothing`).
bool nothing_is_called();

/// The function that a stub is to call.
/// \throws kw::error if no kernel is chosen that has it
any_function* chosen_function(const char* signature);

/// The body of a stub. `Parameters` are the types of the function's parameters.
template <class Result, class... Parameters>
KW_CASTS_FUNCTIONS Result call_kernel(int entry, Parameters... arguments) {
  if (remote::calls_go_elsewhere()) {
    return remote::call<Result>(entry, arguments...);
  }
  if (nothing_is_called()) {
    if constexpr (std::is_void_v<Result>) {
      return;
    } else {
      return Result{};
    }
  }
  auto* const function = chosen_function(remote::entries[entry].signature);
  return reinterpret_cast<Result (*)(Parameters...)>(function)(arguments...);
}

}  // namespace kw::testing
