// The tables of rules: each is sound, and a real compiler shows each of its rules.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "explain/rules/tables.hpp"
#include "explain/rules/words.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

namespace fs = std::filesystem;

template <class Check>
void for_each_rule(const Check& check) {
  std::vector<rule_table> tables = {kPythonLineRules, kOperationRules, kUnmarkedRules};
  for (const std::vector<rule_table>& more : {assertion_rules(), compiler_rules()}) {
    tables.insert(tables.end(), more.begin(), more.end());
  }
  for (const rule_table& table : tables) {
    for (const rule& r : table) {
      SCOPED_TRACE(r.name);
      check(r);
    }
  }
}

void add_groups(std::string_view pattern, std::set<std::string>& known) {
  for (const std::string& name : group_names(pattern)) {
    known.insert(name);
  }
}

/// The captures that a rule's texts may use.
std::set<std::string> captures_of(const rule& r) {
  std::set<std::string> known = {"code"};
  for (const std::string_view pattern : {r.says, r.also, r.told, r.line}) {
    add_groups(pattern, known);
  }
  for (const wording& each : wordings()) {
    if (std::find(r.kinds.begin(), r.kinds.end(), each.what) != r.kinds.end()) {
      for (const std::string_view pattern : {each.gcc, each.clang, each.nvcc}) {
        add_groups(pattern, known);
      }
    }
  }
  std::istringstream added{std::string(r.look.adds)};
  for (std::string name; added >> name;) {
    known.insert(name);
  }
  if (!r.among.empty()) {
    known.insert({"here", "why"});
  }
  if (!r.shapes.empty()) {
    known.insert({"first", "second"});
  }
  return known;
}

std::string text_in(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// All files below a folder, with single spaces between their words.
std::string words_below(const fs::path& folder) {
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    std::istringstream words(entry.is_regular_file() ? text_in(entry.path()) : "");
    for (std::string word; words >> word;) {
      all += word + " ";
    }
  }
  return all;
}

/// The longest part of a text between its captures.
std::string longest_words(std::string_view text) {
  std::string longest;
  std::size_t begin = 0;
  std::vector<match> captures_there = find_all(text, R"(\$[a-z_]+|\$\{[^}]*\}|$)");
  for (const match& each : captures_there) {
    const std::string words(text.substr(begin, each.begin - begin));
    longest = words.size() > longest.size() ? words : longest;
    begin = each.end;
  }
  return longest;
}

/// Whether only nvcc, which the slips are not compiled with, has words for the rule's kind.
bool only_with_nvcc(const rule& r) {
  return r.kinds[0] != kind::none &&
         std::all_of(wordings().begin(), wordings().end(), [&](const wording& each) {
           return each.what != r.kinds[0] || (each.gcc.empty() && each.clang.empty());
         });
}

TEST(Rules, EveryPatternCompiles) {
  for_each_rule([](const rule& r) {
    for (const std::string_view pattern :
         {r.says, r.also, r.unless, r.told, r.line, r.unless_line}) {
      EXPECT_EQ(pattern_error(pattern), "") << pattern;
    }
  });
  for (const wording& each : wordings()) {
    for (const std::string_view pattern : {each.gcc, each.clang, each.nvcc}) {
      EXPECT_EQ(pattern_error(pattern), "") << pattern;
    }
  }
}

TEST(Rules, EveryCaptureOfATextExists) {
  for_each_rule([](const rule& r) {
    const std::set<std::string> known = captures_of(r);
    std::vector<std::string_view> texts = {r.caret, r.wrong, r.why, r.fix};
    for (const spelling& each : r.among) {
      texts.insert(texts.end(), {each.here, each.why});
    }
    for (const std::string_view text : texts) {
      for (const std::string& name : captures_in(text)) {
        EXPECT_TRUE(known.contains(name)) << "$" << name << " in: " << text;
      }
    }
    EXPECT_TRUE(r.among.empty() || known.contains(std::string(r.key))) << r.key;
  });
}

TEST(Rules, NamesAreUnique) {
  std::set<std::string_view> names;
  for_each_rule([&](const rule& r) {
    EXPECT_NE(r.name, "");
    EXPECT_TRUE(names.insert(r.name).second);
  });
}

TEST(Rules, LookAtTheCompilersWords) {
  for_each_rule([](const rule& r) {
    EXPECT_TRUE(r.kinds[0] != kind::none || !r.says.empty() || !r.told.empty() ||
                r.look.look != nullptr);
  });
}

TEST(Rules, AreShownByACompiler) {
  const std::string slips = text_in(fs::path(KW_SLIPS));
  const std::string messages = words_below(fs::path(KW_SOURCE_ROOT) / "common/test/compile_fail");
  for_each_rule([&](const rule& r) {
    const std::string words = longest_words(r.wrong.empty() ? r.fix : r.wrong);
    EXPECT_TRUE(words.empty() || only_with_nvcc(r) ||
                contains(slips, "\n== " + std::string(r.name) + ": ") || contains(messages, words))
        << words;
  });
}

TEST(Kinds, HaveWordsAndRules) {
  std::set<kind> used;
  for_each_rule([&](const rule& r) { used.insert(r.kinds.begin(), r.kinds.end()); });
  for (const wording& each : wordings()) {
    EXPECT_FALSE(each.gcc.empty() && each.clang.empty() && each.nvcc.empty());
    EXPECT_TRUE(used.contains(each.what)) << each.gcc << each.clang << each.nvcc;
  }
}

TEST(Kinds, OfAMessage) {
  const auto of_gcc = kinds_of("'offsts' was not declared in this scope; did you mean 'offsets'?");
  ASSERT_TRUE(of_gcc.contains(kind::undeclared));
  EXPECT_EQ(of_gcc.at(kind::undeclared).at("name"), "offsts");
  EXPECT_EQ(kinds_of("identifier \"offsts\" is undefined").at(kind::undeclared).at("name"),
            "offsts");
  EXPECT_TRUE(kinds_of("nothing that a compiler says").empty());
}

TEST(Words, AreInTheDictionaryOnce) {
  std::set<std::pair<word_use, std::string_view>> seen;
  for (const foreign_word& each : foreign_words()) {
    EXPECT_TRUE(seen.insert({each.use, each.word}).second) << each.word;
    EXPECT_TRUE(!each.here.empty() || !each.why.empty()) << each.word;
    for (const std::string& name : captures_in(each.here)) {
      EXPECT_TRUE(name == "arguments" || name == "x" || name == "axis") << each.here;
    }
  }
}

}  // namespace
}  // namespace kw::explain
