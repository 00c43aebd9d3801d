#include "grader/run/build_folder.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grader/model/error.hpp"
#include "grader/run/file_turn.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kConfigureAdvice =
    "Configure it with `cmake --preset cpu`, or let `./course grade` do it.";

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The line of `text` that holds `part`, for quoting in a message.
std::string line_with(std::string_view text, std::string_view part) {
  const std::size_t at = text.find(part);
  const std::size_t begin = text.rfind('\n', at) + 1;
  return std::string(text.substr(begin, text.find('\n', at) - begin));
}

/// What in a build's output is the machine's fault, or nothing.
std::optional<std::string> fault_of_machine(std::string_view output) {
  struct symptom {
    std::string_view text;
    std::string_view meaning;
  };
  static constexpr symptom kSymptoms[] = {
      {"No space left on device", "the disk is full: free some space and try again"},
      {"Disk quota exceeded", "your disk quota is used up: free some space and try again"},
      {"Read-only file system", "the build folder cannot be written to"},
      {"fatal error: Killed signal", "the compiler was killed, most often because memory ran out"},
      {"virtual memory exhausted", "memory ran out while compiling"},
      {"Cannot allocate memory", "memory ran out while compiling"},
      {"ninja: error: unknown target",
       "the build folder does not know this lesson: configure again"},
      {"No rule to make target", "the build folder does not know this lesson: configure again"},
      {"ninja: error: loading", "the build folder is damaged: remove it and configure again"},
      {"ninja: fatal:", "the build tool could not work"},
      {"CMake Error", "the project no longer configures"},
      {"cannot execute", "a part of the compiler is missing: install it again"},
  };
  for (const symptom& symptom : kSymptoms) {
    if (contains(output, symptom.text)) {
      return fmt::format("{}.\n  It said: {}", symptom.meaning, line_with(output, symptom.text));
    }
  }
  return std::nullopt;
}

}  // namespace

build_folder build_folder::open(const fs::path& folder, const fs::path& source_root) {
  build_folder result;
  result.path_ = folder;
  result.source_root_ = source_root;
  if (!fs::exists(folder / "CMakeCache.txt")) {
    throw machine_error(fmt::format("the build folder {} {}. {}", folder.string(),
                                    fs::exists(folder) ? "is not configured" : "does not exist",
                                    kConfigureAdvice));
  }
  result.cache_ = read_cmake_cache(folder);
  result.require_tools();
  return result;
}

std::map<std::string, std::string> read_cmake_cache(const fs::path& folder) {
  std::map<std::string, std::string> cache;
  std::ifstream file(folder / "CMakeCache.txt");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    const std::size_t equals = line.find('=');
    if (line.empty() || line[0] == '#' || line[0] == '/' || colon == std::string::npos ||
        equals == std::string::npos || equals < colon) {
      continue;
    }
    cache[line.substr(0, colon)] = line.substr(equals + 1);
  }
  return cache;
}

void build_folder::require_tools() const {
  const std::string cmake = cached("CMAKE_COMMAND");
  if (!base::program_exists(cmake.empty() ? "cmake" : cmake)) {
    throw machine_error(fmt::format(
        "CMake is not installed{}. Install it (Debian and Ubuntu: apt-get install cmake), "
        "or let `./course grade` do it.",
        cmake.empty() ? "" : " at " + cmake + ", where " + path_.string() + " was configured"));
  }
  const std::string compiler = cached("CMAKE_CXX_COMPILER");
  if (!compiler.empty() && !base::program_exists(compiler)) {
    throw machine_error(fmt::format(
        "the compiler {}, for which {} was configured, is not there any more. Install it again "
        "(Debian and Ubuntu: apt-get install g++), or remove {} and configure again.",
        compiler, path_.string(), path_.string()));
  }
}

std::string build_folder::cached(const std::string& name) const {
  const auto found = cache_.find(name);
  return found == cache_.end() ? std::string() : found->second;
}

bool build_folder::has_cuda() const {
  const std::string value = cached("KW_ENABLE_CUDA");
  return value == "ON" || value == "TRUE" || value == "1" || value == "YES";
}

std::string build_folder::cmake_version() const {
  return fmt::format("{}.{}.{}", cached("CMAKE_CACHE_MAJOR_VERSION"),
                     cached("CMAKE_CACHE_MINOR_VERSION"), cached("CMAKE_CACHE_PATCH_VERSION"));
}

/// Ninja is started itself, since CMake would only start it.
base::process_request build_folder::building(const std::vector<std::string>& targets) const {
  const std::string cmake = cached("CMAKE_COMMAND"), generator = cached("CMAKE_GENERATOR");
  const std::string tool = cached("CMAKE_MAKE_PROGRAM");
  const bool by_ninja = contains(generator, "Ninja");
  base::process_request request;
  if (by_ninja && !tool.empty()) {
    request.command = {tool, "-k", "0"};
    request.working_folder = path_;
  } else {
    request.command = {cmake.empty() ? "cmake" : cmake, "--build", path_.string(), "--target"};
  }
  request.command.insert(request.command.end(), targets.begin(), targets.end());
  if (request.working_folder.empty() && by_ninja) {
    request.command.insert(request.command.end(), {"--", "-k", "0"});
  } else if (contains(generator, "Makefiles")) {
    request.command.insert(request.command.end(), {"--", "-k"});
  }
  return request;
}

build_outcome build_folder::build(const std::vector<std::string>& targets, double timeout_seconds,
                                  std::function<void(std::string_view)> on_output,
                                  std::function<bool()> should_stop) const {
  base::process_request request = building(targets);
  // The texts of compilers are read here, so they must be in English and without colours. An outer
  // make must not hand its job server to a build that has nothing to do with it.
  request.environment = {{"LC_ALL", "C.UTF-8"},        {"GCC_COLORS", ""}, {"CLICOLOR_FORCE", "0"},
                         {"NINJA_STATUS", "[%f/%t] "}, {"MAKEFLAGS", ""},  {"TERM", "dumb"},
                         {"KW_RAW_ERRORS", "gcc"}};
  request.timeout_seconds = timeout_seconds;
  request.on_output = std::move(on_output);
  request.should_stop = std::move(should_stop);
  // Two builds at once, such as those of `watch` and `hint` in two terminals, take each other's
  // programs away.
  const file_turn turn(path_ / "building.lock");
  const base::process_outcome outcome = base::run_process(request);
  if (outcome.end == base::process_end::not_started) {
    throw machine_error(
        fmt::format("cannot start {}: {}", request.command[0], outcome.start_error));
  }
  build_outcome result;
  result.succeeded = outcome.succeeded();
  result.timed_out = outcome.end == base::process_end::timed_out;
  result.output = outcome.output;
  result.seconds = outcome.seconds;
  if (!result.succeeded && !result.timed_out) {
    if (const auto fault = fault_of_machine(outcome.output)) {
      throw machine_error(fmt::format("cannot build {}: {}", fmt::join(targets, ", "), *fault));
    }
  }
  return result;
}

fs::path build_folder::program(const std::string& target) const {
  std::error_code error;
  const fs::path file = path_ / "lessons" / target;
  return fs::is_regular_file(file, error) ? file : fs::path();
}

std::string build_folder::build_command(const std::string& target) const {
  return base::quote_command(
      {"cmake", "--build", path_.lexically_normal().string(), "--target", target});
}

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

}  // namespace kw::grader
