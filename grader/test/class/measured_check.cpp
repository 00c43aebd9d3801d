// Measures kernels of a made-up class beside the course's solution: an honest one, a slow one, and
// one that saves itself work when it is measured.
//
//     measured_check <course> <build folder>
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

/// The solution of lesson 02, with `code` in front of the launch in `scale`.
std::string with_code(const std::string& solution, const std::string& code) {
  const std::string mark = "view<float, 2> out) {\n  launch(out.device(), grid(cdiv(x.extent(0)";
  const std::size_t at = solution.find(mark);
  expect(at != std::string::npos, "the solution of lesson 02 has no launch in scale");
  std::string text = solution;
  text.insert(at + mark.find("  launch"), "  " + code + "\n");
  return "#include <cstdlib>\n#include <string_view>\n" + text;
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
  for (const char* name : {"Scale", "Transpose"}) {
    const speed_sample* sample = sample_of(speed, name);
    expect(sample != nullptr && sample->seconds.size() >= 6, fmt::format("no times of {}", name));
    expect(sample != nullptr && sample->low <= 1.2,
           fmt::format("the solution is slower than itself at {}", name));
  }
}

void check_all(const std::map<std::string, speed_result>& speeds) {
  const auto of = [&](const char* name) { return speeds.at(name); };
  check_honest(of("honest"));
  const speed_result slow_speed = of("slow");
  const speed_sample* slow = sample_of(slow_speed, "Scale");
  expect(slow != nullptr && (slow->ratio > 1.5 || slow_speed.state == speed_state::noisy),
         "a thousand launches for one are not slower");
  const speed_result idle = of("idle");
  expect(sample_of(idle, "Scale") == nullptr, "a kernel that does nothing has a time");
  expect(idle.note.find("its result was wrong while it was measured") != std::string::npos,
         "the note does not say what is wrong: " + idle.note);
  expect(idle.credit <= 0.5, "a kernel that does nothing has credit");
  expect(of("untouched").state == speed_state::wrong, "what is wrong was measured");
  for (const auto& [name, speed] : speeds) {
    fmt::print("{}: {} after {} rounds, credit {:.3f} ({:.3f} to {:.3f}) {}\n", name,
               to_text(speed.state), speed.rounds, speed.credit, speed.credit_low,
               speed.credit_high, speed.note);
  }
}

int check_measuring(const fs::path& root, const fs::path& build) {
  const temporary_folder folder;
  const std::string kernel = "02_grid_math/grid_math.cpp";
  const std::string solution = base::read_text_file(root / "solutions" / kernel);
  const std::map<std::string, std::string> kernels = {
      {"honest", solution},
      {"slow",
       with_code(
           solution,
           "for (int i = 0; i < 1000; ++i) { launch(out.device(), grid(cdiv(x.extent(0), kTile),"
           " cdiv(x.extent(1), kTile)), Scale<kTile>{}, x, out, factor,"
           " narrow<int>(x.stride(0)), narrow<int>(out.stride(0))); }")},
      {"idle", with_code(solution,
                         "static int calls = 0; const char* check = std::getenv(\"KW_CHECK\"); if "
                         "(std::string_view(check) == \"off\" && ++calls > 2) { return; }")},
      {"untouched", base::read_text_file(root / "exercises" / kernel)}};
  for (const auto& [name, text] : kernels) {
    folder.write("class/" + name + "/grid_math.cpp", text);
  }
  class_options options;
  options.root = root;
  options.build_folder = build;
  options.source = folder.path() / "class";
  options.output = folder.path() / "graded";
  options.lessons = {"2"};
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
  return argc == 3 ? kw::grader::check_measuring(argv[1], argv[2]) : 2;
} catch (const std::exception& problem) {
  fmt::print(stderr, "{}\n", problem.what());
  return 1;
}
