#include "explain/explain.hpp"

#include <algorithm>
#include <fstream>

#include "common/base/cpp_text.hpp"
#include "common/base/files.hpp"
#include "explain/diagnostics.hpp"
#include "explain/rules/rule.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kOutputLines = 30;
constexpr std::size_t kLineLength = 240;

/// The lines of a file, the longest of them cut off; none if it cannot be read.
std::vector<std::string> read_lines(const fs::path& file) {
  std::vector<std::string> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line.substr(0, kLineLength));
  }
  return lines;
}

/// Tells places relative to the course's root, and those of the learner's file from others.
struct place_teller {
  fs::path root, kernel_file;

  bool in_kernel(const place& place) const {
    return place.line > 0 && relative(place.file) == kernel_file;
  }

  /// A file that a compiler names, relative to the root if it is below it.
  fs::path relative(const fs::path& file) const {
    const fs::path normal = file.lexically_normal();
    if (!normal.is_absolute()) {
      // Ninja runs the compiler in the build folder, so a path may begin with ../../
      fs::path rest;
      for (const fs::path& part : normal) {
        rest = part == ".." ? rest : rest / part;
      }
      return rest;
    }
    const fs::path inside = normal.lexically_relative(root);
    return inside.empty() || *inside.begin() == ".." ? normal : inside;
  }

  /// "file:line"
  std::string tell(const place& place) const {
    return relative(place.file).string() + ":" + std::to_string(place.line);
  }

  /// The learner's place of a diagnostic; a line of 0 when it has none.
  place learner_place(const diagnostic& error) const {
    if (in_kernel(error.at)) {
      return error.at;
    }
    for (const auto& chain : {error.caused_by, error.included_from}) {
      const auto found = std::find_if(chain.begin(), chain.end(),
                                      [&](const place& place) { return in_kernel(place); });
      if (found != chain.end()) {
        return *found;
      }
    }
    return {};
  }

  /// The compiler's own words from one line on, without the build tool's.
  std::string excerpt(const std::vector<std::string>& lines, std::size_t first) const {
    std::string text;
    for (std::size_t i = first; i < std::min(lines.size(), first + kOutputLines); ++i) {
      const std::string line = replaced(lines[i], root.string() + "/", "");
      if (search(line, "^(?:ninja: |FAILED: |g?make)")) {
        break;
      }
      text += (line.size() > kLineLength ? line.substr(0, kLineLength) + " ..." : line) + "\n";
    }
    return text;
  }
};

constexpr std::size_t kOthersShown = 4;
constexpr std::string_view kAssertion = "kernelwright: ";

/// The headers of the lesson that the kernel file `exercises/03_masking/2_masked_add.cpp` belongs
/// to, without their comments. First comes the contract, `lessons/03_masking/masking.hpp`.
std::string lesson_of(const fs::path& root, const fs::path& kernel_file) {
  std::string text;
  // The nearest folder with the name of a lesson: a file may be in a folder of its task.
  for (fs::path at = kernel_file.parent_path(); text.empty() && at.has_filename();
       at = at.parent_path()) {
    const std::string folder = at.filename().string();
    std::error_code missing;
    for (const fs::path& file : fs::directory_iterator(root / "lessons" / folder, missing)) {
      if (file.extension() == ".hpp") {
        const std::string code = base::without_comments(base::read_text_file(file));
        const bool contract = file.stem() == folder.substr(folder.find('_') + 1);
        text = contract ? code + text : text + code;
      }
    }
  }
  return text;
}

void put_into_words(situation& s, explanation& e) {
  find_caret(e);
  const bool of_library = e.message.starts_with(kAssertion);
  if (of_library) {  // its first sentence is the message, the rest is advice
    const auto parts = match_whole(e.message, R"((?s)kernelwright: (.*?)\.*(?:\. (.*))?)");
    e.message = s.message = parts->groups[1];
    e.advice = parts->groups[2];
  }
  const auto tables = e.is_warning ? std::vector{kWarningRules}
                      : of_library ? assertion_rules()
                                   : compiler_rules();
  const bool known = std::any_of(tables.begin(), tables.end(),
                                 [&](const rule_table& table) { return apply_first(table, s, e); });
  e.message = known || of_library ? e.message : plain_types(e.message);
  if (e.source_line.empty()) {
    e.source_line = line_of(s, e.line);
  }
}

/// The learner's file and its lesson, before any error is known.
situation situation_of(const place_teller& teller) {
  situation s;
  const fs::path file = teller.root / teller.kernel_file;
  s.source = read_lines(file);
  s.text = base::without_comments(base::read_text_file(file));
  s.code = base::cpp_code(s.text);
  s.lesson = lesson_of(teller.root, teller.kernel_file);
  return s;
}

/// An error as the learner and the rules see it, before it is put into words.
explanation with_error(situation& s, const diagnostic& error, const place_teller& teller,
                       const std::vector<std::string>& lines) {
  s.message = error.message;
  s.block.clear();
  for (std::size_t i = error.first_line; i < error.last_line && i < lines.size(); ++i) {
    s.block += lines[i] + "\n";
  }
  s.in_header = !teller.in_kernel(error.at);
  const place at = teller.learner_place(error);
  explanation e;
  e.is_warning = error.is_warning;
  e.line = at.line;
  e.column = at.column;
  e.message = error.message;
  e.source_line = line_of(s, e.line);
  e.raised_in = error.at.line > 0 && s.in_header ? teller.tell(error.at) : "";
  e.output = teller.excerpt(lines, error.first_line);
  return e;
}

/// A file whose every other byte is 0 gives an error for each of its characters, or one that has no
/// place.
std::optional<explanation> saved_as_utf16(const fs::path& root, const fs::path& kernel_file) {
  const std::vector<std::string> lines = read_lines(root / kernel_file);
  if (lines.empty() || (!lines[0].starts_with("\xFF\xFE") && !lines[0].starts_with("\xFE\xFF") &&
                        !contains(lines[0], std::string_view("\0", 1)))) {
    return std::nullopt;
  }
  explanation e;
  e.file = kernel_file.string();
  e.line = 1;
  e.column = 1;
  e.message = "this file is saved as UTF-16, and a compiler reads UTF-8";
  e.advice =
      "Save it as UTF-8. In VS Code, click UTF-16 in the bar at the bottom, then Save with "
      "Encoding; in Notepad, choose Save as. In a terminal: iconv -f UTF-16 -t UTF-8 OLD >NEW";
  e.rule = "UTF-16";
  return e;
}

/// The assertion of the library that has to be told in place of the first error, if there is one. A
/// compiler checks some of them last, though what it complained about before follows from them.
const diagnostic* assertion_above(const std::vector<diagnostic>& errors, int line,
                                  const place_teller& teller) {
  const diagnostic* found = nullptr;
  for (const diagnostic& error : errors) {
    diagnostic called = error;
    called.included_from.clear();  // a launch in a header of the lesson is no cause
    const int at = teller.learner_place(called).line;
    if (error.message.starts_with(kAssertion) && at > 0 && at < line) {
      found = &error;
      line = at;
    }
  }
  return found;
}

}  // namespace

std::optional<explanation> explain(std::string_view output, const fs::path& root,
                                   const fs::path& kernel_file) {
  if (auto unreadable = saved_as_utf16(root, kernel_file)) {
    return unreadable;
  }
  const std::vector<std::string> lines = split_output(output);
  const place_teller teller{fs::absolute(root).lexically_normal(), kernel_file.lexically_normal()};
  std::optional<explanation> result;
  std::vector<std::string> told;
  const std::vector<diagnostic> errors = read_diagnostics(lines);
  situation s = situation_of(teller);
  for (const diagnostic& error : errors) {
    // One that has no place in the learner's file, but whose cause is declared there.
    explanation e = result ? explanation() : with_error(s, error, teller, lines);
    if (!result && apply_first(kUnmarkedRules, s, e)) {
      result = e;
      continue;
    }
    const bool without_place = error.at.line == 0;
    const place at = teller.learner_place(error);
    if (at.line == 0 && !without_place) {
      continue;
    }
    // nvcc tells an error once for each context that a kernel is compiled for.
    const std::string key = std::to_string(at.line) + error.message;
    if (std::find(told.begin(), told.end(), key) != told.end()) {
      continue;
    }
    told.push_back(key);
    if (!result) {
      const diagnostic* cause = error.message.starts_with(kAssertion)
                                    ? nullptr
                                    : assertion_above(errors, at.line, teller);
      result = with_error(s, cause != nullptr ? *cause : error, teller, lines);
      if (!without_place) {
        put_into_words(s, *result);
      }
      continue;
    }
    ++result->further_errors;
    if (result->others.size() < kOthersShown) {
      result->others.push_back((without_place ? "" : teller.tell(at) + ": ") +
                               plain_types(error.message));
    }
  }
  if (result) {
    result->file = kernel_file.string();
  }
  return result;
}

std::vector<explanation> warnings_of(std::string_view output, const fs::path& root,
                                     const fs::path& kernel_file) {
  const std::vector<std::string> lines = split_output(output);
  const place_teller teller{fs::absolute(root).lexically_normal(), kernel_file.lexically_normal()};
  std::vector<diagnostic> warnings = read_diagnostics(lines, true);
  situation s = warnings.empty() ? situation{} : situation_of(teller);
  std::vector<explanation> result;
  for (diagnostic& each : warnings) {
    each.included_from.clear();  // the line of an #include is no cause
    explanation e = with_error(s, each, teller, lines);
    put_into_words(s, e);
    e.file = kernel_file.string();
    e.message = e.message.substr(0, e.message.rfind(" [-W"));
    // A kernel is compiled for several launches, and a compiler may say one thing in two ways.
    const bool again = std::any_of(result.begin(), result.end(), [&](const explanation& told) {
      return told.line == e.line && told.message == e.message && told.raised_in == e.raised_in;
    });
    if (!again) {
      result.push_back(std::move(e));
    }
  }
  return result;
}

}  // namespace kw::explain
