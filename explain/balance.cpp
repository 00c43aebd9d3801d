#include "explain/balance.hpp"

#include <algorithm>
#include <string_view>

#include "common/base/cpp_text.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// A bracket or a semicolon of the code.
struct sign {
  char what = 0;
  int line = 0, column = 0;
  bool of_for = false;  ///< A parenthesis after `for`, in which semicolons are allowed.
};

/// The lines of a file with spaces in place of comments, literals and directives.
std::vector<std::string> bare_lines(const std::vector<std::string>& source) {
  std::string text;
  for (const std::string& line : source) {
    text += (base::trimmed(line).starts_with("#") ? "" : line) + "\n";
  }
  text = base::without_comments(std::move(text));
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t end = base::end_of_literal(text, at);
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(at),
              text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    at = std::max(at, end == at ? at : end - 1);
  }
  std::vector<std::string> lines(1);
  for (const char letter : text) {
    if (letter == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += letter;
    }
  }
  return lines;
}

std::vector<sign> signs_of(const std::vector<std::string>& lines) {
  constexpr std::string_view kSigns = "()[]{};";
  std::vector<sign> found;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t at = 0; (at = lines[i].find_first_of(kSigns, at)) != std::string::npos; ++at) {
      const bool of_for = base::trimmed(lines[i].substr(0, at)).ends_with("for");
      found.push_back({lines[i][at], static_cast<int>(i) + 1, static_cast<int>(at) + 1, of_for});
    }
  }
  return found;
}

bool closes(char closing, char opening) {
  return (opening == '(' && closing == ')') || (opening == '[' && closing == ']') ||
         (opening == '{' && closing == '}');
}

lonely_bracket left_open(const sign& open, int noticed) {
  return {open.what, 0, open.line, open.column, noticed};
}

int indent_of(const std::string& line) {
  return static_cast<int>(std::min(line.find_first_not_of(' '), line.size()));
}

/// An open brace and the indent of the statement that it belongs to.
struct open_brace {
  sign at;
  int indent = 0;
};

/// Walks through a file by its indents, and stops at the first brace that does not fit them.
class brace_walk {
 public:
  explicit brace_walk(const std::vector<std::string>& lines) : lines_(lines) {}

  std::optional<lonely_bracket> find() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::string code = base::trimmed(lines_[i]);
      if (code.empty()) {
        continue;
      }
      const int indent = indent_of(lines_[i]), line = static_cast<int>(i) + 1;
      statement_ = begins_ ? indent : statement_;
      if (code[0] == '}') {
        statement_ = indent;
        if (const auto found = does_not_fit(indent, line)) {
          return found;
        }
      }
      const std::size_t before = open_.size();
      take(lines_[i], line);
      begins_ = std::string_view(";{}:>").find(code.back()) != std::string_view::npos ||
                open_.size() != before;
    }
    return std::nullopt;  // where the file ends, the indents say nothing
  }

 private:
  std::optional<lonely_bracket> does_not_fit(int indent, int line) const {
    if (open_.empty() || open_.back().indent < indent) {
      return lonely_bracket{'}', 0, line, indent + 1, line};
    }
    if (open_.back().indent > indent) {
      return left_open(open_.back().at, line);
    }
    return std::nullopt;
  }

  void take(const std::string& code, int line) {
    for (std::size_t at = 0; (at = code.find_first_of("{}", at)) != std::string::npos; ++at) {
      if (code[at] == '{') {
        open_.push_back({{'{', line, static_cast<int>(at) + 1}, statement_});
      } else if (!open_.empty()) {
        open_.pop_back();
      }
    }
  }

  const std::vector<std::string>& lines_;
  std::vector<open_brace> open_;
  int statement_ = 0;   // the indent of the statement that the line belongs to
  bool begins_ = true;  // the next line begins a statement
};

}  // namespace

std::optional<lonely_bracket> lonely_parenthesis(const std::vector<std::string>& source) {
  std::vector<sign> open;
  for (const sign& each : signs_of(bare_lines(source))) {
    const bool in_bracket = !open.empty() && open.back().what != '{';
    if (each.what == '(' || each.what == '[' || each.what == '{') {
      open.push_back(each);
    } else if (each.what == ';') {
      if (in_bracket && !open.back().of_for) {
        return left_open(open.back(), each.line);
      }
    } else if (!open.empty() && closes(each.what, open.back().what)) {
      open.pop_back();
    } else if (each.what == '}' && in_bracket) {
      return left_open(open.back(), each.line);
    } else if (each.what != '}') {
      return in_bracket
                 ? lonely_bracket{open.back().what, each.what, each.line, each.column, each.line}
                 : lonely_bracket{each.what, 0, each.line, each.column, each.line};
    }
  }
  return std::nullopt;
}

std::optional<lonely_bracket> lonely_brace(const std::vector<std::string>& source) {
  const std::vector<std::string> lines = bare_lines(source);
  int depth = 0;
  for (const sign& each : signs_of(lines)) {
    depth += (each.what == '{') - (each.what == '}');
    if (depth < 0) {
      break;
    }
  }
  return depth == 0 ? std::nullopt : brace_walk(lines).find();
}

}  // namespace kw::explain
