#pragma once

#include <string_view>

/// The files of `grader/pages/templates`, embedded when the grader is built; and the script of the
/// plots, which is Chart.js as it is installed where the grader is built, plots.js and history.js.
namespace kw::grader::templates {

// The student's page, and what it is made of.
extern const std::string_view report_html;
extern const std::string_view report_css;
extern const std::string_view next_html;
extern const std::string_view lesson_html;
extern const std::string_view check_html;
extern const std::string_view speed_html;
extern const std::string_view benchmark_html;
extern const std::string_view history_html;
/// Empty if the build had no Chart.js: then there are only tables.
extern const std::string_view plots_script;
/// Its SHA-256 in Base64, by which a page's Content-Security-Policy allows it.
extern const std::string_view plots_hash;

// Within a line: text with code in it, a finding's lines, a command line.
extern const std::string_view words_html;
extern const std::string_view prose_html;
extern const std::string_view command_html;

extern const std::string_view class_html;
extern const std::string_view class_name_html;
extern const std::string_view class_css;
extern const std::string_view class_js;
/// Its SHA-256 in Base64.
extern const std::string_view class_hash;
extern const std::string_view triage_html;
extern const std::string_view findings_html;

extern const std::string_view trace_html;
extern const std::string_view trace_launch_html;
extern const std::string_view trace_css;
extern const std::string_view trace_js;
extern const std::string_view trace_picture_html;
extern const std::string_view trace_figure_css;

}  // namespace kw::grader::templates
