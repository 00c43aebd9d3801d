/// \file
/// What the checker of the CPU backend found out about a kernel.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace kw {

/// What a mechanism knows about a failed test, in parts: the text that a learner reads is made of
/// several, and may leave parts out.
struct clue {
  /// The mechanism: `finding`, `values`, `writer`, `smallest case`, `wrong kernels`, `dependence`,
  /// `origin` or `change`.
  std::string source;
  std::string kind = {};   ///< of a finding, or `one-change`: the text begins with it
  std::string file = {};   ///< of the learner, from the root of the repository if that can be found
  int line = 0;            ///< 0: it names no line
  std::string facts = {};  ///< what happened, and where; empty if it knows nothing
  std::string code = {};   ///< lines that show it
  std::string advice = {};  ///< what to try
  bool tried = false;       ///< do the tests pass with what it advises?
};

/// One mistake in a kernel, reported once per line of source, however many programs make it. Its
/// code is that line with the rest of its statement.
/// Findings do not depend on the schedule of the threads: the lowest program is reported.
///
/// Kinds: `endless-loop`, `raw-access`, `stack-overflow`, `index-overflow`, `division-by-zero`,
/// `missing-barrier`, `read-write-race`, `atomic-race`, `out-of-bounds`, `outside-row`,
/// `uninitialised-read`, `write-race`, `never-written`, `never-read`, `grid-too-small`,
/// `grid-too-large`, `undefined-lane`, `lost-accumulator`, `released-stage`, `nested-stream`,
/// `streams-differ`, `steps-differ`, `overtaken-store`, `misplaced-tile` and `device-assert`.
struct finding : clue {
  std::string kernel;      ///< name of the functor, such as `VectorAdd`
  std::string buffer;      ///< the kernel's own name for the buffer; empty if none is involved
  std::int64_t count = 0;  ///< programs that make the mistake; elements for `never-written`
};

/// Returns the findings of all launches since the last call, oldest launch first.
std::vector<finding> take_findings();

/// While on, findings wait for `take_findings`; otherwise each launch prints its own to stderr.
void collect_findings(bool on);

/// Which program of the latest checked launch stored to this address last, such as
/// `stored by program (3), exercises/01_vector_add/3_vector_add.cpp:21`. Empty if none did. Cost:
/// linear in the stores of the launch.
std::string last_writer(const void* element);

/// A line that loads from an argument.
struct loading_line {
  int line = 0;
  std::string text;  ///< of its statement
  std::string loop;  ///< `the loop in line 12 (`for (...)`)` around it; empty if there is none
  std::vector<std::pair<std::int64_t, std::int64_t>> elements;  ///< [begin, end) from its beginning
};

/// What the program that stored to an address last loaded from an argument of the latest checked
/// launch, by lines. None if it is not known.
struct loads_of_program {
  std::string program;          ///< `(3)`
  std::int64_t row_stride = 0;  ///< of the argument, if it has rows
  std::vector<loading_line> lines;
};

/// The same with `launch`, which is called once, and may launch many kernels.
/// \param argument where its memory begins
loads_of_program loads_in(const std::function<void()>& launch, const void* stored,
                          const void* argument);

/// Did one of the two latest checked launches have an argument that begins at this address? Not
/// known, and so false, where kernels run in another process.
bool was_argument(const void* data);

/// Makes last_writer and was_argument tell of later launches alone, such as those of one call: an
/// earlier launch may have had other memory at the same address.
void forget_launches();

/// Names the program, line and operation that made the first NaN or infinity which the latest
/// launch stored in this element's memory; no facts if it stored none or is not checked.
clue origin_of_not_finite(const void* element);

/// Facts, source line and advice: `[out-of-bounds] MaskedAdd, program (3),
/// exercises/03_masking/2_masked_add.cpp:21: ...`
std::string to_text(const finding& f);

/// A JSON object on one line, for `KW_RESULTS_FILE`. \param test full name of the running test
std::string to_json(const finding& f, const std::string& test);

}  // namespace kw
