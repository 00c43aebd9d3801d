#include "common/testing/asking.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "common/base/files.hpp"
#include "common/base/format.hpp"
#include "common/base/process.hpp"
#include "common/testing/agreement.hpp"
#include "common/testing/hang_guard.hpp"
#include "common/testing/told.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/testing/compare.hpp"
#include "kernelwright/testing/function_place.hpp"
#include "kernelwright/testing/inputs.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace kw::testing {
namespace {

namespace fs = std::filesystem;

// What a program of wrong kernels is asked for.
struct question {
  int comparison = 0;  // 0: nothing
  std::string file;
  bool depends = false;  // on what, and not the values
};

question& the_question() {
  static question asked;
  return asked;
}

// The program that asks, empty if it may not, or no longer.
struct asking_program {
  fs::path of_kernels, of_a_change;
};

asking_program& asking() {
  static asking_program program;
  return program;
}

// What a script of the repository prints; nothing if it fails or takes too long.
std::optional<std::string> output_of(const char* script, const std::vector<std::string>& arguments,
                                     double seconds) {
  base::process_request request;
  request.command = {KW_PYTHON, "-B", "-Xutf8", (fs::path(KW_ROOT) / script).string()};
  request.command.insert(request.command.end(), arguments.begin(), arguments.end());
  request.timeout_seconds = seconds;
  const limit_pause pause;
  const base::process_outcome outcome = base::run_process(request);
  return outcome.succeeded() ? std::optional(outcome.output) : std::nullopt;
}

// ---- wrong kernels

[[noreturn]] void end_with(const std::string& answer) {
  std::ofstream(the_question().file, std::ios::binary) << answer << std::flush;
  std::_Exit(EXIT_SUCCESS);  // other threads may still be at work
}

std::vector<double> read_values(const fs::path& file) {
  const std::string bytes = base::read_text_file(file);
  std::vector<double> values(bytes.size() / sizeof(double));
  bytes.copy(reinterpret_cast<char*>(values.data()), values.size() * sizeof(double));
  return values;
}

}  // namespace

void note_comparison(bool found, bool right, const void* data, std::size_t size,
                     const std::function<double(std::size_t)>& value) {
  if (quiet) {
    return;
  }
  const int number = ++told().test.comparisons;
  const int asked = the_question().comparison;
  const bool follows = found && told().test.stopped;
  if (asked == 0 || (number < asked && right && !follows)) {
    return;
  }
  if (the_question().depends) {
    end_with(number == asked && tested_entry()
                 ? to_text(measure_dependence(tested_entry()(), data, kDependenceSeconds))
                 : "");
  }
  std::string values;
  for (std::size_t i = 0; number == asked && !right && !follows && i < size; ++i) {
    const double one = value(i);
    values.append(reinterpret_cast<const char*>(&one), sizeof one);
  }
  end_with(values);
}

void add_values(base::option_reader& options) {
  options.positive("--comparison", the_question().comparison);
  options.text("--values", the_question().file);
  options.flag("--depends", the_question().depends);
}

void ask_for(const std::string& program) {
  const fs::path path = program.empty() ? fs::path() : fs::absolute(program);
  asking() = {path, path};
}

kernel_answers ask_kernels() {
  if (asking().of_kernels.empty() || default_device().kind != device_kind::cpu) {
    return {};
  }
  constexpr double kSeconds = 120;
  const fs::path place =
      fs::temp_directory_path() / ("kernelwright.values." + std::to_string(::getpid()));
  const auto output =
      output_of("cmake/scripts/ask_wrong_kernels.py",
                {asking().of_kernels.string(), current_lesson.number, learners_file(),
                 running_test(), "--comparison=" + std::to_string(told().test.comparisons),
                 "--seed=" + std::to_string(seed()), "--place=" + place.string()},
                kSeconds);
  if (!output) {
    asking().of_kernels.clear();
    return {};
  }
  kernel_answers answers{{}, read_probes(base::read_text_file(place / "solution"))};
  std::istringstream lines(*output);
  for (std::string name, sentence; lines >> name >> std::ws && std::getline(lines, sentence);) {
    answers.mistakes.push_back({sentence, read_values(place / name)});
  }
  std::error_code ignored;
  fs::remove_all(place, ignored);
  return answers;
}

// ---- one change

namespace {

// The folder that the program was built in, or below; empty if there is none.
fs::path build_folder(fs::path place) {
  while (!place.empty() && !fs::exists(place / "build.ninja")) {
    place = place == place.parent_path() ? fs::path() : place.parent_path();
  }
  return place;
}

}  // namespace

std::optional<clue> one_change(const std::string& test, const std::set<int>& lines,
                               double seconds) {
  constexpr double kToFinish = 30;  // the trials that are under way at the end
  if (const char* set = std::getenv("KW_ONE_CHANGE")) {
    seconds = std::strtod(set, nullptr);
  }
  if (asking().of_a_change.empty() || seconds <= 0 || default_device().kind != device_kind::cpu) {
    return std::nullopt;
  }
  const fs::path build = build_folder(std::exchange(asking().of_a_change, {}).parent_path());
  if (build.empty()) {
    return std::nullopt;
  }
  std::string places;
  for (const int line : lines) {
    places += (places.empty() ? "" : ",") + std::to_string(line);
  }
  const auto answer = output_of(
      "explain/repair/find_change.py",
      {build.string(), std::string("lesson") + current_lesson.number + ".exercise.cpu",
       learners_file(), test, "--lines=" + places, base::formatted("--seconds=%g", seconds)},
      seconds + kToFinish);
  return read_change(answer.value_or(""));
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

std::string explain_answers(const std::vector<double>& got, const std::vector<double>& want) {
  const auto value = [&](std::size_t i) { return got[i]; };
  note_comparison(false, false, got.data(), got.size(), value);
  comparison c;
  c.size = static_cast<std::int64_t>(got.size());
  c.limit = {0, 1e-9};
  c.got = [&](std::int64_t i) { return got[static_cast<std::size_t>(i)]; };
  c.want = [&](std::int64_t i) { return want[static_cast<std::size_t>(i)]; };
  const std::string text = explain_by_mistakes(c, find_mismatches(c), ask_kernels().mistakes);
  return text.empty() ? "" : " " + text;
}

}  // namespace kw::testing
