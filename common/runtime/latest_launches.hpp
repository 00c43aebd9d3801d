// What is known of the latest launches, for tests.
#pragma once

namespace kw {

/// Did one of the two latest checked launches have an argument that begins at this address? Not
/// known, and so false, where kernels run in another process.
bool was_argument(const void* data);

}  // namespace kw
