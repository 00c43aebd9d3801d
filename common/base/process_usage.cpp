#include "common/base/process_usage.hpp"

#include <unistd.h>

#include <cstdio>
#include <ctime>
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

/// What /proc says of a process after its name, which may hold anything: its state, and numbers.
/// Empty where it has ended.
std::string state_of(const std::string& folder) {
  std::ifstream stat(folder + "/stat");
  std::string line;
  std::getline(stat, line);
  const auto name_end = line.rfind(')');
  return name_end == std::string::npos ? "" : line.substr(name_end + 1);
}

std::string folder_of(pid_t id) {
  return "/proc/" + std::to_string(id);
}

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
  const std::string folder = folder_of(pid);
  const std::string state = state_of(folder);
  if (state.empty() || known.sum.processes > kMostProcesses) {
    return;
  }
  known.ids.push_back(pid);
  unsigned long long times[4] = {};
  if (std::sscanf(state.c_str(), " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu",
                  &times[0], &times[1], &times[2], &times[3]) == 4) {
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
  const std::string state = state_of(folder_of(id));
  return state.size() > 1 && std::string_view("TtZX").find(state[1]) == std::string_view::npos;
}

int threads_of(pid_t id) {
  int threads = 0;  // field 20 of proc(5), and the text begins with field 3
  const std::string state = state_of(folder_of(id));
  std::sscanf(state.c_str(),
              " %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %d", &threads);
  return threads;
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

double computed_seconds_of(pid_t id) {
  constexpr double kNanoseconds = 1e-9;
  clockid_t clock{};
  timespec time{};
  return clock_getcpuclockid(id, &clock) == 0 && clock_gettime(clock, &time) == 0
             ? static_cast<double>(time.tv_sec) + kNanoseconds * static_cast<double>(time.tv_nsec)
             : 0;
}

std::int64_t killed_for_memory() {
  std::ifstream counters("/proc/vmstat");
  std::string name;
  std::int64_t value = 0;
  while (counters >> name >> value && name != "oom_kill") {
  }
  return name == "oom_kill" ? value : 0;
}

}  // namespace kw::base
