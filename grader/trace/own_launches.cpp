#include "grader/trace/own_launches.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "explain/pattern.hpp"

namespace kw::grader {

void begin_with_own(std::vector<trace_launch>& launches, std::string_view file,
                    std::string_view source) {
  std::set<std::string> declared;
  for (const explain::match& place : explain::find_all(source, R"(\b(?:struct|class)\s+(\w+))")) {
    declared.insert(place[1]);
  }
  const auto is_declared = [&](const trace_launch& launch) {
    const std::string name = launch.kernel.substr(0, launch.kernel.find('<'));
    const std::size_t scope = name.rfind("::");
    return declared.count(scope == std::string::npos ? name : name.substr(scope + 2)) != 0;
  };
  const auto is_launched = [&](const trace_launch& launch) { return launch.file == file; };
  const bool any_declared = std::any_of(launches.begin(), launches.end(), is_declared);
  const bool any_launched = std::any_of(launches.begin(), launches.end(), is_launched);
  for (trace_launch& launch : launches) {
    launch.own = any_declared ? is_declared(launch) : any_launched ? is_launched(launch) : true;
  }
  std::stable_partition(launches.begin(), launches.end(),
                        [](const trace_launch& launch) { return launch.own; });
}

}  // namespace kw::grader
