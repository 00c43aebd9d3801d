// Pages that need no other file, and no network above all.
#pragma once

#include <string>

#include "grader/class/class_summary.hpp"
#include "grader/model/history.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// One submission's result as one HTML page. It shows all that the result holds: `reveal` first
/// what may be shown. \param history a learner's own runs
std::string to_html(const report& report, const run_history& history = {});

/// What the class page shows.
struct class_page_options {
  bool names = true;        ///< Without names it may be shown to the class.
  bool leaderboard = true;  ///< The fastest kernels, never with names.
};

/// The class at a glance as one HTML page: distribution, checks, who needs a look, the fastest
/// kernels, all submissions.
std::string to_class_html(const class_summary& summary, const class_page_options& options = {});

}  // namespace kw::grader
