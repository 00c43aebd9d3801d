// Where RE2 is not installed, nothing is put into words: the launcher shows what the compiler says.
#include "explain/explain.hpp"

namespace kw::explain {

std::optional<explanation> explain(std::string_view, const std::filesystem::path&,
                                   const std::filesystem::path&) {
  return std::nullopt;
}

std::vector<explanation> warnings_of(std::string_view, const std::filesystem::path&,
                                     const std::filesystem::path&) {
  return {};
}

}  // namespace kw::explain
