#include "common/base/cpp_code.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "common/base/cpp_text.hpp"

namespace kw::base {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
using kind = cpp_statement::kind;

std::string first_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_name_character(text[end])) {
    ++end;
  }
  return std::string(text.substr(0, end));
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// What is in front of a brace, without the parameters of a template and without labels.
std::string without_template(std::string text) {
  for (const std::string_view label : {"public:", "private:", "protected:"}) {
    if (text.starts_with(label)) {
      text = trimmed(std::string_view(text).substr(label.size()));
    }
  }
  while (text.starts_with("template")) {
    const std::size_t open = text.find('<');
    const std::size_t close = open == kNone ? open : closing_angle(text, open);
    if (close == kNone) {
      break;
    }
    text = trimmed(std::string_view(text).substr(close + 1));
  }
  return text;
}

kind kind_of(const std::string& text) {
  const std::string code = without_template(text);
  const std::string word = first_word(code);
  if (is_one_of(word, {"for", "while", "do"})) {
    return kind::loop;
  }
  if (is_one_of(word, {"if", "else", "switch"})) {
    return kind::branch;
  }
  if (is_one_of(word, {"struct", "class", "enum", "union"})) {
    return kind::type;
  }
  const std::size_t open = code.find('(');
  const bool lambda = open != kNone && open > 0 && code.substr(0, open).find('[') != kNone;
  return open == kNone || word == "namespace" || lambda ? kind::block : kind::function;
}

// Does a brace after this text open a block? Otherwise it begins the value of something.
bool opens_block(const std::string& before) {
  const std::string code = without_template(before);
  if (code.empty() || code.back() == ')' || code.back() == ']') {
    return true;
  }
  const std::size_t close = code.rfind(')');
  const std::string behind =
      close == kNone ? "" : trimmed(std::string_view(code).substr(close + 1));
  return is_one_of(first_word(code), {"struct", "class", "enum", "union", "namespace", "else", "do",
                                      "try", "extern"}) ||
         is_one_of(first_word(behind), {"const", "noexcept", "mutable", "override", "final"}) ||
         behind.starts_with("->") || behind.starts_with(":");
}

// Walks through a text and cuts it into statements.
class cutter {
 public:
  cutter(std::string_view text, std::vector<cpp_statement>& out) : text_(text), out_(out) {}

  void run() {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const std::size_t end = end_of_literal(text_, i);
      if (end > i) {
        take(text_.substr(i, end - i));
        i = end - 1;
        continue;
      }
      one(i);
      line_ += text_[i] == '\n' ? 1 : 0;
    }
    emit(false);
  }

 private:
  struct open_block {
    int head;
    std::string before;  // the statement that a lambda is in
    int line = 0, depth = 0;
    bool single = false;  // one statement without braces
  };

  void one(std::size_t& i) {
    const char c = text_[i];
    if (c == '{') {
      return brace(i);
    }
    if (c == '}') {
      return close();
    }
    take(text_.substr(i, 1));
    depth_ += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c == ';' && depth_ <= 0) {
      emit(false);
      end_single();
    } else if (depth_ == 0 && (c == ')' || std::isspace(static_cast<unsigned char>(c)) != 0)) {
      begin_single(i);
    }
  }

  void take(std::string_view part) {
    for (const char c : part) {
      const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
      if (space && (now_.empty() || now_.back() == ' ' || now_.back() == '(')) {
        continue;
      }
      begin_ = now_.empty() ? line_ : begin_;
      now_ += space ? ' ' : c;
      last_ = space ? last_ : line_;
    }
  }

  void brace(std::size_t& i) {
    const std::string before = trimmed(now_);
    const bool lambda =
        depth_ > 0 && !before.empty() && (before.back() == ')' || before.back() == ']');
    if (lambda || (depth_ <= 0 && opens_block(before))) {
      std::string outer = depth_ > 0 ? now_ : "";
      const open_block block{static_cast<int>(out_.size()), std::move(outer), begin_, depth_,
                             false};
      take("{");
      emit(true);
      open_.push_back(block);
      depth_ = 0;
      return;
    }
    const std::size_t end = closing_bracket(text_, i);
    const std::size_t stop = end == kNone ? i : end;
    for (; i < stop; ++i) {
      take(text_.substr(i, 1));
      line_ += text_[i] == '\n' ? 1 : 0;
    }
    take(text_.substr(i, 1));
  }

  void close() {
    emit(false);
    while (!open_.empty() && open_.back().single) {
      pop();
    }
    if (open_.empty()) {
      return;
    }
    const open_block block = open_.back();
    pop();
    depth_ = block.depth;
    if (depth_ > 0) {
      now_ = block.before + "{}";
      begin_ = block.line;
      last_ = line_;
    } else {
      end_single();
    }
  }

  void pop() {
    out_[static_cast<std::size_t>(open_.back().head)].block_end = line_;
    open_.pop_back();
  }

  // `if (c)` and `else` without a brace: what follows is in their block.
  void begin_single(std::size_t at) {
    const std::string head = trimmed(now_);
    const std::size_t next = text_.find_first_not_of(" \t\r\n", at + 1);
    const bool braced = next == kNone || text_[next] == '{' || text_[next] == ';';
    const bool condition =
        head.ends_with(')') && is_one_of(first_word(head), {"if", "for", "while"});
    const bool alone = head == "else" && text_.substr(next == kNone ? 0 : next, 3) != "if ";
    if (!braced && (condition || (head.ends_with(')') && head.starts_with("else if")) || alone)) {
      open_.push_back({static_cast<int>(out_.size()), "", 0, 0, true});
      const open_block block = open_.back();
      open_.pop_back();
      emit(true);
      open_.push_back(block);
    }
  }

  void end_single() {
    while (!open_.empty() && open_.back().single) {
      pop();
    }
  }

  void emit(bool head) {
    cpp_statement made;
    made.text = trimmed(now_);
    now_.clear();
    depth_ = head ? depth_ : 0;
    if (made.text.empty() || made.text == ";") {
      return;
    }
    made.line = begin_;
    made.last_line = last_;
    made.around = open_.empty() ? -1 : open_.back().head;
    made.is = head || first_word(made.text) == "while" ? kind_of(made.text) : kind::plain;
    if (made.is == kind::plain || made.is == kind::loop) {
      made.sets = settings_in(made.text);
    }
    out_.push_back(std::move(made));
  }

  std::string_view text_;
  std::vector<cpp_statement>& out_;
  std::vector<open_block> open_;
  std::string now_;
  int line_ = 1, begin_ = 1, last_ = 1, depth_ = 0;
};

// The lines of the preprocessor as spaces.
std::string without_directives(std::string text) {
  bool at_start = true, inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    inside = inside || (at_start && text[i] == '#');
    at_start = text[i] == '\n' || (at_start && (text[i] == ' ' || text[i] == '\t'));
    if (text[i] == '\n') {
      inside = inside && i > 0 && text[i - 1] == '\\';
    } else if (inside && text[i] != '\\') {
      text[i] = ' ';
    } else if (inside) {
      text[i] = i + 1 < text.size() && text[i + 1] == '\n' ? '\\' : ' ';
    }
  }
  std::replace(text.begin(), text.end(), '\\', ' ');
  return text;
}

}  // namespace

std::string cpp_statement::head() const {
  return text.substr(0, text.find_last_not_of(" {") + 1);
}

std::vector<std::string> cpp_statement::parts() const {
  const std::size_t open = text.find('('),
                    close = open == kNone ? open : closing_bracket(text, open);
  std::vector<std::string> found = {""};
  for (std::size_t i = open; close != kNone && ++i < close;) {
    if (text[i] == ';') {
      found.emplace_back();
    } else {
      found.back() += text[i];
    }
  }
  std::transform(found.begin(), found.end(), found.begin(),
                 [](const std::string& part) { return trimmed(part); });
  return found;
}

cpp_code::cpp_code(std::string text) {
  const std::string code = without_directives(without_comments(std::move(text)));
  cutter(code, statements_).run();
}

int cpp_code::at(int line) const {
  int found = -1;
  for (int i = 0; i < static_cast<int>(statements_.size()); ++i) {
    const cpp_statement& s = (*this)[i];
    if (s.line <= line && line <= s.last_line &&
        (found < 0 || s.last_line - s.line <= (*this)[found].last_line - (*this)[found].line)) {
      found = found >= 0 && s.line == (*this)[found].line && s.last_line == (*this)[found].last_line
                  ? found
                  : i;
    }
  }
  return found;
}

int cpp_code::around(int line, kind wanted) const {
  int number = -1;
  for (int i = 0; i < static_cast<int>(statements_.size()); ++i) {
    const cpp_statement& s = (*this)[i];
    if (s.is == wanted && s.line < line && line <= s.block_end && s.last_line <= line) {
      number = i;
    }
  }
  return number;
}

int cpp_code::call_operator(std::string_view functor) const {
  for (int i = 0; i < static_cast<int>(statements_.size()); ++i) {
    const std::string code = without_template((*this)[i].text);
    const bool here = (*this)[i].is == kind::type && mentions(code, functor);
    for (const int member : here ? inside(i) : std::vector<int>()) {
      if ((*this)[member].is == kind::function &&
          (*this)[member].text.find("operator()") != std::string::npos) {
        return member;
      }
    }
  }
  return -1;
}

std::vector<cpp_parameter> cpp_code::parameters(int function) const {
  std::vector<cpp_parameter> found;
  if (function < 0) {
    return found;
  }
  const std::string code = without_template((*this)[function].text);
  const std::size_t call = code.find("operator()");
  const std::size_t open = code.find('(', call == kNone ? 0 : call + 10);
  for (const std::string& item :
       open == kNone ? std::vector<std::string>() : arguments_of(code, open)) {
    found.push_back(parameter_of(item));
  }
  return found;
}

int cpp_code::setting_of(std::string_view name, int before) const {
  int found = -1;
  for (int i = 0; i < static_cast<int>(statements_.size()) && (*this)[i].line < before; ++i) {
    const cpp_statement& s = (*this)[i];
    const int block = s.is_loop() ? i : s.around;  // the head of a loop belongs to it
    const bool seen =
        block < 0 || (*this)[block].block_end == 0 || (*this)[block].block_end >= before;
    const bool sets = std::any_of(s.sets.begin(), s.sets.end(),
                                  [&](const cpp_setting& each) { return each.name == name; });
    found = seen && sets ? i : found;
  }
  return found;
}

std::vector<int> cpp_code::inside(int block) const {
  std::vector<int> found;
  for (int i = 0; i < static_cast<int>(statements_.size()); ++i) {
    if ((*this)[i].around == block) {
      found.push_back(i);
    }
  }
  return found;
}

}  // namespace kw::base
