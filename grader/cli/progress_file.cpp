#include "grader/cli/progress_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/plain_text.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {

using nlohmann::json;

progress_file::progress_file(const grader& grader)
    : file_(grader.options().build_folder / "grader" / "progress.json") {
  const json value = json::parse(base::read_text_file(file_), nullptr, false);
  try {
    latest_ = value.at("latest").get<std::string>();
    for (const auto& [id, state] : value.at("states").items()) {
      const json& points = value.at("points").at(id);
      lessons_[id] = {state.get<std::string>(), points.at(0), points.at(1)};
    }
  } catch (const json::exception&) {
    latest_.clear();
    lessons_.clear();
  }
}

void progress_file::note(const lesson_result& result) {
  latest_ = result.definition.id();
  lessons_[latest_] = {std::string(to_text(result.state)), result.points, result.max_points};
  json value = {{"latest", latest_}, {"states", json::object()}, {"points", json::object()}};
  for (const auto& [id, lesson] : lessons_) {
    value["states"][id] = lesson.state;
    value["points"][id] = {lesson.points, lesson.max_points};
  }
  try {
    base::write_file_atomically(file_, value.dump(2) + "\n");
  } catch (const machine_error&) {
    // The next result will be noted again.
  }
}

bool progress_file::complete(const std::string& lesson) const {
  const auto found = lessons_.find(lesson);
  return found != lessons_.end() && found->second.state == to_text(lesson_state::complete);
}

std::string progress_file::describe(const course& course, const std::string& current,
                                    const text_style& style) const {
  std::string text;
  double points = 0, reachable = 0;
  for (const lesson& lesson : course.lessons) {
    const auto found = lessons_.find(lesson.id());
    const bool known = found != lessons_.end();
    points += known ? found->second.points : 0;
    reachable += known ? found->second.max_points : lesson.points();
    const std::string number = lesson.id().substr(6);
    text += text.empty() ? "" : "  ";
    text += lesson.id() == current ? style.bold(number) : style.dim(number);
    text += " ";
    text += !known ? style.dim(style.ring())
            : complete(lesson.id())
                ? style.good(style.tick())
                : fmt::format("{:g}/{:g}", found->second.points, found->second.max_points);
  }
  return text + style.dim(fmt::format("   {:g} of {:g} points", points, reachable));
}

}  // namespace kw::grader
