// What a process and its descendants use, from /proc, and what the kernel notes of their group.
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "common/judge/worker_process.hpp"

namespace kw::remote {
namespace {

constexpr int kMostProcesses = 1024;

void add(pid_t pid, process_usage& sum) {
  const std::string folder = "/proc/" + std::to_string(pid);
  std::ifstream stat(folder + "/stat");
  std::string line;
  std::getline(stat, line);
  const auto name_end = line.rfind(')');  // the name may hold anything
  if (name_end == std::string::npos || ++sum.processes > kMostProcesses) {
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
  std::ifstream children(folder + "/task/" + std::to_string(pid) + "/children");
  for (pid_t child = 0; children >> child;) {
    add(child, sum);
  }
}

std::int64_t counter(const std::string& file, const std::string& name) {
  std::ifstream stream(file);
  std::string key;
  for (std::int64_t value = 0; stream >> key >> value;) {
    if (key == name) {
      return value;
    }
  }
  return 0;
}

}  // namespace

group_events events_of_group(const std::string& folder) {
  if (folder.empty()) {
    return {};
  }
  const std::string memory = folder + "/memory.events";
  return {counter(memory, "oom"), counter(memory, "oom_kill"),
          counter(folder + "/pids.events", "max")};
}

process_usage usage_of_tree(pid_t root) {
  process_usage sum;
  add(root, sum);
  return sum;
}

}  // namespace kw::remote
