#include "grader/run/sandbox/sandbox.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr const char* kBubblewrap = "bwrap";

void add(std::vector<std::string>& to, std::initializer_list<std::string> words) {
  to.insert(to.end(), words);
}

/// The parts of the system that a compiler and a compiled program need, and nothing of anybody's.
void add_system(std::vector<std::string>& command) {
  for (const char* folder : {"/usr", "/opt"}) {
    add(command, {"--ro-bind-try", folder, folder});
  }
  for (const char* folder : {"/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin"}) {
    std::error_code error;
    const fs::path target = fs::read_symlink(folder, error);
    if (!error) {  // a merged system: /lib is a link to usr/lib
      add(command, {"--symlink", target.string(), folder});
    } else {
      add(command, {"--ro-bind-try", folder, folder});
    }
  }
  for (const char* file : {"/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime"}) {
    add(command, {"--ro-bind-try", file, file});
  }
}

/// Those that every program may count on, and none that can be waited for, such as a terminal.
void add_devices(std::vector<std::string>& command) {
  add(command, {"--tmpfs", "/dev"});
  for (const char* device :
       {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}) {
    add(command, {"--dev-bind", device, device});
  }
}

/// With plain bind mounts the driver's devices cannot be opened, and without /sys it does not find
/// the GPU's place on the bus.
void add_gpu(std::vector<std::string>& command) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator("/dev", ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("nvidia", 0) == 0 || name == "dxg") {  // the latter is Windows's
      add(command, {"--dev-bind-try", entry.path().string(), entry.path().string()});
    }
  }
  add(command, {"--ro-bind", "/sys", "/sys"});
  if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES")) {
    add(command, {"--setenv", "CUDA_VISIBLE_DEVICES", visible});
  }
}

std::vector<std::string> with_limits(const sandbox_request& request, bool isolated) {
  const sandbox_limits& limits = request.limits;
  std::vector<std::string> command = {"prlimit", "--core=0"};
  // CUDA maps far more than it uses, and writes larger files than it keeps; where it may write at
  // all is limited in size.
  if (!request.gpu) {
    command.push_back(fmt::format("--fsize={}", limits.file_bytes));
    command.push_back(fmt::format("--data={}", limits.memory_bytes));
  }
  // Outside of the sandbox all processes of the user count.
  if (isolated) {
    command.push_back(fmt::format("--nproc={}", limits.processes));
  }
  add(command, {fmt::format("--nofile={}", limits.open_files),
                fmt::format("--cpu={}", limits.cpu_seconds), "--"});
  if (request.report_to > 0 && !request.confine.empty()) {
    add(command, {request.confine, std::to_string(request.report_to)});
  } else if (request.report_to > 0) {
    add(command,
        {"sh", "-c", fmt::format("echo >&{0} && exec \"$0\" \"$@\" {0}>&-", request.report_to)});
  }
  command.insert(command.end(), request.command.begin(), request.command.end());
  return command;
}

base::process_outcome try_out(const sandbox& box) {
  sandbox_request request;
  request.command = {"true"};
  base::process_request process;
  process.command = box.wrap(request);
  process.timeout_seconds = 20;
  return base::run_process(process);
}

std::string setting(const char* file) {
  std::ifstream stream(file);
  std::string value;
  stream >> value;
  return value;
}

/// What most likely forbids it, and the command that allows it.
std::string advice() {
  if (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1") {
    return "AppArmor forbids it to programs without a profile (Ubuntu 23.10 and later). As root, "
           "write the file /etc/apparmor.d/bwrap:\n"
           "    abi <abi/4.0>,\n    include <tunables/global>\n"
           "    profile bwrap /usr/bin/bwrap flags=(unconfined) {\n      userns,\n    }\n"
           "  and load it: apparmor_parser -r /etc/apparmor.d/bwrap";
  }
  if (setting("/proc/sys/kernel/unprivileged_userns_clone") == "0") {
    return "the kernel forbids user namespaces to ordinary users. As root: "
           "sysctl -w kernel.unprivileged_userns_clone=1";
  }
  if (setting("/proc/sys/user/max_user_namespaces") == "0") {
    return "the kernel allows no user namespaces. As root: sysctl -w "
           "user.max_user_namespaces=10000";
  }
  return "user namespaces are not allowed here, as in a container that was started without them. "
         "With Docker: --security-opt seccomp=unconfined --security-opt "
         "systempaths=unconfined; or grade on a machine of your own";
}

}  // namespace

std::vector<std::string> sandbox::wrap(const sandbox_request& request) const {
  std::vector<std::string> command;
  if (!isolates_) {
    command.emplace_back("env");
    for (const auto& [name, value] : request.environment) {
      command.push_back(name + "=" + value);
    }
    const std::vector<std::string> limited = with_limits(request, isolates_);
    command.insert(command.end(), limited.begin(), limited.end());
    return command;
  }
  if (drop_user_ && !request.as_caller) {
    const std::string user = std::to_string(kSandboxUser);
    add(command, {"setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups",
                  "--pdeathsig=KILL", "--"});
  }
  add(command, {kBubblewrap, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop",
                "ALL", "--hostname", "sandbox", "--clearenv", "--setenv", "PATH", "/usr/bin:/bin",
                "--setenv", "LC_ALL", "C.UTF-8", "--setenv", "HOME", "/tmp"});
  for (const auto& [name, value] : request.environment) {
    add(command, {"--setenv", name, value});
  }
  add_system(command);
  // What is there tells a program of the machine. CUDA's tools and drivers do not work without it.
  if (request.gpu || request.proc) {
    add(command, {"--proc", "/proc"});
  }
  add_devices(command);
  for (const char* folder : {"/tmp", "/dev/shm"}) {
    add(command, {"--size", std::to_string(request.limits.tmp_bytes), "--tmpfs", folder});
  }
  if (request.gpu) {
    add_gpu(command);
  }
  for (const sandbox_mount& mount : request.mounts) {
    add(command,
        {mount.writable ? "--bind" : "--ro-bind", fs::absolute(mount.host).string(), mount.inside});
  }
  // /dev has the devices and no limit of its own.
  add(command,
      {"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", request.working_folder, "--"});
  const std::vector<std::string> limited = with_limits(request, isolates_);
  command.insert(command.end(), limited.begin(), limited.end());
  return command;
}

sandbox sandbox::none() {
  sandbox result;
  result.description_ = "none: submissions can do whatever you can";
  return result;
}

sandbox sandbox::open() {
  for (const char* program : {kBubblewrap, "prlimit", "setpriv"}) {
    if (!base::program_exists(program)) {
      throw machine_error(fmt::format(
          "the sandbox needs the program {}. Install it (Debian and Ubuntu: apt-get install "
          "bubblewrap util-linux), or let `./course setup` do it.",
          program));
    }
  }
  base::process_request version;
  version.command = {kBubblewrap, "--version"};
  const std::string name = base::first_line(base::run_process(version).output);
  sandbox result;
  result.isolates_ = true;
  std::string said;
  // Root's processes are exempt from the limit on processes, so root's submissions run as nobody.
  for (const bool drop : {true, false}) {
    if (drop && geteuid() != 0) {
      continue;
    }
    result.drop_user_ = drop;
    const base::process_outcome outcome = try_out(result);
    if (outcome.succeeded()) {
      result.description_ = name + (drop ? ", as the user nobody" : "");
      return result;
    }
    said = outcome.start_error.empty() ? base::first_line(outcome.output) : outcome.start_error;
  }
  throw machine_error(
      fmt::format("the sandbox does not work on this machine.\n  It said: {}\n  Most likely {}.",
                  said, advice()));
}

std::string sandbox::what_is_missing() {
  try {
    open();
    return {};
  } catch (const machine_error& error) {
    return error.what();
  }
}

void sandbox::share(const fs::path& folder) const {
  if (!drop_user_) {
    return;
  }
  constexpr auto kRead = fs::perms::group_read | fs::perms::others_read;
  constexpr auto kEnter = fs::perms::group_exec | fs::perms::others_exec;
  std::error_code error;
  fs::permissions(folder, kRead | kEnter, fs::perm_options::add, error);
  for (auto at = fs::recursive_directory_iterator(folder, error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const bool runs = (at->status(error).permissions() & fs::perms::owner_exec) != fs::perms::none;
    fs::permissions(at->path(), runs ? kRead | kEnter : kRead, fs::perm_options::add, error);
  }
  if (error) {
    throw machine_error(
        fmt::format("cannot let the sandbox read {}: {}", folder.string(), error.message()));
  }
}

bool sandbox::works(std::string* why) const {
  const base::process_outcome outcome = try_out(*this);
  if (why != nullptr && !outcome.succeeded()) {
    *why = outcome.start_error.empty() ? base::first_line(outcome.output) : outcome.start_error;
  }
  return outcome.succeeded();
}

}  // namespace kw::grader
