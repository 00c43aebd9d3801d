// What other programs know about an error: g++, and the search for a change.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "common/base/format.hpp"
#include "common/base/process.hpp"
#include "explain/explain.hpp"

namespace kw::explain {
namespace fs = std::filesystem;

std::vector<std::string> for_gcc(const std::vector<std::string>& command) {
  const auto compiler = std::find_if(command.begin(), command.end(), [](const std::string& word) {
    const std::string name = fs::path(word).filename().string();
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

void look_for_change(const change_search& where, explanation& found) {
  constexpr double kToFinish = 30;  // the trials that are under way at the end
  const char* const set = std::getenv("KW_ONE_CHANGE");
  const double seconds = set != nullptr ? std::strtod(set, nullptr) : 4;
  if (where.target.empty() || found.line <= 0 || seconds <= 0) {
    return;
  }
  base::process_request request;
  request.command = {KW_PYTHON,
                     "-B",
                     "-Xutf8",
                     (where.root / "explain/repair/find_change.py").string(),
                     where.build.string(),
                     where.target,
                     (where.root / found.file).string(),
                     "--error=" + std::to_string(found.line),
                     base::formatted("--seconds=%g", seconds)};
  request.timeout_seconds = seconds + kToFinish;
  const base::process_outcome outcome = base::run_process(request);
  if (outcome.succeeded() && !outcome.output.empty()) {
    found.change = outcome.output;
    found.fix.clear();
  }
}

}  // namespace kw::explain
