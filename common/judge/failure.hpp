// How a program can fail while a test calls it. The judge writes these words into its file of
// results, and the grader reads them there.
#pragma once
#include <string_view>

namespace kw::remote {

/// The descriptor on which a worker's sandbox reports that it is ready; it follows the two of the
/// protocol. The program in it does not inherit this one.
inline constexpr int kStartDescriptor = 5;

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
  gpu,             ///< the GPU stopped it
  nonsense,        ///< its answer makes no sense
  no_sandbox,      ///< the command that was to start it failed
  not_started,     ///< it ended before it could be called
  not_called,      ///< it was not called, since all calls together had used up their time
};

struct failure_text {
  failure_kind kind;
  std::string_view word, sentence;
};
inline constexpr std::string_view kTimeIsUp = "it had not returned when its time was up",
                                  kNonsense = "its program gave an answer that makes no sense";
inline constexpr failure_text kFailureTexts[] = {
    {failure_kind::crashed, "crashed", "it crashed with signal "},
    {failure_kind::ended, "ended", "its program ended, with exit code "},
    {failure_kind::hung, "hung", kTimeIsUp},
    {failure_kind::waited, "waited", kTimeIsUp},
    {failure_kind::out_of_time, "out-of-time", kTimeIsUp},
    {failure_kind::memory, "memory", "it used more memory than is allowed"},
    {failure_kind::machine_memory, "machine-memory", "the machine ran out of memory"},
    {failure_kind::output, "output", "it printed more than is allowed"},
    {failure_kind::processes, "processes", "it started more processes than are allowed"},
    {failure_kind::gpu, "gpu", kNonsense},
    {failure_kind::nonsense, "nonsense", kNonsense},
    {failure_kind::no_sandbox, "no-sandbox", kNonsense},
    {failure_kind::not_started, "not-started", "its program ended before it could be called"},
    {failure_kind::not_called, "not-called", kNonsense}};

constexpr const failure_text& text_of(failure_kind kind) {
  for (const failure_text& one : kFailureTexts) {
    if (one.kind == kind) {
      return one;
    }
  }
  return text_of(failure_kind::nonsense);
}
constexpr std::string_view to_string(failure_kind kind) {
  return text_of(kind).word;
}
constexpr std::string_view sentence_about(failure_kind kind) {
  return text_of(kind).sentence;
}

/// `nonsense` for a word that no kind has.
constexpr failure_kind failure_from_string(std::string_view text) {
  for (const failure_text& one : kFailureTexts) {
    if (one.word == text) {
      return one.kind;
    }
  }
  return failure_kind::nonsense;
}

}  // namespace kw::remote
