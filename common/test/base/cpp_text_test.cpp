#include "common/base/cpp_text.hpp"

#include <gtest/gtest.h>

namespace kw::base {
namespace {

using words = std::vector<std::string>;

TEST(CppText, AWordIsNotPartOfAnother) {
  EXPECT_EQ(find_word("offsets = set", "set"), 10U);
  EXPECT_EQ(find_word("set_all(set)", "set", 1), 8U);
  EXPECT_EQ(find_word("x = tl.load(y)", "tl.load"), 4U);
  EXPECT_EQ(find_word("xtl.load(y)", "tl.load"), std::string::npos);
  EXPECT_EQ(find_word("", "set"), std::string::npos);
}

TEST(CppText, CommentsBecomeSpaces) {
  EXPECT_EQ(without_comments("a // b\nc"), "a     \nc");
  EXPECT_EQ(without_comments("a /* b\n */ c"), "a     \n    c");
  EXPECT_EQ(without_comments("a /* b"), "a     ");
  EXPECT_EQ(without_comments("print(\"a // b\")  // c"), "print(\"a // b\")      ");
  EXPECT_EQ(without_comments("1'000 // a\n2'000"), "1'000     \n2'000");
  EXPECT_EQ(without_comments("don't // b"), "don't     ") << "a quote alone is not a literal";
  EXPECT_EQ(without_comments("' // b"), "'     ");
}

TEST(CppText, LiteralsEndWhereTheirQuoteDoes) {
  EXPECT_EQ(end_of_literal(R"("a\"b" + c)", 0), 6U);
  EXPECT_EQ(end_of_literal("'x' + c", 0), 3U);
  EXPECT_EQ(end_of_literal("1'000'000", 1), 1U);
  EXPECT_EQ(end_of_literal("\"cut off\n\"", 0), 0U);
  EXPECT_EQ(end_of_literal("\"cut off\\", 0), 0U);
}

TEST(CppText, BracketsCloseTheirOwnKind) {
  EXPECT_EQ(closing_bracket("f(a[1], {2})", 1), 11U);
  EXPECT_EQ(closing_bracket("f(\")\")", 1), 5U);
  EXPECT_EQ(closing_bracket("f(a", 1), std::string::npos);
  EXPECT_EQ(closing_angle("tile<float, shape<1, 2>>", 4), 23U);
  EXPECT_EQ(closing_angle("a < b", 2), std::string::npos);
}

TEST(CppText, ArgumentsAreSplitAtTheirOwnCommas) {
  EXPECT_EQ(arguments_of("f(a, g(b, c), d)", 1), (words{"a", "g(b, c)", "d"}));
  EXPECT_EQ(arguments_of("f()", 1), words{});
  EXPECT_EQ(arguments_of("f(a, )", 1), words{"a"});
  EXPECT_EQ(arguments_of("f(, a)", 1), (words{"", "a"}));
  EXPECT_EQ(arguments_of("f(\"a, b\", ')')", 1), (words{"\"a, b\"", "')'"}));
  EXPECT_EQ(arguments_of("f(a, b", 1), words{});
  EXPECT_FALSE(arguments_at("f(a, b", 1).closed);
  EXPECT_EQ(arguments_of("f", 1), words{});
}

TEST(CppText, AnglesAreBracketsOnlyInTemplates) {
  EXPECT_EQ(arguments_of("f(size<64>, shape<1, 2>)", 1), (words{"size<64>", "shape<1, 2>"}));
  EXPECT_EQ(arguments_of("load(x, offsets<n, 0)", 4), (words{"x", "offsets<n", "0"}));
  EXPECT_EQ(arguments_of("load(x, offsets < n, 0)", 4), (words{"x", "offsets < n", "0"}));
  EXPECT_EQ(arguments_of("f(x<y(1), p->q)", 1), (words{"x<y(1)", "p->q"}));
  EXPECT_EQ(arguments_of("(map<int, view<float>> m, int n)", 0),
            (words{"map<int, view<float>> m", "int n"}));
}

}  // namespace
}  // namespace kw::base
