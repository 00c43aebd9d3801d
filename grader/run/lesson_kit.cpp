#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/class/submissions.hpp"
#include "grader/model/error.hpp"
#include "grader/run/judging.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

constexpr std::string_view kPrefix = "kernelwright-judging-";

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

/// Removes folders of runs that were killed: nobody holds their lock any more.
void remove_stale(const fs::path& parent) {
  std::error_code error;
  for (auto at = fs::directory_iterator(parent, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    if (at->path().filename().string().rfind(kPrefix, 0) != 0) {
      continue;
    }
    const int lock = open((at->path() / "lock").c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0) {
      std::error_code ignored;
      fs::remove_all(at->path(), ignored);
    }
    if (lock >= 0) {
      close(lock);
    }
  }
}

}  // namespace

judging_folder::judging_folder() {
  const fs::path parent = fs::temp_directory_path();
  remove_stale(parent);
  std::string pattern = (parent / kPrefix).string() + "XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) {
    throw machine_error(
        fmt::format("cannot make a folder in {}: is the disk full? TMPDIR names another place",
                    parent.string()));
  }
  path_ = pattern;
  fs::permissions(path_, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
  lock_ = ::open((path_ / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  flock(lock_, LOCK_EX | LOCK_NB);
}

judging_folder::~judging_folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  close(lock_);
}

std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char letter = command[i];
    if (quote == 0 && (letter == ' ' || letter == '\t' || letter == '\n')) {
      if (in_word) {
        words.push_back(std::move(word));
      }
      word.clear();
      in_word = false;
      continue;
    }
    in_word = true;
    if (letter == '\\' && quote != '\'' && i + 1 < command.size()) {
      word += command[++i];
    } else if (quote == 0 && (letter == '"' || letter == '\'')) {
      quote = letter;
    } else if (letter == quote) {
      quote = 0;
    } else {
      word += letter;
    }
  }
  if (in_word) {
    words.push_back(std::move(word));
  }
  return words;
}

std::vector<std::string> compile_options(const std::vector<std::string>& words) {
  std::vector<std::string> flags;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string start = word.substr(0, 2);
    if (word == "-Xcudafe" || word == "--diag-error") {  // nvcc's, with a value as the next word
      flags.push_back(word);
      if (++i < words.size()) {
        flags.push_back(words[i]);
      }
    } else if (start == "-O" || start == "-D" || start == "-m" || start == "-s" || start == "-g" ||
               start == "--" || (start == "-f" && word.rfind("-forward", 0) != 0) ||
               word.rfind("-Werror=", 0) == 0) {
      flags.push_back(word);  // --generate-code and --expt-relaxed-constexpr are nvcc's
    }
  }
  return flags;
}

std::vector<std::string> lesson_kit::targets(const lesson& lesson, const std::string& device,
                                             bool speed) {
  std::vector<std::string> targets = {lesson.id() + ".judge", lesson.id() + ".entries",
                                      "kernelwright_worker"};
  if (device == "cuda") {
    targets.insert(targets.end(), {"kernelwright_gpu_probe", "kernelwright_cuda_runtime"});
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
  std::string text = kw::grader::fingerprint(base::read_file(judge_, kMost));
  text += bench_judge_.empty() ? "" : kw::grader::fingerprint(base::read_file(bench_judge_, kMost));
  for (const std::string& input : link_) {
    text += kw::grader::fingerprint(base::read_file(folder_ / input, kMost));
  }
  for (const std::string& word : compile_command()) {
    text += word + "\n";
  }
  return kw::grader::fingerprint(text);
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
