#include "grader/cli/doctor.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "common/base/files.hpp"
#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "grader/cli/verbs.hpp"
#include "grader/model/course.hpp"
#include "grader/model/error.hpp"
#include "grader/run/build_folder.hpp"
#include "grader/run/grade.hpp"
#include "grader/run/machine.hpp"
#include "grader/run/sandbox/sandbox.hpp"
#include "grader/run/sandbox/shared_folder.hpp"
#include "grader/score/text_style.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using verdict = examination::verdict;

constexpr int kOldestCapability = 75;  // as in cmake/Architectures.cmake
constexpr const char* kInstall = "`./course setup` installs it (cmake/packages.txt names it)";

std::string first_line(const std::string& text) {
  return base::plain_text(text.substr(0, text.find('\n')), 200);
}

/// Why a program failed, in its own words.
std::string said_by(const base::process_outcome& outcome) {
  return outcome.start_error + base::plain_text(outcome.output, 600);
}

base::process_outcome run(std::vector<std::string> command) {
  base::process_request request;
  request.command = std::move(command);
  request.timeout_seconds = 120;
  request.environment = {{"LC_ALL", "C.UTF-8"}};
  return base::run_process(request);
}

/// "9.0", of the first GPU; empty if the driver's program does not say.
std::string compute_capability() {
  const base::process_outcome told =
      run({"nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"});
  return told.succeeded() ? first_line(told.output) : std::string();
}

/// Tries everything that grading needs, and says at once what it found. Builds nothing and leaves
/// nothing behind.
class doctor {
 public:
  /// \param build may be missing or not configured yet
  doctor(const fs::path& root, const fs::path& build) : root_(root), build_(build) {}

  verdict examine_all() {
    examine_cmake();
    examine_compiler();
    examine_libraries();
    examine_build_folder();
    examine_course();
    examine_sandbox();
    examine_gpu();
    examine_disk();
    examine_memory();
    return worst_;
  }

 private:
  void say(const examination& one) {
    worst_ = std::max(worst_, one.found);
    const std::string mark = one.found == verdict::good   ? style_.good(style_.tick())
                             : one.found == verdict::note ? style_.accent(style_.ring())
                                                          : style_.bad(style_.cross());
    fmt::print("{} {}: {}\n", mark, style_.bold(one.name), one.text);
    if (!one.advice.empty()) {
      fmt::print("{}", indent("What to do: " + one.advice, "    "));
    }
    std::fflush(stdout);
  }
  void good(const std::string& name, const std::string& text) {
    say({name, verdict::good, text, ""});
  }
  void note(const std::string& name, const std::string& text, const std::string& advice) {
    say({name, verdict::note, text, advice});
  }
  void bad(const std::string& name, const std::string& text, const std::string& advice = kInstall) {
    say({name, verdict::bad, text, advice});
  }

  fs::path write(const char* file, std::string_view text) const {
    std::ofstream(scratch_.path() / file) << text;
    return scratch_.path() / file;
  }

  /// From the build folder where there is one, since that is what grading uses.
  std::string cached(const std::string& name) const {
    const auto cache = read_cmake_cache(build_);
    const auto found = cache.find(name);
    return found != cache.end() ? found->second : std::string();
  }

  void examine_cmake() {
    const base::process_outcome cmake = run({"cmake", "--version"});
    int major = 0;
    int minor = 0;
    if (!cmake.succeeded() ||
        std::sscanf(cmake.output.c_str(), "cmake version %d.%d", &major, &minor) != 2) {
      bad("CMake", "there is no cmake");
    } else if (major < 3 || (major == 3 && minor < 25)) {
      bad("CMake", first_line(cmake.output),
          "the course needs 3.25 or later: where the system has only an older one, use `pip "
          "install cmake`");
    } else {
      good("CMake", first_line(cmake.output));
    }
    const base::process_outcome ninja = run({"ninja", "--version"});
    if (ninja.succeeded()) {
      good("Ninja", "ninja " + first_line(ninja.output));
    } else {
      bad("Ninja", "there is no ninja");
    }
  }

  void examine_compiler() {
    const std::string configured = cached("CMAKE_CXX_COMPILER");
    const char* wished = std::getenv("CXX");
    compiler_ = !configured.empty() ? configured : wished != nullptr ? wished : "c++";
    const base::process_outcome version = run({compiler_, "--version"});
    if (!version.succeeded()) {
      bad("Compiler", compiler_ + " cannot be started",
          configured.empty()
              ? kInstall
              : fmt::format("{0} was configured with it: install it again, or remove "
                            "{0} and configure again",
                            build_.string()));
      return;
    }
    const fs::path source = write("try.cpp",
                                  "#include <kernelwright/kernelwright.hpp>\n"
                                  "#include <cstdio>\n"
                                  "int main() { std::puts(\"it works\"); }\n");
    const std::string program = (scratch_.path() / "try").string();
    const base::process_outcome compiled =
        run({compiler_, "-std=c++20", "-O2", "-I", fs::absolute(root_ / "common/include").string(),
             source.string(), "-o", program});
    const base::process_outcome tried = compiled.succeeded() ? run({program}) : compiled;
    compiles_ = tried.succeeded() && tried.output == "it works\n";
    if (compiles_) {
      good("Compiler", fmt::format("{}; a kernel file compiles in {:.1f} s",
                                   first_line(version.output), compiled.seconds));
    } else {
      bad("Compiler",
          first_line(version.output) + " does not compile a program that runs: " + said_by(tried),
          "the course needs C++20: g++ 12 or later, or clang++ 14 or later");
    }
  }

  void examine_libraries() {
    if (!compiles_) {
      return;
    }
    for (const auto& [name, header] : {std::pair("GoogleTest", "gtest/gtest.h"),
                                       std::pair("Google Benchmark", "benchmark/benchmark.h")}) {
      const fs::path source = write("library.cpp", fmt::format("#include <{}>\n", header));
      if (run({compiler_, "-std=c++20", "-fsyntax-only", source.string()}).succeeded()) {
        good(name, "installed");
      } else {
        note(name, "not installed, so CMake downloads it", kInstall);
      }
    }
  }

  void examine_build_folder() {
    try {
      const build_folder folder = build_folder::open(build_, root_);
      good("Build folder", fmt::format("{}, {}{}", build_.string(), folder.compiler(),
                                       folder.has_cuda() ? ", " + folder.cuda_compiler() : ""));
    } catch (const machine_error& error) {
      note("Build folder", build_.string() + " cannot be used yet", error.what());
    }
  }

  void examine_course() {
    try {
      good("Course", fmt::format("{} lessons", load_course(root_).lessons.size()));
    } catch (const machine_error& error) {
      bad("Course", "its files have mistakes", error.what());
    }
  }

  void examine_sandbox() {
    const std::string missing = sandbox::what_is_missing();
    if (missing.empty()) {
      box_ = sandbox::open();
      good("Sandbox", box_->description());
    } else {
      note(
          "Sandbox",
          "does not work, and `class` does not grade without it. Your own exercises do not need it",
          missing);
    }
  }

  void examine_gpu() {
    if (!gpu_present()) {
      note(
          "GPU", "none, or its driver is not loaded: kernels run on the CPU",
          "if this machine has a GPU, `nvidia-smi` must show it; otherwise there is nothing to do");
      return;
    }
    if (const auto too_old = examine_capability(gpu_name(), compute_capability())) {
      say(*too_old);
      return;
    }
    std::string nvcc = cached("CMAKE_CUDA_COMPILER");
    for (const char* candidate : {"nvcc", "/usr/local/cuda/bin/nvcc"}) {
      nvcc = nvcc.empty() && base::program_exists(candidate) ? candidate : nvcc;
    }
    if (nvcc.empty()) {
      note("GPU", gpu_name() + ", but there is no nvcc",
           "install the CUDA toolkit, 12.4 or newer, and add its bin folder to PATH, or go on "
           "without the GPU");
      return;
    }
    launch_a_kernel(nvcc);
  }

  /// A driver may list a GPU that no program can use; a kernel that ran is the only proof.
  void launch_a_kernel(const std::string& nvcc) {
    const fs::path source = write("try.cu",
                                  "#include <cstdio>\n"
                                  "__global__ void f(int* x) { *x = 42; }\n"
                                  "int main() {\n"
                                  "  int* d = nullptr; int h = 0;\n"
                                  "  cudaMalloc(&d, 4); f<<<1, 1>>>(d);\n"
                                  "  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n"
                                  "  const cudaError_t e = cudaDeviceSynchronize();\n"
                                  "  std::printf(\"%d %s\\n\", h, cudaGetErrorString(e));\n"
                                  "  return h == 42 && e == cudaSuccess ? 0 : 1;\n}\n");
    const fs::path program = scratch_.path() / "try_cuda";
    const base::process_outcome compiled =
        run({nvcc, "-arch=native", source.string(), "-o", program.string()});
    const base::process_outcome ran = compiled.succeeded() ? run({program.string()}) : compiled;
    if (!compiled.succeeded()) {
      note("GPU", gpu_name() + ", but nvcc does not compile for it", said_by(compiled));
    } else if (!ran.succeeded()) {
      note("GPU", gpu_name() + ": a kernel does not run: " + first_line(ran.output),
           "is the driver as new as the toolkit, and may you open /dev/nvidia*? `nvidia-smi` shows "
           "the driver's version");
    } else {
      const std::string capability = compute_capability();
      good("GPU", gpu_name() +
                      (capability.empty() ? "" : " (compute capability " + capability + ")") +
                      ": a kernel ran");
      launch_in_the_sandbox();
    }
  }

  void launch_in_the_sandbox() {
    if (!box_) {
      return;
    }
    sandbox_request request;
    request.command = {"/try/try_cuda"};
    request.mounts = {{scratch_.path(), "/try"}};
    request.gpu = true;
    box_->share(scratch_.path());
    const base::process_outcome inside = run(box_->wrap(request));
    if (inside.succeeded()) {
      good("GPU in the sandbox", "a kernel ran there as well");
    } else {
      note("GPU in the sandbox", "no kernel runs there: " + first_line(inside.output),
           "submissions are graded on the CPU. When you grade as root, the user nobody must be "
           "able to open /dev/nvidia*");
    }
  }

  void examine_disk() {
    constexpr double kWanted = 2;
    for (const fs::path& place : {build_, fs::temp_directory_path()}) {
      std::error_code error;
      fs::path there = fs::absolute(place);
      while (!fs::exists(there, error) && there.has_relative_path()) {
        there = there.parent_path();
      }
      const double free = static_cast<double>(fs::space(there, error).available) / 1e9;
      if (error || free < kWanted) {
        note("Disk",
             error ? fmt::format("{}: {}", place.string(), error.message())
                   : fmt::format("{:.1f} GB free at {}", free, place.string()),
             fmt::format(
                 "free some space: a build takes about {:g} GB{}", kWanted,
                 place == build_ ? "" : "; or set TMPDIR to another place for temporary files"));
      } else {
        good("Disk", fmt::format("{:.0f} GB free at {}", free, place.string()));
      }
    }
    const fs::path script = write("run", "#!/bin/sh\nexit 0\n");
    std::error_code ignored;
    fs::permissions(script, fs::perms::owner_all, ignored);
    if (!run({script.string()}).succeeded()) {
      note("Temporary files",
           fmt::format("programs in {} cannot be run", fs::temp_directory_path().string()),
           "set TMPDIR to a folder on a disk that is not mounted with noexec");
    }
  }

  void examine_memory() {
    std::ifstream info("/proc/meminfo");
    for (std::string line; std::getline(info, line);) {
      double kilobytes = 0;
      if (std::sscanf(line.c_str(), "MemAvailable: %lf kB", &kilobytes) == 1) {
        const std::string text = fmt::format("{:.1f} GB available", kilobytes / 1e6);
        if (kilobytes < 2e6) {
          note("Memory", text, "close other programs, or grade a class with --jobs 1");
        } else {
          good("Memory", text);
        }
      }
    }
  }

  fs::path root_, build_;
  const text_style style_ = text_style::of(stdout);
  verdict worst_ = verdict::good;
  shared_folder scratch_;
  std::string compiler_;
  bool compiles_ = false;
  std::optional<sandbox> box_;
};

int run_doctor(const fs::path& root, const fs::path& build) {
  const verdict worst =
      doctor(root, build.empty() ? default_build_folder(root, "auto") : build).examine_all();
  fmt::print("\n{}\n", worst == verdict::bad ? "This machine cannot grade yet."
                       : worst == verdict::note
                           ? "This machine can grade. It can do so without what is missing above."
                           : "This machine can grade.");
  return worst == verdict::bad ? kExitMachine : kExitDone;
}

}  // namespace

std::optional<examination> examine_capability(const std::string& gpu,
                                              const std::string& capability) {
  int major = 0, minor = 0;
  if (std::sscanf(capability.c_str(), "%d.%d", &major, &minor) != 2 ||
      10 * major + minor >= kOldestCapability) {
    return std::nullopt;
  }
  return examination{
      "GPU", verdict::note,
      fmt::format("{}, of compute capability {}: kernels run on the CPU", gpu, capability),
      "kernels are compiled for compute capability 7.5 (Turing, such as the T4) and later"};
}

void declare_doctor(CLI::App& app, std::function<int()>& chosen) {
  const auto root = std::make_shared<fs::path>(".");
  const auto build = std::make_shared<fs::path>();
  CLI::App* verb = app.add_subcommand("doctor", "Try everything that grading needs");
  verb->add_option("--source-dir", *root, "The course's root folder")->capture_default_str();
  verb->add_option("--build-dir", *build, "A build folder (default: build/cuda or build/cpu)");
  verb->callback(
      [root, build, &chosen] { chosen = [root, build] { return run_doctor(*root, *build); }; });
}

}  // namespace kw::grader
