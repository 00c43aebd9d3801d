#include "common/base/control_group.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

#include "common/base/error.hpp"

namespace kw::base {
namespace fs = std::filesystem;
namespace {

/// The processes that bubblewrap starts for itself, besides the program in it.
constexpr int kOfTheSandbox = 4;
constexpr const char* kOurs = "kernelwright-";

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// One write, since each is a command to the kernel. \returns why it failed, or nothing
std::string write_to(const fs::path& file, const std::string& text) {
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  const bool written = descriptor >= 0 && write(descriptor, text.data(), text.size()) >= 0;
  const int reason = errno;
  if (descriptor >= 0) {
    close(descriptor);
  }
  return written ? "" : file.string() + ": " + std::strerror(reason);
}

bool has_word(const std::string& text, const std::string& wanted) {
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word == wanted) {
      return true;
    }
  }
  return false;
}

std::int64_t counter(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  std::string key;
  for (std::int64_t value = 0; lines >> key >> value;) {
    if (key == name) {
      return value;
    }
  }
  return 0;
}

/// The folder of this process's group in the file system of cgroup v2; empty where there is none.
fs::path own_group() {
  std::string path;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (line.rfind("0::", 0) == 0) {
      path = line.substr(3);
    }
  }
  std::ifstream mounts("/proc/self/mountinfo");
  for (std::string line; !path.empty() && std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string skipped, root, mounted;
    words >> skipped >> skipped >> skipped >> root >> mounted;
    if (line.find(" - cgroup2 ") == std::string::npos || path.rfind(root, 0) != 0) {
      continue;
    }
    const fs::path folder = mounted + "/" + path.substr(root == "/" ? 1 : root.size());
    return folder.lexically_normal();
  }
  return {};
}

}  // namespace

group_events events_of_group(const fs::path& folder) {
  if (folder.empty()) {
    return {};
  }
  const std::string memory = text_of(folder / "memory.events");
  return {counter(memory, "oom"), counter(memory, "oom_kill"),
          counter(text_of(folder / "pids.events"), "max")};
}

control_group::control_group(fs::path folder, std::int64_t memory_bytes, int processes)
    : folder_(std::move(folder)) {
  std::error_code error;
  fs::create_directory(folder_, error);
  std::string problem = error ? folder_.string() + ": " + error.message() : "";
  for (const auto& [file, value] :
       {std::pair("memory.max", std::to_string(memory_bytes)),
        std::pair("pids.max", std::to_string(processes + kOfTheSandbox))}) {
    problem = problem.empty() ? write_to(folder_ / file, value) : problem;
  }
  if (!problem.empty()) {
    fs::remove(folder_, error);
    throw machine_error("cannot make a control group: " + problem);
  }
  // All end together, or the one that is left could answer. Kernels without swap have no such file.
  (void)write_to(folder_ / "memory.oom.group", "1");
  (void)write_to(folder_ / "memory.swap.max", "0");
}

control_group::~control_group() {
  (void)write_to(folder_ / "cgroup.kill", "1");
  constexpr int kTries = 200;  // processes take a moment to be gone
  for (int tries = 0; tries < kTries && rmdir(folder_.c_str()) != 0 && errno == EBUSY; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

std::unique_ptr<control_groups> control_groups::take(const fs::path& folder, int self,
                                                     std::string& why) {
  const std::string offered = text_of(folder / "cgroup.controllers");
  for (const char* controller : {"memory", "pids"}) {
    if (!has_word(offered, controller)) {
      why = "the group " + folder.string() + " has no controller \"" + controller + "\"";
      return nullptr;
    }
  }
  std::istringstream processes(text_of(folder / "cgroup.procs"));
  for (int id = 0; processes >> id;) {
    if (id != self) {  // a shell, most often: it is not ours to move
      why = "the group " + folder.string() + " holds other processes as well";
      return nullptr;
    }
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().rfind(kOurs, 0) == 0) {
      (void)rmdir(entry.path().c_str());  // left by a run that was killed
    }
  }
  const fs::path home = folder / (std::string(kOurs) + "grader");
  std::error_code error;
  fs::create_directory(home, error);
  why = error ? home.string() + ": " + error.message()
              : write_to(home / "cgroup.procs", std::to_string(self));
  if (!why.empty()) {
    return nullptr;
  }
  why = write_to(folder / "cgroup.subtree_control", "+memory +pids");
  if (!why.empty()) {
    (void)write_to(folder / "cgroup.procs", std::to_string(self));
    (void)rmdir(home.c_str());
    return nullptr;
  }
  return std::unique_ptr<control_groups>(new control_groups(folder));
}

namespace {

struct groups_here {
  std::unique_ptr<control_groups> groups;
  std::string why;

  groups_here() {
    const fs::path own = own_group();
    if (own.empty()) {
      why = "this system has no control groups of version 2";
    } else {
      groups = control_groups::take(own, getpid(), why);
    }
  }
};

groups_here& found_here() {
  static groups_here instance;
  return instance;
}

}  // namespace

control_groups* control_groups::here() {
  return found_here().groups.get();
}

const std::string& control_groups::why_none_here() {
  return found_here().why;
}

std::unique_ptr<control_group> control_groups::make(std::int64_t memory_bytes, int processes) {
  return std::make_unique<control_group>(folder_ / (kOurs + std::to_string(++made_)), memory_bytes,
                                         processes);
}

}  // namespace kw::base
