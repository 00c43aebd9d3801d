#include "grader/class/run_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/control_group.hpp"
#include "common/base/files.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;

using nlohmann::json;

folder_lock::folder_lock(const fs::path& folder) {
  const fs::path file = folder / ".lock";
  descriptor_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0 || flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    throw usage_error(
        fmt::format("another run is writing to {}: wait for it, or choose another "
                    "folder with --output",
                    folder.string()));
  }
}

folder_lock::~folder_lock() {
  close(descriptor_);
}

std::optional<std::uint64_t> seed_of_earlier_run(const fs::path& file, const json& same,
                                                 const class_options& options) {
  const json earlier = json::parse(base::read_text_file(file), nullptr, false);
  if (!earlier.is_object() || options.restart) {
    return {};
  }
  for (const auto& [key, value] : same.items()) {
    if (!earlier.contains(key) || earlier[key] != value) {
      throw usage_error(fmt::format(
          "{} holds results of another run (its {} differ). Grade everything again with "
          "--restart, or choose another folder with --output",
          options.output.string(), key));
    }
  }
  if (!earlier.contains("seed") || !earlier["seed"].is_number_unsigned()) {
    return {};
  }
  const auto seed = earlier["seed"].get<std::uint64_t>();
  if (options.seed && seed != *options.seed) {
    throw usage_error(
        fmt::format("{} holds results with the seed {}: leave --seed out, or grade "
                    "everything again with --restart",
                    options.output.string(), seed));
  }
  return seed;
}

void note_limits(bool has_groups, const class_options& options, std::vector<std::string>& notes) {
  if (has_groups || !options.use_sandbox) {
    return;
  }
  const std::string rest =
      options.device == "cuda"
          ? "A submission that hides memory from the judge can fill this machine"
          : "That is enough for programs, which a filter of system calls keeps "
            "small, and less sure for the compiler";
  notes.push_back(fmt::format(
      "no control group limits what a submission uses, because {}; each process has its limits, "
      "and "
      "the judge looks at all of them. {}. `systemd-run --user --scope -p Delegate=yes ./course "
      "class ...` gives the run a group",
      base::control_groups::why_none_here(), rest));
}

}  // namespace kw::grader
