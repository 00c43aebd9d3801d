#pragma once

#include "grader/model/result.hpp"
#include "grader/pages/page_template.hpp"

namespace kw::grader {

/// What templates/benchmark.html needs for one device's benchmarks: the rates beside those of the
/// solution, a plain loop and a copy, as plots and as a table.
values benchmark_values(const benchmark_result& benchmark);

/// What templates/speed.html needs for a speed check's measurement: a row for each benchmark.
values speed_values(const speed_result& speed);

}  // namespace kw::grader
