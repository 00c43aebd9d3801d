#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grader/pages/html.hpp"
#include "grader/trace/trace.hpp"

namespace kw::grader {

/// A colour, "#1779c4", for the program at (x, y) of a grid. Neighbours in either direction differ
/// clearly, and no colour is used twice among the programs that a trace records. None is the red
/// that marks what is outside of an array.
///
/// Source: OKLCH, a polar form of Oklab, where steps of equal size look equally large (B. Ottosson,
/// "A perceptual color space for image processing", 2020).
std::string trace_colour(std::int64_t x, std::int64_t y = 0);

/// The colours of an access for a page's style attribute: that of its program, and that of its step
/// for when one program is looked at. No other program, or step of it, has the same.
std::string colours_of(const trace_launch& launch, const trace_access& access, int step);

/// One array of a launch as a picture for a page, with what each program touches. Groups carry the
/// numbers of their program and access, so the page can show a part.
html to_svg(const trace_launch& launch, int argument);

/// All arrays of a launch below each other as one SVG file, for the documentation and reports.
std::string to_figure(const trace_launch& launch);

/// The launches as one HTML page that needs no other file. A script on it shows one program, or one
/// step of it, by hiding the others.
std::string to_page(const std::vector<trace_launch>& launches, const std::string& title,
                    const std::string& source);

}  // namespace kw::grader
