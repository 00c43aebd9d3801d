#pragma once

#include <vector>

namespace kw::base {

/// A quantile of sorted values, of which there is at least one: 0.5 is their median. Between two
/// values it lies in proportion.
double quantile(const std::vector<double>& sorted, double share);

}  // namespace kw::base
