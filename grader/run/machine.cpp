#include "grader/run/machine.hpp"

#include <sys/utsname.h>

#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fmt/format.h>

#include "grader/model/policy.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

/// The value after the separator in the first line of a file that begins with `key`.
std::string field(const fs::path& file, const std::string& key, char separator) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t at = line.find(separator);
    if (line.rfind(key, 0) == 0 && at != std::string::npos) {
      const std::size_t first = line.find_first_not_of(" \t\"", at + 1);
      const std::size_t last = line.find_last_not_of(" \t\"");
      return first == std::string::npos ? "" : line.substr(first, last - first + 1);
    }
  }
  return {};
}

}  // namespace

bool gpu_present() {
  std::error_code ignored;
  // A device node of the driver, or the paravirtual one of WSL.
  return fs::exists("/dev/nvidia0", ignored) || !gpu_name().empty() ||
         fs::exists("/dev/dxg", ignored);
}

std::string gpu_name() {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc/driver/nvidia/gpus", error)) {
    const std::string name = field(entry.path() / "information", "Model", ':');
    if (!name.empty()) {
      return name;
    }
  }
  return {};
}

std::string cpu_name() {
  std::string name = field("/proc/cpuinfo", "model name", ':');
  if (name.empty()) {
    utsname system{};
    uname(&system);
    name = system.machine;
  }
  return fmt::format("{}, {} threads", name, std::thread::hardware_concurrency());
}

std::string system_name() {
  utsname system{};
  uname(&system);
  const std::string pretty = field("/etc/os-release", "PRETTY_NAME", '=');
  return fmt::format("{}{}{} {}", pretty, pretty.empty() ? "" : ", ", system.sysname,
                     system.release);
}

std::string utc_now() {
  return utc_text(std::time(nullptr));
}

}  // namespace kw::grader
