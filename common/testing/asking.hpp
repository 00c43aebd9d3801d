// What other programs know about a learner's mistake: the wrong kernels of the task, asked for the
// values that they give where a learner's are wrong, and the search for one small change of the
// learner's file after which the tests pass.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/base/options.hpp"
#include "common/testing/experiments.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/testing/compare.hpp"

namespace kw::testing {

/// Lets the functions below ask for this program, which tests an exercise on a CPU.
/// \param program its path, in or below the build folder; empty: they stop asking
void ask_for(const std::string& program);

/// A mistake that is known, and what its kernel gives in the comparison that failed.
struct known_mistake {
  /// As the rest of a sentence that begins with "Your values are what you get": "by dividing by the
  /// block, and not by the columns of the row".
  std::string sentence;
  std::vector<double> values;
};

/// What a task's kernels answer about the comparison that the running test has just made.
struct kernel_answers {
  /// Of lessons/<lesson>/wrong/<task>.mistakes, in its order, without those whose values were wrong
  /// earlier in the test, or follow from findings of the checker.
  std::vector<known_mistake> mistakes;
  std::vector<probe> solution;  ///< on what the solution's values depend
  std::vector<int> reads;       ///< and how often it reads them
};

/// A program with these kernels runs this test with the same seed, once for each of them. Empty if
/// nothing can be asked, and if the exercise is still the skeleton.
///
/// Cost: the first time for a task its kernels are compiled, which takes seconds; then about 50 ms
/// for each on one processor.
kernel_answers ask_kernels();

/// The elements of a comparison that are wrong.
struct mismatches {
  static constexpr std::size_t kSample = 20000;
  std::int64_t count = 0, first = -1, worst = -1;
  std::vector<char> wrong;           // for each element, 0 or 1: bits are slow to look at
  std::vector<std::int64_t> sample;  // the first wrong ones
};

mismatches find_mismatches(const comparison& c);

/// `[5]`, or `[0, 5]` of a matrix.
std::string index_text(const comparison& c, std::int64_t i);

/// "Your values are what you get by ... (all 4,096 agree)."; empty if no mistake explains them.
std::string explain_by_mistakes(const comparison& c, const mismatches& m,
                                const std::vector<known_mistake>& known);

/// Can another kernel say anything about the wrong values? Not if all are NaN, or were never
/// written.
bool other_kernels_can_tell(const comparison& c, const mismatches& m);

/// `--comparison=NUMBER --values=FILE`, with which a program of wrong kernels is asked: it ends
/// with this comparison of its test, and if the values are wrong there, and not before, it writes
/// them to the file. With `--depends`, it writes instead on what they depend.
void add_values(base::option_reader& options);

/// After `test` has failed: the change that explain/repair/find_change.py finds; nothing if it
/// finds none, if the exercise is still the skeleton, or when an earlier test of this run has asked
/// already. KW_ONE_CHANGE in the environment sets another number of seconds; 0 turns it off.
/// Cost: up to `seconds` of all processors, the first time for a build of the exercise.
/// \param lines where the checker found something: changes of these lines are tried first
std::optional<clue> one_change(const std::string& test, const std::set<int>& lines, double seconds);

/// What an answer of explain/repair/find_change.py says; nothing if it is cut off.
std::optional<clue> read_change(const std::string& answer);

}  // namespace kw::testing
