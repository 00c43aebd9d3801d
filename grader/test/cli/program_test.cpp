// The program as a user runs it: exit codes, messages and files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class Program : public testing::Test {
 protected:
  base::process_request request(const std::vector<std::string>& arguments) const {
    base::process_request request;
    request.command = {KW_GRADER_PROGRAM};
    request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    request.working_folder = fake_.root();
    request.environment = {{"LC_ALL", "C.UTF-8"}};
    request.timeout_seconds = 60;
    return request;
  }

  base::process_outcome run(const std::vector<std::string>& arguments) const {
    return base::run_process(request(arguments));
  }

  fs::path report(const char* name) const { return fake_.build_folder() / "report" / name; }

  fake_course fake_;
};

TEST_F(Program, GradesAndWritesBothReports) {
  fake_.solve_everything();
  fake_.set_tests("lesson02.1.exercise.cpu",
                  {{"Only.A", ""}, {"Only.B", "{ echo 'no <b>'; false; }"}});
  const base::process_outcome outcome = run({"grade"});
  EXPECT_EQ(outcome.exit_code, kExitDone) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("Score: 13.5 of 16 points"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("\x1b")));
  const auto json = nlohmann::json::parse(base::read_text_file(report("report.json")));
  EXPECT_EQ(json["points"], 13.5);
  EXPECT_EQ(json["next"]["lesson"], "lesson02");
  EXPECT_EQ(json["lessons"][1]["checks"][0]["tests"][1]["message"], "no <b>");
  EXPECT_THAT(base::read_text_file(report("report.html")), HasSubstr("no &lt;b&gt;"));
  EXPECT_EQ(std::distance(fs::directory_iterator(report("")), fs::directory_iterator()), 2);
}

TEST_F(Program, AReportKeepsWhatWasGradedBefore) {
  fake_.solve_everything();
  run({"grade", "lesson01"});
  fake_.set_tests("lesson01.3.exercise.cpu", {{"More.A", "false"}});
  run({"grade", "lesson02"});
  const auto points = [&] {
    return nlohmann::json::parse(base::read_text_file(report("report.json")))["points"];
  };
  EXPECT_EQ(points(), 16) << "both lessons";
  const base::process_outcome one = run({"grade", "lesson01.3"});
  EXPECT_THAT(one.output, HasSubstr("Score: 0 of 3 points")) << "what was asked for";
  EXPECT_THAT(one.output, HasSubstr("with the lessons graded before: 13 of 16 points"));
  EXPECT_EQ(points(), 13) << "the other tasks and the other lesson as they were";
  run({"grade", "lesson02", "--output", (fake_.build_folder() / "report").string()});
  EXPECT_EQ(points(), 5) << "a report in a place of its own holds what was asked for";
}

TEST_F(Program, AReportDrawsHowPointsWentFromRunToRun) {
  fake_.solve_everything();
  const auto page = [&] { return base::read_text_file(report("report.html")); };
  run({"grade", "lesson01"});
  EXPECT_THAT(page(), Not(HasSubstr("From run to run"))) << "one run shows no way";
  fake_.set_tests("lesson01.3.exercise.cpu", {{"More.A", "false"}});
  run({"grade", "lesson01"});
  EXPECT_THAT(page(), HasSubstr("From run to run"));
  EXPECT_THAT(page(), HasSubstr("<td>lesson01: 11 to 8</td>"));
  run({"grade", "lesson01"});
  run({"grade", "lesson02"});
  EXPECT_THAT(page(), HasSubstr("The numbers of 3 runs that changed something"));
  EXPECT_THAT(page(), HasSubstr("<td>lesson02: 0 to 5</td>"));
  run({"grade", "lesson02", "--output", (fake_.build_folder() / "report").string()});
  EXPECT_THAT(page(), Not(HasSubstr("From run to run"))) << "a report of what was asked for";
}

TEST_F(Program, ALessonThatIsCompleteEndsOnTheNext) {
  fake_.solve_everything();
  EXPECT_THAT(run({"grade", "lesson01"}).output, HasSubstr("Next: lesson02, Second steps."));
  EXPECT_THAT(run({"grade", "lesson02"}).output, Not(HasSubstr("Next: lesson"))) << "all are done";
}

TEST_F(Program, WritesOtherFormsWhenAsked) {
  fake_.solve_everything();
  const base::process_outcome outcome = run({"run", "--form", "gradescope,junit-gitlab"});
  EXPECT_EQ(outcome.exit_code, kExitDone) << outcome.output;
  EXPECT_EQ(nlohmann::json::parse(base::read_text_file(report("report.gradescope.json")))["score"],
            16);
  EXPECT_THAT(base::read_text_file(report("report.gitlab.xml")), HasSubstr("<testsuites"));
  EXPECT_EQ(run({"run", "--form", "grades"}).exit_code, kExitUsage);
}

TEST_F(Program, FailsACiJobOnlyWhenAsked) {
  fake_.solve_everything();
  fake_.set_tests("lesson02.1.exercise.cpu", {{"Only.A", "false"}});
  EXPECT_EQ(run({"run"}).exit_code, kExitDone);
  EXPECT_EQ(run({"run", "--fail-below", "100"}).exit_code, kExitProblems);
  EXPECT_EQ(run({"run", "--fail-below", "50"}).exit_code, kExitDone);
}

TEST_F(Program, ASubmissionNeedsItsFilesAndAPlaceForItsReport) {
  fake_.solve_everything();
  const base::process_outcome missing = run({"run", "--submission", "nowhere", "--output", "here"});
  EXPECT_EQ(missing.exit_code, kExitUsage);
  EXPECT_THAT(missing.output, HasSubstr("there is no submission nowhere"));
  EXPECT_THAT(run({"run", "--submission", "exercises"}).output, HasSubstr("needs --output"));
}

TEST_F(Program, SubmissionsForAGpuNeedABuildForIt) {
  fake_.solve_everything();
  std::vector<std::string> words = {"run",  "--submission", "exercises", "--output",
                                    "here", "--device",     "cuda"};
  EXPECT_THAT(run(words).output, HasSubstr("is configured without CUDA"));
  words.emplace_back("--bench");
  EXPECT_THAT(run(words).output, HasSubstr("is configured without CUDA"));
  EXPECT_THAT(run({"class", "exercises", "--output", "here", "--device", "cuda", "--bench"}).output,
              HasSubstr("is configured without CUDA"));
}

TEST_F(Program, RefusesWordsOfAClassThatMakeNoSense) {
  const std::vector<std::string> words = {"class", "exercises", "--output", "here"};
  for (const auto& [option, text, said] :
       {std::tuple{"--shard", "9/8", "--shard takes the second of eight shares as 2/8, not 9/8"},
        std::tuple{"--regrade", "first", "--regrade takes lessons such as 3 or lesson03"},
        std::tuple{"--form", "htm", "there is no form \"htm\""},
        std::tuple{"--prepare", "--shard=1/8", "--prepare excludes --shard"}}) {
    std::vector<std::string> command = words;
    command.insert(command.end(), {option, text});
    const base::process_outcome outcome = run(command);
    EXPECT_EQ(outcome.exit_code, kExitUsage) << option;
    EXPECT_THAT(outcome.output, HasSubstr(said));
  }
}

TEST_F(Program, AFaultOfTheMachineIsToldByEveryForm) {
  fake_.solve_everything();
  fs::remove(fake_.root() / "tools" / "g++");
  const base::process_outcome outcome = run({"run", "--form", "gradescope", "--output", "here"});
  EXPECT_EQ(outcome.exit_code, kExitMachine);
  const auto here = fake_.root() / "here";
  const auto json = nlohmann::json::parse(base::read_text_file(here / "report.json"));
  EXPECT_EQ(json["gradable"], false);
  EXPECT_THAT(std::string(json["reason"]), HasSubstr("apt-get install g++"));
  EXPECT_FALSE(nlohmann::json::parse(base::read_text_file(here / "report.gradescope.json"))
                   .contains("score"));
}

TEST_F(Program, RulesOfAnInstructorApply) {
  fake_.solve_everything();
  const auto rules = fake_.folder().write(
      "policy.toml", "[[check]]\nlesson = 1\ncheck = \"more\"\npoints = 10\nbonus = true\n");
  const base::process_outcome outcome = run({"run", "--policy", rules.string()});
  EXPECT_THAT(outcome.output, HasSubstr("Score: 23 of 13 points")) << outcome.output;
}

TEST_F(Program, AnUnknownLessonIsAUsageError) {
  EXPECT_EQ(run({"hint", "2", "nothing-like-it"}).exit_code, kExitUsage);
  const base::process_outcome outcome = run({"grade", "lesson11"});
  EXPECT_EQ(outcome.exit_code, kExitUsage);
  EXPECT_THAT(outcome.output, HasSubstr("did you mean \"lesson01\"?"));
  EXPECT_FALSE(fs::exists(report("report.json")));
}

TEST_F(Program, SoIsAWrongOption) {
  EXPECT_EQ(run({"grade", "--no-such-option"}).exit_code, kExitUsage);
  EXPECT_EQ(run({"grade", "--device", "tpu"}).exit_code, kExitUsage);
  EXPECT_EQ(run({}).exit_code, kExitUsage);
  EXPECT_EQ(run({"--help"}).exit_code, kExitDone);
}

TEST_F(Program, ACommandThatLacksAWordShowsAWholeOne) {
  for (const char* verb : {"hint", "class", "report", "explain", "trace"}) {
    const base::process_outcome outcome = run({verb});
    EXPECT_EQ(outcome.exit_code, kExitUsage) << verb;
    EXPECT_THAT(outcome.output,
                HasSubstr(std::string("is required. For example: ./course ") + verb + " "));
  }
}

TEST_F(Program, SaysThatItCouldNotSayEverything) {
  fake_.solve_everything();
  base::process_request into_a_full_disk = request({});
  into_a_full_disk.command = {"sh", "-c",
                              std::string("'") + KW_GRADER_PROGRAM + "' grade 2>&1 >/dev/full"};
  const base::process_outcome full = base::run_process(into_a_full_disk);
  EXPECT_EQ(full.exit_code, kExitMachine) << full.output;
  EXPECT_THAT(full.output, HasSubstr("could be written: No space left on device"));
  base::process_request into_head = request({});
  into_head.command = {"sh", "-c",
                       std::string("{ '") + KW_GRADER_PROGRAM + "' grade; echo $? >&2; } | true"};
  EXPECT_THAT(base::run_process(into_head).output, testing::EndsWith("0\n"))
      << "who stops reading has what they want";
  base::process_request closed = request({});
  closed.command = {"sh", "-c", std::string("'") + KW_GRADER_PROGRAM + "' grade 2>&-"};
  EXPECT_EQ(base::run_process(closed).exit_code, kExitDone) << "who closes it wants no progress";
}

TEST_F(Program, NamesATemporaryFolderThatIsNotThere) {
  base::process_request nowhere = request({"class", "exercises", "--output", "here"});
  nowhere.environment.emplace_back("TMPDIR", "/nowhere");
  const base::process_outcome outcome = base::run_process(nowhere);
  EXPECT_EQ(outcome.exit_code, kExitMachine);
  EXPECT_EQ(outcome.output, "grader: TMPDIR is not a folder: set it to another one, or unset it\n");
}

TEST_F(Program, AMachineThatCannotGradeWritesNothing) {
  fake_.solve_everything();
  fs::remove(fake_.root() / "tools" / "g++");
  const base::process_outcome outcome = run({"grade"});
  EXPECT_EQ(outcome.exit_code, kExitMachine);
  EXPECT_THAT(outcome.output, HasSubstr("apt-get install g++"));
  EXPECT_FALSE(fs::exists(report("report.json")));
  EXPECT_EQ(run({"grade", "--build-dir", "nowhere"}).exit_code, kExitMachine);
  EXPECT_EQ(run({"grade", "--source-dir", "nowhere"}).exit_code, kExitMachine);
}

TEST_F(Program, GradesOneTask) {
  fake_.solve_everything();
  const base::process_outcome outcome = run({"grade", "1.2", "second", "--output", "here"});
  EXPECT_EQ(outcome.exit_code, kExitDone) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("Score: 11 of 11 points"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("Warm up")));
  EXPECT_TRUE(fs::exists(fake_.root() / "here" / "report.html"));
  EXPECT_THAT(run({"grade", "lesson01.7"}).output, HasSubstr("lesson01 has no task \"7\""));
}

TEST_F(Program, TheProgressFileKnowsEachTaskForTheLauncher) {
  fake_.solve_everything();
  fake_.set_tests("lesson01.3.exercise.cpu", {{"More.A", "false"}});
  const auto states = [&] {
    const fs::path file = fake_.build_folder() / "grader" / "progress.json";
    return nlohmann::json::parse(base::read_text_file(file))["states"];
  };
  run({"grade", "lesson01.2"});
  EXPECT_EQ(states()["lesson01.2"], "complete");
  EXPECT_EQ(states()["lesson01"], "incomplete") << "nothing is known of the others";
  EXPECT_FALSE(states().contains("lesson01.1"));
  run({"grade"});
  EXPECT_EQ(states()["lesson01.1"], "complete");
  EXPECT_EQ(states()["lesson01.3"], "incomplete");
  EXPECT_EQ(states()["lesson02"], "complete");
  fake_.solve_everything();
  run({"grade", "lesson01.3"});
  EXPECT_EQ(states()["lesson01"], "complete");
}

TEST_F(Program, WatchesWithoutAKeyboard) {
  fake_.solve_everything();
  base::process_request watching = request({"watch", "lesson01"});
  std::string seen;
  bool saved = false;
  watching.on_output = [&](std::string_view piece) {
    seen += piece;
    if (!saved && seen.find("Ctrl-C quits") != std::string::npos) {
      saved = true;
      fake_.set_tests("lesson01.2.exercise.cpu", {{"Main.A", "{ echo 'got 0'; false; }"}});
      fake_.folder().write("exercises/01_first/2_main.cpp", "int x = 0;\n");
    }
  };
  watching.should_stop = [&] {
    return seen.find("1 Warm up", std::min(seen.find("got 0"), seen.size())) != std::string::npos;
  };
  base::run_process(watching);
  EXPECT_THAT(seen, HasSubstr("lesson01 is complete: 11 / 11"));
  EXPECT_THAT(seen, HasSubstr("lesson01.2  0 / 6"));
  EXPECT_THAT(seen, HasSubstr("1 Warm up")) << "the others follow in a line each";
}

TEST_F(Program, CtrlCWritesNothingAndLeavesNothingBehind) {
  fake_.set_tests("lesson01.2.exercise.cpu", {{"Main.A", "sleep 50"}});
  base::process_request grading = request({"grade", "lesson01"});
  grading.command = {
      "sh", "-c",
      "\"$0\" grade lesson01 & pid=$!; sleep 1; kill -TERM $pid; wait $pid; echo code $?",
      KW_GRADER_PROGRAM};
  const base::process_outcome outcome = base::run_process(grading);
  EXPECT_THAT(outcome.output, HasSubstr("code 130"));
  EXPECT_FALSE(fs::exists(report("report.json")));
  EXPECT_LT(outcome.seconds, 10);
}

}  // namespace
}  // namespace kw::grader
