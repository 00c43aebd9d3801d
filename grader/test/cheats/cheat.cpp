#include "grader/test/cheats/cheat.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/pattern.hpp"
#include "grader/model/error.hpp"
#include "grader/test/edits.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

/// The number at the end of "at most 0.5".
double number_in(const std::string& text) {
  return std::strtod(text.c_str() + text.find_last_of(' '), nullptr);
}

bool begins(const std::string& text, std::string_view start) {
  return text.rfind(start, 0) == 0;
}

/// A submission is one file: what several have in common is put where they include it.
void insert_parts(std::string& text, const fs::path& folder) {
  static const base::pattern kPart("#include \"([a-z_]+[.]part)\"\n");
  while (const auto part = kPart.find(text)) {
    text.replace(part->begin, part->end - part->begin, base::read_text_file(folder / (*part)[1]));
  }
}

cheat read_cheat(const fs::path& file, const std::string& name, const fs::path& root,
                 const course& course) {
  cheat result;
  result.name = name;
  result.text = base::read_file(file, 1 << 20);
  std::istringstream lines(result.text);
  for (std::string line; std::getline(lines, line) && begins(line, "//");) {
    const std::string words = line.size() > 3 ? line.substr(3) : "";
    const std::size_t colon = words.find(": ");
    const std::string key = words.substr(0, colon);
    const std::string value = colon == std::string::npos ? "" : words.substr(colon + 2);
    if (key == "task") {
      result.task = value;
    } else if (key == "earns") {
      result.earns = value;
    } else if (key == "on a gpu") {
      result.earns_on_gpu = value.substr(0, value.find(','));
    } else if (key == "speed") {
      result.speed = value;
    } else if (key == "open") {
      result.open = value;
    } else if (key == "says") {
      result.says.push_back(value);
    } else if (key == "hides") {
      result.hides.push_back(value);
    } else {
      result.why += (result.why.empty() ? "" : " ") + words;
    }
  }
  if (result.why.empty() || result.task.empty() || result.earns.empty()) {
    throw usage_error(
        fmt::format("{}: its first comment must say why, task: and earns:", file.string()));
  }
  if (file.extension() == ".edit") {
    const course_part part = find_part(course, result.task);
    result.text = edited(solution_of(root, *part.of, *part.task), lines, name);
  }
  insert_parts(result.text, file.parent_path().parent_path());
  return result;
}

std::string complaint_about_points(const cheat& one, const cheat_outcome& outcome) {
  constexpr double kHair = 0.006;
  const auto say = [&](const char* want) {
    return fmt::format("earns {} of {} points, and must earn {}", outcome.points,
                       outcome.most_points, want);
  };
  const double points = outcome.points;
  if (one.earns == "nothing" && points > 0) {
    return say("nothing");
  }
  if (one.earns == "everything" && points < outcome.most_points - kHair) {
    return say("everything");
  }
  if (begins(one.earns, "at most") && points > number_in(one.earns) + kHair) {
    return say(one.earns.c_str());
  }
  if (begins(one.earns, "share")) {
    const double part = std::strtod(one.earns.c_str() + 6, nullptr) / number_in(one.earns);
    return std::abs(points - part * outcome.most_points) > kHair ? say(one.earns.c_str()) : "";
  }
  return {};
}

std::string complaint_about_speed(const cheat& one, const cheat_outcome& outcome) {
  if (one.speed.empty()) {
    return {};
  }
  if (!outcome.speed) {
    return fmt::format("its speed is not scored ({}), and must be {}", outcome.speed_note,
                       one.speed);
  }
  const double limit = number_in(one.speed);
  const bool good =
      begins(one.speed, "at most") ? *outcome.speed <= limit : *outcome.speed >= limit;
  return good ? ""
              : fmt::format("has {:.2f} of the credit for speed, and must have {}", *outcome.speed,
                            one.speed);
}

}  // namespace

std::vector<cheat> read_cheats(const fs::path& folder, const fs::path& root) {
  const course course = load_course(root);
  std::vector<cheat> all;
  for (const auto& group : fs::directory_iterator(folder)) {
    if (!group.is_directory()) {
      continue;
    }
    for (const auto& file : fs::directory_iterator(group.path())) {
      all.push_back(read_cheat(file.path(),
                               group.path().filename().string() + "/" + file.path().stem().string(),
                               root, course));
    }
  }
  std::sort(all.begin(), all.end(), [](const cheat& a, const cheat& b) { return a.name < b.name; });
  return all;
}

std::string complaint_about(const cheat& one, const cheat_outcome& outcome) {
  if (!outcome.gradable) {
    return "the machine is blamed: " + outcome.reason;
  }
  if (const std::string points = complaint_about_points(one, outcome); !points.empty()) {
    return points;
  }
  if (const std::string speed = complaint_about_speed(one, outcome); !speed.empty()) {
    return speed;
  }
  for (const std::string& text : one.says) {
    if (outcome.text.find(text) == std::string::npos) {
      return fmt::format("the result does not say \"{}\"", text);
    }
  }
  for (const std::string& text : one.hides) {
    if (outcome.text.find(text) != std::string::npos) {
      return fmt::format("the result says \"{}\"", text);
    }
  }
  return {};
}

}  // namespace kw::grader
