// An instructor's tests that students must not see.
#include "grader/class/hidden_tests.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/forms/forms.hpp"
#include "grader/model/error.hpp"
#include "grader/test/fake_course.hpp"
#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(HiddenTests, AreKnownByTheirSuite) {
  EXPECT_TRUE(is_hidden_test("HiddenMaskedAdd.Sizes"));
  EXPECT_TRUE(is_hidden_test("Sizes/HiddenMaskedAdd.All/3"));
  EXPECT_TRUE(is_hidden_test("HiddenSoftmax/0.Rows"));
  EXPECT_FALSE(is_hidden_test("MaskedAdd.Hidden"));
  EXPECT_FALSE(is_hidden_test("MaskedAddHidden.Sizes"));
}

void expect_refusal(const std::filesystem::path& folder, const std::string& message) {
  EXPECT_THAT([&] { require_hidden_names(folder); },
              testing::ThrowsMessage<usage_error>(testing::HasSubstr(message)));
}

TEST(HiddenTests, MustHaveSuchASuite) {
  temporary_folder folder;
  folder.write("01_first/tests/1_warm.cpp",
               "\nTEST_F(HiddenWarm, A) {}\nTEST (HiddenWarm2,B) {}\n");
  folder.write("01_first/tests/2_table.cpp",
               "const tests<one_case> warm_tests = {\n    \"HiddenTable\",\n    {{\"A\", check, "
               "{{1}}}}};\n");
  EXPECT_NO_THROW(require_hidden_names(folder.path()));
  folder.write(
      "01_first/tests/2_table.cpp",
      "\nconst tests<one_case> warm_tests = {\n    \"Table\", {{\"A\", check, {{1}}}}};\n");
  expect_refusal(folder.path(), "2_table.cpp:2: the suite Table must begin with \"Hidden\"");
  folder.write("01_first/tests/2_table.cpp", "");
  folder.write("02_second/tests/1_only.cpp", "\n\nTEST_P(Only, A) {}\n");
  expect_refusal(folder.path(), "1_only.cpp:3: the suite Only must begin with \"Hidden\"");
}

TEST(HiddenTests, AreNotShownToStudents) {
  report whole = make_sample_report();
  whole.lessons[0].checks[1].tests[1].hidden = true;
  whole.lessons[0].checks[1].tests[1].name = "HiddenMain.B";
  const report shown = reveal(whole, visibility::visible);
  EXPECT_EQ(shown.lessons[0].checks[1].tests.size(), 2U);
  EXPECT_EQ(shown.lessons[0].checks[1].points, whole.lessons[0].checks[1].points);
  EXPECT_THAT(shown.notes, testing::Contains(HasSubstr("1 test is not shown")));
  EXPECT_EQ(reveal(whole, visibility::hidden).lessons[0].checks[1].tests.size(), 3U);
  EXPECT_THAT(to_gradescope(without_hidden_tests(whole)), Not(HasSubstr("HiddenMain.B")));
}

TEST(HiddenTests, AreNotToldOfByTheProgramThatEndedInOne) {
  report whole = make_sample_report();
  check_result& check = whole.lessons[0].checks[1];
  check.tests[1].hidden = true;
  check.tests[1].name = "HiddenMain.B";
  check.message = "masked_add had not returned after 10 seconds. (test HiddenMain.B)";
  check.program_output = "expected 17 lanes";
  const report shown = reveal(whole, visibility::visible);
  EXPECT_EQ(shown.lessons[0].checks[1].message, "The program ended in a test that is not shown.");
  EXPECT_EQ(shown.lessons[0].checks[1].program_output, "");
  EXPECT_THAT(to_gradescope(without_hidden_tests(whole)), Not(HasSubstr("17 lanes")));
  EXPECT_THAT(reveal(whole, visibility::hidden).lessons[0].checks[1].message,
              HasSubstr("HiddenMain.B"));
  check.message = "masked_add crashed. (test Main.A)";
  EXPECT_THAT(reveal(whole, visibility::visible).lessons[0].checks[1].message, HasSubstr("Main.A"));
}

}  // namespace
}  // namespace kw::grader
