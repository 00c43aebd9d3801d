// The words of other languages, as the dictionary has them (words.cpp).
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/rules/rule.hpp"

namespace kw::explain {
namespace {

/// Whether a compiler's message has a word in quotes or as part of a name.
bool is_about(const situation& s, const std::string& word) {
  const std::string quoted = "'" + word + "'", part = "::" + word;
  return contains_any(s.message, {quoted, "\"" + word + "\"", part + "(", part + "\""});
}

const foreign_word* find_foreign(word_use use, const std::string& word) {
  const auto words = foreign_words();
  const auto found = std::find_if(words.begin(), words.end(), [&](const foreign_word& each) {
    return each.use == use && match_whole(word, each.words);
  });
  return found == words.end() ? nullptr : &*found;
}

/// `$name`, `$fix` and `$why` of an entry, for its place in the code. `&x[i]` is an address, x +
/// i.
bool take(const foreign_word& entry, const std::string& word, const std::string& code,
          std::size_t at, captures& c) {
  const std::size_t open = at + word.size();
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
  c["name"] = word;
  c["arguments"] = arguments.empty() ? "x" : joined(arguments);
  c["first"] = arguments.empty() ? "a" : arguments[0];
  c["second"] = arguments.size() < 2 ? "b" : arguments[1];
  const auto dot = find(code.substr(0, at), R"(\s*\.\s*$)");
  c["x"] = dot ? value_before(code, dot->begin) : "x";
  c["fix"] = filled(entry.here, c);
  c["why"] = entry.why;
  return true;
}

/// What the line has before and after a word of this use, and whether the compiler's message must
/// name the word.
struct usage {
  word_use use;
  std::string_view before, after;
  bool named;
};

constexpr usage kUsages[] = {
    {word_use::anywhere, "", "", false},
    {word_use::name, R"([^.]$|^$)", "", true},
    {word_use::of_tl, R"(\btl\.$)", "", true},
    {word_use::member, R"((?:[^l]|[^t]l|\wtl)\.$)", "", true},
    {word_use::type, "", R"(^(?: const)?(?:[>,]|\s*[*&]|\s+\w))", true},
};

/// Whether a message is about a word that is used so.
bool is_about(const situation& s, word_use use, const std::string& word) {
  return is_about(s, word) || (use == word_use::member && search(s.message, kind::expected)) ||
         (use == word_use::type && (base::find_word(s.message, word) != std::string::npos ||
                                    contains(s.message, "'type name' with no type")));
}

/// The first entry of a use whose word is in the line, used as its usage says.
template <word_use Use>
bool word_used_as(const situation& s, explanation&, captures& c) {
  const usage& how = *std::find_if(std::begin(kUsages), std::end(kUsages),
                                   [](const usage& each) { return each.use == Use; });
  const std::string code = c["code"];
  for (const foreign_word& each : foreign_words()) {
    const auto there =
        each.use == Use ? find(code, "\\b(?:" + std::string(each.words) + ")\\b") : std::nullopt;
    if (there && search(code.substr(0, there->begin), how.before) &&
        search(code.substr(there->end), how.after) &&
        (!how.named || is_about(s, Use, (*there)[0]))) {
      return take(each, (*there)[0], code, there->begin, c);
    }
  }
  return false;
}

/// `expf(x)`, `std::exp(x)`, `fmax(a, b)`: a function of C for single numbers, by its own name.
bool function_of_c(const situation& s, explanation&, captures& c) {
  const std::string code = c["code"];
  for (const match& call : find_all(code, R"((?:^|(std::)|[^.:\w])((?:__)?(\w+?)f?)\()")) {
    const foreign_word* known = find_foreign(word_use::function, call[3]);
    const tl_function* same = find_tl_function(call[3]);
    const bool lane_by_lane = same != nullptr && contains(same->advice, "lane by lane");
    const bool just_unknown =
        call[1].empty() && call[2] == call[3] && search(s.message, kind::undeclared);
    if (known != nullptr || (lane_by_lane && !just_unknown)) {
      c["plain"] = call[3];
      const std::string_view here = known != nullptr ? known->here : "tl.$plain($arguments)";
      return take({word_use::function, "", here}, call[2], code, call.end - 1 - call[2].size(), c);
    }
  }
  return false;
}

/// `np.exp(x)`: the member of the module, as a function of tl.
bool module_of_python(const situation& s, explanation&, captures& c) {
  const std::string code = c["code"];
  const auto found = find(code, R"((-?)\b(np|torch|math|triton)\.(\w+))");
  if (!found || !is_about(s, (*found)[2])) {
    return false;
  }
  const std::string& member = (*found)[3];
  const foreign_word* known = find_foreign(word_use::of_tl, member);
  take(known != nullptr ? *known : foreign_word{}, member, code, found->end - member.size(), c);
  const bool rounds_up = member == "cdiv" || member == "ceil";
  c["name"] = (*found)[2];
  c["arguments"] = rounds_up ? replaced(c["arguments"], " / ", ", ") : c["arguments"];
  c["member"] = (*found)[1] + (member == "inf"    ? "inf"
                               : known != nullptr ? c["fix"]
                                                  : (rounds_up ? "cdiv" : "tl." + member) + "(" +
                                                        c["arguments"] + ")");
  return true;
}

constexpr rule kForeignTable[] = {
    {.look = word_used_as<word_use::anywhere>,
     .wrong = "a kernel has no $name, which is a word of CUDA C++ or of another language"},
    {.kinds = {kind::expected, kind::undeclared, kind::no_operator},
     .line = R"((?:(?P<kernel>\w+(?:<[^<>]*>)?)\s*)?<<<)",
     .caret = "<<<",
     .wrong = "a kernel is started by launch here, not by <<< >>>",
     .why = "It takes the device, the grid, the kernel, and the kernel's arguments.",
     .fix = "launch(out.device(), grid(programs), $kernel{}, x, out);"},
    {.kinds = {kind::undeclared},
     .look = module_of_python,
     .wrong = "$name is a module of Python; the functions of a kernel are those of tl",
     .fix = "$member"},
    {.look = word_used_as<word_use::name>,
     .wrong = "$name is a word of another language, and has another name here"},
    {.kinds = {kind::undeclared, kind::does_not_fit, kind::conversion, kind::truth},
     .look = function_of_c,
     .wrong = "$name takes single numbers only; the functions of tl take tiles as well",
     .why = "A kernel calls its functions through tl, which knows the program."},
    {.kinds = {kind::no_member, kind::expected},
     .look = word_used_as<word_use::of_tl>,
     .caret = "tl.$name",
     .wrong = "tl.$name is spelled differently here"},
    {.kinds = {kind::no_member},
     .says = kTile,
     .line = R"(\.\s*(?:shape|size|length|len|numel|nelement|ndim|dim|extent|rows|columns)\b)",
     .wrong = "a tile has no .$name: its shape is a part of its type",
     .why = "The kernel knows it where it makes the tile. Write the same number or template "
            "parameter here, such as BLOCK_SIZE."},
    {.kinds = {kind::no_member},
     .told = R"(tile_shape<\d+>|tile \[\d+\])",
     .line = R"(\.\s*(?:T|t|transpose)\b)",
     .wrong = "this value has no .$name here",
     .why = "A tile of one axis has no rows and columns to exchange. (_, None) makes a column of "
            "it, (None, _) a row."},
    {.kinds = {kind::no_member, kind::expected},
     .unless = "array<",
     .look = word_used_as<word_use::member>,
     .wrong = "this value has no .$name here"},
    {.kinds = {kind::undeclared, kind::no_type, kind::expected, kind::no_member},
     .look = word_used_as<word_use::type>,
     .wrong = "$name is not a type of C++ here",
     .why = "float16, int32 and the like are values, for tl.cast and .to(...). Parameters and "
            "variables have the types of C++."},
};

}  // namespace

constinit const rule_table kForeignRules = kForeignTable;

}  // namespace kw::explain
