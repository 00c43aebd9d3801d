// A rule knows one kind of mistake: how to recognise it, and what to say about it. Rules are data,
// in tables; where one has to look around in the learner's file, it names a helper that does.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/cpp_code.hpp"
#include "explain/explain.hpp"
#include "explain/rules/kinds.hpp"
#include "explain/text.hpp"

namespace kw::explain {

/// An error and the line that caused it, as rules see them.
struct situation {
  std::string message;              ///< The compiler's, with plain quotes.
  std::string block;                ///< Everything that the compiler said about this error.
  std::vector<std::string> source;  ///< The lines of the learner's file,
  std::string text;                 ///< and all of it without comments.
  base::cpp_code code;              ///< The file's statements.
  std::string lesson;               ///< The lesson's headers, without comments.
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

/// The caret underlines the whole line, or the `$sign` that the compiler points at.
constexpr std::string_view kWholeLine = "", kOperator = "$sign";

/// Every condition that is given must hold. Patterns are RE2's (text.hpp); in the texts, `$name`
/// is what the group `name` of a pattern captured or a helper added, and `${name|x}` is x where
/// that is empty; `$code` is the line. Texts that are empty stay as they are.
struct rule {
  // When it applies.
  std::array<std::string_view, 5> kinds = {};  ///< The message is of one of these kinds, and
  std::string_view says = {};         ///< in the message: a type, or what the library asserts.
  std::string_view unless = {};       ///< Not in the message.
  std::string_view told = {};         ///< In anything the compiler said about this error: a type.
  std::string_view line = {};         ///< In the line of code, which has no comment or indent,
  std::string_view unless_line = {};  ///< and not in it.
  std::string_view shapes = {};  ///< The compiler's output has two behind it: `$first`, `$second`.
  helper look = nullptr;
  std::span<const spelling> among = {};  ///< The capture `key` is one of these words: adds `here`,
  std::string_view key = "name";         ///< `why` and `fix`, which may hold captures as well.

  // What it says.
  /// What to underline. The caret stays where the compiler has it if that is not in the line.
  std::string_view caret = "${name|^}";
  /// What is wrong, in one line. KW_SOURCES=1 shows it as it is here.
  std::string_view wrong = {};
  std::string_view why = "$why";
  std::string_view fix = "$fix";
};

/// Puts an error into words if the rule applies. `e` has place and message already.
bool apply(const rule& r, const situation& s, explanation& e);

/// The same with the first rule of a table that applies.
bool apply_first(std::span<const rule> rules, const situation& s, explanation& e);

/// A text with the captures filled in.
std::string filled(std::string_view text, const captures& c);

// ---- helpers of several tables

/// In a message: the type of a tile, of values or of indices.
constexpr std::string_view kTile =
    "tile<|index_tile|lazy_function|bound_mask|both_masks|core::tile";

/// The types of elements as values of the language, for those of C++.
constexpr spelling kElementTypes[] = {
    {"float", "float32"},       {"double", "float64"},  {"int", "int32"},
    {"bool", "int1"},           {"half", "float16"},    {"float16_t", "float16"},
    {"bfloat16_t", "bfloat16"}, {"int8_t", "int8"},     {"int16_t", "int16"},
    {"int32_t", "int32"},       {"int64_t", "int64"},   {"std::int32_t", "int32"},
    {"uint8_t", "uint8"},       {"uint16_t", "uint16"}, {"uint32_t", "uint32"},
    {"uint64_t", "uint64"},     {"unsigned", "uint32"}, {"std::int64_t", "int64"},
    {"T", "dtype<T>{}"}};

/// What an array of rank 2 knows.
constexpr std::string_view kKnows =
    "It knows x.row(r), x.tile(shape<M, N>, i, j), x.rows(), x.columns() and x.data(). Its rows "
    "are addresses, and tl.load reads what is there.";

/// Moves the caret to `text` if the line has it.
void point_at(explanation& e, const std::string& text);

/// Places the caret of an error that no rule has looked at yet.
///
/// Compilers point at the name of a call, at its bracket, or nowhere: the caret underlines the call
/// as far as its bracket, or the name that is there, or else the whole statement.
void find_caret(explanation& e);

/// The call operator of a kernel, as a line to write.
inline constexpr std::string_view kEntry =
    "KW_KERNEL void operator()(program auto tl, ...) const {";

/// Moves the place of an explanation to a line, without a column.
void move_to(const situation& s, int line, explanation& e);

/// The line of a place in the file's text.
int line_at(const situation& s, std::size_t place);

/// The line of the call operator of a kernel of the file; 0 if there is none.
int call_operator_of(const situation& s, const std::string& kernel);

/// The statement that begins the outermost function around a line; -1 if there is none.
int function_around(const situation& s, int line);

/// The value that ends before a place of a line, `x` or `(x < n)` or `tl.load(x)`; `x` if it is
/// none of these.
std::string value_before(const std::string& code, std::size_t end);

/// Texts joined by commas.
std::string joined(const std::vector<std::string>& parts);

// ---- the tables, each in the file of its name

/// How a word is used where it is from.
enum class word_use {
  name,      ///< Anywhere: `True`, `INFINITY`.
  anywhere,  ///< The same, whatever the compiler complains about: it may know `threadIdx`.
  function,  ///< As a function: `expf(x)`.
  of_tl,     ///< After `tl.`: `tl.relu(x)`.
  member,    ///< After a value: `x.T`.
  type,      ///< Where C++ has a type: `__half* x`.
};

/// A word, or several as a pattern, and what to write instead. `here` and `why` may have
/// `$arguments`, those of the call, its `$first` and `$second`,
/// `$x`, the value before the dot, and `$axis`, a digit after the word. Both may be empty.
struct foreign_word {
  word_use use = word_use::name;
  std::string_view words, here = {}, why = {};
};

/// The dictionary: the words of CUDA C++, Triton, NumPy, PyTorch and Python, and what they are
/// here.
std::span<const foreign_word> foreign_words();

/// A function of `tl`: how many arguments it takes, a call that works, and what the arguments are.
struct tl_function {
  std::string_view name;
  std::size_t least = 0, most = 0;
  std::string_view call, advice;
};

/// All of them, from the table of names (kernelwright/language/names.def), which a test compares
/// with the headers.
std::span<const tl_function> tl_functions();

/// The function of that name, or nullptr.
const tl_function* find_tl_function(std::string_view name);

/// A call of a function with these arguments, where numbers that are an axis or a shape in other
/// languages are what they are here: axis<1>, shape<4, 16>. The example if they cannot be meant.
std::string call_of(const tl_function& function, const std::vector<std::string>& arguments);

using rule_table = std::span<const rule>;

extern const rule_table kLaunchRules;     ///< of launches,
extern const rule_table kAssertionRules;  ///< and of the rest

extern const rule_table kCharacterRules;   ///< characters that only look like C++'s
extern const rule_table kPythonRules;      ///< the grammar of Python and of Triton
extern const rule_table kPythonLineRules;  ///< those that hold for any line
extern const rule_table kForeignRules;     ///< the dictionary of foreign words
extern const rule_table kKernelRules;      ///< kernels started as something else
extern const rule_table kCallRules;        ///< arguments that do not fit
extern const rule_table kTileRules;        ///< tiles used as what they are not
extern const rule_table kNameRules;        ///< names that are not known
extern const rule_table kBracketRules;     ///< brackets without a partner
extern const rule_table kGrammarRules;     ///< semicolons, headers, signatures

extern const rule_table kWarningRules;   ///< what a compiler accepts, and doubts
extern const rule_table kUnmarkedRules;  ///< functions without KW_KERNEL or KW_HD

inline std::vector<rule_table> assertion_rules() {
  return {kLaunchRules, kAssertionRules};
}

/// What a compiler says of its own, in the order in which the tables are tried: what is surely
/// meant first, and what is only a sign of it last.
inline std::vector<rule_table> compiler_rules() {
  return {kCharacterRules, kPythonRules, kForeignRules, kBracketRules, kKernelRules,
          kCallRules,      kTileRules,   kNameRules,    kGrammarRules};
}

}  // namespace kw::explain
