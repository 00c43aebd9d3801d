#pragma once

#include <string_view>

/// The files of `grader/cli/new_lesson`, embedded when the grader is built: what `grader
/// new-lesson` fills in and writes.
namespace kw::grader::templates {

extern const std::string_view README_md_in;
extern const std::string_view lesson_toml_in;
extern const std::string_view contract_hpp_in;
extern const std::string_view reference_hpp_in;
extern const std::string_view shared_test_hpp_in;
extern const std::string_view limits_hpp_in;
extern const std::string_view first_test_cpp_in;
extern const std::string_view second_test_cpp_in;
extern const std::string_view first_mistakes_in;
extern const std::string_view second_mistakes_in;
extern const std::string_view first_bench_cpp_in;
extern const std::string_view first_solution_cpp_in;
extern const std::string_view second_solution_cpp_in;
extern const std::string_view commentary_md_in;

}  // namespace kw::grader::templates
