#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grader/model/result.hpp"

namespace kw::grader {

/// Rows from Google Benchmark's JSON. Aggregates are left out, as are benchmarks that ended with an
/// error: `error`, when given, receives the first one's text. Never throws; empty when it is no
/// such JSON. \param unit the counter to take as the rate: "GB/s" is also found as "GB_per_s"
std::vector<benchmark_row> parse_benchmark_json(std::string_view text, std::string_view unit,
                                                std::string* error = nullptr);

/// Gives the rates of operations in the largest unit of which the fastest row has at least one:
/// "TFLOP/s" on a GPU is mostly "GFLOP/s" on a CPU.
void use_fitting_unit(benchmark_result& result);

}  // namespace kw::grader
