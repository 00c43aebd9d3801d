#include "common/base/cpp_code.hpp"

#include <gtest/gtest.h>

namespace kw::base {
namespace {

using words = std::vector<std::string>;
using kind = cpp_statement::kind;

const char* const kKernel = R"(#include "masking.hpp"  // {
namespace lesson03 {
// struct Add is below
template <int BLOCK, class T = map<int, 2>>
struct Add {
  static constexpr int kOne{1};
  KW_KERNEL void operator()(program auto tl, const T* x,  // the (first, input)
                            map<int, T> *y /* second */,
                            int n = 3) const {
    auto offsets = tl.program_id(0) * BLOCK +
                   tl.arange(size<BLOCK>);
    float l = 0, m{2};
    for (int i = 0, j = n; i < j; ++i, j -= 2) {
      if (i > 2) l += tl.sum(tl.load(x + offsets, offsets < n));
      else
        l = f({1, 2}, "a; }");
    }
    while (l > 0) {
      tl.store(y + offsets, l);
    }
    x[0] = l;
  }
};
}  // namespace
void launch_add(view<float> x) {
  run([&] {
    launch(device, grid(1), Add<4>{}, x);
  });
}
)";

TEST(CppCode, CutsAFileIntoStatements) {
  const cpp_code code{kKernel};
  words seen;
  for (const cpp_statement& s : code.statements()) {
    seen.push_back(std::to_string(s.line) + ".." + std::to_string(s.last_line) + " " +
                   (s.around < 0 ? "" : std::to_string(code[s.around].line) + ": ") +
                   s.text.substr(0, 30));
  }
  EXPECT_EQ(
      seen,
      (words{"2..2 namespace lesson03 {",
             "4..5 2: template <int BLOCK, class T =", "6..6 4: static constexpr int kOne{1};",
             "7..9 4: KW_KERNEL void operator()(prog", "10..11 7: auto offsets = tl.program_id(0",
             "12..12 7: float l = 0, m{2};", "13..13 7: for (int i = 0, j = n; i < j; ",
             "14..14 13: if (i > 2)", "14..14 14: l += tl.sum(tl.load(x + offset",
             "15..15 13: else", "16..16 15: l = f({1, 2}, \"a; }\");", "18..18 7: while (l > 0) {",
             "19..19 18: tl.store(y + offsets, l);", "21..21 7: x[0] = l;",
             "25..25 void launch_add(view<float> x)", "26..26 25: run([&] {",
             "27..27 26: launch(device, grid(1), Add<4>", "26..28 25: run([&] {});"}));
}

TEST(CppCode, KnowsWhatAStatementSets) {
  const auto told = [](const char* text) {
    std::string all;
    for (const cpp_setting& s : settings_in(text)) {
      all += "[" + s.type + "|" + s.name + "|" + s.sign + "|" + s.value + "]";
    }
    return all;
  };
  EXPECT_EQ(told("float l = 0, m{2};"), "[float|l|=|0][float|m|{|2]");
  EXPECT_EQ(told("const float* p = x + f(a, b);"), "[const float*|p|=|x + f(a, b)]");
  EXPECT_EQ(told("[[maybe_unused]] auto a = b;"), "[auto|a|=|b]");
  EXPECT_EQ(told("acc += p * v;"), "[|acc|+=|p * v]");
  EXPECT_EQ(told("++i;"), "[|i|++|]");
  EXPECT_EQ(told("for (int i = 0, j = n; i < j; ++i, j -= 2) {"),
            "[int|i|=|0][int|j|=|n][|i|++|][|j|-=|2]");
  EXPECT_EQ(told("x[0] = l;") + told("*out = 1;") + told("a.b = 2;") + told("f(a = 1);") +
                told("return a == b;") + told("a <= b;"),
            "");
}

TEST(CppCode, FindsKernelsLoopsAndDefinitions) {
  const cpp_code code{kKernel};
  const int head = code.call_operator("Add");
  ASSERT_GE(head, 0);
  const auto parameters = code.parameters(head);
  ASSERT_EQ(parameters.size(), 4U);
  EXPECT_EQ(parameters[1].name + " is " + parameters[1].type, "x is const T*");
  EXPECT_EQ(parameters[2].name + " is " + parameters[2].type, "y is map<int, T> *");
  EXPECT_EQ(parameters[3].name, "n");
  EXPECT_EQ(code.call_operator("Missing"), -1);
  EXPECT_EQ(code[code.around(16, kind::loop)].parts(),
            (words{"int i = 0, j = n", "i < j", "++i, j -= 2"}));
  EXPECT_EQ(code[code.around(19, kind::loop)].head(), "while (l > 0)");
  EXPECT_EQ(code.around(21, kind::loop), -1);
  EXPECT_EQ(code[code.at(11)].line, 10);
  EXPECT_EQ(code[code.at(27)].text, "launch(device, grid(1), Add<4>{}, x);");
  EXPECT_EQ(code[code.setting_of("l", 19)].line, 12) << "not of a block that has ended";
  EXPECT_EQ(code[code.setting_of("l", 16)].line, 12) << "nor of the other branch";
  EXPECT_EQ(code.setting_of("i", 21), -1);
}

TEST(CppCode, CopesWithWhatIsCutOff) {
  EXPECT_EQ(cpp_code("void f( {").statements().size(), 1U);
  EXPECT_EQ(cpp_code("} } ; a = {1").statements().size(), 1U);
  EXPECT_EQ(cpp_code("for (int i = 0").statements().size(), 1U);
  EXPECT_TRUE(cpp_code("").statements().empty());
  EXPECT_EQ(cpp_code("x").at(7), -1);
}

TEST(CppCode, FindsCallsAndNames) {
  EXPECT_EQ(calls_in("a = tl.load(x + f(n, 1), m, {1, 2}) + tl.load(y);", "tl.load"),
            (std::vector<words>{{"x + f(n, 1)", "m", "{1, 2}"}, {"y"}}));
  EXPECT_EQ(calls_in("launch<c.warps>(device, Softmax<A, B>{}, out);", "launch"),
            (std::vector<words>{{"device", "Softmax<A, B>{}", "out"}}));
  EXPECT_TRUE(calls_in("tl.load(x +", "tl.load").empty());
  EXPECT_TRUE(calls_in("tl.loads(x)", "tl.load").empty());
  EXPECT_EQ(names_in("a.b + f(c_1, 2)"), (words{"a", "f", "c_1", "2"}));
  EXPECT_TRUE(mentions("a + x_1", "x_1"));
  EXPECT_FALSE(mentions("a + x_12", "x_1"));
}

}  // namespace
}  // namespace kw::base
