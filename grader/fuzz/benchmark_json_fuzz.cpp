#include "fuzz.hpp"
#include "grader/run/benchmark.hpp"

void kw::grader::read_hostile(std::string_view input) {
  std::string error;
  (void)parse_benchmark_json(input, "GB/s", &error);
}
