// Lines of a kernel that are written alike: where one of them has another name, it may be the slip.
#pragma once
#include <string>

#include "common/checker/report/site.hpp"

namespace kw::runtime {

/// For a line that makes something from the buffer, `auto kh = head_of<D>(k, head, n)`: a line that
/// makes the same from another buffer and differs in one more name, `kv_head`, in a sentence. Empty
/// if there is none.
std::string compare_with_sibling(const site& s, const numbered_line& line);

}  // namespace kw::runtime
