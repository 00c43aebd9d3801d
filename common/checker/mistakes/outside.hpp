// Lanes that lie outside of what their argument spans.
#pragma once
#include "common/checker/record/monitor.hpp"

namespace kw::runtime {

/// Does an access leave the rows of its target, even where that is also the end of the memory?
bool leaves_rows_first(const seen_access& a);
/// The lanes of an access that lie outside.
event lanes_outside(const mistake& kind, const seen_access& a);

}  // namespace kw::runtime
