#include "common/base/process_usage.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace kw::base {
namespace {

constexpr int kMostProcesses = 1024;

void add(pid_t pid, process_usage& sum);

/// Each thread has children of its own: a process that one has started is in no other's list.
void add_threads(const std::string& folder, process_usage& sum) {
  std::error_code gone;
  for (auto at = std::filesystem::directory_iterator(folder + "/task", gone);
       !gone && at != std::filesystem::directory_iterator(); at.increment(gone)) {
    if (++sum.processes > kMostProcesses) {
      return;
    }
    std::ifstream children(at->path() / "children");
    for (pid_t child = 0; children >> child;) {
      add(child, sum);
    }
  }
}

void add(pid_t pid, process_usage& sum) {
  const std::string folder = "/proc/" + std::to_string(pid);
  std::ifstream stat(folder + "/stat");
  std::string line;
  std::getline(stat, line);
  const auto name_end = line.rfind(')');  // the name may hold anything
  if (name_end == std::string::npos || sum.processes > kMostProcesses) {
    return;
  }
  unsigned long long times[4] = {};
  if (std::sscanf(line.c_str() + name_end + 1,
                  " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", &times[0],
                  &times[1], &times[2], &times[3]) == 4) {
    static const double ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
    for (const unsigned long long time : times) {
      sum.cpu_seconds += static_cast<double>(time) / ticks;
    }
  }
  std::ifstream statm(folder + "/statm");
  std::int64_t size = 0, resident = 0;
  if (statm >> size >> resident) {
    sum.resident_bytes += resident * sysconf(_SC_PAGESIZE);
  }
  add_threads(folder, sum);
}

}  // namespace

process_usage usage_of_tree(pid_t root) {
  process_usage sum;
  add(root, sum);
  return sum;
}

}  // namespace kw::base
