// What a crash of the code under test was. Kernels have a guard of their own, so this is about host
// code: a function that calls itself without an end, an index past an array, a division by 0.
#pragma once

namespace kw::testing {

/// From now on a crash of this process prints what it was, and in which line or else which
/// function, before it ends the process as it would have.
/// \returns false under a sanitizer, which does that itself
bool report_crashes();

}  // namespace kw::testing
