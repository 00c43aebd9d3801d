#include "grader/judging.hpp"

#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>

#include "bench_program.hpp"
#include "grader/compile_error.hpp"
#include "grader/error.hpp"
#include "grader/files.hpp"
#include "grader/gpu_turn.hpp"
#include "grader/plain_text.hpp"
#include "grader/process.hpp"
#include "grader/scoring.hpp"
#include "grader/test_output.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMessageLimit = 16384;
constexpr std::string_view kInside = "/course";
constexpr std::int64_t kTmpOfNvcc = std::int64_t{512} << 20;
constexpr int kFilesOfCuda = 1024;  // a few for each GPU of the machine

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string in_words(const judge_event& event, const judging_options& options) {
  const std::string where = " in " + event.function;
  if (event.kind == "crashed") {
    return fmt::format("The program crashed{} with {}.", where, describe_signal(event.signal));
  }
  if (event.kind == "ended") {
    return fmt::format("The program ended{}, with exit code {}, in place of returning.", where,
                       event.exit_code);
  }
  if (event.kind == "hung") {
    return fmt::format(
        "{} had not returned after {:g} seconds of computing, and was stopped. Is "
        "there a loop that never ends?",
        event.function, options.call_seconds);
  }
  if (event.kind == "memory") {
    return fmt::format("The program took more than {} MB of memory{}, and was stopped.",
                       options.memory_bytes >> 20, where);
  }
  if (event.kind == "output") {
    return fmt::format("The program printed more than 64 MB{}, and was stopped.", where);
  }
  if (event.kind == "processes") {
    return fmt::format(
        "The program started processes without end{}: {} at once are allowed. It was "
        "stopped.",
        where, options.limits.processes);
  }
  if (event.kind == "gpu") {
    return fmt::format("The GPU stopped the program{}: {}", where, event.output);
  }
  if (event.kind == "not-started") {
    return fmt::format(
        "The program ended before its first call, {}: does a global object's "
        "constructor, or a main function of its own, end it?",
        event.signal != 0 ? "by " + describe_signal(event.signal)
                          : fmt::format("with exit code {}", event.exit_code));
  }
  return fmt::format(
      "The program gave an answer that makes no sense{}: did it write over memory "
      "that is not its own?",
      where);
}

/// The compiler's temporary files have names by chance, and equal kernels must get equal results.
std::string without_temporary_names(std::string text) {
  constexpr std::string_view kStart = "/tmp/cc";
  constexpr std::size_t kByChance = 6;
  for (std::size_t at = text.find(kStart); at != std::string::npos;
       at = text.find(kStart, at + 1)) {
    text.erase(at + kStart.size(), kByChance);
  }
  return text;
}

/// The judging of one kernel.
class judging {
 public:
  judging(const lesson_kit& kit, const judging_options& options, const fs::path& scratch)
      : kit_(kit), options_(options), scratch_(scratch) {
    result_.definition = kit.definition();
    result_.kernel_file = kit.definition().kernel_file(kernel_tree::exercise);
  }

  lesson_result run(std::string_view kernel) {
    {
      const auto working = options_.machine != nullptr ? options_.machine->work()
                                                       : std::shared_lock<std::shared_mutex>();
      prepare(kernel);
      if (compile(kit_.compile_command())) {
        test();
      }
      score_lesson(result_, tests_);
      name_reproduction();
    }
    if (!kit_.bench_judge().empty() && fs::exists(kit_.solution())) {
      score_speed();
    }
    return std::move(result_);
  }

  void build_solution(std::string_view kernel) {
    prepare(kernel);
    std::error_code error;
    const fs::path folder = kit_.solution().parent_path();
    fs::create_directories(folder, error);
    fs::permissions(folder, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec,
                    error);
    if (!compile(kit_.compile_command(true)) ||
        !fs::copy_file(scratch_ / "out" / "worker", kit_.solution(),
                       fs::copy_options::overwrite_existing, error)) {
      throw machine_error(fmt::format("the solution of {} cannot be built to measure beside it: {}",
                                      kit_.definition().id(), result_.message + error.message()));
    }
    options_.box.share(folder);
  }

 private:
  /// For the student, whose file lies in exercises/ and needs no sandbox.
  void name_reproduction() {
    const lesson& lesson = result_.definition;
    const std::string& device = options_.device;
    const std::string program = fmt::format("build/{}/lessons/{}", device,
                                            lesson.test_target(kernel_tree::exercise, device));
    result_.reproduce = "./course grade " + lesson.id() + (on_gpu() ? " --device cuda" : "");
    for (check_result& check : result_.checks) {
      if (check.speed) {
        check.reproduce = result_.reproduce + " --bench";
      } else {
        check.reproduce = result_.reproduce + " && " +
                          quote_command({program, "--gtest_filter=" + check.definition.tests});
      }
    }
  }

  /// The folders as the sandbox shows them; without a sandbox, links stand for its mounts.
  void prepare(std::string_view kernel) {
    std::error_code error;
    fs::remove_all(scratch_, error);
    fs::create_directories(scratch_ / "out", error);
    write_file_atomically(scratch_ / result_.kernel_file, kernel);
    options_.box.share(scratch_);
    const bool given = !options_.box.changes_user() ||
                       chown((scratch_ / "out").c_str(), kSandboxUser, kSandboxUser) == 0;
    if (error || !given) {
      throw machine_error(fmt::format("cannot prepare {}", scratch_.string()));
    }
    for (const char* part : {"kit", "lessons", "common"}) {
      if (!options_.box.isolates()) {
        fs::create_directory_symlink(fs::absolute(kit_.folder()) / part, scratch_ / part, error);
      }
    }
  }

  bool on_gpu() const { return options_.device == "cuda"; }
  double compile_seconds() const { return (on_gpu() ? 4 : 1) * options_.compile_seconds; }

  /// Null where the kernel counts each process by itself.
  std::unique_ptr<control_group> make_group(const sandbox_limits& limits) const {
    return options_.groups != nullptr ? options_.groups->make(limits.memory_bytes, limits.processes)
                                      : nullptr;
  }

  sandbox_request request(std::vector<std::string> command, bool may_write) const {
    sandbox_request result;
    result.command = std::move(command);
    result.limits = options_.limits;
    if (options_.box.isolates()) {
      const std::string inside(kInside);
      result.mounts = {{scratch_ / "exercises", inside + "/exercises"},
                       {kit_.folder() / "lessons", inside + "/lessons"},
                       {kit_.folder() / "common", inside + "/common"},
                       {kit_.folder() / "kit", inside + "/kit"},
                       {scratch_ / "out", inside + "/out", may_write}};
      result.working_folder = inside;
    }
    return result;
  }

  bool compile(std::vector<std::string> command) {
    sandbox_request compiling = request(std::move(command), true);
    compiling.limits.cpu_seconds = static_cast<int>(compile_seconds());
    compiling.limits.tmp_bytes = on_gpu() ? kTmpOfNvcc : compiling.limits.tmp_bytes;
    compiling.environment = {{"LC_ALL", "C.UTF-8"}, {"GCC_COLORS", ""}, {"TERM", "dumb"}};
    const auto group = make_group(compiling.limits);
    compiling.group = group ? group->folder() : fs::path();
    process_request process;
    process.command = options_.box.wrap(compiling);
    process.working_folder = scratch_;
    process.timeout_seconds = 6 * compile_seconds();
    process_outcome outcome = run_process(process);
    outcome.output = without_temporary_names(std::move(outcome.output));
    result_.build_seconds = outcome.seconds;
    if (outcome.end == process_end::not_started) {
      throw machine_error(fmt::format("cannot start the compiler: {}", outcome.start_error));
    }
    if (outcome.succeeded() && fs::exists(scratch_ / "out" / "worker")) {
      return true;
    }
    require_sound_machine(outcome.output);
    const group_events events = group ? group->events() : group_events{};
    require_memory(events);
    result_.state = lesson_state::compile_failed;
    result_.error = extract_compile_error(outcome.output, scratch_, result_.kernel_file);
    result_.message = why_not_compiled(outcome, events.killed_for_memory > 0);
    return false;
  }

  std::string why_not_compiled(const process_outcome& outcome, bool out_of_memory) const {
    const std::string file = result_.kernel_file.string();
    if (result_.error) {
      return file + " does not compile.";
    }
    const std::string& text = outcome.output;
    if (out_of_memory || contains(text, "out of memory allocating") ||
        contains(text, "virtual memory exhausted") || contains(text, "Cannot allocate memory") ||
        contains(text, "std::bad_alloc")) {
      return fmt::format(
          "{} needs more than {} MB of memory to compile, and was stopped: does a "
          "template call itself without end?",
          file, options_.limits.memory_bytes >> 20);
    }
    if (outcome.end == process_end::timed_out || contains(text, "Killed") ||
        contains(text, "CPU time limit exceeded") || outcome.exit_code == 137 ||
        outcome.exit_code == 152) {
      return fmt::format(
          "{} had not compiled after {:g} seconds of computing and was stopped: does "
          "a template call itself without end?",
          file, compile_seconds());
    }
    if (contains(text, "File size limit exceeded") || contains(text, "final link failed")) {
      return fmt::format(
          "{} compiles to more than {} MB, and was stopped: does it hold a very large "
          "array?",
          file, options_.limits.file_bytes >> 20);
    }
    return fmt::format("{} does not compile. The compiler said:\n{}", file, plain_text(text, 2000));
  }

  /// After a failure: would the machine have been able to do better?
  void require_sound_machine(const std::string& output) const {
    require_writable(scratch_);
    std::string why;
    if (!options_.box.works(&why)) {
      throw machine_error(fmt::format("the sandbox has stopped working: {}", why));
    }
    const std::string first = output.substr(0, output.find('\n'));
    const auto said_by = [&](const char* program) { return first.rfind(program, 0) == 0; };
    if (said_by("bwrap: ") || said_by("prlimit: ") || said_by("setpriv: ") ||
        (said_by("sh: ") && contains(first, "/cgroup.procs"))) {
      throw machine_error(
          fmt::format("the sandbox could not start a program: {}", plain_text(output, 400)));
    }
  }

  /// Killed although its group was within its limit: then the machine had none left.
  static void require_memory(const group_events& events) {
    if (events.killed_for_memory > 0 && events.limit_reached == 0) {
      throw machine_error(
          "the machine ran out of memory: close other programs, or grade with fewer --jobs");
    }
  }

  process_request judge_request(const fs::path& results, const fs::path& findings,
                                const fs::path& events, const fs::path& group) const {
    sandbox_request worker = request({"out/worker"}, false);
    worker.limits.memory_bytes = options_.memory_bytes;
    worker.limits.open_files = on_gpu() ? kFilesOfCuda : worker.limits.open_files;
    worker.group = group;
    worker.gpu = on_gpu();
    // Scores must not depend on how many cores are free, and neither must the time.
    worker.environment = {{"KW_CHECK", "on"}, {"KW_THREADS", "1"}};
    const std::vector<std::string> wrapped = options_.box.wrap(worker);
    process_request process;
    process.command = {fs::absolute(kit_.judge()).string(),
                       "--gtest_color=no",
                       "--gtest_output=json:" + results.string(),
                       "--device=" + options_.device,
                       fmt::format("--seed={}", options_.seed),
                       fmt::format("--call-seconds={}", options_.call_seconds),
                       fmt::format("--memory={}", options_.memory_bytes),
                       fmt::format("--processes={}", options_.limits.processes),
                       "--group=" + group.string(),
                       "--events=" + events.string(),
                       "--worker"};
    process.command.insert(process.command.end(), wrapped.begin(), wrapped.end());
    process.working_folder = scratch_;
    process.environment = {{"KW_FINDINGS_FILE", findings.string()},
                           {"KW_CHECK", "on"},
                           {"GTEST_SHARD_INDEX", "0"},
                           {"GTEST_TOTAL_SHARDS", "1"}};
    process.timeout_seconds = options_.judge_seconds;
    return process;
  }

  void test() {
    const fs::path folder = fs::absolute(scratch_);
    const fs::path results = folder / "results.json";
    const fs::path findings = folder / "findings.jsonl";
    const fs::path events = folder / "events.jsonl";
    sandbox_limits limits = options_.limits;
    limits.memory_bytes = options_.memory_bytes;
    const auto group = make_group(limits);
    const gpu_turn turn(on_gpu());
    const process_outcome outcome =
        run_process(judge_request(results, findings, events, group ? group->folder() : fs::path()));
    result_.run_seconds = outcome.seconds;
    tests_ = parse_results_json(read_text_file(results));
    // The judge is the course's own program: whatever a submission does, it comes to its end.
    if (outcome.end != process_end::exited || outcome.exit_code > 1 || tests_.empty()) {
      require_writable(scratch_);
      throw machine_error(fmt::format(
          "the judge of {} did not come to its end ({}): {}", kit_.definition().id(),
          outcome.end == process_end::exited      ? fmt::format("exit code {}", outcome.exit_code)
          : outcome.end == process_end::signalled ? describe_signal(outcome.signal)
          : outcome.end == process_end::timed_out ? "its time was up"
                                                  : outcome.start_error,
          plain_text(outcome.output.substr(outcome.output.size() -
                                           std::min<std::size_t>(outcome.output.size(), 1000)))));
    }
    const std::vector<judge_event> failures = parse_judge_events(read_text_file(events));
    if (!failures.empty()) {
      require_gpu(kit_, options_);  // or it may be the GPU that failed
    }
    take_events(failures);
    for (finding& found : parse_findings(read_text_file(findings))) {
      const auto test = std::find_if(tests_.begin(), tests_.end(), [&](const test_result& one) {
        return one.name == found.test;
      });
      if (test != tests_.end()) {
        test->findings.push_back(std::move(found));
      }
    }
    for (test_result& test : tests_) {
      test.device = options_.device;
      test.message = plain_text(test.message, kMessageLimit);
    }
  }

  void take_events(const std::vector<judge_event>& events) {
    for (const judge_event& event : events) {
      if (event.kind == "not-started") {
        require_sound_machine(event.output);
      }
      require_memory({0, event.kind == "machine-memory" ? 1 : 0, 0});
      const auto test = std::find_if(tests_.begin(), tests_.end(), [&](const test_result& one) {
        return one.name == event.test;
      });
      if (test == tests_.end()) {
        continue;
      }
      test->status = event.kind == "hung" ? test_status::hung : test_status::crashed;
      const bool printed = !event.output.empty() && event.kind != "gpu";
      test->message =
          in_words(event, options_) + (printed ? "\nIt had printed:\n" + event.output : "");
      if (result_.message.empty()) {
        result_.message = fmt::format("{} (test {})", in_words(event, options_), event.test);
        result_.program_output = event.output;
      }
    }
    for (test_result& test : tests_) {
      if (test.status == test_status::failed &&
          contains(test.message, "was not called: the program has failed too often")) {
        test.status = test_status::missing;
        test.message = "It was not run: the program had crashed or hung too often before it.";
      }
    }
  }

  /// Only what the tests found right is measured, and not by itself: the clock is the judge's.
  void score_speed() {
    const std::string why = why_no_speed(result_);
    const bool built = why.empty() && compile_to_measure();
    const auto quiet = built && options_.machine != nullptr ? options_.machine->measure()
                                                            : std::unique_lock<std::shared_mutex>();
    const auto group = built ? make_group(worker_limits()) : nullptr;
    const fs::path in = group ? group->folder() : fs::path();
    for (check_result& check : result_.checks) {
      if (!check.speed) {
        continue;
      }
      if (built) {
        check.speed = compare_speed(*check.definition.speed, bench_of(scratch_ / "out", in),
                                    bench_of(kit_.solution().parent_path(), in));
      } else {
        check.speed->state = speed_state::wrong;
        check.speed->note = why.empty() ? "It does not compile as kernels are measured." : why;
      }
      check.speed->device = "cpu";
    }
    settle_lesson(result_);
  }

  bool compile_to_measure() {
    const auto working = options_.machine != nullptr ? options_.machine->work()
                                                     : std::shared_lock<std::shared_mutex>();
    const lesson_result tested = result_;
    std::error_code ignored;
    fs::remove(scratch_ / "out" / "worker", ignored);
    const bool built = compile(kit_.compile_command(true));
    result_ = tested;
    return built;
  }

  sandbox_limits worker_limits() const {
    sandbox_limits limits = options_.limits;
    limits.memory_bytes = options_.memory_bytes;
    return limits;
  }

  /// The judge that measures, with the worker in a folder. The solution's is in the sandbox as
  /// well: a scheduler may favour what runs in a session of its own.
  bench_program bench_of(const fs::path& folder, const fs::path& group) const {
    sandbox_request worker = request({"out/worker"}, false);
    worker.limits = worker_limits();
    worker.group = group;
    worker.environment = {{"KW_CHECK", "off"}, {"KW_THREADS", "1"}};
    if (options_.box.isolates()) {
      worker.mounts.back().host = folder;
    } else {
      worker.command = {fs::absolute(folder / "worker").string()};
    }
    bench_program program;
    program.program = kit_.bench_judge();
    program.working_folder = scratch_;
    program.scratch = scratch_;
    program.environment = {{"KW_THREADS", "1"}};
    program.last_arguments = {"--solution=" + fs::absolute(kit_.solution()).string(),
                              fmt::format("--call-seconds={}", options_.call_seconds),
                              fmt::format("--memory={}", options_.memory_bytes),
                              fmt::format("--processes={}", options_.limits.processes),
                              "--group=" + group.string(),
                              "--worker"};
    const std::vector<std::string> command = options_.box.wrap(worker);
    program.last_arguments.insert(program.last_arguments.end(), command.begin(), command.end());
    return program;
  }

  const lesson_kit& kit_;
  const judging_options& options_;
  fs::path scratch_;
  lesson_result result_;
  std::vector<test_result> tests_;
};

}  // namespace

void require_gpu(const lesson_kit& kit, const judging_options& options) {
  if (options.device != "cuda") {
    return;
  }
  sandbox_request request;
  request.command = {kit.probe().string()};
  request.mounts = {{kit.folder() / "kit", "/kit"}};
  request.limits.open_files = kFilesOfCuda;
  request.working_folder = "/";
  request.gpu = true;
  process_request process;
  process.command = options.box.wrap(request);
  process.working_folder = kit.folder();
  process.timeout_seconds = 120;
  const process_outcome outcome = run_process(process);
  if (outcome.end == process_end::timed_out) {
    throw machine_error("the GPU does not run a kernel: it had not done so after two minutes");
  }
  if (!outcome.succeeded()) {
    const std::string said = outcome.output.substr(0, outcome.output.find_last_not_of('\n') + 1);
    throw machine_error(fmt::format("the GPU does not run a kernel: {}{}", outcome.start_error,
                                    plain_text(said, 600)));
  }
}

lesson_result judge_kernel(const lesson_kit& kit, std::string_view kernel,
                           const judging_options& options, const fs::path& scratch) {
  return judging(kit, options, scratch).run(kernel);
}

void build_solution(const lesson_kit& kit, std::string_view kernel, const judging_options& options,
                    const fs::path& scratch) {
  judging(kit, options, scratch).build_solution(kernel);
}

}  // namespace kw::grader
