#pragma once

#include <string>

#include "grader/pages/html.hpp"
#include "grader/trace/trace.hpp"

namespace kw::grader {

/// The colours of an access for a page's style attribute: that of its program, and that of its step
/// for when one program is looked at. No other program, or step of it, has the same.
std::string colours_of(const trace_launch& launch, const trace_access& access, int step);

/// One array of a launch as a picture for a page, with what each program touches. Groups carry the
/// numbers of their program and access, so the page can show a part.
html to_svg(const trace_launch& launch, int argument);

/// All arrays of a launch below each other as one SVG file, for the documentation and reports.
std::string to_figure(const trace_launch& launch);

}  // namespace kw::grader
