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
