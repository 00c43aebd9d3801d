#include "common/base/mechanism.hpp"

#include <cstdlib>

namespace kw::base {
namespace {

std::string wish(const char* variable) {
  const char* set = std::getenv(variable);
  return set == nullptr ? "" : set;
}

}  // namespace

std::string said_by(const char* mechanism, std::string text) {
  return wish("KW_SOURCES") != "1" || text.empty() ? text
                                                   : "{" + std::string(mechanism) + "} " + text;
}

bool is_off(std::string_view mechanism) {
  const std::string list = "," + wish("KW_WITHOUT") + ",";
  return list.find("," + std::string(mechanism) + ",") != std::string::npos;
}

}  // namespace kw::base
