#include "grader/grade.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "grader/benchmark.hpp"
#include "grader/compile_error.hpp"
#include "grader/error.hpp"
#include "grader/files.hpp"
#include "grader/machine.hpp"
#include "grader/process.hpp"
#include "grader/scoring.hpp"
#include "grader/test_program.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr double kBenchmarkTimeoutSeconds = 300;

/// Finds the last "[3/12]" in a piece of the build tool's output.
std::string last_step(std::string_view piece) {
  const std::size_t open = piece.rfind('[');
  const std::size_t close = open == std::string_view::npos ? open : piece.find(']', open);
  if (close == std::string_view::npos) {
    return {};
  }
  const std::string_view step = piece.substr(open + 1, close - open - 1);
  const bool plausible = std::all_of(step.begin(), step.end(), [](char letter) {
    return letter == '/' || std::isdigit(static_cast<unsigned char>(letter)) != 0;
  });
  return plausible && step.find('/') != std::string_view::npos ? std::string(step) : std::string();
}

std::vector<std::string> choose_devices(const std::string& wanted, const build_folder& folder) {
  if (wanted == "cpu") {
    return {"cpu"};
  }
  if (wanted == "cuda") {
    if (!folder.has_cuda()) {
      throw machine_error(fmt::format(
          "{} is configured without CUDA. Configure `cmake --preset cuda` (it needs nvcc) and name "
          "it with --build-dir build/cuda, or grade with --device cpu.",
          folder.path().string()));
    }
    if (!gpu_present()) {
      throw machine_error(
          "there is no GPU on this machine, or its driver is not loaded. Grade with "
          "--device cpu.");
    }
    return {"cuda"};
  }
  if (wanted != "auto") {
    throw usage_error(fmt::format("--device must be auto, cpu or cuda, not \"{}\"", wanted));
  }
  return folder.has_cuda() && gpu_present() ? std::vector<std::string>{"cpu", "cuda"}
                                            : std::vector<std::string>{"cpu"};
}

/// Every "TODO(lesson03.2): ..." that is left in a kernel file.
void find_todos(const fs::path& file, lesson_result& result) {
  std::ifstream stream(file);
  const std::string mark = "TODO(" + result.definition.id();
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (const std::size_t at = line.find(mark); at != std::string::npos) {
      result.todos.push_back({number, line.substr(at)});
    }
  }
}

/// A build's output without the commands that were run, which are long and explain nothing.
std::string without_command_lines(const std::string& output) {
  constexpr std::size_t kLongestLine = 300;
  constexpr std::size_t kMostBytes = 4000;
  std::istringstream lines(output);
  std::string result;
  for (std::string line; result.size() < kMostBytes && std::getline(lines, line);) {
    if (line.size() <= kLongestLine) {
      result += line + "\n";
    }
  }
  return result;
}

/// The grading of one lesson, device after device.
class lesson_grading {
 public:
  lesson_grading(const grader& owner, const lesson& lesson,
                 const std::function<void(const progress&)>& on_progress,
                 const std::function<bool()>& should_stop)
      : owner_(owner),
        options_(owner.options()),
        lesson_(lesson),
        on_progress_(on_progress),
        should_stop_(should_stop),
        scratch_(options_.build_folder / "grader") {
    result_.definition = lesson;
    result_.kernel_file = lesson.kernel_file(options_.tree);
    result_.max_points = lesson.points();
  }

  lesson_result run(bool* stopped) {
    const fs::path kernel = options_.root / result_.kernel_file;
    result_.reproduce = reproduce_lesson();
    if (!fs::exists(kernel)) {
      result_.state = lesson_state::file_missing;
      result_.message = fmt::format("{} is missing. `./course reset {}` brings the skeleton back.",
                                    result_.kernel_file.string(), lesson_.id());
    } else {
      find_todos(kernel, result_);
      for (const std::string& device : owner_.devices()) {
        if (!stopped_ && result_.state == lesson_state::incomplete) {
          grade_on(device);
        }
      }
    }
    if (stopped != nullptr) {
      *stopped = stopped_;
    }
    score_lesson(result_, tests_);
    name_reproduction();
    if (options_.benchmarks && !stopped_ && result_.state != lesson_state::file_missing) {
      run_benchmarks();
    }
    return std::move(result_);
  }

 private:
  void tell(const char* doing, const std::string& detail = {}) const {
    if (on_progress_) {
      on_progress_({lesson_.id(), doing, detail});
    }
  }

  build_outcome build(const std::string& target) {
    tell("building");
    const build_outcome outcome = owner_.folder().build(
        {target}, options_.build_timeout_seconds,
        [&](std::string_view piece) {
          if (const std::string step = last_step(piece); !step.empty()) {
            tell("building", step);
          }
        },
        should_stop_);
    stopped_ = should_stop_ && should_stop_();
    result_.build_seconds += outcome.seconds;
    return outcome;
  }

  void grade_on(const std::string& device) {
    const std::string target = lesson_.test_target(options_.tree, device);
    const build_outcome built = build(target);
    if (stopped_) {
      return;
    }
    if (!built.succeeded) {
      take_build_failure(built, device);
      return;
    }
    test_program program;
    program.program = owner_.folder().program(target);
    if (program.program.empty()) {
      throw machine_error(fmt::format("{} was built, but its program is not in {}", target,
                                      owner_.folder().path().string()));
    }
    program.working_folder = options_.root;
    program.scratch = scratch_.path();
    program.device = device;
    program.timeout_seconds = options_.test_timeout_seconds;
    program.should_stop = should_stop_;
    tell("testing");
    test_run run = run_tests(program);
    stopped_ = run.stopped;
    result_.run_seconds += run.seconds;
    if (result_.message.empty()) {
      result_.message = run.message;
      result_.program_output = run.output;
    }
    std::move(run.tests.begin(), run.tests.end(), std::back_inserter(tests_));
  }

  void take_build_failure(const build_outcome& built, const std::string& device) {
    result_.state = lesson_state::compile_failed;
    if (built.timed_out) {
      result_.message = fmt::format(
          "{} had not compiled after {:g} seconds and was stopped: does a template call itself "
          "without end?",
          result_.kernel_file.string(), options_.build_timeout_seconds);
    } else {
      result_.error = extract_compile_error(built.output, options_.root, result_.kernel_file);
      if (!result_.error) {
        throw machine_error(
            fmt::format("{} does not build, and the reason does not lie in {}. The build said:\n{}",
                        lesson_.test_target(options_.tree, device), result_.kernel_file.string(),
                        without_command_lines(built.output)));
      }
      result_.message = fmt::format("{} does not compile{}.", result_.kernel_file.string(),
                                    device == "cuda" ? " for CUDA" : "");
    }
    // What passed on another device stays, and what could not be tried here counts as not passed.
    std::vector<test_result> untried = tests_;
    for (test_result& test : untried) {
      test.device = device;
      test.status = test_status::missing;
      test.message = "It was not run: the kernel file does not compile for this device.";
      test.findings.clear();
    }
    std::move(untried.begin(), untried.end(), std::back_inserter(tests_));
  }

  fs::path program_shown(const std::string& target) const {
    const fs::path found = owner_.folder().program(target);
    return found.empty() ? owner_.shown(options_.build_folder) / "lessons" / target
                         : owner_.shown(found);
  }

  std::string reproduce_lesson() const {
    const std::string target = lesson_.test_target(options_.tree, owner_.devices().front());
    return quote_command({"cmake", "--build", owner_.shown(options_.build_folder).string(),
                          "--target", target}) +
           " && " + quote_command({program_shown(target).string()});
  }

  void name_reproduction() {
    const std::string target = lesson_.test_target(options_.tree, owner_.devices().front());
    const std::string program = program_shown(target).string();
    for (check_result& check : result_.checks) {
      check.reproduce = quote_command({program, "--gtest_filter=" + check.definition.tests});
    }
  }

  void run_benchmarks() {
    for (const std::string& device : owner_.devices()) {
      benchmark_result measured;
      measured.device = device;
      const benchmark_choice choice = lesson_.benchmark.value_or(benchmark_choice{});
      measured.unit = choice.unit;
      if (!lesson_.benchmark) {
        measured.note = "This lesson has no benchmark.";
      } else if (!passed_core(result_)) {
        measured.note =
            "Speed counts once the results are right: it is measured when all warm-up "
            "and core checks pass.";
      } else {
        measure(device, choice, measured);
      }
      result_.benchmarks.push_back(std::move(measured));
    }
  }

  void measure(const std::string& device, const benchmark_choice& choice,
               benchmark_result& measured) {
    const std::string target = lesson_.bench_target(options_.tree, device);
    if (!build(target).succeeded) {
      throw machine_error(target + " does not build although the tests do");
    }
    tell("benchmarking");
    const fs::path file = fs::absolute(scratch_.path() / "bench.json");
    const std::string program = program_shown(target).string();
    process_request request;
    request.command = {fs::absolute(owner_.folder().program(target)).string(),
                       "--benchmark_filter=" + choice.filter, "--benchmark_out=" + file.string(),
                       "--benchmark_out_format=json"};
    request.working_folder = options_.root;
    request.timeout_seconds = kBenchmarkTimeoutSeconds;
    request.should_stop = should_stop_;
    const process_outcome outcome = run_process(request);
    measured.reproduce = quote_command({program, request.command[1]});
    measured.rows = parse_benchmark_json(read_text_file(file), choice.unit, &measured.note);
    if (measured.rows.empty() && measured.note.empty()) {
      measured.note =
          fmt::format("The benchmark program gave no result (exit code {}).", outcome.exit_code);
    }
  }

  const grader& owner_;
  const grade_options& options_;
  const lesson& lesson_;
  const std::function<void(const progress&)>& on_progress_;
  const std::function<bool()>& should_stop_;
  scratch_folder scratch_;
  lesson_result result_;
  std::vector<test_result> tests_;
  bool stopped_ = false;
};

grade_options with_build_folder(grade_options options) {
  if (options.build_folder.empty()) {
    options.build_folder = default_build_folder(options.root, options.device);
  }
  return options;
}

}  // namespace

fs::path default_build_folder(const fs::path& root, const std::string& device) {
  const fs::path cuda = root / "build" / "cuda";
  const bool wanted = device == "cuda" || (device == "auto" && gpu_present());
  return wanted && fs::exists(cuda / "CMakeCache.txt") ? cuda : root / "build" / "cpu";
}

grader::grader(grade_options options)
    : options_(with_build_folder(std::move(options))),
      course_(load_course(options_.root)),
      build_(build_folder::open(options_.build_folder, options_.root)),
      devices_(choose_devices(options_.device, build_)) {
  require_writable(options_.build_folder);
}

fs::path grader::shown(const fs::path& path) const {
  const fs::path inside = fs::absolute(path).lexically_normal().lexically_relative(
      fs::absolute(options_.root).lexically_normal());
  return inside.empty() || *inside.begin() == ".." ? path : inside;
}

environment grader::where() const {
  environment result;
  result.created = utc_now();
  result.course_version = build_.cached("CMAKE_PROJECT_VERSION");
  result.devices = devices_;
  result.cpu = cpu_name();
  const bool on_gpu = std::find(devices_.begin(), devices_.end(), "cuda") != devices_.end();
  result.gpu = on_gpu ? gpu_name() : "";
  result.compiler = build_.compiler();
  result.cuda_compiler = build_.cuda_compiler();
  result.cmake = build_.cmake_version();
  result.system = system_name();
  result.build_folder = shown(options_.build_folder).string();
  result.tree = to_text(options_.tree);
  return result;
}

lesson_result grader::grade_lesson(const lesson& lesson,
                                   const std::function<void(const progress&)>& on_progress,
                                   const std::function<bool()>& should_stop, bool* stopped) const {
  return lesson_grading(*this, lesson, on_progress, should_stop).run(stopped);
}

report grader::grade(const std::vector<const lesson*>& chosen,
                     const std::function<void(const progress&)>& on_progress,
                     const std::function<void(const lesson_result&)>& on_lesson) const {
  report result;
  result.where = where();
  // All lessons at once first, on all cores. Whatever does not build is asked for again lesson by
  // lesson, where its errors can be told apart.
  std::vector<std::string> targets;
  for (const lesson* lesson : chosen) {
    if (fs::exists(options_.root / lesson->kernel_file(options_.tree))) {
      for (const std::string& device : devices_) {
        targets.push_back(lesson->test_target(options_.tree, device));
      }
    }
  }
  if (targets.size() > 1) {
    build_.build(targets, options_.build_timeout_seconds, [&](std::string_view piece) {
      if (const std::string step = last_step(piece); on_progress && !step.empty()) {
        on_progress({"all lessons", "building", step});
      }
    });
  }
  for (const lesson* lesson : chosen) {
    result.lessons.push_back(grade_lesson(*lesson, on_progress));
    if (on_lesson) {
      on_lesson(result.lessons.back());
    }
  }
  settle(result);
  return result;
}

}  // namespace kw::grader
