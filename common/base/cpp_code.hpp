// A file of C++ as statements in blocks: what each sets, what it is in, and which names it sees.
// One reader for all messages about a learner's file, so it copes with code that no compiler
// accepts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kw::base {

/// `float l = 0` has the type `float`, the name `l`, the sign `=` and the value `0`; `++i` has the
/// sign `++` and no value.
struct cpp_setting {
  std::string type, name, sign, value;
};

/// A statement as far as its semicolon, or what stands before a brace.
struct cpp_statement {
  enum class kind { plain, loop, branch, function, type, block };

  kind is = kind::plain;
  std::string text;             ///< In one line: `acc += p * v;`, `while (i < n) {`.
  int line = 0, last_line = 0;  ///< Where it begins and ends, from 1,
  int block_end = 0;            ///< and its block; 0 without one.
  int around = -1;              ///< The statement in whose block it is; -1: in none.
  std::vector<cpp_setting>
      sets;  ///< What it declares or changes; the head of a loop, its steps too.

  bool is_loop() const { return is == kind::loop; }
  /// A head without its brace: `while (i < n)`.
  std::string head() const;
  /// What a head has in its parentheses, split at semicolons: {"int i = 0", "i < n", "++i"}.
  std::vector<std::string> parts() const;
};

/// A parameter of a function.
struct cpp_parameter {
  std::string type;  ///< Such as `const float*`.
  std::string name;
};

class cpp_code {
 public:
  cpp_code() = default;
  explicit cpp_code(std::string text);

  const std::vector<cpp_statement>& statements() const { return statements_; }
  const cpp_statement& operator[](int number) const {
    return statements_[static_cast<std::size_t>(number)];
  }

  /// The number of the statement that a line is part of, the innermost one; -1 if there is none.
  int at(int line) const;
  /// The innermost statement of a kind that a line is in the block of; -1 if there is none.
  int around(int line, cpp_statement::kind kind) const;
  /// The call operator of a struct or class; -1 if there is none.
  int call_operator(std::string_view functor) const;
  /// The parameters of a function. An item without a name, such as `auto&`, has only a type.
  std::vector<cpp_parameter> parameters(int function) const;
  /// The latest statement above a line, in a block that the line sees, that sets a name; -1 if
  /// there is none.
  int setting_of(std::string_view name, int before) const;
  /// The members of a type, or the statements of any other block, by their numbers.
  std::vector<int> inside(int block) const;

 private:
  std::vector<cpp_statement> statements_;
};

/// What a statement sets.
std::vector<cpp_setting> settings_in(std::string_view statement);

/// Splits `const T* x = nullptr` into its type and its name.
cpp_parameter parameter_of(std::string_view text);

/// The names of variables and functions in an expression, without members.
std::vector<std::string> names_in(std::string_view expression);

/// Does `text` hold `name` as a whole word?
bool mentions(std::string_view text, std::string_view name);

/// The arguments of each call of a function in a text without comments: {{"x + i", "mask"}} for
/// `tl.load`.
std::vector<std::vector<std::string>> calls_in(std::string_view text, std::string_view function);

}  // namespace kw::base
