#include "explain/compilation.hpp"

#include <poll.h>
#include <sched.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <optional>
#include <set>

#include "common/base/child_process.hpp"
#include "common/base/files.hpp"
#include "common/base/interrupts.hpp"
#include "explain/diagnostics.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

constexpr int kCannotRun = 127;
constexpr int kMostProcesses = 64;

/// A compiler that runs beside this program. One of several is stopped by Ctrl-C from here; one
/// alone shares this program's group, where the signal reaches both.
class compiler {
 public:
  compiler(const command_line& command, bool alone) : program_(request_for(command, alone)) {
    if (!program_.running()) {
      result_ = {W_EXITCODE(kCannotRun, 0),
                 "explain: cannot run " + command[0] + ": " + program_.start_error() + "\n"};
    } else if (!alone) {
      in_reach_.emplace(program_.id());
    }
    if (base::interrupt_signal() != 0) {
      program_.kill();
    }
  }

  bool running() const { return program_.running(); }
  int output() const { return program_.output(); }
  /// For good: at a gentler signal nvcc's compiler may wait for itself for ever.
  void stop() { program_.kill(); }
  const outcome& result() const { return result_; }

  /// Reads what there is. \returns whether it has ended by that
  bool read() {
    program_.read_output(result_.output);
    if (program_.output() >= 0) {
      return false;
    }
    result_.status = program_.wait();
    in_reach_.reset();
    return true;
  }

 private:
  static base::start_request request_for(const command_line& command, bool alone) {
    base::start_request request;
    request.command = command;
    request.in_foreground = alone;
    return request;
  }

  base::child_process program_;
  std::optional<base::interruptible_group> in_reach_;
  outcome result_;
};

/// Runs commands side by side. Where one fails and `is_verdict` holds for its output, the others
/// are stopped. \returns what became of each, in order
std::vector<outcome> run_all(const std::vector<command_line>& commands,
                             bool (*is_verdict)(const std::string& output)) {
  std::deque<compiler> compilers;
  for (const command_line& command : commands) {
    compilers.emplace_back(command, commands.size() == 1);
  }
  const auto running = [](const compiler& one) { return one.running(); };
  while (std::any_of(compilers.begin(), compilers.end(), running)) {
    std::vector<pollfd> outputs;
    for (const compiler& one : compilers) {
      outputs.push_back({one.output(), POLLIN, 0});  // poll passes over -1
    }
    ::poll(outputs.data(), outputs.size(), -1);
    for (compiler& one : compilers) {
      if (one.running() && one.read() && one.result().failed() && is_verdict(one.result().output)) {
        std::for_each(compilers.begin(), compilers.end(), [](compiler& other) { other.stop(); });
      }
    }
  }
  std::vector<outcome> results;
  for (const compiler& one : compilers) {
    results.push_back(one.result());
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
  parts = std::min({parts, processors(), kMostProcesses});
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
    // Where compilers that are stopped leave their files.
    const base::scratch_folder scratch(std::filesystem::temp_directory_path(), "explain");
    ::setenv("TMPDIR", scratch.path().c_str(), 1);
    base::install_interrupt_handlers({SIGHUP, SIGINT, SIGTERM});
    const std::vector<outcome> ended =
        run_all(commands, is_nvcc(command) ? is_verdict_of_nvcc : is_no_verdict);
    const int signal = base::interrupt_signal();  // then what was begun is cleaned up
    result = signal == 0 ? joined(command, ended) : outcome{signal, ""};
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
