#include "grader/run/test_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/model/error.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

using testing::HasSubstr;

class TestProgram : public testing::Test {
 protected:
  using listener = std::function<void(const std::string&, double)>;

  test_run run(const std::map<std::string, std::string>& tests, const listener& on_running = {}) {
    fake_.set_tests("lesson01.2.exercise.cpu", tests);
    return run_program(fake_.root() / "programs" / "lesson01.2.exercise.cpu", on_running);
  }

  test_run run_program(const std::filesystem::path& file, const listener& on_running = {}) {
    test_program program;
    program.on_running = on_running;
    program.program = file;
    program.working_folder = fake_.root();
    program.scratch = fake_.root();
    program.test_seconds = 0.5;
    program.look_for_changes = look_for_changes_;
    return run_tests(program);
  }

  static test_status status_of(const test_run& run, const std::string& name) {
    for (const test_result& test : run.tests) {
      if (test.name == name) {
        return test.status;
      }
    }
    ADD_FAILURE() << "no result for " << name;
    return test_status::missing;
  }

  fake_course fake_;
  bool look_for_changes_ = true;
};

TEST_F(TestProgram, PassesAndFails) {
  const test_run result = run({{"Main.A", ""}, {"Main.B", "echo wrong; false"}});
  ASSERT_EQ(result.tests.size(), 2U);
  EXPECT_EQ(status_of(result, "Main.A"), test_status::passed);
  EXPECT_EQ(status_of(result, "Main.B"), test_status::failed);
  EXPECT_EQ(result.tests[1].message, "wrong");
  EXPECT_EQ(result.message, "");
}

TEST_F(TestProgram, ACrashIsOneTestsResultAndTheOthersGoOn) {
  const test_run result =
      run({{"Main.A", ""}, {"Main.B", "(exit 111)"}, {"Main.C", ""}, {"Main.D", "false"}});
  EXPECT_EQ(status_of(result, "Main.A"), test_status::passed);
  EXPECT_EQ(status_of(result, "Main.B"), test_status::crashed);
  EXPECT_EQ(status_of(result, "Main.C"), test_status::passed);
  EXPECT_EQ(status_of(result, "Main.D"), test_status::failed);
  EXPECT_THAT(result.tests[1].message, HasSubstr("SIGSEGV"));
  EXPECT_THAT(result.message, HasSubstr("in the test Main.B"));
}

TEST_F(TestProgram, AHangEndsTheTestsOfItsKernelInSeconds) {
  std::vector<std::string> heard;
  const test_run result = run({{"Main.A", ""}, {"Main.B", "sleep 60"}, {"Main.C", ""}},
                              [&](const std::string& test, double) { heard.push_back(test); });
  EXPECT_EQ(status_of(result, "Main.A"), test_status::passed);
  EXPECT_EQ(status_of(result, "Main.B"), test_status::hung);
  EXPECT_EQ(status_of(result, "Main.C"), test_status::missing);
  EXPECT_EQ(result.tests[2].message,
            "It was not run: Main.B, a test of the same kernel, never ended.");
  EXPECT_THAT(result.message, HasSubstr("had not ended in the test Main.B after 2."));
  EXPECT_THAT(result.message, HasSubstr("the limit is 0.5 seconds"));
  ASSERT_FALSE(heard.empty());
  EXPECT_EQ(heard.front(), "Main.B") << "the first that took a second";
  EXPECT_LT(result.seconds, 10);
}

TEST_F(TestProgram, ThatStopsItselfInATestHasSaidWhy) {
  const test_run result = run({{"Main.A", ""}, {"Main.B", "(exit 109)"}, {"Main.C", ""}});
  EXPECT_EQ(status_of(result, "Main.B"), test_status::crashed) << "a signal is no hang";
  const auto file = fake_.folder().write_script(
      "stops",
      "echo '{\"tests\": [\"Main.A\", \"Main.B\"]}' > $KW_RESULTS_FILE\n"
      "echo '[ RUN      ] Main.A'\necho 'It never ended.'\nexit 121\n");
  const test_run stopped = run_program(file);
  EXPECT_EQ(status_of(stopped, "Main.A"), test_status::hung);
  EXPECT_EQ(stopped.tests[0].message, "It never ended.\n");
  EXPECT_EQ(status_of(stopped, "Main.B"), test_status::missing);
}

TEST_F(TestProgram, ManyCrashesEndTheAttempts) {
  std::map<std::string, std::string> tests;
  for (const char letter : std::string("ABCDEFGHIJ")) {
    tests[std::string("Main.") + letter] = "(exit 111)";
  }
  const test_run result = run(tests);
  EXPECT_EQ(result.tests.size(), 10U);
  EXPECT_EQ(status_of(result, "Main.A"), test_status::crashed);
  EXPECT_EQ(status_of(result, "Main.J"), test_status::missing);
}

TEST_F(TestProgram, FindingsGoToTheirTests) {
  const test_run result =
      run({{"Main.A", ""},
           {"Main.B",
            "{ echo '{\"test\": \"Main.B\", \"kind\": \"write-race\", \"message\": \"two\"}' >> "
            "$KW_RESULTS_FILE; false; }"}});
  EXPECT_TRUE(result.tests[0].findings.empty());
  ASSERT_EQ(result.tests[1].findings.size(), 1U);
  EXPECT_EQ(result.tests[1].findings[0].kind, "write-race");
}

TEST_F(TestProgram, TheUsersOwnSettingsDoNotMatter) {
  setenv("KW_CHECK", "off", 1);
  setenv("KW_DEVICE", "cuda", 1);
  const test_run result =
      run({{"Main.A", "[ \"$KW_CHECK $KW_DEVICE $GTEST_TOTAL_SHARDS\" = 'on cpu 1' ]"}});
  unsetenv("KW_CHECK");
  unsetenv("KW_DEVICE");
  EXPECT_EQ(status_of(result, "Main.A"), test_status::passed);
}

TEST_F(TestProgram, IsToldNotToLookForChanges) {
  const std::map<std::string, std::string> tests = {{"Main.A", "[ \"$KW_ONE_CHANGE\" = 0 ]"}};
  EXPECT_EQ(status_of(run(tests), "Main.A"), test_status::failed);
  look_for_changes_ = false;
  EXPECT_EQ(status_of(run(tests), "Main.A"), test_status::passed);
}

TEST_F(TestProgram, EndingEarlyPassesNothing) {
  const auto file =
      fake_.folder().write_script("early", "echo '{\"tests\": [\"Main.A\"]}' > $KW_RESULTS_FILE\n");
  const test_run result = run_program(file);
  ASSERT_EQ(result.tests.size(), 1U);
  EXPECT_EQ(result.tests[0].status, test_status::missing);
  EXPECT_THAT(result.message, HasSubstr("ended early"));
}

TEST_F(TestProgram, DyingBeforeTheFirstTestIsSaidInWords) {
  const test_run result = run_program(fake_.folder().write_script("dead", "kill -SEGV $$\n"));
  EXPECT_TRUE(result.tests.empty());
  EXPECT_THAT(result.message, HasSubstr("crashed before its first test with SIGSEGV"));
}

TEST_F(TestProgram, HugeFailureTextsAreShortened) {
  const test_run result = run({{"Main.A", "{ head -c 300000 /dev/zero | tr '\\0' x; false; }"}});
  ASSERT_EQ(result.tests.size(), 1U);
  EXPECT_EQ(result.tests[0].status, test_status::failed);
  EXPECT_LT(result.tests[0].message.size(), 20000U);
}

TEST_F(TestProgram, AProgramThatCannotStartIsTheMachinesFault) {
  EXPECT_THROW(run_program(fake_.root() / "no-such-program"), machine_error);
}

}  // namespace
}  // namespace kw::grader
