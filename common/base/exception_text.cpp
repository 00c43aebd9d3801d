#include "common/base/exception_text.hpp"

namespace kw::base {

std::string_view text_of_exception(std::string_view failure) {
  constexpr std::string_view kBegin = "C++ exception with description \"", kEnd = "\" thrown in ";
  const std::size_t end = failure.rfind(kEnd);
  if (failure.substr(0, kBegin.size()) != kBegin || end == std::string_view::npos) {
    return failure;
  }
  return failure.substr(kBegin.size(), end - kBegin.size());
}

}  // namespace kw::base
