#include "grader/cli/launcher.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "common/base/process.hpp"

namespace kw::grader {

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
