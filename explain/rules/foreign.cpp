// The words of other languages, as the dictionary has them (words.cpp).
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/lookup.hpp"
#include "explain/rules/tables.hpp"
#include "explain/rules/words.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// Whether a compiler's message is about a word, in quotes or as part of a name.
bool is_about(const situation& s, const std::string& word) {
  const std::string quoted = "'" + word + "'", part = "::" + word;
  return contains_any(s.message, {quoted, "\"" + word + "\"", part + "(", part + "\""});
}

const foreign_word* find_foreign(word_use use, const std::string& word) {
  const auto words = foreign_words();
  const auto found = std::find_if(words.begin(), words.end(), [&](const foreign_word& each) {
    return each.use == use && each.word == word;
  });
  return found == words.end() ? nullptr : &*found;
}

/// `$word`, `$here` and `$why` of an entry, for its place in the code. `&x[i]` is an address, x +
/// i.
bool take(const foreign_word& entry, const std::string& code, std::size_t at, captures& c) {
  const std::size_t open = at + entry.word.size();
  const base::argument_list list =
      base::arguments_at(code, code.substr(open, 1) == "(" ? open : code.size());
  std::vector<std::string> arguments = list.items;
  for (std::string& each : arguments) {
    captures parts;
    if (search(each, R"(^&(?P<x>\w+)\[(?P<i>.*)\]$)", &parts)) {
      each = parts["x"] + (parts["i"] == "0" ? "" : " + " + parts["i"]);
    }
  }
  const std::string axis = first_match(code.substr(open), R"(^[(\[](\d)[)\]])");
  c["axis"] = axis.empty() ? "0" : axis;
  c["word"] = entry.word;
  c["arguments"] = arguments.empty() ? "x" : joined(arguments);
  const std::string x = first_match(code.substr(0, at), R"((\w+)\s*\.\s*$)");
  c["x"] = x.empty() ? "x" : x;
  c["here"] = filled(entry.here, c);
  c["why"] = entry.why;
  return true;
}

/// The first entry of some use whose word is in the line, and for which `fits` says so too.
template <class Fits>
bool take_first(word_use use, const explanation& e, captures& c, const Fits& fits) {
  const std::string code = without_comment(e.source_line);
  for (const foreign_word& each : foreign_words()) {
    const std::size_t at = each.use == use ? base::find_word(code, each.word) : std::string::npos;
    if (at != std::string::npos && fits(each, code, at)) {
      return take(each, code, at, c);
    }
  }
  return false;
}

bool word_anywhere(const situation&, explanation& e, captures& c) {
  return take_first(word_use::anywhere, e, c, [](const auto&...) { return true; });
}

bool other_word(const situation& s, explanation& e, captures& c) {
  return take_first(
      word_use::name, e, c, [&](const foreign_word& each, const std::string& code, auto at) {
        return is_about(s, std::string(each.word)) && !code.substr(0, at).ends_with(".");
      });
}

bool function_for_numbers(const situation&, explanation& e, captures& c) {
  return take_first(
      word_use::function, e, c, [](const foreign_word& each, const std::string& code, auto at) {
        const std::string before = replaced(code.substr(0, at), "std::", " ");
        return code.substr(at + each.word.size(), 1) == "(" && !search(before, R"([.:\w]$)");
      });
}

bool word_after_tl(const situation& s, explanation& e, captures& c) {
  return take_first(
      word_use::of_tl, e, c, [&](const foreign_word& each, const std::string& code, auto at) {
        return code.substr(0, at).ends_with("tl.") && is_about(s, std::string(each.word));
      });
}

bool word_after_value(const situation& s, explanation& e, captures& c) {
  return take_first(
      word_use::member, e, c, [&](const foreign_word& each, const std::string& code, auto at) {
        return code.substr(0, at).ends_with(".") && !code.substr(0, at).ends_with("tl.") &&
               !contains(s.message, "matrix<") &&
               (is_about(s, std::string(each.word)) || s.kinds.contains(kind::expected));
      });
}

/// A type where C++ wants one, if the compiler names it.
bool type_of_another(const situation& s, explanation& e, captures& c) {
  return take_first(
      word_use::type, e, c, [&](const foreign_word& each, const std::string& code, auto at) {
        return search(code.substr(at + each.word.size()), R"(^(?: const)?(?:>|\s*[*&]|\s+\w))") &&
               (base::find_word(s.message, std::string(each.word)) != std::string::npos ||
                contains(s.message, "'type name' with no type"));
      });
}

/// `np.exp(x)`: the member of the module, as a function of tl.
bool module_of_python(const situation& s, explanation& e, captures& c) {
  return take_first(word_use::module, e, c,
                    [&](const foreign_word& each, const std::string& code, auto at) {
                      const std::string rest = code.substr(at + each.word.size());
                      const std::string member = first_match(rest, R"(^\.(\w+))");
                      const foreign_word* known = find_foreign(word_use::of_tl, member);
                      if (member.empty() || !is_about(s, std::string(each.word))) {
                        return false;
                      }
                      take(known != nullptr ? *known : foreign_word{word_use::of_tl, member}, code,
                           at + each.word.size() + 1, c);
                      const std::string sign = code.substr(0, at).ends_with("-") ? "-" : "";
                      c["member"] = sign + (member == "inf"    ? "inf"
                                            : known != nullptr ? c["here"]
                                            : member == "cdiv" || member == "ceil"
                                                ? "cdiv(" + c["arguments"] + ")"
                                                : "tl." + member + "(" + c["arguments"] + ")");
                      return true;
                    });
}

constexpr std::string_view kAdds = "word here why arguments axis x member";

constexpr rule kForeignTable[] = {
    {.name = "word of CUDA or another language",
     .look = {word_anywhere, kAdds},
     .caret = "$word",
     .wrong = "a kernel has no $word, which is a word of CUDA C++ or of another language",
     .why = "$why",
     .fix = "$here"},
    {.name = "chevrons",
     .kinds = {kind::expected, kind::undeclared, kind::no_operator},
     .line = R"((?:(?P<kernel>\w+(?:<[^<>]*>)?)\s*)?<<<)",
     .caret = "<<<",
     .wrong = "a kernel is started by launch here, not by <<< >>>",
     .why = "It takes the device, the grid, the kernel, and the kernel's arguments.",
     .fix = "launch(out.device(), grid(programs), $kernel{}, x, out);"},
    {.name = "module of Python",
     .kinds = {kind::undeclared},
     .look = {module_of_python, kAdds},
     .caret = "$word",
     .wrong = "$word is a module of Python; the functions of a kernel are those of tl",
     .fix = "$member"},
    {.name = "word of another language",
     .look = {other_word, kAdds},
     .caret = "$word",
     .wrong = "$word is a word of another language, and has another name here",
     .why = "$why",
     .fix = "$here"},
    {.name = "function for single numbers",
     .kinds = {kind::undeclared, kind::does_not_fit, kind::conversion, kind::truth},
     .look = {function_for_numbers, kAdds},
     .caret = "$word",
     .wrong = "$word takes single numbers only; the functions of tl take tiles as well",
     .why = "A kernel calls its functions through tl, which knows the program.",
     .fix = "$here"},
    {.name = "word after tl",
     .kinds = {kind::no_member},
     .look = {word_after_tl, kAdds},
     .caret = "tl.$word",
     .wrong = "tl.$word is spelled differently here",
     .why = "$why",
     .fix = "$here"},
    {.name = "word after a value",
     .kinds = {kind::no_member, kind::expected},
     .look = {word_after_value, kAdds},
     .caret = "$word",
     .wrong = "this value has no .$word here",
     .why = "$why",
     .fix = "$here"},
    {.name = "type of another language",
     .kinds = {kind::undeclared, kind::no_type, kind::expected, kind::no_member},
     .look = {type_of_another, kAdds},
     .caret = "$word",
     .wrong = "$word is not a type of C++ here",
     .why = "float16, int32 and the like are values, for tl.cast and .to(...). Parameters and "
            "variables have the types of C++.",
     .fix = "$here"},
};

}  // namespace

constinit const std::span<const rule> kForeignRules = kForeignTable;

}  // namespace kw::explain
