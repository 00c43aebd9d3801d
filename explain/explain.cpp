#include "explain/explain.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include "explain/diagnostics.hpp"
#include "explain/rules/rules.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kOutputLines = 30;
constexpr std::size_t kLineLength = 240;
constexpr std::size_t kOthersShown = 4;
constexpr std::size_t kWidth = 96;
constexpr std::string_view kAssertion = "kernelwright: ";

std::vector<std::string> read_lines(const fs::path& file) {
  std::vector<std::string> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line.substr(0, kLineLength));
  }
  return lines;
}

/// Tells places the way the learner knows them.
class place_teller {
 public:
  place_teller(const fs::path& root, const fs::path& kernel_file)
      : root_(fs::absolute(root).lexically_normal()),
        kernel_file_(kernel_file.lexically_normal()) {}

  bool in_kernel(const place& place) const {
    return place.line > 0 && relative(place.file) == kernel_file_;
  }

  fs::path relative(const fs::path& file) const {
    const fs::path normal = file.lexically_normal();
    if (!normal.is_absolute()) {
      // Ninja runs the compiler in the build folder, so that a path may begin with ../../
      fs::path::iterator part = normal.begin();
      fs::path rest;
      while (part != normal.end() && *part == "..") {
        ++part;
      }
      for (; part != normal.end(); ++part) {
        rest /= *part;
      }
      return rest;
    }
    const fs::path inside = normal.lexically_relative(root_);
    return inside.empty() || *inside.begin() == ".." ? normal : inside;
  }

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
    std::size_t taken = 0;
    for (std::size_t i = first; i < lines.size() && taken < kOutputLines; ++i, ++taken) {
      std::string line = replaced(lines[i], root_.string() + "/", "");
      if (line.rfind("ninja: ", 0) == 0 || line.rfind("FAILED: ", 0) == 0 ||
          line.rfind("gmake", 0) == 0 || line.rfind("make", 0) == 0) {
        break;
      }
      text += (line.size() > kLineLength ? line.substr(0, kLineLength) + " ..." : line) + "\n";
    }
    return text;
  }

  const fs::path& root() const { return root_; }

 private:
  fs::path root_;
  fs::path kernel_file_;
};

/// What `tl` offers, read from the header that documents it.
std::vector<std::string> language_names(const fs::path& root) {
  std::vector<std::string> names;
  const std::string function("KW_TILE_OP.* ([a-z_0-9]+)\\(");
  for (const char* header : {"language.hpp", "language/memory.hpp", "language/elementwise.hpp",
                             "language/reductions.hpp", "language/products.hpp"}) {
    for (const std::string& line :
         read_lines(root / "common" / "include" / "kernelwright" / header)) {
      if (contains(line, " private:")) {
        break;
      }
      groups match;
      if (search(line, function, &match) && match[1] != "requires") {
        names.push_back(match[1]);
      }
    }
  }
  return names;
}

/// The lesson's header beside the kernel file `exercises/03_masking/masking.cpp`.
std::string contract_of(const fs::path& root, const fs::path& kernel_file) {
  std::string text;
  const fs::path header = root / "lessons" / kernel_file.parent_path().filename() /
                          (kernel_file.stem().string() + ".hpp");
  for (const std::string& line : read_lines(header)) {
    text += without_comment(line) + " ";
  }
  return text;
}

/// A static assertion of the library: its first sentence is the message, the rest is advice.
void split_assertion(explanation& e) {
  const std::string text = e.message.substr(kAssertion.size());
  std::size_t end = text.find(". ");
  if (end == std::string::npos) {
    end = text.size();
  }
  e.advice = end + 2 < text.size() ? text.substr(end + 2) : "";
  e.message = text.substr(0, end);
  while (!e.message.empty() && e.message.back() == '.') {
    e.message.pop_back();
  }
}

/// The first character, from 0, of the call whose name ends before `end`: `tl.load`, `launch<3>`.
std::size_t call_begin(const std::string& line, std::size_t end) {
  std::size_t begin = end;
  if (begin > 0 && line[begin - 1] == '>') {
    const std::size_t open = line.rfind('<', begin - 1);
    begin = open == std::string::npos ? begin : open;
  }
  while (begin > 0 &&
         (is_name_character(line[begin - 1]) ||
          (line[begin - 1] == '.' && begin > 1 && is_name_character(line[begin - 2])))) {
    --begin;
  }
  return begin;
}

/// Compilers point at the name of a call, at its bracket, or nowhere: the caret underlines the call
/// as far as its bracket, or the name that is there, or else the whole statement.
void find_caret(explanation& e) {
  const std::string& line = e.source_line;
  const std::size_t indent = line.find_first_not_of(" \t");
  if (e.column < 0 && indent != std::string::npos) {
    e.column = static_cast<int>(indent) - e.column;
  }
  if (line.empty()) {
    e.column = std::max(e.column, 0);
    return;
  }
  if (e.column <= 0 || static_cast<std::size_t>(e.column) > line.size()) {
    e.column = std::min(std::max(e.column, 0), static_cast<int>(line.size()) + 1);
    return;
  }
  const auto at = static_cast<std::size_t>(e.column) - 1;
  std::size_t begin = at;
  std::size_t end = at + 1;
  if (is_name_character(line[at])) {
    while (end < line.size() && is_name_character(line[end])) {
      ++end;
    }
    // Template arguments belong to the name; a comparison ends where its operand does.
    std::size_t behind = end;
    if (behind < line.size() && line[behind] == '<') {
      const std::size_t close = line.find('>', behind);
      const bool plain = close != std::string::npos && line.find_first_of("();", behind) > close;
      behind = plain ? close + 1 : behind;
    }
    const bool called = behind < line.size() && line[behind] == '(';
    end = called ? behind : end;
    begin = called ? call_begin(line, end) : at;
  } else if (line[at] == '(' && call_begin(line, at) < at) {
    begin = call_begin(line, at);
    end = at;
  }
  e.column = static_cast<int>(begin) + 1;
  e.width = static_cast<int>(end - begin);
}

/// nvcc names what was instantiated instead of a column; that says where if it stands there once.
void find_call(const std::string& block, explanation& e) {
  if (e.column != 0) {
    return;
  }
  const std::string at_line = "\" at line " + std::to_string(e.line);
  std::size_t line_end = block.find(at_line);
  while (line_end != std::string::npos && line_end + at_line.size() < block.size() &&
         std::isdigit(static_cast<unsigned char>(block[line_end + at_line.size()])) != 0) {
    line_end = block.find(at_line, line_end + 1);  // line 91 is not line 9
  }
  const std::size_t begin = line_end == std::string::npos ? line_end : block.rfind('\n', line_end);
  if (begin == std::string::npos) {
    return;
  }
  const std::string what = block.substr(begin, line_end - begin);
  std::string name = first_match(what, "::operator([^ (a-z]+)\\(");
  const bool is_operator = !name.empty();
  if (name.empty()) {
    name = first_match(what, "::([a-z_]+)(?:<[^(]*>)?\\(");
    name = contains(e.source_line, "tl." + name + "(") ? "tl." + name : name;
  }
  const std::string seen = is_operator ? " " + name + " " : name;
  const std::size_t first = name.empty() ? std::string::npos : e.source_line.find(seen);
  if (first != std::string::npos && e.source_line.find(seen, first + 1) == std::string::npos) {
    const std::size_t end = is_operator ? first + 1 : e.source_line.find('(', first);
    e.column = end == std::string::npos ? 0 : static_cast<int>(end) + 1;
  }
}

void put_into_words(const situation& s, explanation& e) {
  find_call(s.block, e);
  find_caret(e);
  const bool assertion = e.message.rfind(kAssertion, 0) == 0;
  if (assertion) {
    split_assertion(e);
    explain_assertion(s, e);
  } else if (!explain_spelling(s, e) && !explain_foreign(s, e) && !explain_call(s, e) &&
             !explain_tile(s, e) && !explain_slip(s, e)) {
    e.message = plain_types(e.message);
  }
  if (e.source_line.empty()) {
    e.source_line = line_of(s, e.line);
  }
}

explanation first_of(const diagnostic& error, const place& at, const place_teller& teller,
                     const fs::path& kernel_file, const std::vector<std::string>& lines) {
  explanation e;
  e.file = kernel_file.string();
  e.line = at.line;
  e.column = at.column;
  e.message = error.message;
  situation s;
  s.message = error.message;
  for (std::size_t i = error.first_line; i < error.last_line && i < lines.size(); ++i) {
    s.block += lines[i] + "\n";
  }
  s.source = read_lines(teller.root() / kernel_file);
  s.language = language_names(teller.root());
  s.contract = contract_of(teller.root(), kernel_file);
  s.in_header = !teller.in_kernel(error.at);
  e.source_line = line_of(s, e.line);
  if (error.at.line > 0 && s.in_header) {
    e.raised_in = teller.tell(error.at);
  }
  e.output = teller.excerpt(lines, error.first_line);
  if (error.at.line > 0 || error.at_end) {
    put_into_words(s, e);
  }
  return e;
}

}  // namespace

std::string line_of(const situation& s, int line) {
  const auto index = static_cast<std::size_t>(line - 1);
  return line > 0 && index < s.source.size() ? s.source[index] : std::string();
}

bool point_at(explanation& e, const std::string& text) {
  const bool name = !text.empty() && is_name_character(text.front());
  const std::size_t at = name ? find_word(e.source_line, text) : e.source_line.find(text);
  if (at == std::string::npos) {
    return false;
  }
  e.column = static_cast<int>(at) + 1;
  e.width = static_cast<int>(text.size());
  return true;
}

namespace {

/// nvcc names a function without KW_KERNEL or KW_HD in the library's line that calls it; the place
/// that helps is where the learner's file declares it.
place unmarked_function(const diagnostic& error, const std::vector<std::string>& source,
                        std::string& name) {
  groups match;
  static const std::string refused("calling a __host__ function\\(\"(.*)\"\\) from a __");
  if (!search(error.message, refused, &match)) {
    return {};
  }
  const std::string function = match[1];
  const std::string kernel =
      first_match(function, "([A-Za-z_]\\w*)(?:<[^ ]*)? *:: ?operator ?\\(\\)");
  name = kernel.empty() ? first_match(function, "([A-Za-z_]\\w*)(?: ?<.*)?\\(") : kernel;
  bool inside = kernel.empty();
  for (std::size_t i = 0; i < source.size() && !name.empty(); ++i) {
    inside = inside || find_word(source[i], "struct " + name) != std::string::npos;
    const std::string code = without_comment(source[i]);
    const bool here = kernel.empty() ? search(code, "\\b" + name + "\\(.*\\{$")
                                     : inside && contains(code, "operator()");
    if (here) {
      return {fs::path(), static_cast<int>(i) + 1, 0};
    }
  }
  return {};
}

std::optional<explanation> explain_unmarked(const diagnostic& error, const place_teller& teller,
                                            const fs::path& kernel_file,
                                            const std::vector<std::string>& lines) {
  std::string name;
  const auto source = read_lines(teller.root() / kernel_file);
  const place at = unmarked_function(error, source, name);
  if (at.line == 0) {
    return std::nullopt;
  }
  explanation e;
  e.file = kernel_file.string();
  e.line = at.line;
  e.source_line = source[static_cast<std::size_t>(at.line) - 1];
  const bool kernel = contains(e.source_line, "operator()");
  point_at(e, kernel ? "operator()" : name);
  e.message = kernel ? "this kernel lacks the word KW_KERNEL, so that a GPU cannot run it"
                     : name + " is called in a kernel and lacks the word KW_HD";
  e.advice = "It has the compiler make the function for the CPU and for GPUs.";
  e.fix = (kernel ? "KW_KERNEL " : "KW_HD ") + without_comment(e.source_line);
  e.raised_in = teller.tell(error.at);
  e.output = teller.excerpt(lines, error.first_line);
  return e;
}

}  // namespace

std::optional<explanation> explain(std::string_view output, const fs::path& root,
                                   const fs::path& kernel_file) {
  const std::vector<std::string> lines = split_output(output);
  const place_teller teller(root, kernel_file);
  std::optional<explanation> result;
  std::vector<std::string> told;
  for (const diagnostic& error : read_diagnostics(lines)) {
    if (auto unmarked =
            result ? std::nullopt : explain_unmarked(error, teller, kernel_file, lines)) {
      result = std::move(unmarked);
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
      result = first_of(error, at, teller, kernel_file, lines);
      continue;
    }
    ++result->further_errors;
    if (result->others.size() < kOthersShown) {
      result->others.push_back((without_place ? "" : teller.tell(at) + ": ") +
                               plain_types(error.message));
    }
  }
  return result;
}

std::string to_text(const explanation& e, const std::string& shown_as) {
  std::string text = shown_as;
  if (e.line > 0) {
    text += ":" + std::to_string(e.line) + (e.column > 0 ? ":" + std::to_string(e.column) : "");
  }
  text += ": error: " + e.message + "\n";
  const std::string line = trimmed(e.source_line);
  if (!line.empty()) {
    const std::size_t indent = e.source_line.find_first_not_of(" \t");
    const std::string number = std::to_string(e.line);
    text += "  " + number + " | " + line + "\n";
    text += std::string(number.size() + 2, ' ') + " | ";
    const std::size_t skip = e.column > 0 ? static_cast<std::size_t>(e.column) - 1 : indent;
    const std::size_t width = e.column > 0 ? static_cast<std::size_t>(e.width) : line.size();
    text += std::string(skip > indent ? skip - indent : 0, ' ') + "^";
    text += std::string(std::max<std::size_t>(width, 1) - 1, '~') + "\n";
  }
  for (const std::string& part : wrapped(e.advice, kWidth)) {
    text += "  " + part + "\n";
  }
  for (const std::string& part : wrapped(e.fix.empty() ? "" : "Try: " + e.fix, kWidth)) {
    text += "  " + part + "\n";
  }
  return text + "  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)\n";
}

}  // namespace kw::explain
