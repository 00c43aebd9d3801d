// The tables of rules: each is sound, and each of its rules is shown by a case.
#include <algorithm>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/test/base/temporary_folder.hpp"
#include "explain/rules/tables.hpp"
#include "explain/test/case_file.hpp"

namespace kw::explain {
namespace {

namespace fs = std::filesystem;

std::string name_of(const rule& r) {
  return std::string(r.name.empty() ? r.word : r.name);
}

/// A rule whose helper applies another table has no text of its own.
bool has_text(const rule& r) {
  return !r.wrong.empty() || !r.fix.empty();
}

template <class Check>
void for_each_rule(const Check& check) {
  for (const auto& [table, rules] : all_rules()) {
    for (const rule& r : rules) {
      SCOPED_TRACE(table + ": " + name_of(r));
      check(r);
    }
  }
}

std::vector<std::string_view> patterns_of(const rule& r) {
  return {r.says, r.also, r.unless, r.told, r.line, r.unless_line};
}

/// The captures that a rule's texts may use.
std::set<std::string> captures_of(const rule& r) {
  std::set<std::string> known = {"code"};
  for (const std::string_view pattern : {r.says, r.also, r.told, r.line}) {
    for (const std::string& name : group_names(pattern)) {
      known.insert(name);
    }
  }
  std::istringstream added{std::string(r.look.adds)};
  for (std::string name; added >> name;) {
    known.insert(name);
  }
  if (!r.among.empty()) {
    known.insert({"here", "why"});
  }
  if (!r.replaced.empty()) {
    known.insert("rewritten");
  }
  return known;
}

TEST(Rules, EveryPatternCompiles) {
  for_each_rule([](const rule& r) {
    for (const std::string_view pattern : patterns_of(r)) {
      EXPECT_EQ(pattern_error(pattern), "") << pattern;
    }
  });
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
  std::set<std::string> names;
  for_each_rule([&](const rule& r) {
    EXPECT_NE(name_of(r), "");
    EXPECT_TRUE(names.insert(name_of(r)).second);
  });
}

/// A root with the learner's file of a case, and the lesson's header.
class rule_cases : public ::testing::TestWithParam<std::string> {
 protected:
  std::optional<explanation> told(const rule_case& c) const {
    root_.write(kKernel, c.source);
    root_.write("lessons/case/case.hpp", c.contract);
    return explain(c.output, root_.path(), kKernel);
  }

 private:
  static constexpr const char* kKernel = "exercises/case/kernel.cpp";
  base::temporary_folder root_;
};

TEST_P(rule_cases, AreToldAsExpected) {
  std::set<std::string> shown;
  for (const rule_case& c : read_cases(fs::path(KW_CASES) / (GetParam() + ".txt"))) {
    SCOPED_TRACE(c.rule);
    const auto found = told(c);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->rule, c.rule);
    std::vector<std::string> words = {found->message};
    if (!found->fix.empty()) {
      words.push_back(found->fix);
    }
    EXPECT_EQ(words, c.expected);
    shown.insert(c.rule);
  }
  for (const auto& [table, rules] : all_rules()) {
    for (const rule& r : rules) {
      EXPECT_TRUE(table != GetParam() || !has_text(r) || shown.contains(name_of(r)))
          << "no case in " << table << ".txt shows the rule " << name_of(r);
    }
  }
}

std::vector<std::string> table_names() {
  std::vector<std::string> names;
  for (const auto& [table, rules] : all_rules()) {
    names.push_back(table);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Tables, rule_cases, ::testing::ValuesIn(table_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace kw::explain
