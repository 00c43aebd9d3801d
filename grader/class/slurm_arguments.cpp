#include "grader/class/slurm_arguments.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

constexpr const char* kOneGpu = "--gres=gpu:1";

/// Slurm has several ways to ask for a GPU; a licence is one of those who have no such resource.
bool asks_for_gpu(const std::string& argument) {
  constexpr std::string_view kWays[] = {"--gres", "--gpus", "-G", "--licenses", "-L", "--tres-per"};
  return std::any_of(std::begin(kWays), std::end(kWays),
                     [&](std::string_view way) { return argument.rfind(way, 0) == 0; });
}

bool adds_gpu(const class_options& options) {
  const std::vector<std::string>& given = options.slurm.arguments;
  return options.device == "cuda" && std::none_of(given.begin(), given.end(), asks_for_gpu);
}

constexpr const char* kOtherNames =
    "`sinfo --format=%G` prints what the cluster has. Where GPUs have another name, or are counted "
    "as licences, ask for one yourself: --slurm=--gres=NAME:1 or --slurm=--licenses=NAME:1";

}  // namespace

std::vector<std::string> sbatch_arguments(const class_options& options) {
  std::vector<std::string> arguments = options.slurm.arguments;
  if (adds_gpu(options)) {
    arguments.emplace_back(kOneGpu);
  }
  if (options.jobs > 0) {
    arguments.push_back(fmt::format("--cpus-per-task={}", options.jobs));
  }
  return arguments;
}

std::string array_script(const std::vector<int>& chunks, const std::vector<std::string>& task) {
  return fmt::format(
      "#!/bin/sh\n# Task k of this array grades the k-th of these chunks.\nset -- {}\nshift "
      "\"$SLURM_ARRAY_TASK_ID\"\nexec {} \"$1\"\n",
      fmt::join(chunks, " "), base::quote_command(task));
}

std::string advice_for_refusal(const std::string& said) {
  if (said.find("generic resource") != std::string::npos ||
      said.find("Invalid license") != std::string::npos ||
      said.find("tres-per") != std::string::npos) {
    return std::string("The cluster does not have what each task asks for. ") + kOtherNames;
  }
  return "What it needs is given with --slurm, such as --slurm=--partition=NAME, "
         "--slurm=--account=NAME or --slurm=--time=MINUTES. If there are too many tasks, a larger "
         "--chunk makes fewer of them";
}

void require_gpu_resource(const class_options& options) {
  if (!adds_gpu(options)) {
    return;
  }
  base::process_request request;
  request.command = {"sinfo", "--noheader", "--format=%G"};
  request.timeout_seconds = 30;
  const base::process_outcome outcome = base::run_process(request);
  if (outcome.succeeded() && outcome.output.find("gpu") == std::string::npos) {
    throw usage_error(fmt::format(
        "--device cuda needs a GPU for each of Slurm's tasks ({}), and this cluster names none: "
        "its resources are {}. {}",
        kOneGpu, base::plain_text(outcome.output.substr(0, outcome.output.find('\n')), 200),
        kOtherNames));
  }
}

}  // namespace kw::grader
