#include "common/base/process_usage.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace kw::base {
namespace {

constexpr int kMostProcesses = 1024;

/// What is known of a tree while it is walked.
struct tree {
  process_usage sum;
  std::vector<pid_t> ids;
};

void add(pid_t pid, tree& known);

/// Each thread has its own children: a process that one has started is in no other list.
void add_threads(const std::string& folder, tree& known) {
  std::error_code gone;
  for (auto at = std::filesystem::directory_iterator(folder + "/task", gone);
       !gone && at != std::filesystem::directory_iterator(); at.increment(gone)) {
    if (++known.sum.processes > kMostProcesses) {
      return;
    }
    std::ifstream children(at->path() / "children");
    for (pid_t child = 0; children >> child;) {
      add(child, known);
    }
  }
}

void add(pid_t pid, tree& known) {
  const std::string folder = "/proc/" + std::to_string(pid);
  std::ifstream stat(folder + "/stat");
  std::string line;
  std::getline(stat, line);
  const auto name_end = line.rfind(')');  // the name may hold anything
  if (name_end == std::string::npos || known.sum.processes > kMostProcesses) {
    return;
  }
  known.ids.push_back(pid);
  unsigned long long times[4] = {};
  if (std::sscanf(line.c_str() + name_end + 1,
                  " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu", &times[0],
                  &times[1], &times[2], &times[3]) == 4) {
    static const double ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
    for (const unsigned long long time : times) {
      known.sum.cpu_seconds += static_cast<double>(time) / ticks;
    }
  }
  std::ifstream statm(folder + "/statm");
  std::int64_t size = 0, resident = 0;
  if (statm >> size >> resident) {
    known.sum.resident_bytes += resident * sysconf(_SC_PAGESIZE);
  }
  add_threads(folder, known);
}

}  // namespace

bool is_running(pid_t id) {
  std::ifstream stat("/proc/" + std::to_string(id) + "/stat");
  std::string line;
  std::getline(stat, line);
  const auto name_end = line.rfind(')');
  const char state =
      name_end == std::string::npos || name_end + 2 >= line.size() ? 'X' : line[name_end + 2];
  return std::string_view("TtZX").find(state) == std::string_view::npos;
}

process_usage usage_of_tree(pid_t root) {
  tree known;
  add(root, known);
  return known.sum;
}

std::vector<pid_t> processes_of_tree(pid_t root) {
  tree known;
  add(root, known);
  return known.ids;
}

}  // namespace kw::base
