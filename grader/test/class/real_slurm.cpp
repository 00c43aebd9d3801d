#include "grader/test/class/real_slurm.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/process.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

/// A port that nobody listens on.
int free_port() {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  socklen_t size = sizeof address;
  bind(listener, reinterpret_cast<const sockaddr*>(&address), size);
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  close(listener);
  return ntohs(address.sin_port);
}

std::string configuration(const fs::path& folder) {
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  const std::string name = std::string(host).substr(0, std::string(host).find('.'));
  return fmt::format(
      R"(ClusterName=test
SlurmctldHost={0}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
AuthInfo=cred_expire=5
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
MailProg=/bin/true
SlurmctldPort={2}
StateSaveLocation={1}/state
SlurmdSpoolDir={1}/spool-%n
SlurmctldPidFile={1}/slurmctld.pid
SlurmdPidFile={1}/slurmd-%n.pid
SlurmctldLogFile={1}/slurmctld.log
SlurmdLogFile={1}/slurmd-%n.log
NodeName=kw0 NodeHostname={0} NodeAddr=127.0.0.1 Port={3} CPUs=1 State=UNKNOWN
NodeName=kw1 NodeHostname={0} NodeAddr=127.0.0.1 Port={4} CPUs=1 State=UNKNOWN
PartitionName=debug Nodes=ALL Default=YES State=UP
)",
      name, folder.string(), free_port(), free_port(), free_port());
}

std::string output_of(std::vector<std::string> command) {
  base::process_request request;
  request.command = std::move(command);
  request.timeout_seconds = 20;
  return base::run_process(request).output;
}

template <class Condition>
bool wait_for(const Condition& condition, int seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) {
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return true;
}

}  // namespace

std::string real_slurm::what_is_missing() {
  setenv("PATH", (std::string(getenv("PATH")) + ":/usr/sbin:/sbin").c_str(), 1);
  for (const char* program : {"slurmctld", "slurmd", "sbatch", "squeue"}) {
    if (!base::program_exists(program)) {
      return fmt::format(
          "{} is not installed (Debian's packages slurmctld, slurmd and slurm-client)", program);
    }
  }
  return getuid() == 0 ? "" : "only root can start Slurm without its service for credentials";
}

real_slurm::real_slurm(const fs::path& folder) : folder_(folder) {
  fs::create_directories(folder / "state");
  std::ofstream(folder / "slurm.conf") << configuration(folder);
  setenv("SLURM_CONF", (folder / "slurm.conf").c_str(), 1);
  base::start_request controller;
  controller.command = {"slurmctld", "-D"};
  controller_ = base::child_process(controller);
  for (const int number : {0, 1}) {
    fs::create_directories(folder / fmt::format("spool-kw{}", number));
    base::start_request node;
    node.command = {"slurmd", "-D", "-N", fmt::format("kw{}", number)};
    nodes_[number] = base::child_process(node);
  }
  const auto idle = [] {
    return output_of({"sinfo", "--noheader", "--format=%T %D"}).rfind("idle 2", 0) == 0;
  };
  if (!wait_for(idle, 30)) {
    throw std::runtime_error("Slurm does not start:\n" +
                             base::read_text_file(folder / "slurmctld.log") +
                             base::read_text_file(folder / "slurmd-kw0.log"));
  }
}

real_slurm::~real_slurm() {
  output_of({"scancel", "--user=root"});
  wait_for([] { return output_of({"squeue", "--noheader"}).empty(); }, 20);
  unsetenv("SLURM_CONF");
}

std::string real_slurm::submit(std::vector<std::string> arguments) const {
  arguments.insert(arguments.begin(), {"sbatch", "--parsable"});
  const std::string job = output_of(std::move(arguments));
  return job.substr(0, job.find_first_of(";\n"));
}

void real_slurm::requeue(const std::string& task) const {
  output_of({"scontrol", "requeue", task});
}

void real_slurm::cancel(const std::string& task) const {
  output_of({"scancel", task});
}

bool real_slurm::wait_for_end() const {
  return wait_for([] { return output_of({"squeue", "--noheader"}).empty(); }, 900);
}

std::string real_slurm::describe(const std::string& task) const {
  return output_of({"scontrol", "show", "job", task});
}

int real_slurm::machines_used() const {
  int used = 0;
  for (const int number : {0, 1}) {
    const std::string log = base::read_text_file(folder_ / fmt::format("slurmd-kw{}.log", number));
    used += log.find("Launching batch job") != std::string::npos ? 1 : 0;
  }
  return used;
}

}  // namespace kw::grader
