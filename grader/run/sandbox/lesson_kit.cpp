#include "grader/run/sandbox/lesson_kit.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"
#include "grader/run/sandbox/compile_options.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

void copy_or_fail(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing, error);
  if (error) {
    throw machine_error(
        fmt::format("cannot copy {} to {}: {}", from.string(), to.string(), error.message()));
  }
}

/// The compiler's options for a lesson's kernels: what an exercise is compiled with.
std::vector<std::string> flags_of(const build_folder& build, const std::string& target) {
  const json commands =
      json::parse(base::read_text_file(build.path() / "compile_commands.json"), nullptr, false);
  const std::string folder = "/" + target + ".dir/";
  for (const json& entry : commands.is_array() ? commands : json::array()) {
    if (!entry.is_object() || !entry.contains("command") || !entry["command"].is_string()) {
      continue;
    }
    const std::string command = entry["command"];
    if (command.find(folder) == std::string::npos) {
      continue;
    }
    return compile_options(split_command(command));
  }
  throw machine_error(
      fmt::format("{} does not say how {} is compiled: configure again with `cmake --preset cpu`",
                  (build.path() / "compile_commands.json").string(), target));
}

}  // namespace

std::vector<std::string> lesson_kit::targets(const lesson& lesson, const std::string& device,
                                             bool speed) {
  std::vector<std::string> targets = {lesson.id() + ".judge", lesson.id() + ".entries",
                                      "kernelwright_worker"};
  if (device == "cuda") {
    targets.insert(targets.end(), {"kernelwright_gpu_probe", "kernelwright_cuda_runtime"});
  } else {
    targets.push_back("kernelwright_no_cuda");
  }
  if (speed) {
    targets.push_back(lesson.id() + ".bench_judge");
  }
  return targets;
}

lesson_kit lesson_kit::copy(const lesson& lesson, const build_folder& build, const fs::path& root,
                            const fs::path& to, const std::string& device, bool speed) {
  const fs::path description =
      build.path() / "kits" / fmt::format("{}.{}.json", lesson.id(), device);
  const json kit = json::parse(base::read_text_file(description), nullptr, false);
  lesson_kit result;
  result.lesson_ = lesson;
  result.folder_ = to;
  try {
    result.compiler_ = kit.at("compiler");
    result.flags_ = flags_of(build, kit.at("compiled_as"));
    result.judge_ = to / "judge";
    copy_or_fail(kit.at("judge").get<std::string>(), result.judge_);
    if (speed) {
      result.measured_flags_ = flags_of(build, kit.at("measured_as"));
      result.bench_judge_ = to / "bench_judge";
      copy_or_fail(kit.at("bench_judge").get<std::string>(), result.bench_judge_);
    }
    const auto copy_to_kit = [&](const fs::path& file) {
      copy_or_fail(file, to / "kit" / file.filename());
      return "kit/" + file.filename().string();
    };
    for (const std::string file : kit.at("link")) {
      result.link_.push_back(copy_to_kit(file));
    }
    result.linker_ = kit.at("linker");
    result.libraries_ = kit.at("libraries").get<std::vector<std::string>>();
    if (const std::string probe = kit.at("probe"); !probe.empty()) {
      result.probe_ = copy_to_kit(probe);
    }
  } catch (const json::exception& error) {
    throw machine_error(fmt::format("{} is missing or damaged: configure again ({})",
                                    description.string(), error.what()));
  }
  const std::string header = lesson.name + ".hpp";
  copy_or_fail(root / "lessons" / lesson.folder() / header,
               to / "lessons" / lesson.folder() / header);
  copy_or_fail(root / "common" / "include", to / "common" / "include");
  return result;
}

std::string lesson_kit::fingerprint() const {
  constexpr std::uintmax_t kMost = std::uintmax_t{256} << 20;
  std::string text = base::fnv1a_digits(base::read_file(judge_, kMost));
  text += bench_judge_.empty() ? "" : base::fnv1a_digits(base::read_file(bench_judge_, kMost));
  for (const std::string& input : link_) {
    text += base::fnv1a_digits(base::read_file(folder_ / input, kMost));
  }
  for (const std::string& word : compile_command()) {
    text += word + "\n";
  }
  return base::fnv1a_digits(text);
}

std::vector<std::string> lesson_kit::compile_command(bool measured) const {
  const std::vector<std::string>& flags = measured ? measured_flags_ : flags_;
  std::vector<std::string> compile = {compiler_};
  compile.insert(compile.end(), flags.begin(), flags.end());
  const bool with_nvcc = !probe_.empty();
  // With -w, g++ would not make errors of warnings either.
  const std::vector<std::string> words = with_nvcc ? std::vector<std::string>{"-x", "cu", "-w"}
                                                   : std::vector<std::string>{"-fmax-errors=20"};
  compile.insert(compile.end(), words.begin(), words.end());
  const std::vector<std::string> rest = {"-Icommon/include",
                                         "-Ilessons/" + lesson_.folder(),
                                         "-c",
                                         lesson_.kernel_file(kernel_tree::exercise).string(),
                                         "-o",
                                         "out/kernel.o"};
  compile.insert(compile.end(), rest.begin(), rest.end());
  // The worker's main, and the device seam, which nothing asks for by name.
  std::vector<std::string> link = {linker_, "out/kernel.o", "-o", "out/worker",
                                   "-Wl,--whole-archive"};
  for (const std::string& input : link_) {
    if (input == link_.back()) {
      link.push_back("-Wl,--no-whole-archive");
    }
    link.push_back(input);
  }
  link.insert(link.end(), libraries_.begin(), libraries_.end());
  link.push_back("-pthread");
  // Two steps: an option of the compiler, such as one that watches integers, is not always one that
  // the linker must act on.
  return {"sh", "-c", base::quote_command(compile) + " && " + base::quote_command(link)};
}

}  // namespace kw::grader
