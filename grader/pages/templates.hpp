#pragma once

#include <string_view>

/// The files of `grader/pages/templates`, embedded when the grader is built; and the script of the
/// plots, which is Chart.js as it is installed where the grader is built, and plots.js.
namespace kw::grader::templates {

extern const std::string_view report_html;
extern const std::string_view overview_row_html;
extern const std::string_view next_html;
extern const std::string_view lesson_html;
extern const std::string_view check_html;
extern const std::string_view test_html;
extern const std::string_view finding_html;
extern const std::string_view compile_error_html;
extern const std::string_view benchmark_html;
extern const std::string_view rates_html;
extern const std::string_view report_css;
/// Empty where there was no Chart.js: then tables stand alone.
extern const std::string_view plots_script;
/// Its SHA-256 in Base64, by which a page's Content-Security-Policy allows it.
extern const std::string_view plots_hash;
extern const std::string_view trace_html;
extern const std::string_view trace_launch_html;
extern const std::string_view trace_css;
extern const std::string_view trace_figure_css;
extern const std::string_view trace_js;
extern const std::string_view class_html;
extern const std::string_view class_css;

}  // namespace kw::grader::templates
