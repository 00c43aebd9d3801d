#include "common/testing/one_change.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include "common/base/format.hpp"
#include "common/base/process.hpp"
#include "common/checker/source/source.hpp"
#include "common/testing/hang_guard.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/testing/function_place.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace kw::testing {
namespace {

namespace fs = std::filesystem;

std::string& the_program() {
  static std::string program;
  return program;
}

// The folder that the program was built in, or below; empty if there is none.
fs::path build_folder(fs::path place) {
  while (!place.empty() && !fs::exists(place / "build.ninja")) {
    place = place == place.parent_path() ? fs::path() : place.parent_path();
  }
  return place;
}

std::string without_spaces(std::string text) {
  std::erase_if(text, [](unsigned char letter) { return std::isspace(letter) != 0; });
  return text;
}

// What is between backquotes.
std::vector<std::string> quoted_code(const std::string& text) {
  std::vector<std::string> found;
  std::size_t begin = text.find('`');
  while (begin != std::string::npos) {
    const std::size_t end = text.find('`', begin + 1);
    if (end == std::string::npos) {
      break;
    }
    found.push_back(without_spaces(text.substr(begin + 1, end - begin - 1)));
    begin = text.find('`', end + 1);
  }
  return found;
}

std::string ask(const std::string& test, const std::set<int>& lines, double seconds) {
  const fs::path root(KW_ROOT);
  const fs::path build = build_folder(fs::absolute(the_program()).parent_path());
  if (build.empty()) {
    return "";
  }
  std::string places;
  for (const int line : lines) {
    places += (places.empty() ? "" : ",") + std::to_string(line);
  }
  base::process_request request;
  request.command = {KW_PYTHON,
                     "-B",
                     "-Xutf8",
                     (root / "explain/repair/find_change.py").string(),
                     build.string(),
                     std::string("lesson") + current_lesson.number + ".exercise.cpu",
                     learners_file(),
                     test,
                     "--lines=" + places,
                     base::formatted("--seconds=%g", seconds)};
  constexpr double kToFinish = 30;  // the trials that are under way at the end
  request.timeout_seconds = seconds + kToFinish;
  const limit_pause pause;
  const base::process_outcome outcome = base::run_process(request);
  return outcome.succeeded() ? outcome.output : "";
}

}  // namespace

void look_for_one_change(const std::string& program) {
  the_program() = program;
}

std::optional<finding> one_change(const std::string& test, const std::set<int>& lines,
                                  double seconds) {
  if (const char* set = std::getenv("KW_ONE_CHANGE")) {
    seconds = std::strtod(set, nullptr);
  }
  if (the_program().empty() || seconds <= 0 || default_device().kind != device_kind::cpu) {
    return std::nullopt;
  }
  const std::string answer = ask(test, lines, seconds);
  the_program().clear();
  return read_change(answer);
}

std::optional<finding> read_change(const std::string& answer) {
  std::istringstream text(answer);
  finding f;
  std::string heading, line;
  if (!(text >> f.line >> std::ws) || !std::getline(text, heading)) {
    return std::nullopt;
  }
  while (std::getline(text, line)) {
    (line.rfind("  ", 0) == 0 ? f.message : f.advice) += line + "\n";
  }
  f.advice.erase(f.advice.find_last_not_of('\n') + 1);
  f.kind = "one-change";
  f.file = current_lesson.file;
  f.source_text = runtime::source_line((fs::path(KW_ROOT) / f.file).string(), f.line);
  f.message = f.file + ":" + std::to_string(f.line) + ": " + heading + "\n" + f.message + f.advice;
  return f;
}

finding fitting(finding f, const finding& change) {
  std::ostringstream file;
  file << std::ifstream(learners_file()).rdbuf() << '\n';
  std::istringstream lines(change.message);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("  + ", 0) == 0) {
      file << line.substr(4) << '\n';
    }
  }
  const std::string code = without_spaces(file.str());
  const std::vector<std::string> quoted = quoted_code(f.advice);
  const bool fits = std::all_of(quoted.begin(), quoted.end(), [&](const std::string& each) {
    return code.find(each) != std::string::npos;
  });
  const std::size_t at = f.message.size() - std::min(f.advice.size(), f.message.size());
  if (!fits && f.message.compare(at, std::string::npos, f.advice) == 0) {
    f.message.erase(f.message.find_last_not_of(" \n", at == 0 ? 0 : at - 1) + 1);
    f.advice.clear();
  }
  return f;
}

}  // namespace kw::testing
