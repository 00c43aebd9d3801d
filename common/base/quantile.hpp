#pragma once

#include <vector>

namespace kw::base {

/// A quantile of sorted values, of which there is at least one: 0.5 is their median. Between two
/// neighbouring values it is interpolated linearly.
double quantile(const std::vector<double>& sorted, double share);

}  // namespace kw::base
