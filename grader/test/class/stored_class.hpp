#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "grader/test/class/synthetic_class.hpp"

namespace kw::grader {

/// Prints what is wrong, and counts it.
void complain_of(const std::string& text);
template <class... Arguments>
void complain(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  complain_of(fmt::format(text, std::forward<Arguments>(arguments)...));
}
/// How many complaints there were.
int complaints();

/// All results of a class run, by the source's name, without the times, which may differ from run
/// to run.
std::map<std::string, nlohmann::json> stored(const std::filesystem::path& output);

/// Complains of each score and text that is not as expected.
void compare_with_expected(const std::map<std::string, nlohmann::json>& results,
                           const synthetic_class& expected);

/// Complains about every difference between two runs over one class.
void compare(const std::map<std::string, nlohmann::json>& first,
             const std::map<std::string, nlohmann::json>& second, const char* when);

}  // namespace kw::grader
