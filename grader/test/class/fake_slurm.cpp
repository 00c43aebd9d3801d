#include "grader/test/class/fake_slurm.hpp"

#include <signal.h>

#include <cstdlib>
#include <fstream>

#include "common/base/files.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr const char* kSbatch = R"sh(
[ -e "$fake/down" ] && { echo 'sbatch: error: Unable to contact slurm controller' >&2; exit 1; }
[ -e "$fake/refuse" ] && { echo 'sbatch: error: Invalid account or partition' >&2; exit 1; }
case "$*" in *--gres=tpu*)
  echo 'sbatch: error: Invalid generic resource (gres) specification' >&2; exit 1 ;;
esac
for word in "$@"; do
  case $word in
    --job-name=*) name=${word#*=} ;;
    --array=0-*) last=${word#*=0-} ;;
    --output=*) log=${word#*=} ;;
  esac
done
job=1
until mkdir "$fake/jobs/$job" 2>/dev/null; do job=$((job + 1)); done
cd "$fake/jobs/$job"
echo "$*" > arguments
echo "$name" > name
cp "$word" script
mkdir tasks
for task in $(seq 0 "$last"); do echo PENDING > tasks/$task; done
setsid sh "$fake/bin/run_tasks" "$log" </dev/null >/dev/null 2>&1 &
echo $! > pid
until [ -e started ]; do sleep 0.01; done  # the group of this script is killed when it ends
echo $job
)sh";

constexpr const char* kRunTasks = R"sh(
touch started
log=$1
plan=${log%/logs/*}
begun() { cat "$plan/begun/$(cat "$fake/killer")"* 2>/dev/null | wc -c; }
for task in $(ls tasks | sort -n); do
  [ -e tasks/$task ] || continue
  if rm "$fake/lose" 2>/dev/null; then rm tasks/$task; continue; fi
  echo RUNNING > tasks/$task
  own=${log%%%a.log}$task.log
  if [ -e "$fake/die" ]; then echo 'out of luck' > "$own"; rm tasks/$task; continue; fi
  before=$(ls "$plan/done")
  [ -e "$fake/killer" ] && often=$(begun)
  SLURM_ARRAY_TASK_ID=$task sh script > "$own" 2>&1 &
  while kill -0 $! 2>/dev/null; do
    [ -e "$fake/killer" ] && [ "$(begun)" -gt "$often" ] && kill -9 $!
    sleep 0.05
  done
  if [ -e "$fake/cut" ]; then
    for result in $(ls "$plan/done"); do
      case $before in *"$result"*) continue ;; esac
      head -c 1000 "$plan/done/$result" > "$fake/half" && mv "$fake/half" "$plan/done/$result"
      rm "$fake/cut"
      break
    done
  fi
  rm -f tasks/$task
done
)sh";

constexpr const char* kSqueue = R"sh(
[ -e "$fake/down" ] && { echo 'slurm_load_jobs error: Unable to contact slurm controller'; exit 1; }
cd "$fake/jobs"
for state in */tasks/*; do
  [ -e "$state" ] || continue
  job=${state%%/*}
  task=${state##*/}
  echo "${job}_$task|$(cat $job/name)|$task|$(cat $state)|None"
done
exit 0
)sh";

constexpr const char* kScancel = R"sh(
for name in "$@"; do rm -f "$fake/jobs/${name%_*}/tasks/${name#*_}"; done
)sh";

}  // namespace

fake_slurm::fake_slurm(const fs::path& folder) : folder_(folder), path_before_(getenv("PATH")) {
  fs::create_directories(folder / "bin");
  fs::create_directories(folder / "jobs");
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(folder / "bin" / name) << "#!/bin/sh\nfake='" << folder.string() << "'\n" << text;
    fs::permissions(folder / "bin" / name, fs::perms::owner_all);
  };
  write("sbatch", kSbatch);
  write("run_tasks", kRunTasks);
  write("squeue", kSqueue);
  write("scancel", kScancel);
  write("sinfo", "uname -n\n");
  write("scontrol", "echo 'MaxArraySize            = 1001'\n");
  setenv("PATH", ((folder / "bin").string() + ":" + path_before_).c_str(), 1);
}

fake_slurm::~fake_slurm() {
  for (const auto& job : fs::directory_iterator(folder_ / "jobs")) {
    const bool runs = !fs::is_empty(job.path() / "tasks");
    const int pid = std::atoi(base::read_text_file(job.path() / "pid").c_str());
    if (runs && pid > 1) {
      kill(-pid, SIGKILL);  // setsid made it the first of a group
    }
  }
  setenv("PATH", path_before_.c_str(), 1);
}

void fake_slurm::set(const std::string& fault, const std::string& text) const {
  std::ofstream(folder_ / fault) << text;
}

void fake_slurm::clear(const std::string& fault) const {
  fs::remove(folder_ / fault);
}

bool fake_slurm::is_set(const std::string& fault) const {
  return fs::exists(folder_ / fault);
}

int fake_slurm::arrays() const {
  int count = 0;
  for (const auto& job : fs::directory_iterator(folder_ / "jobs")) {
    count += job.is_directory() ? 1 : 0;
  }
  return count;
}

std::string fake_slurm::arguments() const {
  return base::read_text_file(folder_ / "jobs" / std::to_string(arrays()) / "arguments");
}

}  // namespace kw::grader
