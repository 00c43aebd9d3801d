#include "explain/diagnostics.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "common/base/cpp_text.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace fs = std::filesystem;
namespace {

int to_number(std::string_view digits) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() ? value : 0;
}

/// Splits "path:4:23" or "path:4" into a place; a line of 0 says that it is none.
place parse_colon_place(std::string_view text) {
  place result;
  const std::size_t last = text.rfind(':');
  if (last == std::string_view::npos) {
    return result;
  }
  const std::size_t before = last == 0 ? std::string_view::npos : text.rfind(':', last - 1);
  const int tail = to_number(text.substr(last + 1));
  const int middle =
      before == std::string_view::npos ? 0 : to_number(text.substr(before + 1, last - before - 1));
  if (middle > 0) {
    return {fs::path(text.substr(0, before)), middle, tail};
  }
  return {fs::path(text.substr(0, last)), tail, 0};
}

/// "path(4)", as nvcc writes it.
place parse_bracket_place(std::string_view text) {
  const std::size_t open = text.rfind('(');
  if (open == std::string_view::npos || text.empty() || text.back() != ')') {
    return {};
  }
  return {fs::path(text.substr(0, open)), to_number(text.substr(open + 1, text.size() - open - 2)),
          0};
}

/// The words that matter: of a failed static_assert only its own text.
std::string clean_message(std::string_view message) {
  if (contains(message, "static_assert failed") || contains(message, "static assertion failed")) {
    const std::size_t quote = message.find('"');
    const std::size_t colon = message.find(": ");
    if (quote != std::string_view::npos && message.back() == '"' && quote + 1 < message.size()) {
      return std::string(message.substr(quote + 1, message.size() - quote - 2));
    }
    if (colon != std::string_view::npos) {
      return std::string(message.substr(colon + 2));
    }
  }
  return base::trimmed(message);
}

/// Reads the output of a build line by line into diagnostics.
class diagnostic_reader {
 public:
  explicit diagnostic_reader(const std::vector<std::string>& lines) : lines_(lines) {}

  std::vector<diagnostic> read() {
    for (index_ = 0; index_ < lines_.size(); ++index_) {
      read_line(lines_[index_]);
    }
    for (std::size_t i = 0; i < found_.size(); ++i) {
      found_[i].last_line = i + 1 < found_.size() ? found_[i + 1].first_line : lines_.size();
    }
    return std::move(found_);
  }

 private:
  void read_line(std::string_view line) {
    if (read_error(line) || read_linker(line) || read_cause(line)) {
      return;
    }
    if (contains(line, ": warning: ") || contains(line, "): warning ")) {
      last_is_error_ = false;
      pending_ = {};
    } else if (contains(line, ": In ") && line.back() == ':') {
      begin_chain();  // g++ starts a new chain of instantiations
    }
  }

  bool read_error(std::string_view line) {
    for (const std::string_view mark : {": fatal error: ", ": error: ", ": error #"}) {
      const std::size_t at = line.find(mark);
      if (at == std::string_view::npos) {
        continue;
      }
      const std::string_view where = line.substr(0, at);
      diagnostic found;
      found.at = parse_bracket_place(where);
      if (found.at.line == 0) {
        found.at = parse_colon_place(where);
      }
      found.at_end = where == "At end of source";
      if (found.at.line == 0 && !found.at_end) {
        return false;  // "collect2: error: ..." repeats what the linker said above
      }
      std::string_view message = line.substr(at + mark.size());
      if (mark == ": error #") {
        message = message.substr(std::min(message.size(), message.find(": ") + 2));
      }
      found.message = clean_message(message);
      find_caret(found);
      add(std::move(found));
      return true;
    }
    return false;
  }

  /// nvcc gives no column, but shows the line with a caret under it.
  void find_caret(diagnostic& found) const {
    for (std::size_t i = index_ + 1; found.at.column == 0 && i + 1 < lines_.size(); ++i) {
      const std::string caret = base::trimmed(lines_[i + 1]);
      if (caret == "^") {
        const std::size_t indent = lines_[i].find_first_not_of(' ');
        const std::size_t at = lines_[i + 1].find('^');
        found.at.column = at >= indent ? static_cast<int>(at - indent) + 1 : 0;
        found.at.column = -found.at.column;  // from the line's first character that is not a space
        return;
      }
      if (contains(lines_[i], "): error") || base::trimmed(lines_[i]).empty()) {
        return;
      }
    }
  }

  bool read_linker(std::string_view line) {
    for (const std::string_view mark : {"undefined reference to ", "multiple definition of "}) {
      const std::size_t at = line.find(mark);
      const std::size_t quote = at == std::string_view::npos ? at : at + mark.size();
      if (quote >= line.size() || (line[quote] != '`' && line[quote] != '\'')) {  // ld; gold
        continue;
      }
      std::string_view symbol = line.substr(quote + 1);
      symbol = symbol.substr(0, symbol.find('\''));
      const bool course_symbol =
          std::any_of(std::begin(kCourseNames), std::end(kCourseNames),
                      [&](std::string_view name) { return symbol.substr(0, name.size()) == name; });
      if (!course_symbol) {
        diagnostic found;
        found.message = "`" + std::string(symbol) + "` " +
                        (mark[0] == 'u' ? "is declared, but not defined here: was it renamed or "
                                          "removed, or did its parameters change?"
                                        : "is defined more than once");
        add(std::move(found));
      }
      return true;
    }
    return false;
  }

  bool read_cause(std::string_view line) {
    const std::size_t required = line.find(":   required ");            // g++, before the error
    const std::size_t note = line.find(": note: in instantiation of");  // clang++, after it
    // g++ tells a constant expression's way last, and from the outside in: the nearest to the
    // error.
    const std::size_t expansion = line.find(":   in 'constexpr' expansion of ");
    if (expansion != std::string_view::npos) {
      note_begin();
      pending_.caused_by.insert(pending_.caused_by.begin(),
                                parse_colon_place(line.substr(0, expansion)));
      return true;
    }
    if (required != std::string_view::npos) {
      note_begin();
      pending_.caused_by.push_back(parse_colon_place(line.substr(0, required)));
      return true;
    }
    if (note != std::string_view::npos) {
      if (last_is_error_) {
        found_.back().caused_by.push_back(parse_colon_place(line.substr(0, note)));
      }
      return true;
    }
    return read_nvcc_cause(line) || read_include(line);
  }

  bool read_nvcc_cause(std::string_view line) {
    const std::size_t at = line.find("\" at line ");
    if (at == std::string_view::npos || found_.empty()) {
      return false;
    }
    const std::string_view rest = line.substr(at + 10);
    const std::size_t of = rest.find(" of ");
    const int number = to_number(base::trimmed(rest.substr(0, of)));
    const fs::path file = of == std::string_view::npos
                              ? found_.back().at.file
                              : fs::path(base::trimmed(rest.substr(of + 4)));
    found_.back().caused_by.push_back({file, number, 0});
    return true;
  }

  bool read_include(std::string_view line) {
    constexpr std::string_view kFirst = "In file included from ";
    constexpr std::string_view kNext = "                 from ";
    const bool first = line.substr(0, kFirst.size()) == kFirst;
    if (!first && line.substr(0, kNext.size()) != kNext) {
      return false;
    }
    if (first) {
      begin_chain();
    }
    std::string_view where = line.substr(kFirst.size());
    while (!where.empty() && (where.back() == ':' || where.back() == ',')) {
      where.remove_suffix(1);
    }
    pending_.included_from.push_back(parse_colon_place(where));
    return true;
  }

  void begin_chain() {
    // "In file included from" comes before "In instantiation of" and belongs to the same error.
    pending_.caused_by.clear();
    note_begin();
  }

  void note_begin() {
    if (pending_.first_line == 0) {
      pending_.first_line = index_;
    }
  }

  void add(diagnostic next) {
    next.caused_by = std::move(pending_.caused_by);
    next.included_from = std::move(pending_.included_from);
    next.first_line = pending_.first_line != 0 ? pending_.first_line : index_;
    pending_ = {};
    found_.push_back(std::move(next));
    last_is_error_ = true;
  }

  static constexpr std::string_view kCourseNames[] = {
      "kw::", "testing::", "benchmark::", "std::", "vtable for kw::", "typeinfo for kw::"};
  const std::vector<std::string>& lines_;
  std::vector<diagnostic> found_;
  diagnostic pending_;
  std::size_t index_ = 0;
  bool last_is_error_ = false;
};

/// Without the escape sequences that colour a terminal.
std::string without_colours(std::string_view line) {
  std::string plain;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\x1b' && i + 1 < line.size() && line[i + 1] == '[') {
      i += 2;
      while (i < line.size() && (line[i] < '@' || line[i] > '~')) {
        ++i;
      }
    } else {
      plain += line[i];
    }
  }
  return plain;
}

}  // namespace

std::vector<std::string> split_output(std::string_view output) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(output)};
  for (std::string line; std::getline(stream, line);) {
    line = replaced(without_colours(line), "\u2018", "'");
    lines.push_back(replaced(std::move(line), "\u2019", "'"));
  }
  return lines;
}

std::vector<diagnostic> read_diagnostics(const std::vector<std::string>& lines) {
  return diagnostic_reader(lines).read();
}

}  // namespace kw::explain
