// The tables of rules: each is sound, and a real compiler shows each of its rules.
#include <algorithm>
#include <filesystem>
#include <set>
#include <span>
#include <sstream>

#include <gtest/gtest.h>

#include "common/base/files.hpp"
#include "explain/rules/rule.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

namespace fs = std::filesystem;

template <class Check>
void for_each_rule(const Check& check) {
  std::vector<rule_table> tables = {kPythonLineRules, kUnmarkedRules, kWarningRules};
  for (const std::vector<rule_table>& more : {assertion_rules(), compiler_rules()}) {
    tables.insert(tables.end(), more.begin(), more.end());
  }
  for (const rule_table& table : tables) {
    for (const rule& r : table) {
      SCOPED_TRACE(std::string(r.wrong.empty() ? r.says : r.wrong));
      check(r);
    }
  }
}

/// All files below a folder, with single spaces between their words.
std::string words_below(const fs::path& folder) {
  std::string all;
  for (const fs::path& file : base::files_below(folder)) {
    std::istringstream words(base::read_text_file(file));
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
  return r.kinds[0] == kind::host_function || r.kinds[0] == kind::no_device_address;
}

TEST(Rules, EveryPatternCompiles) {
  for_each_rule([](const rule& r) {
    for (const std::string_view pattern : {r.says, r.unless, r.told, r.line, r.unless_line}) {
      EXPECT_EQ(pattern_error(pattern), "") << pattern;
    }
    for (const std::string_view kind : r.kinds) {
      EXPECT_EQ(pattern_error(kind), "") << kind;
    }
  });
}

TEST(Rules, LookAtTheCompilersWords) {
  for_each_rule([](const rule& r) {
    EXPECT_TRUE(!r.kinds[0].empty() || !r.says.empty() || !r.told.empty() || r.look != nullptr);
  });
}

TEST(Rules, AreShownByACompiler) {
  const std::string messages =
      words_below(fs::path(KW_SOURCE_ROOT) / "common/test/compile_fail") +
      base::read_text_file(KW_SOURCE_ROOT "/explain/test/launcher_test.py");
  for_each_rule([&](const rule& r) {
    const std::string words = longest_words(r.wrong.empty() ? r.fix : r.wrong);
    EXPECT_TRUE(words.empty() || only_with_nvcc(r) || contains(messages, words)) << words;
    for (const spelling& each : r.wrong == "$here" ? r.among : std::span<const spelling>()) {
      EXPECT_TRUE(contains(messages, longest_words(each.here))) << each.here;
    }
  });
}

TEST(Words, AreInTheDictionaryOnce) {
  std::set<std::pair<word_use, std::string_view>> seen;
  for (const foreign_word& each : foreign_words()) {
    EXPECT_TRUE(seen.insert({each.use, each.words}).second) << each.words;
    EXPECT_TRUE(!each.here.empty() || !each.why.empty()) << each.words;
    EXPECT_EQ(pattern_error(each.words), "");
  }
}

}  // namespace
}  // namespace kw::explain
