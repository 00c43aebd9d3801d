// nvcc words its errors as no other compiler does, and without columns. What is wrong with a kernel
// is mostly wrong on the CPU as well, where g++ or clang++ says it.
#include <algorithm>
#include <filesystem>

#include "explain/explain.hpp"

namespace kw::explain {

std::vector<std::string> on_host(const std::vector<std::string>& command) {
  const auto nvcc = std::find_if(command.begin(), command.end(), [](const std::string& word) {
    return std::filesystem::path(word).filename() == "nvcc";
  });
  if (nvcc == command.end()) {
    return {};
  }
  std::vector<std::string> host = {"c++", "-fsyntax-only",       "-ftemplate-backtrace-limit=0",
                                   "-w",  "-Werror=return-type", "-Werror=multichar"};
  for (auto word = nvcc + 1; word != command.end(); ++word) {
    const bool in_two = (*word == "-isystem" || *word == "-include") && word + 1 != command.end();
    const bool is_kept = word->starts_with("-D") || word->starts_with("-I") ||
                         word->starts_with("-std=") || word->starts_with("-isystem=") ||
                         word->ends_with(".cpp") || word->ends_with(".cu");
    if (word->starts_with("-ccbin=")) {
      host[0] = word->substr(word->find('=') + 1);
    } else if (in_two || (is_kept && *word != "-DKW_NO_CPU_SIDE")) {
      host.insert(host.end(), word, word + (in_two ? 2 : 1));
      word += in_two ? 1 : 0;
    }
  }
  return host;
}

}  // namespace kw::explain
