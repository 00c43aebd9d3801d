#include "grader/class/result_store.hpp"

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"

namespace kw::grader {
namespace fs = std::filesystem;

result_store::result_store(fs::path folder) : folder_(std::move(folder)) {}

void result_store::remove_unfinished(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".tmp") {
      std::error_code ignored;
      fs::remove(entry.path(), ignored);
    }
  }
}

std::optional<report> result_store::find(const std::string& id,
                                         const std::string& fingerprint) const {
  const fs::path file = folder_ / (id + ".json");
  if (!fs::exists(file)) {
    return std::nullopt;
  }
  try {
    report stored = read_report(file);
    if (stored.gradable && stored.who.fingerprint == fingerprint) {
      return stored;
    }
  } catch (const usage_error&) {  // not ours, or of another version: graded again
  }
  return std::nullopt;
}

void result_store::put(const report& result) {
  base::write_file_atomically(folder_ / (result.who.id + ".json"), to_json(result));
}

bool result_store::bring_up_to_date(report& stored, const submission& who,
                                    const commit_times& times) {
  const std::string_view kEntered = "This was entered as the submission of ";
  std::erase_if(stored.notes,
                [&](const std::string& note) { return note.rfind(kEntered, 0) == 0; });
  if (!who.roster.empty()) {
    stored.notes.push_back(fmt::format("{}{}{}. If that is not you, tell your instructor.",
                                       kEntered, who.name,
                                       who.email.empty() ? "" : fmt::format(" ({})", who.email)));
  }
  submission now = who;
  now.fingerprint = stored.who.fingerprint;
  bool changed = !(now == stored.who);
  stored.who = std::move(now);
  for (lesson_result& lesson : stored.lessons) {
    const auto found = times.lessons.find(lesson.definition.id());
    const std::string time = found != times.lessons.end() ? found->second : "";
    changed = changed || lesson.handed_in != time;
    lesson.handed_in = time;
  }
  return changed;
}

}  // namespace kw::grader
