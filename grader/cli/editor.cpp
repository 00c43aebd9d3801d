#include "grader/cli/editor.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>

#include "common/base/process.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

[[noreturn]] void become_editor(const std::string& command) {
  setsid();
  const int nothing = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    dup2(nothing, stream);
  }
  // Nobody waits for the editor, so another process is its parent for a moment.
  if (fork() == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
  }
  _exit(0);
}

void start_editor(const std::string& command, const std::filesystem::path& file) {
  const std::size_t begin = command.find_first_not_of(' ');
  const std::string program =
      begin == std::string::npos ? "" : command.substr(begin, command.find(' ', begin) - begin);
  if (!base::program_exists(program)) {
    throw usage_error(fmt::format("--edit-cmd: there is no program \"{}\" here", program));
  }
  std::string text = command;
  const std::string word = base::quote_command({file.string()});
  const std::size_t place = text.find("{}");
  if (place == std::string::npos) {
    text += " " + word;
  } else {
    text.replace(place, 2, word);
  }
  const pid_t child = fork();
  if (child == 0) {
    become_editor(text);
  }
  if (child > 0) {
    waitpid(child, nullptr, 0);
  }
}

}  // namespace

void exercise_opener::open_next(const lesson_result& result, const std::string& check) {
  const auto& checks = result.checks;
  const auto is_open = [](const check_result& one) {
    return one.scored() && !one.complete() && !one.kernel_file.empty();
  };
  const auto from = std::find_if(checks.begin(), checks.end(), [&](const check_result& one) {
    return one.definition.id == check;
  });
  auto next = std::find_if(from, checks.end(), is_open);
  next = next == checks.end() ? std::find_if(checks.begin(), checks.end(), is_open) : next;
  if (!command_.empty() && next != checks.end() &&
      std::exchange(opened_, next->kernel_file) != next->kernel_file) {
    start_editor(command_, root_ / next->kernel_file);
  }
}

}  // namespace kw::grader
