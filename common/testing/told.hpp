// What a learner reads about a failed test, and has been told already.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "kernelwright/core/source_place.hpp"
#include "kernelwright/runtime/findings.hpp"

namespace testing {
class TestInfo;
class TestPartResult;
}  // namespace testing

namespace kw::testing {

/// Are comparisons made to find out something, without a word about what is wrong?
inline bool quiet = false;

/// May a failed comparison be made again, to find out more? Only for a learner: it takes seconds.
inline bool experiments = false;

/// How far wrong values were explained.
enum class mismatch_state { none, shown, explained };

/// What a learner has been told: in a lesson's program by all tests, since they test the same few
/// kernels; elsewhere by the running test.
struct test_run {
  struct {
    std::string name;
    std::set<std::string> findings;
    std::set<int> lines;                        ///< of them
    int comparisons = 0;                        ///< made so far
    bool stopped = false;                       ///< are wrong values their consequence?
  } test;                                       ///< that is running
  std::map<std::string, std::string> findings;  ///< and the test that told each
  mismatch_state mismatch = mismatch_state::none;
  /// The sentences of the mistakes that did not explain an earlier mismatch: what made that one has
  /// most likely made the next one, too.
  std::set<std::string> refuted;
  bool sizes = false;     ///< was it looked for which sizes make the difference?
  bool repaired = false;  ///< is a change told with which the tests pass?
};
test_run& this_run();

/// `Suite.Name` of a test, and of the running one; empty if none is.
std::string full_name(const ::testing::TestInfo& test);
std::string running_test();

/// What a failed or skipped check says, as it is printed and as a grader shows it. For an exception
/// that nothing caught, the place is the learner's line from which it came, if that is known.
struct told_part {
  std::string place;  ///< from the root of the repository; `a test` if it is not known
  std::string text;
  bool names_place = false;  ///< does the text name it?
};
told_part what_is_told(const ::testing::TestPartResult& part);

/// The clues of all mechanisms as one text of at most kMostLines lines: what happened, where, why,
/// and what to try. Advice that was tried is the only one, if there is any.
std::string verdict(std::vector<clue> clues);

/// With what the program prints around it, these are 30.
inline constexpr int kMostLines = 24;

/// The sizes that tell a wrong case from one that is right, once in a run.
clue smallest_case();

/// Fails the running test at `place` with the verdict on these clues and on the change that repairs
/// the exercise, which is looked for once in a run; with neither it does not fail.
/// \param place line 0: where the change is
/// \param findings those that are among the clues, which are written down
void fail_with(source_place place, std::vector<clue> clues,
               const std::vector<finding>& findings = {});

/// Lets the program print each message once, and name the other tests that failed in one line: a
/// learner's mistake fails many tests, and has one cause. A learner reads one more message only if
/// all are kMostLines at most.
void print_each_message_once();

/// Prints and writes down what the checker found in a test that is ended from outside.
void print_waiting_findings(const std::string& test);

}  // namespace kw::testing
