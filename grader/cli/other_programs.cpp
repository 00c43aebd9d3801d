#include "grader/cli/other_programs.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "common/base/process.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

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
  // Nobody waits for it, and Ctrl-C is not meant for it.
  const std::string alone = base::quote_command({"setsid", "sh", "-c", text});
  if (std::system((alone + " </dev/null >/dev/null 2>&1 &").c_str()) != 0) {
    throw machine_error("cannot start a shell for --edit-cmd");
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

std::string run_launcher(const grader& grader, const std::string& verb, const std::string& task) {
  constexpr double kTimeoutSeconds = 60;
  const std::filesystem::path& root = grader.options().root;
  base::process_request request;
  request.command = {std::filesystem::absolute(root / "course").string(), verb, task};
  request.environment = {{"KW_SOLUTION", "show"}};
  request.working_folder = root;
  request.timeout_seconds = kTimeoutSeconds;
  const base::process_outcome outcome = base::run_process(request);
  return outcome.end == base::process_end::not_started
             ? fmt::format("cannot run ./course: {}\n", outcome.start_error)
             : outcome.output;
}

}  // namespace kw::grader
