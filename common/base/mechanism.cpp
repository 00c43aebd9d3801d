#include "common/base/mechanism.hpp"

#include <cstdlib>
#include <string_view>

namespace kw::base {

std::string said_by(const char* mechanism, std::string text) {
  const char* wanted = std::getenv("KW_SOURCES");
  if (wanted == nullptr || std::string_view(wanted) != "1" || text.empty()) {
    return text;
  }
  return "{" + std::string(mechanism) + "} " + text;
}

}  // namespace kw::base
