#pragma once

#include <string>
#include <vector>

#include "grader/trace/trace.hpp"

namespace kw::grader {

/// The launches as one HTML page that needs no other file. A script on it shows one program, or one
/// step of it, by hiding the others.
std::string to_page(const std::vector<trace_launch>& launches, const std::string& title,
                    const std::string& source);

}  // namespace kw::grader
