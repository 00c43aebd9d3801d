#include "compilation.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <set>
#include <stdexcept>

#include "explain/diagnostics.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

constexpr int kCannotRun = 127;

struct process {
  pid_t id = -1;
  int output = -1;  ///< an end of a pipe
};

process start(const command_line& command) {
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
  return started;
}

outcome finish(const process& running) {
  outcome result;
  char buffer[1 << 14];
  ssize_t got = 0;
  while ((got = ::read(running.output, buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR)) {
    result.output.append(buffer, got > 0 ? static_cast<std::size_t>(got) : 0);
  }
  ::close(running.output);
  while (::waitpid(running.id, &result.status, 0) < 0 && errno == EINTR) {
  }
  return result;
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

/// The compiler of one part. All of them read the same files: the first tells the build which.
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
  }
  command.push_back("-DKW_PART=" + std::to_string(part));
  command.push_back("-DKW_PARTS=" + std::to_string(parts));
  return command;
}

/// Joins the parts. The code of the host is in each, and the first one's counts.
command_line joining(const command_line& command, int parts) {
  const auto option = [](const std::string& word) { return word.starts_with("-"); };
  command_line result(command.begin(), std::find_if(command.begin(), command.end(), option));
  const std::string& object = command[object_of(command)];
  result.insert(result.end(), {"-r", "-nostdlib", "-Wl,-z,muldefs", "-o", object});
  for (int part = 1; part <= parts; ++part) {
    result.push_back(object_of_part(object, part));
  }
  return result;
}

}  // namespace

bool outcome::failed() const {
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

outcome run(const command_line& command) {
  return finish(start(command));
}

outcome compile_in_parts(const command_line& command, int parts) {
  parts = std::min(parts, processors());
  const std::size_t object = object_of(command);
  if (parts <= 1 || object == command.size()) {
    return run(command);
  }
  std::vector<process> compilers;
  for (int part = 1; part <= parts; ++part) {
    compilers.push_back(start(command_of_part(command, part, parts)));
  }
  std::vector<std::string> outputs;
  std::vector<outcome> failures;
  for (const process& compiler : compilers) {
    outcome ended = finish(compiler);
    outputs.push_back(ended.output);
    if (ended.failed()) {
      failures.push_back(std::move(ended));
    }
  }
  outcome result;
  if (failures.empty()) {
    result = run(joining(command, parts));
    result.output = merged_warnings(outputs) + result.output;
    result = result.failed() ? run(command) : result;
  } else if (std::all_of(failures.begin(), failures.end(), [&](const outcome& failure) {
               return failure.output == failures[0].output;
             })) {
    result = failures[0];  // what the other parts had nothing against stands in no other's output
  } else {
    result = run(command);  // mistakes in several parts: in the order of the file
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
      const bool continues = line[0] == ' ' || contains(line, ": note: ");
      if (!continues && !warning.empty()) {
        end_block();
      }
      warning += contains(line, ": warning: ") ? line : "";
      block += line;
    }
    end_block();
  }
  return result;
}

}  // namespace kw::explain
