#include "common/checker/mistakes/moved_pointer.hpp"

#include <algorithm>
#include <optional>

#include "common/base/pattern.hpp"
#include "common/checker/report/names.hpp"
#include "common/checker/source/settings.hpp"

namespace kw::runtime {
namespace {

// How the pointer of an access moves.
struct move {
  setting line;
  std::string by, lanes;  // `lanes`: what the access adds to it
  bool in_loop = false;   // which is the one around the access
};

std::vector<setting> settings_around(const site& s) {
  return s.e.place.file == nullptr ? std::vector<setting>()
                                   : settings_of(kernel_lines(s.e.place.file, s.kernel));
}

// The last line before the access that moves its pointer, or the line of its loop that does.
std::optional<move> move_of(const site& s, const std::vector<setting>& settings) {
  if (settings.empty()) {
    return std::nullopt;
  }
  const auto arguments = s.arguments();
  const std::string address = arguments.empty() ? "" : arguments[0];
  const auto added = address.find(" + ");
  const std::string name = address.substr(0, added);
  const std::string lanes = added == std::string::npos ? "" : address.substr(added + 3);
  const int loop = enclosing_loop(s.e.place.file, s.kernel, s.e.place.line).number;
  std::optional<move> found;
  for (const setting& line : settings) {
    if (line.name != name) {
      continue;
    }
    const bool before = line.line.number < s.e.place.line;
    const bool in_loop =
        loop > 0 && (line.line.number == loop ||
                     enclosing_loop(s.e.place.file, s.kernel, line.line.number).number == loop);
    const auto plus = line.value.find(" + ");
    if (line.sign == "+=" && in_loop) {
      return move{line, line.value, lanes, true};
    }
    if (line.sign == "+=" && before) {
      found = move{line, line.value, lanes};
    } else if (line.sign == "=" && before && !in_loop && plus != std::string::npos &&
               line.value.substr(0, plus) == s.buffer) {
      found = move{line, line.value.substr(plus + 3), lanes};
    }
  }
  return found;
}

std::string in_brackets(const std::string& expression) {
  return expression.find(' ') == std::string::npos ? expression : "(" + expression + ")";
}

}  // namespace

std::string advise_moved_pointer(const site& s) {
  static const base::pattern kOne(R"(^\s*(\w+)\s*<\s*(\w+)\s*;?\s*$)");
  const auto settings = settings_around(s);
  const auto moved = move_of(s, settings);
  if (!moved || s.by_index()) {
    return "";
  }
  const std::string line =
      "line " + number(moved->line.line.number) + " (`" + loop_head(moved->line.line) + "`)";
  const int loop = enclosing_loop(s.e.place.file, s.kernel, s.e.place.line).number;
  const std::string variable = moved->in_loop ? moved_by_loop(settings, loop, moved->lanes) : "";
  if (!variable.empty()) {
    return "In each step of the loop, " + line + " moves `" + moved->line.name + "` on, and `" +
           moved->lanes + "` " +
           (variable == moved->lanes ? "moves on" : "goes on with `" + variable + "`") +
           " as well, so the tile moves twice. Leave one of them out: the line that moves `" +
           moved->line.name + "`, or `" + variable + "` in the offsets.";
  }
  const std::string mask = s.mask_text();
  const auto compared = kOne.match(mask);
  if (!compared || (*compared)[1] != moved->lanes || (s.where->rows > 0 && !moved->in_loop)) {
    return "";
  }
  const std::string lanes = (*compared)[1], size = (*compared)[2];
  return moved->in_loop
             ? "In each step of the loop, " + line + " moves `" + moved->line.name +
                   "` on, but the mask `" + lanes + " < " + size +
                   "` stays the same. Compare the lanes with the number of elements that are left: "
                   "a number that begins with `" +
                   size + "` and goes down by `" + moved->by + "` in each step."
             : "The pointer was moved in " + line + ", so lane 0 is not element 0, but the mask `" +
                   lanes + " < " + size +
                   "` compares as if it were. Compare the lanes with what is "
                   "left: `" +
                   lanes + " < " + size + " - " + in_brackets(moved->by) + "`.";
}

std::string advise_moved_along_row(const site& s) {
  const auto moved = move_of(s, settings_around(s));
  if (!moved || !moved->in_loop || moved->by.find("stride") != std::string::npos) {
    return "";
  }
  const std::string stride = s.is_matrix() ? s.buffer + ".stride()" : stride_name(s);
  return "In each step, line " + number(moved->line.line.number) + " (`" +
         loop_head(moved->line.line) +
         "`) moves the tile by so many columns. If it is to go down by so many rows, multiply by "
         "the distance between two rows: `" +
         moved->line.name + " += " + in_brackets(moved->by) + " * " +
         (stride.empty() ? number(s.where->row_stride) : stride) + "`.";
}

}  // namespace kw::runtime
