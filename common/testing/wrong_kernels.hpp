// The wrong kernels of a task, asked for the values that they give where a learner's are wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/base/options.hpp"
#include "common/testing/dependence.hpp"

namespace kw::testing {

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
};

/// Lets `ask_kernels` ask for this program, which tests an exercise on a CPU.
/// \param program its path, in or below the build folder
void ask_wrong_kernels(const std::string& program);

/// A program with these kernels runs this test with the same seed, once for each of them. Empty if
/// nothing can be asked, and if the exercise is still the skeleton.
///
/// Cost: the first time for a task its kernels are compiled, which takes seconds; then about 50 ms
/// for each on one processor.
kernel_answers ask_kernels();

/// `--comparison=NUMBER --values=FILE`, with which a program of wrong kernels is asked: it ends
/// with this comparison of its test, and if the values are wrong there, and not before, it writes
/// them to the file. With `--depends`, it writes instead on what they depend.
void add_values(base::option_reader& options);

}  // namespace kw::testing
