#include "grader/run/sandbox/closed_library.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grader/run/sandbox/compile_options.hpp"

namespace kw::grader {
namespace {

/// Once these are read, including them again reads nothing, so they may use what is poisoned.
constexpr std::array<std::string_view, 58> kStandard = {
    "algorithm",     "array",       "atomic",     "bit",
    "bitset",        "cassert",     "cctype",     "cerrno",
    "cfloat",        "charconv",    "chrono",     "climits",
    "cmath",         "complex",     "concepts",   "condition_variable",
    "csetjmp",       "csignal",     "cstdarg",    "cstddef",
    "cstdint",       "cstdio",      "cstdlib",    "cstring",
    "ctime",         "cwchar",      "deque",      "exception",
    "fcntl.h",       "functional",  "future",     "iomanip",
    "iostream",      "iterator",    "limits",     "list",
    "map",           "memory",      "mutex",      "numeric",
    "optional",      "pthread.h",   "queue",      "random",
    "set",           "span",        "sstream",    "stdexcept",
    "string",        "string_view", "sys/mman.h", "sys/socket.h",
    "sys/stat.h",    "thread",      "tuple",      "unistd.h",
    "unordered_map", "vector"};

constexpr std::array<std::string_view, 14> kLibrary = {"kernelwright.hpp",
                                                       "autotune.hpp",
                                                       "random.hpp",
                                                       "sort.hpp",
                                                       "float8.hpp",
                                                       "quantised.hpp",
                                                       "shapes.hpp",
                                                       "tuple.hpp",
                                                       "runtime/buffer.hpp",
                                                       "runtime/device.hpp",
                                                       "runtime/error.hpp",
                                                       "runtime/program.hpp",
                                                       "runtime/launch_probe.hpp",
                                                       "runtime/stream_steps.hpp"};

/// What the library's code reports about a program: that tiles came by a stream, that accesses are
/// ordered or atomic; and what it asks of the test. No kernel has a reason to say so itself.
constexpr std::array<std::string_view, 14> kReports = {
    "note_stream_steps",      "note_atomic",        "atomic_again",         "begin_synchronising",
    "end_synchronising",      "note_barrier",       "probing_launches",     "probe_arguments",
    "undefined_lanes_stored", "not_finite_stored",  "lanes_left_undefined", "note_request",
    "report_misuse",          "streams_are_negated"};

/// What makes programs and launches, what finds an argument's memory, and what copies bytes.
/// Kernels have `tl` for that.
constexpr std::array<std::string_view, 11> kInnerNames = {
    "followed_pointer",   "guarded_pointers", "pointer_guards", "guarded_shifts",
    "launch_description", "launch_monitor",   "run_programs",   "kernel_runner",
    "journaled",          "copy_row",         "stream_copy"};

/// A function of another name for the linker.
constexpr std::array<std::string_view, 6> kOtherNames = {
    "asm", "__asm", "__asm__", "weakref", "__weakref__", "redefine_extname"};

bool is_identifier(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  });
}

}  // namespace

std::string closed_library(closed_headers headers) {
  std::string text = "#pragma once\n";
  if (headers == closed_headers::skeletons) {
    text += fmt::format("#include <{}>\n", kLibraryHeader);
  } else {
    for (const std::string_view header : kStandard) {
      text += fmt::format("#include <{}>\n", header);
    }
    for (const std::string_view header : kLibrary) {
      text += fmt::format("#include <kernelwright/{}>\n", header);
    }
  }
  text += fmt::format("#pragma GCC poison {}\n", fmt::join(kReports, " "));
  text += fmt::format("#pragma GCC poison {}\n", fmt::join(kInnerNames, " "));
  return text + fmt::format("#pragma GCC poison {}\n", fmt::join(kOtherNames, " "));
}

std::string closed_symbols(const std::set<std::string>& defined) {
  std::string text;
  for (const std::string& name : defined) {
    const bool of_the_library = name.rfind("_ZN2kw", 0) == 0 || name.rfind("_ZNK2kw", 0) == 0;
    if (of_the_library && is_identifier(name)) {
      text += fmt::format("#pragma GCC poison {}\n", name);
    }
  }
  return text;
}

}  // namespace kw::grader
