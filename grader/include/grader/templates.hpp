#pragma once

#include <string_view>

/// The files of `grader/templates`, embedded when the grader is built.
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
extern const std::string_view report_css;
extern const std::string_view class_html;
extern const std::string_view class_css;

}  // namespace kw::grader::templates
