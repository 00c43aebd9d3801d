// A program runs in a loop that never ends.
#include <cctype>
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/report/names.hpp"

namespace kw::runtime {
namespace {

numbered_line loop_around(const launch_description& launch, source_place place) {
  return place.file == nullptr
             ? numbered_line{}
             : enclosing_loop(place.file, kernel_name(launch.kernel_signature), place.line);
}

// Where the parenthesis that is opened first is closed; npos if it is not.
std::size_t end_of_head(const std::string& line) {
  int open = 0;
  for (auto i = line.find('('); i < line.size(); ++i) {
    open += line[i] == '(' ? 1 : line[i] == ')' ? -1 : 0;
    if (open == 0) {
      return i;
    }
  }
  return std::string::npos;
}

// The parts of a for statement's head: {"int start = 0", "start < n", "start += 64"}.
std::vector<std::string> parts_of(const std::string& head) {
  std::vector<std::string> parts = {""};
  const auto begin = head.find('('), end = end_of_head(head);
  for (auto i = begin + 1; begin != std::string::npos && i < end && i < head.size(); ++i) {
    if (head[i] == ';') {
      parts.emplace_back();
    } else {
      parts.back() += head[i];
    }
  }
  for (std::string& part : parts) {
    part.erase(0, part.find_first_not_of(' ') == std::string::npos ? part.size()
                                                                   : part.find_first_not_of(' '));
  }
  return parts;
}

// The variable that a condition begins with.
std::string variable_of(const std::string& condition) {
  std::size_t end = 0;
  while (end < condition.size() &&
         (std::isalnum(static_cast<unsigned char>(condition[end])) != 0 || condition[end] == '_')) {
    ++end;
  }
  return condition.substr(0, end);
}

// Does a statement of this line change the variable?
bool changes(const std::string& line, const std::string& variable) {
  for (const char* how : {" += ", " -= ", " = ", " *= ", " /= ", "++", "--"}) {
    const auto at = line.find(variable + how);
    if (at != std::string::npos && mentions(line, variable)) {
      return true;
    }
  }
  return mentions(line, variable) && (line.find("++" + variable) != std::string::npos ||
                                      line.find("--" + variable) != std::string::npos);
}

// The first line of the loop's body that changes the variable; number 0 if there is none.
numbered_line change_in_body(const site& s, const std::string& variable) {
  int depth = 0;
  for (numbered_line l : kernel_lines(s.e.place.file, s.kernel)) {
    if (l.number < s.e.place.line) {
      continue;
    }
    if (l.number == s.e.place.line) {  // a loop whose body is in the line of its head
      const auto head = end_of_head(l.text);
      const std::string body = head == std::string::npos ? "" : l.text.substr(head + 1);
      if (body.find(';') != std::string::npos) {
        return changes(body, variable)
                   ? numbered_line{l.number, body.substr(body.find_first_not_of(" {"))}
                   : numbered_line{};
      }
    }
    if (l.number > s.e.place.line && changes(l.text, variable)) {
      return l;
    }
    for (const char c : l.text) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    }
    if (depth <= 0 && l.number > s.e.place.line) {
      break;
    }
  }
  return {};
}

// The condition of an `if` in whose block, or line, a line is; empty if it is in none.
std::string condition_of(const site& s, const numbered_line& of) {
  std::vector<std::string> heads;
  for (const numbered_line& l : kernel_lines(s.e.place.file, s.kernel)) {
    if (l.number <= s.e.place.line || l.number > of.number) {
      continue;
    }
    if (l.number == of.number) {
      heads.push_back(l.text);
      break;
    }
    for (const char c : l.text) {
      if (c == '{') {
        heads.push_back(l.text);
      } else if (c == '}' && !heads.empty()) {
        heads.pop_back();
      }
    }
  }
  for (const std::string& head : heads) {
    const auto begin = head.find("if ("), end = end_of_head(head);
    if (begin == 0 && end != std::string::npos) {
      return head.substr(4, end - 4);
    }
  }
  return "";
}

std::string advise_on_while(const site& s) {
  const std::vector<std::string> parts = parts_of(s.line);
  const std::string variable = variable_of(parts.front());
  if (variable.empty()) {
    return "Look at what should make its condition false.";
  }
  const numbered_line body = change_in_body(s, variable);
  if (body.number == 0) {
    return "No line of its body changes `" + variable + "`, so its condition stays true.";
  }
  const std::string condition = condition_of(s, body);
  const std::string line = "Line " + number(body.number) + " changes `" + variable + "`";
  return condition.empty()
             ? line + " (`" + body.text + "`): does that lead to where the condition is false?"
             : line + " only if `" + condition +
                   "`. Where that is false, the loop stays where it is: change `" + variable +
                   "` in every step.";
}

std::string advise_on_endless_loop(const site& s) {
  if (s.line.rfind("while (", 0) == 0) {
    return advise_on_while(s);
  }
  const std::vector<std::string> parts = parts_of(s.line);
  if (parts.size() != 3) {
    return "Look at what should make its condition false.";
  }
  const std::string variable = variable_of(parts[1]);
  const numbered_line body = variable.empty() ? numbered_line{} : change_in_body(s, variable);
  const std::string block = block_name(s, 0);
  const std::string step = "`" + variable + " += " + (block == "0" ? "1" : block) + "`";
  if (!variable.empty() && body.number > 0) {
    return "Line " + number(body.number) + " (`" + body.text + "`) changes `" + variable +
           "` as well" + (parts[2].empty() ? "." : ", and undoes its step, `" + parts[2] + "`.") +
           " Let only the head of the loop change it" +
           (parts[2].empty() ? ", such as by " + step + "." : ".");
  }
  if (!variable.empty() && parts[2].empty()) {
    return "Its head has no step, the part after the second semicolon, and its body does not "
           "change `" +
           variable + "` either. Add one, such as " + step + ".";
  }
  if (!variable.empty() && !changes(parts[2], variable)) {
    return "Its step, `" + parts[2] + "`, does not change `" + variable +
           "`, which its condition looks at. It should be a step such as " + step + ".";
  }
  return "Its condition `" + parts[1] + "` stays true. Look at what its step, `" + parts[2] +
         "`, adds: with 0 the loop stays where it is, and a step away from the end never gets "
         "there.";
}

words explain_endless_loop(const site& s) {
  const bool loop = s.line.rfind("for (", 0) == 0 || s.line.rfind("while (", 0) == 0;
  if (!loop) {
    return {"this line has run for seconds, again and again: a loop around it does not end.",
            "Look at what should end the loop."};
  }
  return {"this loop has run for seconds and does not end.", advise_on_endless_loop(s)};
}

void look_for_endless_loop(launch_monitor& monitor, program& p, source_place place,
                           const incident& what) {
  if (std::holds_alternative<long_run>(what)) {
    monitor.stop(p, event(endless_loop, place));
  }
}

// The loop, and not the access at which it was ended.
source_place locate_endless_loop(const launch_monitor& monitor, const event& e) {
  const numbered_line loop = loop_around(monitor.launch(), e.place);
  source_place place = e.place;
  place.line = loop.number > 0 ? loop.number : place.line;
  return place;
}

}  // namespace

const mistake endless_loop{
    .name = "endless-loop",
    .explain = explain_endless_loop,
    .while_running = {.look_at_incident = look_for_endless_loop},
    .locate = locate_endless_loop,
};

}  // namespace kw::runtime
