// What a learner reads first: the verdict on one lesson, on the CPU, by a program without anything
// that takes long to compile. `./course grade` builds it and the lesson before the grader itself,
// which then grades again and writes the report.
//     first_verdict <course> <build folder> <lesson or task>
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "common/base/interrupts.hpp"
#include "grader/forms/terminal.hpp"
#include "grader/model/error.hpp"
#include "grader/run/grade.hpp"

namespace kw::grader {
namespace {

int show_verdict(const char* root, const char* build, const char* part) {
  grade_options options;
  options.root = root;
  options.build_folder = build;
  options.device = "cpu";
  const grader grader(options);
  const text_style style = text_style::of(stdout);
  const report result = grader.grade(
      find_parts(grader.lessons(), {part}), {},
      [&](const lesson_result& lesson) { fmt::print("{}", describe_lesson(lesson, style)); });
  fmt::print("{}\n", describe_end(result, "", style));
  return 0;
}

}  // namespace
}  // namespace kw::grader

int main(int count, char** arguments) {
  constexpr int kExitUsage = 2, kExitMachine = 3, kExitInterrupted = 130;
  if (count != 4) {
    std::fputs("usage: first_verdict <course> <build folder> <lesson or task>\n", stderr);
    return kExitUsage;
  }
  kw::base::install_interrupt_handlers();
  try {
    return kw::grader::show_verdict(arguments[1], arguments[2], arguments[3]);
  } catch (const kw::grader::interrupted&) {
    return kExitInterrupted;
  } catch (const kw::grader::usage_error& error) {
    fmt::print(stderr, "first_verdict: {}\n", error.what());
    return kExitUsage;
  } catch (const std::exception& error) {
    fmt::print(stderr, "first_verdict: {}\n", error.what());
    return kExitMachine;
  }
}
