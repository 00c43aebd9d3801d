#pragma once

#include <string>
#include <string_view>

#include "grader/model/result.hpp"

namespace kw::grader {

/// A result without an instructor's own tests, which count but are not shown.
report without_hidden_tests(const report& whole);

/// The part of a result that may be shown now: only `visible` at first, all but `hidden` once
/// results are published, everything to an instructor (`hidden`). Checks that may not be shown are
/// left out with their points, as is any text that would give their tests away; a note says how
/// many they are.
report reveal(const report& report, visibility most);

// Each form is made from the result alone. Texts from outside are escaped by the form's own rules,
// and cut where the form has a limit. A result that is not gradable never becomes a zero: it says
// why, and has no score wherever the form allows that.

/// Gradescope's results.json. Hidden checks stay in it with their visibility, which Gradescope
/// respects; adjustments and lateness are separate entries, so the entries add up to the score.
std::string to_gradescope(const report& report);

/// GitHub Classroom's autograding result, version 1, as JSON.
std::string to_classroom(const report& report);

/// The same in Base64: the step's output `result`, for the autograding reporter.
std::string to_classroom_base64(const report& report);

/// What Classroom 50's runner knows of a submission, and wants to see in the result as well.
struct classroom50_submission {
  std::string classroom;
  std::string assignment;
  std::string submission;  ///< The tag, "submit/2026-03-01T23-59-00Z-0123abc".
  std::string commit;      ///< Addresses, of which `review` is what the student changed.
  std::string release;
  std::string review;
};

/// Classroom 50's result.json, classroom50/result/v1. Points are whole there: those of a task are
/// rounded down. Bonus points, adjustments and lateness are in the score alone, which never passes
/// the maximum. A result that is not gradable has 0 of 0 points, as the runner's own have, and says
/// why. Owner, kind of assignment and times are left to the runner, which enters them. Fields of
/// `submission` that are empty are left out.
std::string to_classroom50(const report& report, const classroom50_submission& submission);

/// PrairieLearn's results.json, at most 1 MB.
std::string to_prairielearn(const report& report);

/// Which reader a JUnit file is for.
enum class junit_flavour {
  gitlab,   ///< Names are unique, and each test names its file; under 30 MB.
  jenkins,  ///< Class names are dotted, so Jenkins groups tests by lesson and check.
};

/// JUnit XML: a suite for each lesson, a case for each test.
std::string to_junit(const report& report, junit_flavour flavour);

/// GitHub-flavoured Markdown, for a comment or a job's summary.
std::string to_markdown(const report& report);

}  // namespace kw::grader
