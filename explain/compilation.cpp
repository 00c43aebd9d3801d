#include "explain/compilation.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "explain/diagnostics.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

constexpr int kCannotRun = 127;

struct process {
  pid_t id = -1;    ///< and of its group
  int output = -1;  ///< an end of a pipe
};

/// \param own_group with all that the compiler starts, so that it can be stopped as one
process start(const command_line& command, bool own_group) {
  std::vector<char*> words;
  for (const std::string& word : command) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
  }
  const process started{::fork(), ends[0]};
  if (started.id == 0) {
    if (own_group) {
      ::setpgid(0, 0);
    }
    ::dup2(ends[1], STDERR_FILENO);
    ::dup2(ends[1], STDOUT_FILENO);
    ::execvp(words[0], words.data());
    std::fprintf(stderr, "explain: cannot run %s: %s\n", words[0], std::strerror(errno));
    std::_Exit(kCannotRun);
  }
  ::close(ends[1]);
  if (started.id < 0) {
    ::close(ends[0]);
    throw std::runtime_error(std::string("cannot start a process: ") + std::strerror(errno));
  }
  if (own_group) {
    ::setpgid(started.id, started.id);  // whoever of the two comes first
  }
  return started;
}

/// The groups that run now, for the signal handler.
constexpr std::size_t kMostProcesses = 64;
volatile pid_t running[kMostProcesses];
volatile std::sig_atomic_t interrupted = 0;

/// For good: at a gentler signal nvcc's compiler may wait for itself for ever.
void stop_running() {
  for (const volatile pid_t& id : running) {
    if (id > 0) {
      ::kill(-id, SIGKILL);
    }
  }
}

/// By Ctrl-C, say. What was begun is then cleaned up as after an error.
void note_interrupt(int signal_number) {
  interrupted = signal_number;
  stop_running();
}

class scoped_interrupts {
 public:
  scoped_interrupts() { handle(note_interrupt); }
  ~scoped_interrupts() { handle(SIG_DFL); }
  scoped_interrupts(const scoped_interrupts&) = delete;
  scoped_interrupts& operator=(const scoped_interrupts&) = delete;

 private:
  static void handle(void (*handler)(int)) {
    for (const int signal_number : {SIGHUP, SIGINT, SIGTERM}) {
      ::signal(signal_number, handler);
    }
  }
};

/// Where compilers that are stopped leave their files.
class scratch_folder {
 public:
  scratch_folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "explain-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
      throw std::runtime_error(std::string("cannot make a folder: ") + std::strerror(errno));
    }
    path_ = pattern;
    ::setenv("TMPDIR", path_.c_str(), 1);
  }
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  ~scratch_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

 private:
  std::string path_;
};

/// Reads what is there to be read. \returns false at the end
bool read_some(int from, std::string& output) {
  char buffer[1 << 14];
  const ssize_t got = ::read(from, buffer, sizeof buffer);
  output.append(buffer, got > 0 ? static_cast<std::size_t>(got) : 0);
  return got > 0 || (got < 0 && errno == EINTR);
}

/// Runs commands side by side. Where one fails and `is_verdict` holds for its output, the others
/// are stopped. \returns what became of each, in order
std::vector<outcome> run_all(const std::vector<command_line>& commands,
                             bool (*is_verdict)(const std::string& output)) {
  const bool several = commands.size() > 1;
  std::vector<pollfd> outputs;
  std::vector<pid_t> ids;
  for (const command_line& command : commands) {
    const process started = start(command, several);
    running[ids.size()] = several ? started.id : 0;
    ids.push_back(started.id);
    outputs.push_back({started.output, POLLIN, 0});
  }
  std::vector<outcome> results(commands.size());
  std::size_t left = commands.size();
  while (left > 0) {
    ::poll(outputs.data(), outputs.size(), -1);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const int output = outputs[i].fd;
      if (output < 0 || outputs[i].revents == 0 || read_some(output, results[i].output)) {
        continue;
      }
      ::close(output);
      outputs[i].fd = -1;  // poll passes over it
      while (::waitpid(ids[i], &results[i].status, 0) < 0 && errno == EINTR) {
      }
      running[i] = 0;
      --left;
      if (results[i].failed() && is_verdict(results[i].output)) {
        stop_running();
      }
    }
  }
  return results;
}

int processors() {
  cpu_set_t usable;
  return ::sched_getaffinity(0, sizeof usable, &usable) == 0 ? CPU_COUNT(&usable) : 1;
}

/// Where in the command the name of the object file stands; its size if it makes none.
std::size_t object_of(const command_line& command) {
  const auto output = std::find(command.begin(), command.end(), "-o");
  const bool compiles = std::find(command.begin(), command.end(), "-c") != command.end();
  return compiles && output != command.end() && output + 1 != command.end()
             ? static_cast<std::size_t>(output - command.begin()) + 1
             : command.size();
}

std::string object_of_part(const std::string& object, int part) {
  return object + ".part" + std::to_string(part) + ".o";
}

bool is_nvcc(const command_line& command) {
  return std::any_of(command.begin(), command.end(), [](const std::string& word) {
    return word == "nvcc" || word.ends_with("/nvcc");
  });
}

/// Is it g++ that compiles the host's code for nvcc, as it does unless told otherwise?
bool compiles_host_by_gcc(const command_line& command) {
  return is_nvcc(command) &&
         std::none_of(command.begin(), command.end(),
                      [](const std::string& word) { return contains(word, "clang"); });
}

/// The compiler of one part. All of them read the same files: the first tells the build which. And
/// its code of the host counts: the others make none but their launches ([[gnu::used]], in
/// cuda/split_compilation.hpp), which saves g++ half of its time.
command_line command_of_part(command_line command, int part, int parts) {
  std::string& object = command[object_of(command)];
  object = object_of_part(object, part);
  if (part > 1) {
    for (const auto& [option, words] : {std::pair{"-MD", 1}, {"-MT", 2}, {"-MF", 2}}) {
      const auto at = std::find(command.begin(), command.end(), option);
      if (command.end() - at >= words) {
        command.erase(at, at + words);
      }
    }
    if (compiles_host_by_gcc(command)) {
      command.push_back("-Xcompiler=-fwhole-program");
    }
  }
  command.push_back("-DKW_PART=" + std::to_string(part));
  command.push_back("-DKW_PARTS=" + std::to_string(parts));
  return command;
}

/// Joins the parts. Of what several of them hold, the first one's counts.
command_line joining(const command_line& command, int parts) {
  const auto option = [](const std::string& word) { return word.starts_with("-"); };
  command_line result(command.begin(), std::find_if(command.begin(), command.end(), option));
  const std::string& object = command[object_of(command)];
  if (is_nvcc(command)) {
    result = {"ld", "-r", "-z", "muldefs", "-o", object};
  } else {
    result.insert(result.end(), {"-r", "-nostdlib", "-Wl,-z,muldefs", "-o", object});
  }
  for (int part = 1; part <= parts; ++part) {
    result.push_back(object_of_part(object, part));
  }
  return result;
}

/// nvcc is quick to refuse a file, and slow to compile the kernels of the other parts; only its
/// assembler comes after that.
bool is_verdict_of_nvcc(const std::string& output) {
  return !contains(output, "ptxas");
}
bool is_no_verdict(const std::string&) {
  return false;
}

/// The outcomes of the parts as that of the whole file.
outcome joined(const command_line& command, const std::vector<outcome>& parts) {
  std::vector<std::string> outputs;
  std::vector<outcome> failures;
  for (const outcome& part : parts) {
    outputs.push_back(part.output);
    if (part.failed()) {
      failures.push_back(part);
    }
  }
  if (failures.empty()) {
    outcome result = run(joining(command, static_cast<int>(parts.size())));
    result.output = merged_warnings(outputs) + result.output;
    return result.failed() ? run(command) : result;
  }
  const bool equal = std::all_of(failures.begin(), failures.end(), [&](const outcome& failure) {
    return WIFEXITED(failure.status) && failure.output == failures[0].output;
  });
  // What the other parts had nothing against stands in no other's output. Mistakes in several parts
  // are told in the order of the file.
  return equal ? failures[0] : run(command);
}

}  // namespace

bool outcome::failed() const {
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

outcome run(const command_line& command) {
  return run_all({command}, is_no_verdict)[0];
}

outcome compile_in_parts(const command_line& command, int parts) {
  parts = std::min({parts, processors(), static_cast<int>(kMostProcesses)});
  const std::size_t object = object_of(command);
  if (parts <= 1 || object == command.size()) {
    return run(command);
  }
  std::vector<command_line> commands;
  for (int part = 1; part <= parts; ++part) {
    commands.push_back(command_of_part(command, part, parts));
  }
  outcome result;
  {
    const scratch_folder scratch;
    const scoped_interrupts noted;
    const std::vector<outcome> ended =
        run_all(commands, is_nvcc(command) ? is_verdict_of_nvcc : is_no_verdict);
    result = interrupted == 0 ? joined(command, ended) : outcome{interrupted, ""};
  }
  for (int part = 1; part <= parts; ++part) {
    std::remove(object_of_part(command[object], part).c_str());
  }
  return result;
}

std::string merged_warnings(const std::vector<std::string>& outputs) {
  std::string result;
  std::set<std::string> told;
  for (const std::string& output : outputs) {
    std::string block, warning;
    const auto end_block = [&] {
      result += warning.empty() || told.insert(warning).second ? block : "";
      block.clear();
      warning.clear();
    };
    std::size_t at = 0;
    while (at < output.size()) {
      const std::size_t end = std::min(output.find('\n', at), output.size() - 1) + 1;
      const std::string line = output.substr(at, end - at);
      at = end;
      const bool continues = line[0] == ' ' || line[0] == '\n' || contains(line, ": note: ") ||
                             line.starts_with("Remark: ");
      if (!continues && !warning.empty()) {
        end_block();
      }
      warning += contains_any(line, {": warning: ", "): warning #"}) ? line : "";
      block += line;
    }
    end_block();
  }
  return result;
}

}  // namespace kw::explain
