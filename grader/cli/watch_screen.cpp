#include "grader/cli/watch_screen.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "common/base/utf8.hpp"
#include "grader/model/next_step.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

/// The length of an escape sequence at the front of `text`; 0 when there is none.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2 || text[0] != '\x1b') {
    return 0;
  }
  if (text[1] == ']') {  // up to ESC and a backslash, as in links
    const std::size_t end = text.find("\x1b\\", 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  std::size_t end = 2;
  while (end < text.size() && (text[end] < '@' || text[end] > '~')) {
    ++end;
  }
  return std::min(end + 1, text.size());
}

/// The first bytes of a text that take at most `columns`, and how many they take.
std::pair<std::size_t, std::size_t> measure(std::string_view text,
                                            std::size_t columns = std::string_view::npos) {
  std::size_t at = 0, width = 0;
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    const std::size_t escape = escape_length(rest);
    if (escape == 0 && width++ == columns) {
      return {at, columns};
    }
    at += escape > 0 ? escape : std::max<std::size_t>(1, base::character_length(rest));
  }
  return {at, width};
}

std::size_t width_of(std::string_view text) {
  return measure(text).second;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

std::string wrap_line(const std::string& line, std::size_t columns) {
  if (width_of(line) <= columns) {
    return line + "\n";
  }
  const std::size_t text = std::min(line.find_first_not_of(' '), line.size());
  const std::string indent(std::min(text, columns / 2), ' ');
  std::string result, row = line.substr(0, std::min(text, columns / 2));
  std::istringstream words(line.substr(text));
  bool first = true;  // of its row
  for (std::string word; std::getline(words, word, ' ');) {
    if (!first && width_of(row) + 1 + width_of(word) > columns) {
      result += row + "\n";
      row = indent;
      first = true;
    }
    row += first ? word : " " + word;
    first = false;
    while (width_of(row) > columns) {  // a word that is wider than the screen
      const std::size_t bytes = measure(row, columns).first;
      result += row.substr(0, bytes) + "\n";
      row = indent + row.substr(bytes);
    }
  }
  return result + row + "\n";
}

/// The first lines, with a sign where some were left out.
void print_first(const std::vector<std::string>& lines, std::size_t most, std::string& result) {
  for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) {
    result += (i + 1 == most && lines.size() > most ? "  ..." : lines[i]) + "\n";
  }
}

}  // namespace

std::string wrap_lines(const std::string& text, std::size_t columns) {
  std::string result;
  for (const std::string& line : lines_of(text)) {
    result += wrap_line(line, columns);
  }
  return result;
}

std::string draw_screen(const watch_view& view, const screen& size) {
  const auto wrapped = [&](const std::string& text) {
    return lines_of(wrap_lines(text, size.columns));
  };
  const std::vector<std::string> keys = wrapped(view.keys), place = wrapped(view.place),
                                 main = wrapped(view.main), others = wrapped(view.others);
  std::vector<std::string> head = wrapped(view.title);
  head.emplace_back();
  for (const std::string& line : wrapped(view.news)) {
    head.push_back(line);
  }
  const auto room_after = [](std::size_t room, std::size_t used) {
    return room > used ? room - used : 0;
  };
  // The last row stays free for what is going on, such as a build.
  std::size_t room = room_after(size.rows, keys.size() + 1 + head.size());
  std::string screen = "\x1b[H\x1b[2J";
  print_first(head, head.size(), screen);
  const std::size_t of_main = std::min(main.size(), room_after(room, place.size()));
  print_first(main, of_main, screen);
  room = room_after(room, of_main);
  print_first(place, room, screen);
  room = room_after(room, place.size());
  if (!others.empty() && room > 1) {
    screen += "\n";
    const std::size_t shown = std::min(others.size(), room - 1);
    print_first(others, shown, screen);
    room -= 1 + shown;
  }
  screen += std::string(room, '\n');
  print_first(keys, keys.size(), screen);
  return screen;
}

std::string file_link(const fs::path& file, int line, const std::string& text) {
  std::string address = "file://";
  for (const char letter : fs::absolute(file).lexically_normal().string()) {
    const bool plain =
        letter > ' ' && letter < 0x7f && letter != '%' && letter != '#' && letter != '?';
    address +=
        plain ? std::string(1, letter) : fmt::format("%{:02X}", static_cast<unsigned char>(letter));
  }
  address += line > 0 ? fmt::format("#{}", line) : "";
  return "\x1b]8;;" + address + "\x1b\\" + text + "\x1b]8;;\x1b\\";
}

std::string describe_place(const lesson_result& lesson, const check_result& check,
                           const fs::path& root, const text_style& style) {
  const check_result* next = check.complete() ? first_open_check(lesson) : &check;
  if (next == nullptr || next->state == task_state::file_missing || next->kernel_file.empty()) {
    return "";
  }
  next_step step;
  step.lesson = &lesson;
  step.check = next;
  step.test = next->state == task_state::built ? telling_test(*next) : nullptr;
  const open_place open = place_to_open(step);
  const std::string text =
      next->kernel_file.string() + (open.line > 0 ? fmt::format(":{}", open.line) : "");
  const std::string title =
      next == &check ? ""
                     : fmt::format("  next   {}, {}\n", lesson.definition.task_id(next->definition),
                                   next->definition.title);
  return title + "  open   " +
         (root.empty() ? text
                       : file_link(root / next->kernel_file, open.line, style.accent(text))) +
         "\n" + (open.todo.empty() ? "" : "         " + style.dim(open.todo) + "\n");
}

std::string name_keys(bool complete, bool built, const char* next) {
  return complete ? fmt::format(
                        "n: next {}, s: our solution, t: trace, l: lessons, ?: keys, q: quit", next)
         : built
             ? fmt::format("h: hint, t: trace, n: next {}, r: reset, l: lessons, ?: keys, q: quit",
                           next)
             : fmt::format("n: next {}, r: reset, l: lessons, ?: keys, q: quit", next);
}

std::string describe_keys() {
  return "  h      the next hint: the concept, then the place, then the shape of the line\n"
         "  t      a picture of what the kernel touches\n"
         "  l      the lessons, and what you have reached in each\n"
         "  n      go on to the next lesson, or to the next task where one is watched alone\n"
         "  r      put the skeleton back (twice; your file goes to backups/)\n"
         "  s      our solution, once yours is complete (twice before that)\n"
         "  Enter  check everything again, or leave a page such as this one\n"
         "  q      quit\n";
}

std::string clock_time() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%H:%M:%S", &parts);
  return text;
}

void watch_display::verdict(watch_view view) {
  view.others = std::move(view_.others);
  view.keys = std::move(view_.keys);
  view_ = std::move(view);
  page_shown_ = false;
  if (redraws_) {
    draw(view_);
  } else {
    fmt::print("\n{}  {}{}", style_.dim(clock_time()), view_.main, view_.place);
    std::fflush(stdout);
  }
}

void watch_display::rest(const std::string& others, const std::string& line,
                         const std::string& keys) {
  view_.others = others;
  view_.keys = style_.dim(keys);
  if (redraws_) {
    draw(view_);
  } else {
    fmt::print("{}{}\n", others, style_.dim(line));
    std::fflush(stdout);
  }
}

void watch_display::page(const std::string& text) {
  if (!redraws_) {
    fmt::print("{}", text);
    std::fflush(stdout);
    return;
  }
  page_shown_ = true;
  watch_view page;
  page.title = view_.title;
  page.main = text;
  page.keys = style_.dim("Enter: back, ?: keys, q: quit");
  draw(page);
}

bool watch_display::leave_page() {
  const bool shown = std::exchange(page_shown_, false);
  if (shown) {
    draw(view_);
  }
  return shown;
}

void watch_display::draw(const watch_view& view) const {
  fmt::print("{}", draw_screen(view, screen_size(fileno(stdout))));
  std::fflush(stdout);
}

}  // namespace kw::grader
