// How a program can fail while a test calls it. The judge writes these words into its file of
// events, and the grader reads them there.
#pragma once
#include <string_view>
#include <utility>

namespace kw::remote {

/// The descriptor on which a worker's sandbox reports that it is ready; it follows the two of the
/// protocol. The program in it does not inherit this one.
inline constexpr int kStartDescriptor = 5;

/// That a worker may have in folders of its own.
inline constexpr int kMostFiles = 4096;

enum class failure_kind {
  crashed,         ///< a signal killed it
  ended,           ///< it exited in place of returning
  hung,            ///< it had computed for as long as a call may take
  waited,          ///< it had not returned in time, and had computed little
  out_of_time,     ///< the calls of all tests together had used up their time
  memory,          ///< it used more memory than is allowed
  machine_memory,  ///< the machine ran out of memory, for which the program is not to blame
  output,          ///< it printed more than is allowed
  processes,       ///< it started more processes than are allowed
  files,           ///< it made more files than are allowed
  gpu,             ///< the GPU stopped it
  nonsense,        ///< its answer makes no sense
  no_sandbox,      ///< the command that was to start it failed
  not_started,     ///< it ended before it could be called
  not_called,      ///< it was not called, since all calls together had used up their time
};

inline constexpr std::pair<failure_kind, std::string_view> kFailureWords[] = {
    {failure_kind::crashed, "crashed"},
    {failure_kind::ended, "ended"},
    {failure_kind::hung, "hung"},
    {failure_kind::waited, "waited"},
    {failure_kind::out_of_time, "out-of-time"},
    {failure_kind::memory, "memory"},
    {failure_kind::machine_memory, "machine-memory"},
    {failure_kind::output, "output"},
    {failure_kind::processes, "processes"},
    {failure_kind::files, "files"},
    {failure_kind::gpu, "gpu"},
    {failure_kind::nonsense, "nonsense"},
    {failure_kind::no_sandbox, "no-sandbox"},
    {failure_kind::not_started, "not-started"},
    {failure_kind::not_called, "not-called"}};

constexpr std::string_view to_string(failure_kind kind) {
  for (const auto& [candidate, word] : kFailureWords) {
    if (candidate == kind) {
      return word;
    }
  }
  return "nonsense";
}

/// `nonsense` for a word that no kind has.
constexpr failure_kind failure_from_string(std::string_view text) {
  for (const auto& [kind, word] : kFailureWords) {
    if (word == text) {
      return kind;
    }
  }
  return failure_kind::nonsense;
}

}  // namespace kw::remote
