#include "common/testing/wrong_kernels.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
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

// The comparisons of the running test, counted from 1 on.
struct comparisons {
  const ::testing::TestInfo* test = nullptr;
  int count = 0;
};

comparisons& comparisons_made() {
  static comparisons made;
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  if (made.test != test) {
    made = {test, 0};
  }
  return made;
}

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

// The program that asks; empty if it may not, or no longer.
fs::path& asking_program() {
  static fs::path program;
  return program;
}

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

std::string compared_test() {
  const auto* test = comparisons_made().test;
  return test == nullptr ? "" : std::string(test->test_suite_name()) + "." + test->name();
}

}  // namespace

void note_comparison(bool found, bool right, const void* data, std::size_t size,
                     const std::function<double(std::size_t)>& value) {
  if (quiet()) {
    return;
  }
  const int number = ++comparisons_made().count;
  const int asked = the_question().comparison;
  const bool follows = found && mismatch_follows();
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

void ask_wrong_kernels(const std::string& program) {
  asking_program() = fs::absolute(program);
}

kernel_answers ask_kernels() {
  if (asking_program().empty() || default_device().kind != device_kind::cpu) {
    return {};
  }
  const fs::path place =
      fs::temp_directory_path() / ("kernelwright.values." + std::to_string(::getpid()));
  base::process_request request;
  request.command = {KW_PYTHON,
                     "-B",
                     "-Xutf8",
                     (fs::path(KW_ROOT) / "cmake/scripts/ask_wrong_kernels.py").string(),
                     asking_program().string(),
                     current_lesson.number,
                     learners_file(),
                     compared_test(),
                     "--comparison=" + std::to_string(comparisons_made().count),
                     "--seed=" + std::to_string(seed()),
                     "--place=" + place.string()};
  request.timeout_seconds = 120;
  const limit_pause pause;
  const base::process_outcome outcome = base::run_process(request);
  if (!outcome.succeeded()) {
    asking_program().clear();
    return {};
  }
  kernel_answers answers{{}, read_probes(base::read_text_file(place / "solution"))};
  std::istringstream lines(outcome.output);
  for (std::string name, sentence; lines >> name >> std::ws && std::getline(lines, sentence);) {
    answers.mistakes.push_back({sentence, read_values(place / name)});
  }
  std::error_code ignored;
  fs::remove_all(place, ignored);
  return answers;
}

}  // namespace kw::testing
