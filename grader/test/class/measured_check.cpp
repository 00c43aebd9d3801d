// Measures kernels of a made-up class beside the course's solution: an honest one, a slow one, and
// one that saves itself work when it is measured.
//
//     measured_check <course> <build folder> [cpu|cuda]
#include <cstdio>
#include <map>
#include <string>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "grader/class/class_run.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/run/sandbox/sandbox.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

int problems = 0;

void expect(bool condition, const std::string& what) {
  if (!condition) {
    ++problems;
    fmt::print(stderr, "WRONG: {}\n", what);
  }
}

/// A solution whose entry function launches as in `launches`, where "LAUNCH;" is what it did.
std::string with_launches(const std::string& solution, const std::string& launches) {
  const std::size_t begin = solution.find("  launch(");
  const std::size_t end = solution.find(";\n", begin);
  expect(end != std::string::npos, "the solution has no launch");
  const std::string mark = "LAUNCH;";
  std::string text = launches;
  text.replace(text.find(mark), mark.size(), solution.substr(begin, end + 1 - begin));
  return solution.substr(0, begin) + text + solution.substr(end + 1);
}

const check_result* speed_check(const report& report) {
  for (const lesson_result& lesson : report.lessons) {
    for (const check_result& check : lesson.checks) {
      if (check.speed) {
        return &check;
      }
    }
  }
  return nullptr;
}

const speed_sample* sample_of(const speed_result& speed, const std::string& name) {
  for (const speed_sample& sample : speed.samples) {
    if (sample.benchmark.rfind(name, 0) == 0) {
      return &sample;
    }
  }
  return nullptr;
}

void check_honest(const speed_result& speed) {
  const speed_sample* sample = sample_of(speed, "VectorAdd");
  expect(sample != nullptr && sample->seconds.size() >= 6, "no times of VectorAdd");
  expect(sample != nullptr && sample->low <= 1.2, "the solution is slower than itself");
}

void check_all(const std::map<std::string, speed_result>& speeds) {
  const auto of = [&](const char* name) { return speeds.at(name); };
  check_honest(of("honest"));
  const speed_result slow_speed = of("slow");
  const speed_sample* slow = sample_of(slow_speed, "VectorAdd");
  expect(slow != nullptr && (slow->ratio > 1.5 || slow_speed.state == speed_state::noisy),
         "ten launches for one are not slower");
  const speed_result idle = of("idle");
  expect(sample_of(idle, "VectorAdd") == nullptr, "a kernel that does nothing has a time");
  expect(idle.note.find("its result was wrong while it was measured") != std::string::npos,
         "the note does not say what is wrong: " + idle.note);
  expect(idle.credit == 0, "a kernel that does nothing has credit");
  expect(of("untouched").state == speed_state::wrong, "what is wrong was measured");
  for (const auto& [name, speed] : speeds) {
    fmt::print("{}: {} after {} rounds, credit {:.3f} ({:.3f} to {:.3f}) {}\n", name,
               to_text(speed.state), speed.rounds, speed.credit, speed.credit_low,
               speed.credit_high, speed.note);
    for (const speed_sample& sample : speed.samples) {
      fmt::print("  {}: {:.3f} times the solution's ({:.3f} to {:.3f})\n", sample.benchmark,
                 sample.ratio, sample.low, sample.high);
    }
  }
}

int check_measuring(const fs::path& root, const fs::path& build, const std::string& device) {
  const temporary_folder folder;
  const fs::path kernel = "01_vector_add/3_vector_add.cpp";
  const std::string solution = base::read_text_file(root / "solutions" / kernel);
  const std::map<std::string, std::string> kernels = {
      {"honest", solution},
      {"slow", with_launches(solution, "for (int i = 0; i < 10; ++i) { LAUNCH; }")},
      {"idle",
       with_launches(solution, "static int calls = 0; if (++calls > 8) { return; } LAUNCH;")},
      {"untouched", base::read_text_file(root / "exercises" / kernel)}};
  for (const auto& [name, text] : kernels) {
    folder.write("class" / fs::path(name) / kernel.filename(), text);
  }
  class_options options;
  options.root = root;
  options.build_folder = build;
  options.source = folder.path() / "class";
  options.output = folder.path() / "graded";
  options.device = device;
  options.lessons = {"1.3"};  // a class may be graded on only some tasks
  options.use_sandbox = sandbox::what_is_missing().empty();
  options.speed = true;
  const class_outcome outcome = run_class(options);
  std::map<std::string, speed_result> speeds;
  for (const auto& entry : fs::directory_iterator(outcome.results)) {
    const report result = read_report(entry.path());
    const check_result* check = speed_check(result);
    expect(check != nullptr, "a result without a speed check");
    if (check != nullptr) {
      speeds[fs::path(result.who.source).filename().string()] = *check->speed;
    }
  }
  for (const auto& [name, text] : kernels) {
    expect(speeds.count(name) == 1, "no result of " + name);
  }
  if (problems == 0) {
    check_all(speeds);
  }
  return problems == 0 ? 0 : 1;
}

}  // namespace
}  // namespace kw::grader

int main(int argc, char** argv) try {
  return argc == 3 || argc == 4
             ? kw::grader::check_measuring(argv[1], argv[2], argc == 4 ? argv[3] : "cpu")
             : 2;
} catch (const std::exception& problem) {
  fmt::print(stderr, "{}\n", problem.what());
  return 1;
}
