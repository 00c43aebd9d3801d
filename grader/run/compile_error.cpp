#include "grader/run/compile_error.hpp"

#include "explain/explain.hpp"

namespace kw::grader {

std::optional<compile_error> extract_compile_error(std::string_view output,
                                                   const std::filesystem::path& root,
                                                   const std::filesystem::path& kernel_file) {
  const auto found = explain::explain(output, root, kernel_file);
  if (!found) {
    return std::nullopt;
  }
  compile_error error;
  error.file = found->file;
  error.line = found->line;
  error.column = found->column;
  error.width = found->width;
  error.message = found->message;
  error.advice = found->advice;
  error.fix = found->fix;
  error.source_line = found->source_line;
  error.raised_in = found->raised_in;
  error.further_errors = found->further_errors;
  error.others = found->others;
  error.output = found->output;
  return error;
}

}  // namespace kw::grader
