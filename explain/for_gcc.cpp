// Rules know what g++ says (kinds.cpp). What is wrong with a kernel for nvcc or for clang++ is
// mostly wrong for g++ as well.
#include <algorithm>
#include <filesystem>

#include "explain/explain.hpp"

namespace kw::explain {

std::vector<std::string> for_gcc(const std::vector<std::string>& command) {
  const auto compiler = std::find_if(command.begin(), command.end(), [](const std::string& word) {
    const std::string name = std::filesystem::path(word).filename().string();
    return name == "nvcc" || name.starts_with("clang++");
  });
  if (compiler == command.end()) {
    return {};
  }
  std::vector<std::string> words(compiler + 1, command.end());
  std::erase(words, "-Xclang");  // in front of the words of CMake's precompiled header
  std::vector<std::string> gcc = {"g++", "-fsyntax-only",       "-ftemplate-backtrace-limit=0",
                                  "-w",  "-Werror=return-type", "-Werror=multichar"};
  for (auto word = words.begin(); word != words.end(); ++word) {
    const bool in_two = (*word == "-isystem" || *word == "-include") && word + 1 != words.end();
    const bool is_kept = word->starts_with("-D") || word->starts_with("-I") ||
                         word->starts_with("-std=") || word->starts_with("-isystem=") ||
                         word->ends_with(".cpp") || word->ends_with(".cu");
    if (word->starts_with("-ccbin=") && word->find("clang") == std::string::npos) {
      gcc[0] = word->substr(word->find('=') + 1);
    } else if (in_two || (is_kept && *word != "-DKW_NO_CPU_SIDE")) {
      gcc.insert(gcc.end(), word, word + (in_two ? 2 : 1));
      word += in_two ? 1 : 0;
    }
  }
  return gcc;
}

}  // namespace kw::explain
