// A kit in words, with which another machine of a cluster uses a copy of its folder.
#include <nlohmann/json.hpp>

#include "grader/model/error.hpp"
#include "grader/run/sandbox/task_kit.hpp"

namespace kw::grader {

using nlohmann::json;

std::string task_kit::describe() const {
  return json({{"compiler", compiler_},
               {"linker", linker_},
               {"flags", flags_},
               {"measured_flags", measured_flags_},
               {"link", link_},
               {"prelinked", prelinked_},
               {"link_options", link_options_},
               {"libraries", libraries_},
               {"probe", probe_.string()},
               {"confine", confine_.string()},
               {"measures", !bench_judge_.empty()},
               {"on_cpu", on_cpu_ ? on_cpu_->describe() : ""}})
      .dump();
}

task_kit::task_kit(lesson part, const std::filesystem::path& folder, const std::string& described)
    : part_(std::move(part)), folder_(folder), own_folder_(folder / std::to_string(task().task)) {
  try {
    const json kit = json::parse(described);
    compiler_ = kit.at("compiler");
    linker_ = kit.at("linker");
    flags_ = kit.at("flags").get<std::vector<std::string>>();
    measured_flags_ = kit.at("measured_flags").get<std::vector<std::string>>();
    link_ = kit.at("link").get<std::vector<std::string>>();
    prelinked_ = kit.at("prelinked").get<std::vector<std::string>>();
    link_options_ = kit.at("link_options").get<std::vector<std::string>>();
    libraries_ = kit.at("libraries").get<std::vector<std::string>>();
    probe_ = kit.at("probe").get<std::string>();
    confine_ = kit.at("confine").get<std::string>();
    if (kit.at("measures") == true) {
      bench_judge_ = folder_ / "bench_judge";
    }
    if (const std::string on_cpu = kit.at("on_cpu"); !on_cpu.empty()) {
      on_cpu_.reset(new task_kit(part_, folder_ / kCpuKits, on_cpu));
    }
  } catch (const json::exception& error) {
    throw machine_error("the description of a task's programs is damaged: " +
                        std::string(error.what()));
  }
  symbols_ = read_symbols();
}

std::vector<task_kit> task_kit::open_all(const lesson& lesson, const std::filesystem::path& folder,
                                         const std::map<std::string, std::string>& described) {
  std::vector<task_kit> kits;
  for (const check* task : lesson.tasks()) {
    const auto found = described.find(lesson.task_id(*task));
    if (found == described.end()) {
      throw machine_error("there is no description of the programs of " + lesson.task_id(*task));
    }
    kits.push_back(task_kit(part_of(lesson, {task->task}), folder, found->second));
  }
  return kits;
}

}  // namespace kw::grader
