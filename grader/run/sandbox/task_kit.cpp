#include "grader/run/sandbox/task_kit.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"
#include "grader/run/sandbox/compile_options.hpp"
#include "grader/score/filter.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

/// Copies a header of a lesson, and those of other lessons that it includes.
void copy_header(const fs::path& root, const fs::path& header, const fs::path& to) {
  base::copy_tree(root / header, to / header);
  std::istringstream lines(base::read_text_file(root / header));
  constexpr std::string_view kInclude = "#include \"../";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kInclude)) {
      const std::string other = line.substr(kInclude.size(), line.rfind('"') - kInclude.size());
      copy_header(root, "lessons" / fs::path(other), to);
    }
  }
}

/// Copies what a kernel file may include: the library, the lesson's contract, and the headers that
/// a task's last line includes. What the tests compare with is left out.
void copy_headers(const lesson& lesson, const fs::path& root, const fs::path& to) {
  const fs::path folder = fs::path("lessons") / lesson.folder();
  std::error_code error;
  for (auto at = fs::directory_iterator(root / folder, error);
       !error && at != fs::directory_iterator(); at.increment(error)) {
    const std::string name = at->path().filename().string();
    const bool of_tests = name.find("_reference.") != std::string::npos;
    if (at->path().extension() == ".hpp" && !of_tests) {
      copy_header(root, folder / name, to);
    }
  }
  if (error) {
    throw machine_error(
        fmt::format("cannot read {}: {}", (root / folder).string(), error.message()));
  }
  base::copy_tree(root / "common" / "include", to / "common" / "include");
  // What tests, benchmarks and the grader use, and no kernel.
  const fs::path library = to / "common" / "include" / "kernelwright";
  for (const char* part :
       {"testing", "benchmarking", "runtime/findings.hpp", "runtime/memory_requests.hpp",
        "runtime/sampling.hpp", "runtime/traffic.hpp"}) {
    fs::remove_all(library / part, error);
  }
}

/// The lesson reduced to each of its tasks.
std::vector<lesson> parts_of(const lesson& whole) {
  std::vector<lesson> parts;
  for (const check* task : whole.tasks()) {
    parts.push_back(part_of(whole, {task->task}));
  }
  return parts;
}

/// Copies a file that several tasks of a lesson share.
void copy_once(const fs::path& from, const fs::path& to) {
  if (!fs::exists(to)) {
    base::copy_tree(from, to);
  }
}

/// What the build includes before a kernel file, and has compiled beforehand; empty for nothing.
fs::path first_header(const std::vector<std::string>& command) {
  const auto found = std::find_if(command.begin(), command.end(), [](const std::string& word) {
    return fs::path(word).filename() == "cmake_pch.hxx";
  });
  return found == command.end() ? "" : *found;
}

/// Whether a lesson that is reduced to one task has a check of that task's speed.
bool has_speed_check(const lesson& part) {
  return part.checks.size() > 1;
}

}  // namespace

/// How the build folder compiles its files.
class compile_commands {
 public:
  explicit compile_commands(const build_folder& build)
      : file_(build.path() / "compile_commands.json"),
        entries_(json::parse(base::read_text_file(file_), nullptr, false)) {}

  /// The words of the command that compiles a target's kernel.
  std::vector<std::string> command_of(const std::string& target) const {
    const std::string folder = "/" + target + ".dir/";
    for (const json& entry : entries_.is_array() ? entries_ : json::array()) {
      if (!entry.is_object() || !entry.contains("command") || !entry["command"].is_string()) {
        continue;
      }
      const auto& command = entry["command"].get_ref<const std::string&>();
      if (command.find(folder) != std::string::npos) {
        return split_command(command);
      }
    }
    throw machine_error(
        fmt::format("{} does not say how {} is compiled: configure again with `cmake --preset cpu`",
                    file_.string(), target));
  }

 private:
  fs::path file_;
  json entries_;
};

void task_kit::build_all(const std::vector<lesson>& lessons, const build_folder& build,
                         double timeout_seconds, const std::string& device, bool speed) {
  constexpr std::size_t kMostOutput = 4000;
  std::vector<std::string> all;
  for (const lesson& lesson : lessons) {
    for (std::string& target : targets(lesson, device, speed)) {
      all.push_back(std::move(target));
    }
  }
  const build_outcome built = build.build(all, timeout_seconds);
  if (!built.succeeded) {
    throw machine_error(
        fmt::format("the judges do not build:\n{}", built.output.substr(0, kMostOutput)));
  }
}

std::vector<std::string> task_kit::targets(const lesson& lesson, const std::string& device,
                                           bool speed) {
  std::vector<std::string> targets = {"kernelwright_worker",  "kernelwright_confine",
                                      "kernelwright_no_cuda", "kernelwright_exercise_header",
                                      lesson.id() + ".judge", lesson.id() + ".entries"};
  if (device == "cuda") {
    targets.insert(targets.end(), {"kernelwright_gpu_probe", "kernelwright_cuda_runtime"});
  }
  for (const auto& part : parts_of(lesson)) {
    if (speed && has_speed_check(part)) {
      targets.push_back(lesson.id() + ".bench_judge." + device);
      break;
    }
  }
  return targets;
}

std::vector<task_kit> task_kit::copy_all(const lesson& lesson, const build_folder& build,
                                         const fs::path& root, const fs::path& to,
                                         const std::string& device, bool speed) {
  copy_headers(lesson, root, to);
  const compile_commands commands(build);
  std::vector<task_kit> kits;
  for (const auto& part : parts_of(lesson)) {
    const fs::path description =
        build.path() / "kits" /
        fmt::format("{}.{}.json", part.task_id(part.checks.front()), device);
    kits.push_back(task_kit(part, description, commands, to, speed));
  }
  if (device == "cuda") {
    std::vector<task_kit> cpu_kits = copy_all(lesson, build, root, to / kCpuKits, "cpu");
    for (std::size_t i = 0; i < kits.size(); ++i) {
      kits[i].on_cpu_ = std::make_shared<const task_kit>(std::move(cpu_kits[i]));
    }
  }
  return kits;
}

task_kit::task_kit(lesson part, const fs::path& description, const compile_commands& build,
                   const fs::path& to, bool speed)
    : part_(std::move(part)), folder_(to), own_folder_(to / std::to_string(task().task)) {
  const json kit = json::parse(base::read_text_file(description), nullptr, false);
  try {
    compiler_ = kit.at("compiler");
    linker_ = kit.at("linker");
    objcopy_ = kit.at("objcopy");
    nm_ = kit.at("nm");
    libraries_ = kit.at("libraries").get<std::vector<std::string>>();
    link_options_ = kit.at("link_options").get<std::vector<std::string>>();
    flags_ = take_flags(build.command_of(kit.at("compiled_as")));
    copy_once(kit.at("judge").get<std::string>(), judge());
    if (speed && has_speed_check(part_)) {
      measured_flags_ = take_flags(build.command_of(kit.at("measured_as")));
      bench_judge_ = folder_ / "bench_judge";
      copy_once(kit.at("bench_judge").get<std::string>(), bench_judge_);
    }
    for (const fs::path library :
         kit.at("shared")) {      // which the judges look for beside themselves
      if (fs::exists(library)) {  // those of benchmarks may not be built
        copy_once(library, folder_ / library.filename());
      }
    }
    for (const std::string file : kit.at("link")) {
      link_.push_back(take(file));
    }
    // The first of the linked files calls the entries.
    symbols_ =
        kit_symbols::of(names_in({link_.front()}), names_in({link_.begin() + 1, link_.end()}));
    confine_ = take(kit.at("confine").get<std::string>());
    if (const std::string probe = kit.at("probe"); !probe.empty()) {
      probe_ = take(probe);
    } else {
      prelink();
    }
  } catch (const json::exception& error) {
    throw machine_error(fmt::format("{} is missing or damaged: configure again ({})",
                                    description.string(), error.what()));
  }
}

void task_kit::add_given(const std::vector<std::string>& tests) {
  for (check& check : part_.checks) {
    for (const std::string& test : tests) {
      if (check.task > 0 && !matches_filter(check.given, test)) {
        check.given = with_test(check.given, test);
      }
    }
  }
}

/// Copies a file to where the sandbox shows it. The objects of two tasks may have the same name.
std::string task_kit::take(const fs::path& file) const {
  const std::string number = file.extension() == ".o" ? std::to_string(task().task) + "." : "";
  const std::string name = "kit/" + number + file.filename().string();
  if (!fs::exists(folder_ / name)) {  // a library may be there for another task
    base::copy_tree(file, folder_ / name);
  }
  return name;
}

/// The options with which the build compiles a kernel, and the header that it has compiled
/// beforehand.
std::vector<std::string> task_kit::take_flags(const std::vector<std::string>& command) const {
  std::vector<std::string> flags = compile_options(command);
  if (const fs::path header = first_header(command); !header.empty()) {
    flags.insert(flags.end(), {"-include", take(header)});
    if (const fs::path compiled = header.string() + ".gch"; fs::exists(compiled)) {
      take(compiled);
    }
  }
  return flags;
}

void task_kit::prelink() {
  const auto libraries = std::find_if(link_.begin(), link_.end(), [](const std::string& file) {
    return fs::path(file).extension() == ".a";
  });
  const fs::path file = "kit/libraries.o";
  if (!fs::exists(folder_ / file)) {  // another task's, with the same libraries
    base::process_request request;
    request.command = {linker_, "-r", "-nostdlib", "-Wl,-x,-S", "-o", file, "-Wl,--whole-archive"};
    request.command.insert(request.command.end(), libraries, link_.end());
    request.working_folder = folder_;
    if (!base::run_process(request).succeeded()) {
      return;
    }
  }
  prelinked_.assign(link_.begin(), libraries);
  prelinked_.push_back(file);
}

std::vector<object_symbol> task_kit::names_in(const std::vector<std::string>& files) const {
  base::process_request request;
  request.command = names_command(files);
  request.working_folder = folder_;
  request.output_limit = kMostNames;
  const base::process_outcome outcome = base::run_process(request);
  auto names = read_symbols(outcome.output, true);
  if (!outcome.succeeded() || outcome.output_bytes > kMostNames || !names) {
    throw machine_error(fmt::format("{} cannot read {}: {}{}", nm_, folder_.string(),
                                    outcome.start_error, outcome.output.substr(0, 400)));
  }
  return std::move(*names);
}

std::vector<std::string> task_kit::names_command(const std::vector<std::string>& files) const {
  std::vector<std::string> command = {nm_, "-gP"};
  command.insert(command.end(), files.begin(), files.end());
  return command;
}

std::vector<std::string> task_kit::compile_command(bool measured) const {
  const std::vector<std::string>& flags = measured ? measured_flags_ : flags_;
  std::vector<std::string> compile = {compiler_};
  compile.insert(compile.end(), flags.begin(), flags.end());
  // With -w, g++ would not make errors of warnings either.
  const bool with_nvcc = !probe_.empty();
  const std::vector<std::string> words = with_nvcc ? std::vector<std::string>{"-x", "cu", "-w"}
                                                   : std::vector<std::string>{"-fmax-errors=20"};
  compile.insert(compile.end(), words.begin(), words.end());
  compile.insert(compile.end(), {"-Icommon/include", "-Ilessons/" + part_.folder(), "-c",
                                 kernel_file().string(), "-o", "out/kernel.o"});
  return compile;
}

std::vector<std::string> task_kit::localise_command(const fs::path& names) const {
  return {objcopy_, "--localize-symbols=" + names.string(), "out/kernel.o"};
}

// A step of its own, since the object file is looked at before. All of the kit is linked, whether
// it is asked for or not, and before the kernel: so a kernel that defines a function of the kit's
// a second time cannot take its place.
std::vector<std::string> task_kit::link_command() const {
  std::vector<std::string> link = {linker_};
  link.insert(link.end(), link_options_.begin(), link_options_.end());
  link.insert(link.end(), {"-o", "out/worker"});
  if (!prelinked_.empty()) {
    link.insert(link.end(), prelinked_.begin(), prelinked_.end());
  } else {
    link.push_back("-Wl,--whole-archive");
    link.insert(link.end(), link_.begin(), link_.end());
    link.push_back("-Wl,--no-whole-archive");
  }
  link.push_back("out/kernel.o");
  link.insert(link.end(), libraries_.begin(), libraries_.end());
  link.push_back("-pthread");
  return link;
}

namespace {

std::string commands_of(const task_kit& kit) {
  std::string text;
  for (const bool measured : {false, !kit.bench_judge().empty()}) {
    text += fmt::format("{}\n", fmt::join(kit.compile_command(measured), "\n"));
    text += fmt::format("{}\n", fmt::join(kit.link_command(), "\n"));
  }
  return text;
}

}  // namespace

std::vector<std::string> judged_on(const std::string& device) {
  return device == "cuda" ? std::vector<std::string>{"cpu", "cuda"} : std::vector{device};
}

std::string fingerprint_of(const std::vector<task_kit>& kits) {
  constexpr std::uintmax_t kMost = std::uintmax_t{256} << 20;
  std::string text;
  std::set<fs::path> folders;
  for (const task_kit& kit : kits) {
    folders.insert(kit.folder());
    text += commands_of(kit) + (kit.on_cpu() != nullptr ? commands_of(*kit.on_cpu()) : "");
  }
  for (const fs::path& folder : folders) {
    for (const fs::path& file : base::files_below(folder)) {
      if (file.extension() != ".gch") {  // it follows from the headers, and holds addresses
        text += file.filename().string() + " " + base::fnv1a_digits(base::read_file(file, kMost));
      }
    }
  }
  return base::fnv1a_digits(text);
}

}  // namespace kw::grader
