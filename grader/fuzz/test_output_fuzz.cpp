#include "common/base/plain_text.hpp"
#include "fuzz.hpp"
#include "grader/run/run_failure.hpp"
#include "grader/run/test_output.hpp"

void kw::grader::read_hostile(std::string_view input) {
  (void)parse_results_json(input);
  (void)parse_findings(input);
  (void)parse_console(input);
  (void)parse_test_list(input);
  (void)parse_failures(input);
  (void)base::plain_text(input, 100);
}
