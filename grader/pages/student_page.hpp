#pragma once

#include <string>

#include "grader/model/result.hpp"
#include "grader/pages/html.hpp"

namespace kw::grader {

/// The result model as one HTML page that needs nothing else, no network above all. A page with
/// benchmarks has a script that draws them, and says all without it. It shows all that the result
/// holds: `reveal` first what may be shown.
std::string to_html(const report& report);

/// One lesson of the page.
html lesson_to_html(const lesson_result& lesson, bool in_focus);

/// One device's benchmarks: a table of the rates beside those of the solution, a plain loop and a
/// copy, which the page's script draws.
html benchmark_to_html(const benchmark_result& benchmark);

/// Whether there is a rate to draw.
bool has_plots(const report& report);

/// A speed check's measurement: a row for each benchmark.
html speed_to_html(const speed_result& speed);

}  // namespace kw::grader
