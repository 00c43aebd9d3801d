// What sbatch is called with, and what is said when a cluster lacks it.
#include "grader/class/slurm_arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "common/base/process.hpp"
#include "common/test/base/temporary_folder.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class_options options_for(const char* device, std::vector<std::string> arguments = {},
                          int jobs = 0) {
  class_options options;
  options.device = device;
  options.slurm.arguments = std::move(arguments);
  options.jobs = jobs;
  return options;
}

/// A sinfo that prints this, first in the PATH while the object lives.
class fake_sinfo {
 public:
  explicit fake_sinfo(const std::string& text) : before_(std::getenv("PATH")) {
    const fs::path program = folder_.path() / "sinfo";
    std::ofstream(program) << "#!/bin/sh\n[ \"$2\" = --format=%G ] && echo '" << text << "'\n";
    fs::permissions(program, fs::perms::owner_all);
    setenv("PATH", (folder_.path().string() + ":" + before_).c_str(), 1);
  }
  ~fake_sinfo() { setenv("PATH", before_.c_str(), 1); }

 private:
  base::temporary_folder folder_;
  std::string before_;
};

std::string complaint_of(const class_options& options) {
  try {
    require_gpu_resource(options);
    return "";
  } catch (const usage_error& error) {
    return error.what();
  }
}

TEST(SlurmArguments, AskForAGpuWhereKernelsRunOnOne) {
  EXPECT_THAT(sbatch_arguments(options_for("cuda", {"--partition=x"}, 2)),
              ElementsAre("--partition=x", "--gres=gpu:1", "--cpus-per-task=2"));
  EXPECT_THAT(sbatch_arguments(options_for("cpu", {"--partition=x"})),
              ElementsAre("--partition=x"));
}

TEST(SlurmArguments, LeaveTheUsersWayOfAskingAlone) {
  for (const char* way : {"--gres=gpu:a100:1", "--gpus=1", "--gpus-per-task=1", "-G1",
                          "--licenses=gpu0:1", "-Lgpu0", "--tres-per-task=gres/gpu:1"}) {
    EXPECT_THAT(sbatch_arguments(options_for("cuda", {way})), ElementsAre(way));
  }
}

TEST(SlurmArguments, SayWhatAClusterWithoutGpusHas) {
  const fake_sinfo none("(null)");
  EXPECT_THAT(complaint_of(options_for("cuda")), HasSubstr("its resources are (null)"));
  EXPECT_THAT(complaint_of(options_for("cuda")), HasSubstr("--slurm=--gres=NAME:1"));
  EXPECT_EQ(complaint_of(options_for("cuda", {"--licenses=gpu0:1"})), "");
  EXPECT_EQ(complaint_of(options_for("cpu")), "");
}

TEST(SlurmArguments, AreFineWhereTheClusterHasGpus) {
  const fake_sinfo some("gpu:a100:4(S:0-1)");
  EXPECT_EQ(complaint_of(options_for("cuda")), "");
}

TEST(SlurmArguments, ExplainARefusal) {
  EXPECT_THAT(advice_for_refusal("sbatch: error: Invalid generic resource (gres) specification"),
              HasSubstr("`sinfo --format=%G` prints what the cluster has"));
  EXPECT_THAT(advice_for_refusal("sbatch: error: Invalid account"), HasSubstr("--account=NAME"));
}

TEST(ArrayScript, GradesTheChunkOfItsTask) {
  const base::temporary_folder folder;
  const fs::path file = folder.path() / "array.sh";
  std::ofstream(file) << array_script({7, 3, 12}, {"echo", "a b", "--jobs", "2"});
  for (const auto& [task, chunk] : {std::pair("0", "7"), {"1", "3"}, {"2", "12"}}) {
    base::process_request request;
    request.command = {"sh", file.string()};
    request.environment = {{"SLURM_ARRAY_TASK_ID", task}};
    EXPECT_EQ(base::run_process(request).output, std::string("a b --jobs 2 ") + chunk + "\n");
  }
}

}  // namespace
}  // namespace kw::grader
