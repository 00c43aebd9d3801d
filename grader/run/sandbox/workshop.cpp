#include "grader/run/sandbox/workshop.hpp"

#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/files.hpp"
#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "common/judge/failure.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kInside = "/course";
constexpr std::int64_t kTmpOfNvcc = std::int64_t{512} << 20;
constexpr int kFilesOfCuda = 1024;  // a few for each GPU of the machine

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
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

}  // namespace

workshop::workshop(const task_kit& kit, const untrusted_options& options, fs::path scratch)
    : kit_(kit), options_(options), scratch_(std::move(scratch)) {}

// Without a sandbox, links take the place of its mounts.
void workshop::prepare(std::string_view kernel) const {
  std::error_code error;
  fs::remove_all(scratch_, error);
  fs::create_directories(out(), error);
  base::write_file_atomically(scratch_ / kit_.kernel_file(), kernel);
  options_.box.share(scratch_);
  const bool given =
      !options_.box.changes_user() || chown(out().c_str(), kSandboxUser, kSandboxUser) == 0;
  if (error || !given) {
    throw machine_error(fmt::format("cannot prepare {}", scratch_.string()));
  }
  for (const char* part : {"kit", "lessons", "common"}) {
    if (!options_.box.isolates()) {
      fs::create_directory_symlink(fs::absolute(kit_.folder()) / part, scratch_ / part, error);
    }
  }
}

sandbox_request workshop::request(std::vector<std::string> command, bool may_write) const {
  sandbox_request result;
  result.command = std::move(command);
  result.limits = options_.limits;
  result.proc = on_gpu();
  if (options_.box.isolates()) {
    const std::string inside(kInside);
    result.mounts = {{scratch_ / "exercises", inside + "/exercises"},
                     {kit_.folder() / "lessons", inside + "/lessons"},
                     {kit_.folder() / "common", inside + "/common"},
                     {kit_.folder() / "kit", inside + "/kit"},
                     {out(), inside + "/out", may_write}};
    result.working_folder = inside;
  }
  return result;
}

built_kernel workshop::compile(bool measured) const {
  std::error_code ignored;
  fs::remove(out() / "kernel.o", ignored);
  fs::remove(out() / "worker", ignored);
  built_kernel result;
  double seconds = 0;
  const auto makes = [&](const char* file, std::vector<std::string> command) {
    result = run_compiler(std::move(command), file);
    seconds += result.seconds;
    result.seconds = seconds;
    return result.built;
  };
  if (!makes("kernel.o", kit_.compile_command(measured))) {
    return result;
  }
  const auto symbols = names_in_kernel();
  result.message = what_is_forbidden(symbols);
  result.built = result.message.empty();
  if (result.built) {
    const fs::path names = write_own_names(*symbols);
    if (names.empty() || makes("kernel.o", kit_.localise_command(names))) {
      makes("worker", kit_.link_command());
    }
  }
  return result;
}

/// Below the folder that is shown as the working folder; empty where there are none.
fs::path workshop::write_own_names(const std::vector<object_symbol>& symbols) const {
  const std::vector<std::string> names = own_names(symbols, kit_.symbols(), on_gpu());
  if (names.empty()) {
    return {};
  }
  const fs::path file = "exercises/own_names";
  base::write_file_atomically(scratch_ / file, fmt::format("{}\n", fmt::join(names, "\n")));
  options_.box.share(scratch_);
  return file;
}

/// Runs the compiler, or another tool, in the sandbox.
base::process_outcome workshop::run_tool(std::vector<std::string> command,
                                         std::size_t most_output) const {
  sandbox_request tool = request(std::move(command), true);
  tool.limits.cpu_seconds = static_cast<int>(compile_seconds());
  tool.limits.tmp_bytes = on_gpu() ? kTmpOfNvcc : tool.limits.tmp_bytes;
  tool.environment = {{"LC_ALL", "C.UTF-8"}, {"GCC_COLORS", ""}, {"TERM", "dumb"}};
  constexpr int kFirstInherited = 3;
  tool.report_to = kFirstInherited;
  base::process_request process;
  process.command = options_.box.wrap(tool);
  process.reports_ready = true;
  process.working_folder = scratch_;
  process.timeout_seconds = compile_seconds_with_waiting();
  process.output_limit = most_output;
  base::process_outcome outcome = base::run_process(process);
  if (outcome.end == base::process_end::not_started) {
    throw machine_error(fmt::format("cannot start the compiler: {}", outcome.start_error));
  }
  return outcome;
}

/// They are read in the sandbox as well: a submission may have confused its compiler.
std::optional<std::vector<object_symbol>> workshop::names_in_kernel() const {
  const base::process_outcome outcome =
      run_tool(kit_.names_command({"out/kernel.o"}), task_kit::kMostNames);
  if (!outcome.succeeded() || outcome.output_bytes > task_kit::kMostNames) {
    require_sound_machine(outcome.ready, outcome.output);
    return std::nullopt;
  }
  return read_symbols(outcome.output, false);
}

/// \param makes the file that the compiler or the linker is there to write
built_kernel workshop::run_compiler(std::vector<std::string> command, const char* makes) const {
  constexpr std::size_t kMostOutput = std::size_t{1} << 20;
  const base::process_outcome outcome = run_tool(command, kMostOutput);
  const std::string output = without_temporary_names(outcome.output);
  built_kernel result;
  result.seconds = outcome.seconds;
  result.built = outcome.succeeded() && fs::exists(out() / makes);
  if (result.built) {
    return result;
  }
  require_sound_machine(outcome.ready, output);
  const fs::path file = kit_.kernel_file();
  if (const auto gcc = explain::for_gcc(command); !gcc.empty()) {
    result.error = explain::explain(without_temporary_names(run_tool(gcc, kMostOutput).output),
                                    scratch_, file);
  }
  result.error = result.error ? result.error : explain::explain(output, scratch_, file);
  result.message =
      result.error ? file.string() + " does not compile." : why_not_compiled(outcome, output);
  return result;
}

/// Why what was compiled may not be run, in sentences for the student; empty when it may.
std::string workshop::what_is_forbidden(
    const std::optional<std::vector<object_symbol>>& symbols) const {
  const std::string what = symbols ? forbidden_symbol(*symbols, kit_.symbols(), on_gpu())
                                   : "compiles to something that is not an object file";
  return what.empty()
             ? ""
             : fmt::format(
                   "{} compiles, but it was not run: it {}. A kernel file that is handed in may "
                   "use the tile language, the standard library and mathematics. It may not open "
                   "files, start programs, read the environment or change how the checker works. "
                   "Take this out, and hand the file in again.",
                   kit_.kernel_file().string(), what);
}

/// \param text its output, without names of this machine
std::string workshop::why_not_compiled(const base::process_outcome& outcome,
                                       const std::string& text) const {
  const std::string file = kit_.kernel_file().string();
  if (contains(text, "out of memory allocating") || contains(text, "virtual memory exhausted") ||
      contains(text, "Cannot allocate memory") || contains(text, "std::bad_alloc")) {
    return fmt::format(
        "{} needs more than {} MB of memory to compile, and was stopped: does a "
        "template call itself without end?",
        file, options_.limits.memory_bytes >> 20);
  }
  if (outcome.end == base::process_end::timed_out) {
    return fmt::format(
        "{} had not compiled after {:g} seconds, in which the compiler computed little, and was "
        "stopped: does it include something that is not a file, from which nothing comes?",
        file, compile_seconds_with_waiting());
  }
  if (outcome.exit_code == 137 || outcome.exit_code == 152 || contains(text, "Killed") ||
      contains(text, "CPU time limit exceeded")) {
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
  return fmt::format("{} does not compile. The compiler said:\n{}", file,
                     base::plain_text(text, 2000));
}

sandbox_request workshop::worker(const fs::path& folder) const {
  sandbox_request result = request({"out/worker"}, false);
  result.limits.memory_bytes = options_.memory_bytes;
  result.limits.open_files = on_gpu() ? kFilesOfCuda : result.limits.open_files;
  result.gpu = on_gpu();
  result.report_to = remote::kStartDescriptor;
  if (!on_gpu()) {  // CUDA's drivers ask the kernel for much more
    result.confine = options_.box.isolates()
                         ? (fs::path(kInside) / kit_.confine()).string()
                         : fs::absolute(kit_.folder() / kit_.confine()).string();
  }
  // Scores must not depend on how many cores are free, and neither must the time.
  result.environment = {{"KW_THREADS", "1"}};
  if (options_.box.isolates()) {
    result.mounts.back().host = folder;
  } else {
    result.command = {fs::absolute(folder / "worker").string()};
  }
  return result;
}

std::vector<std::string> workshop::judge_arguments(const sandbox_request& worker) const {
  std::vector<std::string> arguments = {fmt::format("--call-seconds={}", options_.call_seconds),
                                        fmt::format("--task-seconds={}", options_.task_seconds),
                                        fmt::format("--memory={}", options_.memory_bytes),
                                        fmt::format("--processes={}", options_.limits.processes),
                                        "--reports-start",
                                        "--worker"};
  const std::vector<std::string> command = options_.box.wrap(worker);
  arguments.insert(arguments.end(), command.begin(), command.end());
  return arguments;
}

void workshop::require_sound_machine(bool started, const std::string& output) const {
  base::require_writable(scratch_);
  std::string why;
  if (!options_.box.works(&why)) {
    throw machine_error(fmt::format("the sandbox has stopped working: {}", why));
  }
  if (!started) {
    throw machine_error(
        fmt::format("the sandbox could not start a program: {}", base::plain_text(output, 400)));
  }
}

std::shared_ptr<file_turn> take_gpu() {
  return std::make_shared<file_turn>(fs::temp_directory_path() / "kernelwright-gpu.lock");
}

void require_gpu(const task_kit& kit, const untrusted_options& options) {
  if (kit.device() != "cuda") {
    return;
  }
  sandbox_request request;
  request.command = {kit.probe().string()};
  request.mounts = {{kit.folder() / "kit", "/kit"}};
  request.limits.open_files = kFilesOfCuda;
  request.working_folder = "/";
  request.gpu = true;
  base::process_request process;
  process.command = options.box.wrap(request);
  process.working_folder = kit.folder();
  process.timeout_seconds = 120;
  const base::process_outcome outcome = base::run_process(process);
  if (outcome.end == base::process_end::timed_out) {
    throw machine_error("the GPU does not run a kernel: it had not done so after two minutes");
  }
  if (!outcome.succeeded()) {
    const std::string said = outcome.output.substr(0, outcome.output.find_last_not_of('\n') + 1);
    throw machine_error(fmt::format("the GPU does not run a kernel: {}{}", outcome.start_error,
                                    base::plain_text(said, 600)));
  }
}

}  // namespace kw::grader
