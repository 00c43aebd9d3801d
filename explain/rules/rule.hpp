// A rule knows one kind of mistake: how to recognise it, and what to say about it. Rules are data,
// in tables; where one has to look around in the learner's file, it names a helper that does.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/cpp_code.hpp"
#include "explain/explain.hpp"
#include "explain/pattern.hpp"
#include "explain/rules/kinds.hpp"

namespace kw::explain {

/// An error and the line that caused it, as rules see them.
struct situation {
  std::string message;              ///< The compiler's, with plain quotes.
  std::string block;                ///< Everything that the compiler said about this error.
  std::vector<std::string> source;  ///< The lines of the learner's file,
  std::string text;                 ///< and all of it without comments.
  base::cpp_code code;              ///< The file's statements.
  std::string lesson;               ///< The lesson's headers, without comments.
  std::map<kind, captures> kinds;   ///< Of the message, as kinds_of has them.
  bool in_header = false;           ///< Raised in a header, by an assertion of the library.
};

/// The text of line `line` of the source, or empty.
std::string line_of(const situation& s, int line);

/// Looks around. It may add captures for the rule's texts, and move the place of the explanation;
/// the rule applies only if it returns true. The capture `code` is the line of code.
using helper = bool (*)(const situation& s, explanation& e, captures& c);

/// What takes the place of a word, or what a misfit is told as; why, and what works instead.
struct spelling {
  std::string_view word, here, why = {}, fix = {};
};

/// The caret stays where the compiler has it.
constexpr std::string_view kCompilersCaret = "^";
/// The caret underlines the whole line.
constexpr std::string_view kWholeLine = "";

/// Every condition that is given must hold. Patterns are RE2's (pattern.hpp); in the texts, `$name`
/// is what the group `name` of a pattern captured or a helper added, and `${name|x}` is x where
/// that is empty; `$code` is the line. Texts that are left out stay as they are.
struct rule {
  std::string_view name = {};  ///< For the tests.

  // When it applies.
  std::array<kind, 5> kinds = {};  ///< The message is of one of these kinds, if there are any, and
  std::string_view says = {};      ///< in the message: a type, or what the library asserts.
  std::string_view unless = {};    ///< Not in the message.
  std::string_view told = {};      ///< In anything the compiler said about this error: a type.
  std::string_view line = {};      ///< In the line of code, which has no comment or indent,
  std::string_view unless_line = {};  ///< and not in it.
  std::string_view shapes = {};  ///< The compiler's output has two behind it: `$first`, `$second`.
  std::string_view sides =
      {};  ///< What is on both sides of an operator, as sides_of_operator says:
           ///< adds `$sign`, `$left` and `$right`, and points at the sign.
  helper look = nullptr;
  std::span<const spelling> among = {};  ///< The capture `key` is one of these words: adds `here`,
  std::string_view key = "name";         ///< `why` and `fix`, which may hold captures as well.

  // What it says.
  std::string_view caret = kCompilersCaret;  ///< What to underline. Not in the line: no change.
  std::string_view wrong = {};               ///< What is wrong, in one line.
  std::string_view why = {};
  std::string_view fix = {};
};

/// Puts an error into words if the rule applies. `e` has place and message already.
bool apply(const rule& r, const situation& s, explanation& e);

/// The same with the first rule of a table that applies.
bool apply_first(std::span<const rule> rules, const situation& s, explanation& e);

/// A text with the captures filled in.
std::string filled(std::string_view text, const captures& c);

}  // namespace kw::explain
