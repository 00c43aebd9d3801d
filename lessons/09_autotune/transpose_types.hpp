/// \file
/// The types that lesson 09 promises for its transpose. The file of task 4 includes this header
/// after its function.
#pragma once

namespace lesson09 {
using namespace kw;
template tuned transpose(view<const float, 2>, view<float, 2>, std::int64_t);
template tuned transpose(view<const float16_t, 2>, view<float16_t, 2>, std::int64_t);
}  // namespace lesson09
