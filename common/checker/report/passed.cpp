#include "common/checker/report/passed.hpp"

#include <algorithm>

#include "common/base/pattern.hpp"

namespace kw::runtime {
namespace {

// Is an argument what a parameter is called? `n_cols` for n_cols, and `x.stride(0)` for x_stride.
bool is_called(const std::string& argument, const std::string& parameter) {
  static const base::pattern kPart("[^_]+");
  const auto parts = kPart.find_all(parameter);
  return mentions(argument, parameter) ||
         (parts.size() > 1 && std::all_of(parts.begin(), parts.end(), [&](const auto& part) {
            return mentions(argument, part[0]);
          }));
}

}  // namespace

std::string exchanged_arguments(const launch_description& launch, const std::string& kernel,
                                const std::vector<parameter>& parameters) {
  const char* file = launch.place.file == nullptr ? "" : launch.place.file;
  std::vector<std::string> passed = call_arguments(statement_at(file, launch.place.line), "launch");
  if (passed.empty()) {
    return "";
  }
  const auto object = std::find_if(passed.begin(), passed.end(), [&](const std::string& argument) {
    return mentions(argument, kernel);
  });
  if (object == passed.end()) {
    return "";
  }
  passed.erase(passed.begin(), object + 1);
  if (passed.size() != parameters.size()) {
    return "";
  }
  for (std::size_t i = 0; i < passed.size(); ++i) {
    for (std::size_t j = i + 1; j < passed.size(); ++j) {
      if (passed[i] != passed[j] && is_called(passed[i], parameters[j].name) &&
          is_called(passed[j], parameters[i].name) && !is_called(passed[i], parameters[i].name) &&
          !is_called(passed[j], parameters[j].name)) {
        return "The launch passes `" + passed[i] + "` for the parameter `" + parameters[i].name +
               "`, and `" + passed[j] + "` for `" + parameters[j].name +
               "`: exchange them, since arguments have the order of the kernel's parameters.";
      }
    }
  }
  return "";
}

words with_exchanged_arguments(const site& s, words w) {
  std::string exchanged = exchanged_arguments(s.launch, s.kernel, s.parameters);
  if (!exchanged.empty()) {
    w.advice =
        short_path(s.launch.place.file) + ":" + number(s.launch.place.line) + ": " + exchanged;
  }
  return w;
}

}  // namespace kw::runtime
