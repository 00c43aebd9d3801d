/// \file
/// The types that lesson 09 promises for its transpose. The file of task 4 includes this header
/// after its function.
#pragma once

namespace lesson09 {
template kw::tuned transpose(kw::view<const float, 2>, kw::view<float, 2>, std::int64_t);
template kw::tuned transpose(kw::view<const kw::float16_t, 2>, kw::view<kw::float16_t, 2>,
                             std::int64_t);
}  // namespace lesson09
