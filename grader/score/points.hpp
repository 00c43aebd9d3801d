#pragma once

#include <string>

namespace kw::grader {

/// A number of points without needless digits: "7", "6.67".
std::string format_points(double points);

}  // namespace kw::grader
