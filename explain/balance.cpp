#include "explain/balance.hpp"

#include <algorithm>
#include <string_view>

#include "common/base/cpp_text.hpp"

namespace kw::explain {
namespace {

/// A file with spaces in place of comments, literals and directives.
std::string bare_text(const std::vector<std::string>& source) {
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
  return text;
}

struct open_bracket {
  lonely_bracket at;
  int indent = 0;       ///< Of the statement that it belongs to.
  bool of_for = false;  ///< A parenthesis after `for`, in which semicolons are allowed.
};

/// Walks through a file by its brackets and indents, and stops at the first that does not fit.
class bracket_walk {
 public:
  explicit bracket_walk(std::string text) : text_(std::move(text)) {
    int depth = 0;
    for (const char letter : text_) {
      depth += (letter == '{') - (letter == '}');
      braces_differ_ = braces_differ_ || depth < 0;
    }
    braces_differ_ = braces_differ_ || depth > 0;
  }

  std::optional<lonely_bracket> find() {
    for (std::size_t begin = 0; begin < text_.size(); ++line_) {
      const std::size_t end = text_.find('\n', begin);
      const std::string code = text_.substr(begin, end - begin);
      begin = end + 1;
      if (const auto found = take(code)) {
        return found;
      }
    }
    return std::nullopt;  // where the file ends, nothing says where a bracket belongs
  }

 private:
  std::optional<lonely_bracket> take(const std::string& line) {
    const std::size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos) {
      return std::nullopt;
    }
    const int indent = static_cast<int>(first);
    statement_ = begins_ || line[first] == '}' ? indent : statement_;
    const auto braces = [&] {
      return std::count_if(open_.begin(), open_.end(),
                           [](const open_bracket& each) { return each.at.bracket == '{'; });
    };
    const auto before = braces();
    for (std::size_t at = first; at < line.size(); ++at) {
      if (const auto found = take(line, at, at == first)) {
        return found;
      }
    }
    const char last = line[line.find_last_not_of(' ')];
    begins_ = std::string_view(";{}:>").find(last) != std::string_view::npos || braces() != before;
    return std::nullopt;
  }

  std::optional<lonely_bracket> take(const std::string& line, std::size_t at, bool begins_line) {
    constexpr std::string_view kOpening = "([{", kClosing = ")]}";
    const char sign = line[at];
    const lonely_bracket here{sign, line_, static_cast<int>(at) + 1, line_};
    const bool in_brace = open_.empty() || open_.back().at.bracket == '{';
    if (kOpening.find(sign) != std::string_view::npos) {
      open_.push_back({here, statement_, base::trimmed(line.substr(0, at)).ends_with("for")});
    } else if (!in_brace && (sign == '}' || (sign == ';' && !open_.back().of_for))) {
      return left_open();
    } else if (sign == '}' && braces_differ_ && begins_line &&
               (open_.empty() || open_.back().indent != statement_)) {
      return open_.empty() || open_.back().indent < statement_ ? here : left_open();
    } else if (const auto kind = kClosing.find(sign); kind != std::string_view::npos) {
      if (open_.empty() || open_.back().at.bracket != kOpening[kind]) {
        return in_brace ? here : left_open();
      }
      open_.pop_back();
    }
    return std::nullopt;
  }

  lonely_bracket left_open() const {
    lonely_bracket found = open_.back().at;
    found.noticed = line_;
    return found;
  }

  std::string text_;
  std::vector<open_bracket> open_;
  bool braces_differ_ = false;
  int line_ = 1;
  int statement_ = 0;   // the indent of the statement that the line belongs to
  bool begins_ = true;  // the next line begins a statement
};

}  // namespace

std::optional<lonely_bracket> find_lonely_bracket(const std::vector<std::string>& source) {
  return bracket_walk(bare_text(source)).find();
}

}  // namespace kw::explain
