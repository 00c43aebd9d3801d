#include "common/testing/one_change.hpp"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "common/base/format.hpp"
#include "common/base/process.hpp"
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

std::optional<clue> one_change(const std::string& test, const std::set<int>& lines,
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

std::optional<clue> read_change(const std::string& answer) {
  std::istringstream text(answer);
  clue c{.source = "change", .kind = "one-change", .file = current_lesson.file, .tried = true};
  std::string heading, line;
  if (!(text >> c.line >> std::ws) || !std::getline(text, heading)) {
    return std::nullopt;
  }
  c.facts = c.file + ":" + std::to_string(c.line) + ": " + heading;
  while (std::getline(text, line)) {
    const bool is_code = line.rfind("  ", 0) == 0;
    std::string& part = is_code ? c.code : c.advice;
    part += (part.empty() ? "" : is_code ? "\n" : " ") + line;
  }
  return c;
}

}  // namespace kw::testing
