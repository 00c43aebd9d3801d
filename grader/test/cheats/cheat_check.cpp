// Hands in every cheat and every control of this folder as a class, and compares what each of them
// got with what it must get.
//
//     cheat_check <course> <build folder> <cheats> [--only=TEXT] [--seed=N]
//                 [--no-speed] [--only-speed] [--tell] [--device=cuda]
//
// CI runs it on the CPU; --device=cuda is for a machine with a GPU. On the CPU it needs the
// sandbox, since without it much of what is handed in would be let through.
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/options.hpp"
#include "grader/class/class_run.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/run/sandbox/sandbox.hpp"
#include "grader/test/cheats/cheat.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

struct check_options {
  fs::path root, build, cheats;
  std::string only, device = "cpu";
  std::uint64_t seed = 0;
  bool speed = true;  ///< also those that are measured
  bool only_speed = false;
  bool tell = false;  ///< prints each result, for authors of cheats
};

std::string flat(const std::string& name) {
  std::string result = name;
  result[result.find('/')] = '-';
  return result;
}

/// Whether a check of speed is about this task.
bool is_of(const lesson_result& lesson, const check_result& speed, const std::string& task) {
  for (const check_result& check : lesson.checks) {
    if (check.definition.id == speed.definition.of) {
      return lesson.definition.task_id(check.definition) == task;
    }
  }
  return false;
}

cheat_outcome outcome_of(const fs::path& file, const report& result, const std::string& task) {
  cheat_outcome outcome;
  outcome.gradable = result.gradable;
  outcome.reason = result.reason;
  outcome.text = base::read_text_file(file);
  for (const lesson_result& lesson : result.lessons) {
    for (const check_result& check : lesson.checks) {
      if (check.speed && !is_of(lesson, check, task)) {
        continue;
      }
      if (check.speed) {
        outcome.speed_note = check.speed->note;
        if (check.speed->state == speed_state::scored || check.speed->state == speed_state::wrong) {
          outcome.speed = check.speed->credit;
        }
      } else if (lesson.definition.task_id(check.definition) == task) {
        outcome.points = check.points;
        outcome.most_points = check.definition.points;
      }
    }
  }
  return outcome;
}

/// Grades those cheats, in one run. \returns their outcomes by name
std::map<std::string, cheat_outcome> grade_all(const check_options& chosen,
                                               const std::vector<cheat>& cheats, bool speed) {
  const temporary_folder folder;
  const course course = load_course(chosen.root);
  std::map<std::string, const cheat*> by_source;
  std::set<std::string> tasks;
  for (const cheat& one : cheats) {
    for (const lesson& lesson : course.lessons) {
      for (const check* task : lesson.tasks()) {
        if (lesson.task_id(*task) == one.task) {
          folder.write("class" / fs::path(flat(one.name)) / (task->task_name() + ".cpp"), one.text);
          tasks.insert(fmt::format("{}.{}", lesson.number, task->task));
        }
      }
    }
    by_source[flat(one.name)] = &one;
  }
  class_options options;
  options.root = chosen.root;
  options.build_folder = chosen.build;
  options.source = folder.path() / "class";
  options.output = folder.path() / "graded";
  options.lessons = {tasks.begin(), tasks.end()};
  options.speed = speed;
  options.device = chosen.device;
  constexpr int kAtOnce = 8;  // many only wait until a limit ends them
  options.jobs = speed || chosen.device == "cuda" ? 0 : kAtOnce;
  options.use_sandbox = sandbox::what_is_missing().empty();
  options.call_seconds = 2;  // one is too few for a control whose programs wait for each other
  options.memory_megabytes = 256;
  const bool searches = chosen.device == "cuda" && tasks.count("9.3") != 0;
  options.task_seconds = searches ? 200 : 20;  // on a GPU lesson 09's search takes 90
  if (chosen.seed != 0) {
    options.seed = chosen.seed;
  }
  const class_outcome outcome = run_class(options);
  if (!outcome.gave_up.empty()) {
    fmt::print("THE RUN WAS GIVEN UP: {}\n", outcome.gave_up);
  }
  std::map<std::string, cheat_outcome> outcomes;
  for (const auto& entry : fs::directory_iterator(outcome.results)) {
    const report result = read_report(entry.path());
    const cheat* const one = by_source.at(fs::path(result.who.source).filename().string());
    outcomes[one->name] = outcome_of(entry.path(), result, one->task);
  }
  return outcomes;
}

std::string with_places(std::string text, const check_options& chosen) {
  for (const auto& [mark, place] :
       {std::pair("{root}", chosen.root.string()), std::pair("{build}", chosen.build.string())}) {
    const std::size_t at = text.find(mark);
    if (at != std::string::npos) {
      text.replace(at, std::string_view(mark).size(), place);
    }
  }
  return text;
}

/// The solution's own times were erratic, so no speed can be judged.
bool is_too_noisy(const cheat& one, const cheat_outcome& outcome) {
  return !one.speed.empty() && !outcome.speed &&
         outcome.speed_note.find("too noisy to tell") != std::string::npos;
}

int report_on(const std::vector<cheat>& cheats, const check_options& chosen,
              const std::map<std::string, cheat_outcome>& outcomes) {
  std::map<std::string, std::pair<int, int>> counts;  // as it must be, all
  int wrong = 0;
  for (cheat one : cheats) {
    for (std::string& text : one.hides) {
      text = with_places(text, chosen);
    }
    const auto found = outcomes.find(one.name);
    const std::string complaint =
        found == outcomes.end() ? "there is no result" : complaint_about(one, found->second);
    if (found != outcomes.end() && is_too_noisy(one, found->second)) {
      fmt::print("NOISY {}: {}\n", one.name, found->second.speed_note);
      continue;
    }
    auto& [good, all] = counts[one.group()];
    ++all;
    good += complaint.empty() ? 1 : 0;
    if (!complaint.empty()) {
      wrong += one.open.empty() ? 1 : 0;
      fmt::print("{} {}: {}\n", one.open.empty() ? "WRONG" : "OPEN ", one.name,
                 complaint.substr(0, 1500));
    }
    if (chosen.tell && found != outcomes.end()) {
      fmt::print("---- {}\n{}\n", one.name, found->second.text);
    }
  }
  for (const auto& [group, count] : counts) {
    fmt::print("{}: {} of {} are as they must be\n", group, count.first, count.second);
  }
  return wrong;
}

int check_cheats(const check_options& chosen) {
  const std::string missing = sandbox::what_is_missing();
  if (!missing.empty() && chosen.device == "cpu") {
    fmt::print("SKIPPED: {}\n", missing);
    return 0;
  }
  std::vector<cheat> all, right, fast;
  for (cheat& one : read_cheats(chosen.cheats, chosen.root)) {
    if (chosen.device == "cuda" && !one.earns_on_gpu.empty()) {
      one.earns = one.earns_on_gpu;
    }
    const bool wanted = one.name.find(chosen.only) != std::string::npos &&
                        (one.speed.empty() ? !chosen.only_speed : chosen.speed);
    if (wanted) {
      (one.speed.empty() ? right : fast).push_back(one);
      all.push_back(std::move(one));
    }
  }
  std::map<std::string, cheat_outcome> outcomes;
  for (const bool speed : {false, true}) {
    if (!(speed ? fast : right).empty()) {
      outcomes.merge(grade_all(chosen, speed ? fast : right, speed));
    }
  }
  return report_on(all, chosen, outcomes);
}

check_options parse(int count, char** arguments) {
  check_options chosen;
  chosen.root = fs::absolute(arguments[1]);
  chosen.build = fs::absolute(arguments[2]);
  chosen.cheats = arguments[3];
  bool no_speed = false;
  base::option_reader reader;
  reader.text("--only", chosen.only).text("--device", chosen.device);
  reader.positive("--seed", chosen.seed).flag("--no-speed", no_speed);
  reader.flag("--only-speed", chosen.only_speed).flag("--tell", chosen.tell);
  reader.take_all(count - 3, arguments + 3);
  chosen.speed = !no_speed;
  return chosen;
}

}  // namespace
}  // namespace kw::grader

int main(int count, char** arguments) try {
  if (count < 4) {
    fmt::print(stderr, "usage: cheat_check <course> <build folder> <cheats> [--only=TEXT] ...\n");
    return 2;
  }
  return kw::grader::check_cheats(kw::grader::parse(count, arguments)) == 0 ? 0 : 1;
} catch (const std::exception& problem) {
  fmt::print(stderr, "cheat_check: {}\n", problem.what());
  return 2;
}
