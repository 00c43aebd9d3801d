// What the parts of the pages need, worked out from results.
#pragma once

#include <optional>

#include "grader/class/triage.hpp"
#include "grader/model/history.hpp"
#include "grader/model/result.hpp"
#include "grader/pages/page_template.hpp"

namespace kw::grader {

/// "GPU" or "CPU", for a reader.
const char* device_word(const std::string& device);

/// What templates/lesson.html needs. \param in_focus  whether the learner should go on here: then
/// the first check to work on is open
values lesson_values(const lesson_result& lesson, bool in_focus);

/// What templates/benchmark.html needs for one device's benchmarks: the rates beside those of the
/// solution, a plain loop and a copy, as plots and as a table.
values benchmark_values(const benchmark_result& benchmark);

/// What templates/speed.html needs for a speed check's measurement: a row for each benchmark.
values speed_values(const speed_result& speed);

/// How points and speeds went from run to run, as plots and as a table. Nothing for fewer than two
/// runs, which show no way.
std::optional<values> history_values(const run_history& runs);

/// A submission's name with a link to its page, for templates/class_name.html.
values name_of(const submission_summary& one);

/// What templates/triage.html needs: who is worth a look and why; nothing if no one is.
std::optional<values> triage_values(const triage& found, const class_summary& summary);

/// What templates/findings.html needs: the commonest findings of each lesson.
/// \param names whether to say who has them
std::optional<values> findings_values(const triage& found, std::size_t submissions, bool names);

}  // namespace kw::grader
