#include "explain/diagnostics.hpp"

#include <algorithm>
#include <sstream>

#include "common/base/cpp_text.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

// A place is path:4:23 or path:4, and with nvcc path(4).
constexpr std::string_view kComplaint =
    R"(^(?P<file>.+?)(?::(?P<line>\d+)(?::(?P<column>\d+))?|\((?P<line2>\d+)\)))"
    R"(: (?:fatal )?(?P<severity>error|warning)(?: #[^:]*)?: (?P<message>.*)$)";
constexpr std::string_view kLinker =
    R"((?P<what>undefined reference to|multiple definition of) [`'](?P<symbol>[^']*))";
constexpr std::string_view kOfTheCourse =
    R"(^(?:kw::|testing::|benchmark::|std::|vtable for kw::|typeinfo for kw::))";
// What led to an error: g++ tells it before the error, clang++ and nvcc after it. A constant
// expression's way is told last, and from the outside in: the nearest to the error.
constexpr std::string_view kCause =
    R"(^(?P<file>.+?):(?P<line>\d+)(?::(?P<column>\d+))?: +(?P<what>required |)"
    R"(in 'constexpr' expansion of |note: in instantiation of))";
constexpr std::string_view kDetected = R"re(" at line (?P<line>\d+)(?: of (?P<file>.*\S))? *$)re";
constexpr std::string_view kIncluded = R"(^(?:(?P<first>In file included)|                ) from )"
                                       R"((?P<file>.+?):(?P<line>\d+)(?::(?P<column>\d+))?[:,]*$)";

int to_number(const std::string& digits) {
  return digits.empty() || digits.size() > 9 ? 0 : std::stoi(digits);
}

place place_of(captures& c) {
  return {c["file"], to_number(c["line"]), to_number(c["column"])};
}

/// The words that matter: of a failed static_assert only its own text.
std::string clean_message(const std::string& message) {
  const std::string own = first_match(message, R"re(static.assert(?:ion)? failed[^"]*"(.+)"$)re");
  return !own.empty() ? own
                      : base::trimmed(first_match(
                            message, R"re(^(?:static.assert(?:ion)? failed: )?(.*)$)re"));
}

/// Reads the output of a build line by line into diagnostics.
class diagnostic_reader {
 public:
  explicit diagnostic_reader(const std::vector<std::string>& lines) : lines_(lines) {}

  std::vector<diagnostic> read(bool warnings) {
    for (index_ = 0; index_ < lines_.size(); ++index_) {
      read_line(lines_[index_]);
    }
    std::erase_if(found_, [&](const diagnostic& each) { return each.is_warning != warnings; });
    for (std::size_t i = 0; i < found_.size(); ++i) {
      found_[i].last_line = i + 1 < found_.size() ? found_[i + 1].first_line : lines_.size();
    }
    return std::move(found_);
  }

 private:
  void read_line(const std::string& line) {
    if (read_complaint(line) || read_linker(line) || read_cause(line)) {
      return;
    }
    if (contains(line, ": In ") && line.back() == ':') {
      begin_chain();  // g++ starts a new chain of instantiations
    }
  }

  bool read_complaint(const std::string& line) {
    captures c;
    if (!search(line, kComplaint, &c)) {
      return false;
    }
    diagnostic found;
    found.is_warning = c["severity"] == "warning";
    found.at = place_of(c);
    found.message = clean_message(c["message"]);
    add(std::move(found));
    return true;
  }

  bool read_linker(const std::string& line) {
    captures c;
    if (!search(line, kLinker, &c)) {
      return false;
    }
    if (!search(c["symbol"], kOfTheCourse)) {
      diagnostic found;
      found.message = "`" + c["symbol"] + "` " +
                      (c["what"][0] == 'u' ? "is declared, but not defined here: was it renamed or "
                                             "removed, or did its parameters change?"
                                           : "is defined more than once");
      add(std::move(found));
    }
    return true;
  }

  bool read_cause(const std::string& line) {
    captures c;
    std::vector<place>& causes = pending_.caused_by;
    if (search(line, kCause, &c) && c["what"][0] != 'n') {
      note_begin();
      causes.insert(c["what"][0] == 'i' ? causes.begin() : causes.end(), place_of(c));
    } else if (!c["what"].empty()) {
      if (!found_.empty()) {
        found_.back().caused_by.push_back(place_of(c));
      }
    } else if (!found_.empty() && search(line, kDetected, &c)) {
      c["file"] = c["file"].empty() ? found_.back().at.file.string() : c["file"];
      found_.back().caused_by.push_back(place_of(c));
    } else if (search(line, kIncluded, &c)) {
      if (!c["first"].empty()) {
        begin_chain();
      }
      pending_.included_from.push_back(place_of(c));
    } else {
      return false;
    }
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
  }

  const std::vector<std::string>& lines_;
  std::vector<diagnostic> found_;
  diagnostic pending_;
  std::size_t index_ = 0;
};

/// Without the escape sequences that colour a terminal.
std::string without_colours(std::string line) {
  while (const auto colour = find(line, "\x1b\\[[^@-~]*[@-~]?")) {
    line.erase(colour->begin, colour->end - colour->begin);
  }
  return line;
}

}  // namespace

std::vector<std::string> split_output(std::string_view output) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(output)};
  for (std::string line; std::getline(stream, line);) {
    line = replaced(without_colours(std::move(line)), "\u2018", "'");
    lines.push_back(replaced(std::move(line), "\u2019", "'"));
  }
  return lines;
}

std::vector<diagnostic> read_diagnostics(const std::vector<std::string>& lines, bool warnings) {
  return diagnostic_reader(lines).read(warnings);
}

}  // namespace kw::explain
