// A rule knows one kind of mistake: how to recognise it, and what to say about it. Rules are data,
// in tables; where one has to look around in the learner's file, it names a helper that does.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explain/explain.hpp"
#include "explain/pattern.hpp"
#include "explain/rules/kinds.hpp"

namespace kw::explain {

/// A header of the lesson, without its comments.
struct header {
  std::string name, text;
};

/// An error and the line that caused it, as rules see them.
struct situation {
  std::string message;              ///< The compiler's, with plain quotes.
  std::string block;                ///< Everything that the compiler said about this error.
  std::vector<std::string> source;  ///< The learner's file.
  std::string contract;             ///< The text of the lesson's header; may be empty.
  std::vector<header> headers;      ///< All headers of the lesson.
  std::map<kind, captures> kinds;   ///< Of the message, as kinds_of has them.
  bool in_header = false;           ///< Raised in a header, by an assertion of the library.
};

/// The text of line `line` of the source, or empty.
std::string line_of(const situation& s, int line);

/// Whether a line of the source holds `text` in its code.
bool file_has(const situation& s, std::string_view text);

/// Looks around. It may add captures for the rule's texts, and move the place of the explanation;
/// the rule applies only if it returns true.
struct helper {
  bool (*look)(const situation& s, explanation& e, captures& c) = nullptr;
  std::string_view adds = {};  ///< The captures that it adds, for the test of the tables.
};

/// What takes the place of a word, and why.
struct spelling {
  std::string_view word, here, why = {};
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
  std::array<kind, 5> kinds = {};  ///< The message is of one of these kinds, if there are any. Or
  std::string_view says = {};      ///< what the library's own assertion says.
  std::string_view also = {};      ///< In the message as well: a type.
  std::string_view unless = {};    ///< Not in the message.
  std::string_view told = {};      ///< In anything the compiler said about this error: a type.
  std::string_view line = {};      ///< In the line of code, which has no comment or indent,
  std::string_view unless_line = {};  ///< and not in it.
  std::string_view shapes = {};  ///< The compiler's output has two behind it: `$first`, `$second`.
  helper look = {};
  std::span<const spelling> among = {};  ///< The capture `key` is one of these words: adds `here`
  std::string_view key = "name";         ///< and `why`, which may hold captures as well.

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

/// The names of the captures that a text uses.
std::vector<std::string> captures_in(std::string_view text);

}  // namespace kw::explain
