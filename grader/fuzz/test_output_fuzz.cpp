#include "fuzz.hpp"
#include "grader/run/judging.hpp"
#include "grader/run/test_output.hpp"
#include "grader/score/plain_text.hpp"

void kw::grader::read_hostile(std::string_view input) {
  (void)parse_results_json(input);
  (void)parse_findings(input);
  (void)parse_console(input);
  (void)parse_test_list(input);
  (void)parse_judge_events(input);
  (void)plain_text(input, 100);
}
