#pragma once

#include <string>

#include "grader/class/class_summary.hpp"

namespace kw::grader {

/// What the class page shows.
struct class_page_options {
  bool names = true;        ///< Without names it may be shown to the class.
  bool leaderboard = true;  ///< The fastest kernels, never with names.
};

/// The class at a glance as one HTML page that needs nothing else: distribution, checks, who needs
/// a look, the fastest kernels, all submissions.
std::string to_class_html(const class_summary& summary, const class_page_options& options = {});

}  // namespace kw::grader
