#include "grader/cli/doctor.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "grader/model/course.hpp"
#include "grader/model/error.hpp"
#include "grader/run/build_folder.hpp"
#include "grader/run/machine.hpp"
#include "grader/run/sandbox/sandbox.hpp"
#include "grader/run/sandbox/shared_folder.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using verdict = examination::verdict;

constexpr int kOldestCapability = 75;  // as in cmake/Architectures.cmake
constexpr std::string_view kInstall = "`./course setup` installs it (cmake/packages.txt names it)";

std::string first_line(const std::string& text) {
  return base::plain_text(text.substr(0, text.find('\n')), 200);
}

std::string first_lines(const std::string& text) {
  return base::plain_text(text, 600);
}

base::process_outcome run(std::vector<std::string> command, const fs::path& folder = {},
                          double seconds = 120) {
  base::process_request request;
  request.command = std::move(command);
  request.working_folder = folder;
  request.timeout_seconds = seconds;
  request.environment = {{"LC_ALL", "C.UTF-8"}};
  return base::run_process(request);
}

class doctor {
 public:
  doctor(const fs::path& root, const fs::path& build, std::vector<examination>& found,
         const std::function<void(const examination&)>& on_each)
      : root_(root), build_(build), found_(found), on_each_(on_each) {}

  void examine_all() {
    examine_cmake();
    examine_compiler();
    examine_libraries();
    examine_build_folder();
    examine_course();
    examine_sandbox();
    examine_gpu();
    examine_disk();
    examine_memory();
  }

 private:
  void say(const char* name, verdict how, std::string text, std::string advice = {}) {
    found_.push_back({name, how, std::move(text), std::move(advice)});
    if (on_each_) {
      on_each_(found_.back());
    }
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
      say("CMake", verdict::bad, "there is no cmake", std::string(kInstall));
    } else if (major < 3 || (major == 3 && minor < 25)) {
      say("CMake", verdict::bad, first_line(cmake.output),
          "the course needs 3.25 or later: where the system has only an older one, use `pip "
          "install cmake`");
    } else {
      say("CMake", verdict::good, first_line(cmake.output));
    }
    const base::process_outcome ninja = run({"ninja", "--version"});
    if (ninja.succeeded()) {
      say("Ninja", verdict::good, "ninja " + first_line(ninja.output));
    } else {
      say("Ninja", verdict::bad, "there is no ninja", std::string(kInstall));
    }
  }

  void examine_compiler() {
    const std::string configured = cached("CMAKE_CXX_COMPILER");
    const char* wished = std::getenv("CXX");
    compiler_ = !configured.empty() ? configured : wished != nullptr ? wished : "c++";
    const base::process_outcome version = run({compiler_, "--version"});
    if (!version.succeeded()) {
      say("Compiler", verdict::bad, fmt::format("{} cannot be started", compiler_),
          configured.empty() ? std::string(kInstall)
                             : fmt::format("{} was configured with it: install it again, or remove "
                                           "{} and configure again",
                                           build_.string(), build_.string()));
      return;
    }
    const fs::path source = write("try.cpp",
                                  "#include <kernelwright/kernelwright.hpp>\n"
                                  "#include <cstdio>\n"
                                  "int main() { std::puts(\"it works\"); }\n");
    const base::process_outcome compiled =
        run({compiler_, "-std=c++20", "-O2", "-I", fs::absolute(root_ / "common/include").string(),
             source.string(), "-o", (scratch_.path() / "try").string()});
    const base::process_outcome tried =
        compiled.succeeded() ? run({(scratch_.path() / "try").string()}) : compiled;
    if (tried.succeeded() && tried.output == "it works\n") {
      say("Compiler", verdict::good,
          fmt::format("{}; a kernel file compiles in {:.1f} s", first_line(version.output),
                      compiled.seconds));
      compiles_ = true;
    } else {
      say("Compiler", verdict::bad,
          fmt::format("{} does not compile a program that runs: {}{}", first_line(version.output),
                      tried.start_error, first_lines(tried.output)),
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
        say(name, verdict::good, "installed");
      } else {
        say(name, verdict::note, "not installed, so CMake downloads it", std::string(kInstall));
      }
    }
  }

  void examine_build_folder() {
    try {
      const build_folder folder = build_folder::open(build_, root_);
      say("Build folder", verdict::good,
          fmt::format("{}, {}{}", build_.string(), folder.compiler(),
                      folder.has_cuda() ? ", " + folder.cuda_compiler() : ""));
    } catch (const machine_error& error) {
      say("Build folder", verdict::note, fmt::format("{} cannot be used yet", build_.string()),
          error.what());
    }
  }

  void examine_course() {
    try {
      const course course = load_course(root_);
      say("Course", verdict::good, fmt::format("{} lessons", course.lessons.size()));
    } catch (const machine_error& error) {
      say("Course", verdict::bad, "its files have mistakes", error.what());
    }
  }

  void examine_sandbox() {
    const std::string missing = sandbox::what_is_missing();
    if (missing.empty()) {
      box_ = sandbox::open();
      say("Sandbox", verdict::good, box_->description());
    } else {
      say("Sandbox", verdict::note,
          "does not work, and `class` does not grade without it. Your own exercises do not need it",
          missing);
    }
  }

  void examine_gpu() {
    if (!gpu_present()) {
      say("GPU", verdict::note, "none, or its driver is not loaded: kernels run on the CPU",
          "if this machine has a GPU, `nvidia-smi` must show it; otherwise there is nothing to do");
      return;
    }
    if (const auto too_old = examine_capability(gpu_name(), compute_capability())) {
      say(too_old->name.c_str(), too_old->found, too_old->text, too_old->advice);
      return;
    }
    std::string nvcc = cached("CMAKE_CUDA_COMPILER");
    for (const char* candidate : {"nvcc", "/usr/local/cuda/bin/nvcc"}) {
      if (nvcc.empty() && base::program_exists(candidate)) {
        nvcc = candidate;
      }
    }
    if (nvcc.empty()) {
      say("GPU", verdict::note, gpu_name() + ", but there is no nvcc",
          "install the CUDA toolkit, 12.4 or newer, and add its bin folder to PATH, or go on "
          "without the GPU");
      return;
    }
    launch_a_kernel(nvcc);
  }

  /// "9.0", of the first GPU; empty if the driver's program does not say.
  static std::string compute_capability() {
    const base::process_outcome told =
        run({"nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader"});
    return told.succeeded() ? first_line(told.output) : std::string();
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
    if (!compiled.succeeded()) {
      say("GPU", verdict::note, gpu_name() + ", but nvcc does not compile for it",
          compiled.start_error + first_lines(compiled.output));
      return;
    }
    const base::process_outcome ran = run({program.string()});
    if (!ran.succeeded()) {
      say("GPU", verdict::note,
          fmt::format("{}: a kernel does not run: {}", gpu_name(), first_line(ran.output)),
          "is the driver as new as the toolkit, and may you open /dev/nvidia*? `nvidia-smi` shows "
          "the driver's version");
      return;
    }
    const std::string capability = compute_capability();
    say("GPU", verdict::good,
        gpu_name() + (capability.empty() ? "" : " (compute capability " + capability + ")") +
            ": a kernel ran");
    if (box_) {
      sandbox_request request;
      request.command = {"/try/try_cuda"};
      request.mounts = {{scratch_.path(), "/try"}};
      request.gpu = true;
      box_->share(scratch_.path());
      const base::process_outcome inside = run(box_->wrap(request));
      if (inside.succeeded()) {
        say("GPU in the sandbox", verdict::good, "a kernel ran there as well");
      } else {
        say("GPU in the sandbox", verdict::note,
            "no kernel runs there: " + first_line(inside.output),
            "submissions are graded on the CPU. When you grade as root, the user nobody must be "
            "able to "
            "open /dev/nvidia*");
      }
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
        say("Disk", verdict::note,
            error ? fmt::format("{}: {}", place.string(), error.message())
                  : fmt::format("{:.1f} GB free at {}", free, place.string()),
            fmt::format(
                "free some space: a build takes about {:g} GB{}", kWanted,
                place == build_ ? "" : "; or set TMPDIR to another place for temporary files"));
      } else {
        say("Disk", verdict::good, fmt::format("{:.0f} GB free at {}", free, place.string()));
      }
    }
    const fs::path script = write("run", "#!/bin/sh\nexit 0\n");
    std::error_code ignored;
    fs::permissions(script, fs::perms::owner_all, ignored);
    if (!run({script.string()}).succeeded()) {
      say("Temporary files", verdict::note,
          fmt::format("programs in {} cannot be run", fs::temp_directory_path().string()),
          "set TMPDIR to a folder on a disk that is not mounted with noexec");
    }
  }

  void examine_memory() {
    std::ifstream info("/proc/meminfo");
    for (std::string line; std::getline(info, line);) {
      double kilobytes = 0;
      if (std::sscanf(line.c_str(), "MemAvailable: %lf kB", &kilobytes) == 1) {
        const double gigabytes = kilobytes / 1e6;
        say("Memory", gigabytes < 2 ? verdict::note : verdict::good,
            fmt::format("{:.1f} GB available", gigabytes),
            gigabytes < 2 ? "close other programs, or grade a class with --jobs 1" : "");
      }
    }
  }

  const fs::path& root_;
  const fs::path& build_;
  std::vector<examination>& found_;
  const std::function<void(const examination&)>& on_each_;
  shared_folder scratch_;
  std::string compiler_;
  bool compiles_ = false;
  std::optional<sandbox> box_;
};

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

std::vector<examination> examine(const fs::path& root, const fs::path& build_folder,
                                 const std::function<void(const examination&)>& on_each) {
  std::vector<examination> found;
  doctor(root, build_folder, found, on_each).examine_all();
  return found;
}

}  // namespace kw::grader
