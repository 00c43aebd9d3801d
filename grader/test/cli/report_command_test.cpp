// `grader report` and `grader explain` as a user runs them.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/class/csv_rows.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/test/fake_course.hpp"
#include "grader/test/sample_report.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class ReportCommand : public testing::Test {
 protected:
  base::process_outcome run(std::vector<std::string> arguments) {
    base::process_request request;
    request.command = {KW_GRADER_PROGRAM};
    request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    request.working_folder = folder_.path();
    return base::run_process(request);
  }

  std::string content(const fs::path& file) { return base::read_text_file(folder_.path() / file); }

  /// Stores a result under this id.
  std::string store(const std::string& id) {
    report one = make_sample_report();
    one.who.id = id;
    one.who.name = "Name of " + id;
    const std::string text = to_json(one);
    folder_.write("results/" + id + ".json", text);
    return text;
  }

  temporary_folder folder_;
};

TEST_F(ReportCommand, MakesEveryForm) {
  store("a");
  store("b");
  const base::process_outcome outcome = run({"report", "results", "--form", "all"});
  ASSERT_EQ(outcome.exit_code, kExitDone) << outcome.output;
  for (const char* file :
       {"a.html", "a.md", "a.txt", "a.gradescope.json", "a.classroom.json", "a.classroom.b64",
        "a.classroom50.json", "a.prairielearn.json", "a.gitlab.xml", "a.jenkins.xml", "b.html",
        "class.html", "class_anonymous.html", "canvas.csv", "moodle_worksheet.csv",
        "moodle_gradebook.csv", "class.csv"}) {
    EXPECT_THAT(content(fs::path("results/forms") / file), Not(testing::IsEmpty())) << file;
  }
  EXPECT_THAT(content("results/forms/class.html"), HasSubstr("href=\"a.html\""));
  EXPECT_THAT(content("results/forms/a.html"), Not(HasSubstr("Secret.A")));
  const std::string instructors = content("results/forms/class.html");
  const std::string everyones = content("results/forms/class_anonymous.html");
  EXPECT_THAT(instructors, HasSubstr("</span><span class=\"mean\">0 / 4</span>"))
      << "the hidden check";
  EXPECT_THAT(everyones, Not(HasSubstr("</span><span class=\"mean\">0 / 4</span>")));
  run({"report", "results", "--form", "html", "--show", "hidden", "--output", "mine"});
  EXPECT_THAT(content("mine/a.html"), HasSubstr("Secret.A"));
}

TEST_F(ReportCommand, AppliesRulesAndLeavesResultsAlone) {
  const std::string before = store("a");
  folder_.write("adjustments.toml",
                "[[adjustment]]\nsubmission = \"a\"\npoints = 2\nreason = \"a good question\"\n"
                "[[adjustment]]\nsubmission = \"x\"\npoints = 2\nreason = \"lost\"\n");
  folder_.write("policy.toml", "leaderboard = false\n");
  const base::process_outcome outcome = run({"report", "results", "--form", "class,csv", "--policy",
                                             "policy.toml", "--adjustments", "adjustments.toml"});
  EXPECT_EQ(outcome.exit_code, kExitUsage)
      << "an adjustment without a submission: " << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("there is no submission \"x\""));
  EXPECT_EQ(content("results/a.json"), before);
  EXPECT_THAT(content("results/forms/class.csv"), HasSubstr(",2,0,0,"));
  EXPECT_THAT(content("results/forms/class.html"), Not(HasSubstr("Fastest kernels")));
  const base::process_outcome told =
      run({"explain", "results/a.json", "--adjustments", "adjustments.toml"});
  EXPECT_EQ(told.exit_code, kExitDone);
  EXPECT_THAT(told.output, HasSubstr("+2 by hand: a good question"));
}

TEST_F(ReportCommand, MakesAGradebookThatAPolicyDescribes) {
  store("a");
  store("b");
  folder_.write("policy.toml", R"(
[[gradebook]]
name = "campus"
title = "Our office's table"
highest_mark = 10
below_titles = ["", "", "of {maximum}"]
columns = [
  { title = "Student", value = "name", key = "a name" },
  { title = "Course", text = "GPU kernels" },
  { title = "{title}", value = "mark" },
]
)");
  const auto outcome = run({"report", "results", "--form", "campus,csv", "--policy", "policy.toml",
                            "--title", "Kernels"});
  ASSERT_EQ(outcome.exit_code, kExitDone) << outcome.output;
  const auto rows = parse_csv(content("results/forms/campus.csv"));
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_THAT(rows[0], testing::ElementsAre("Student", "Course", "Kernels"));
  EXPECT_THAT(rows[1][2], HasSubstr("of "));
  EXPECT_THAT(rows[2][0], HasSubstr("Name of a"));
  EXPECT_THAT(rows[2][1], HasSubstr("GPU kernels"));
  EXPECT_LE(std::stod(rows[2][2]), 10);
  const auto all = run({"report", "results", "--form", "all", "--policy", "policy.toml"});
  EXPECT_THAT(all.output, HasSubstr("campus.csv"));
  EXPECT_THAT(run({"report", "results", "--form", "campus"}).output,
              HasSubstr("there is no form \"campus\""));
  EXPECT_THAT(
      run({"report", "results", "--form", "campus", "--policy", "policy.toml", "--anonymous"})
          .output,
      HasSubstr("a gradebook needs names"));
}

TEST_F(ReportCommand, NamesWhatIsWrongWithAGradebook) {
  store("a");
  folder_.write(
      "policy.toml",
      "[[gradebook]]\nname = \"canvas\"\ncolumns = [{ title = \"A\", value = \"nmae\" }]\n");
  EXPECT_THAT(run({"report", "results", "--policy", "policy.toml"}).output,
              HasSubstr("policy.toml:3: columns: value \"nmae\" must be one of name, email"));
  folder_.write(
      "policy.toml",
      "[[gradebook]]\nname = \"canvas\"\ncolumns = [{ title = \"A\", value = \"name\" }]\n");
  EXPECT_THAT(run({"report", "results", "--policy", "policy.toml"}).output,
              HasSubstr("there is a form \"canvas\" already"));
}

TEST_F(ReportCommand, NamesNobodyWhereItMustNot) {
  store("lee-ann");
  store("bo");
  const base::process_outcome outcome =
      run({"report", "results", "--form", "html,markdown,class,csv", "--anonymous"});
  ASSERT_EQ(outcome.exit_code, kExitDone) << outcome.output;
  const auto rows = parse_csv(content("anonymous_names.csv"));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[2][1], "lee-ann");
  EXPECT_EQ(rows[2][2], "Name of lee-ann");
  const std::string code = rows[2][0];
  EXPECT_EQ(code.size(), 4U);
  for (const std::string& file :
       {code + ".html", code + ".md", std::string("class.html"), std::string("class.csv")}) {
    EXPECT_THAT(content("results/anonymous_forms/" + file), HasSubstr(code)) << file;
    EXPECT_THAT(content("results/anonymous_forms/" + file), Not(HasSubstr("lee-ann"))) << file;
  }
  run({"report", "results", "--form", "class", "--anonymous"});
  EXPECT_EQ(parse_csv(content("anonymous_names.csv")), rows) << "the same codes again";
  folder_.write("adjustments.toml", "[[adjustment]]\nsubmission = \"" + code +
                                        "\"\npoints = 1\nreason = \"well said\"\n");
  const base::process_outcome named =
      run({"report", "results", "--form", "csv", "--adjustments", "adjustments.toml"});
  EXPECT_THAT(named.output, Not(HasSubstr("there is no submission")));
  EXPECT_THAT(content("results/forms/class.csv"), HasSubstr("Name of lee-ann"));
  EXPECT_THAT(run({"report", "results", "--form", "canvas", "--anonymous"}).output,
              HasSubstr("a gradebook needs names"));
}

TEST_F(ReportCommand, NamesNobodyInReasonsAndFolders) {
  report one = make_sample_report();
  one.who.id = "lee-ann";
  one.where.build_folder = "/home/zoe/course/build/cpu";
  one.adjustments = {{"", "", 1, "found a mistake with Bo", "Zoe"}};
  folder_.write("results/lee-ann.json", to_json(one));
  one.who.id = "bo";
  one.gradable = false;
  one.reason = "cannot read the folder /home/zoe/class/Bo_4711";
  folder_.write("results/bo.json", to_json(one));
  const base::process_outcome outcome =
      run({"report", "results", "--form", "html,markdown,gradescope,class,csv", "--anonymous"});
  ASSERT_EQ(outcome.exit_code, kExitDone) << outcome.output;
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder_.path() / "results/anonymous_forms")) {
    const std::string text = content(entry.path());
    EXPECT_THAT(text, Not(HasSubstr("Zoe"))) << entry.path();
    EXPECT_THAT(text, Not(HasSubstr("/home/zoe"))) << entry.path();
    EXPECT_THAT(text, Not(HasSubstr("with Bo"))) << entry.path();
    ++files;
  }
  EXPECT_EQ(files, 2 * 3 + 2);
}

TEST_F(ReportCommand, PrintsOneForm) {
  store("a");
  const base::process_outcome outcome =
      run({"report", "results/a.json", "--form", "classroom-base64", "--output", "-"});
  EXPECT_EQ(outcome.exit_code, kExitDone);
  EXPECT_EQ(outcome.output.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                             "0123456789+/="),
            std::string::npos);
  EXPECT_EQ(run({"report", "results", "--form", "all", "--output", "-"}).exit_code, kExitUsage);
}

TEST_F(ReportCommand, ABadResultStopsNothing) {
  store("a");
  folder_.write("results/bad.json", "{\"schema_version\": 1}");
  const base::process_outcome outcome = run({"report", "results", "--form", "csv"});
  EXPECT_EQ(outcome.exit_code, kExitProblems);
  EXPECT_THAT(outcome.output, HasSubstr("bad.json cannot be read as a result"));
  EXPECT_THAT(content("results/forms/class.csv"), HasSubstr("Name of a"));
}

TEST_F(ReportCommand, SaysWhatIsMissing) {
  EXPECT_EQ(run({"report", "nowhere"}).exit_code, kExitUsage);
  fs::create_directories(folder_.path() / "empty");
  EXPECT_THAT(run({"report", "empty"}).output, HasSubstr("there is no result"));
  store("a");
  EXPECT_THAT(run({"report", "results", "--form", "gradscope"}).output,
              HasSubstr("did you mean \"gradescope\"?"));
  EXPECT_EQ(run({"explain", "results/none.json"}).exit_code, kExitUsage);
}

TEST_F(ReportCommand, AClassOfFiveThousandNeedsLittleMemory) {
  const std::string first = store("student-0000");
  for (int i = 1; i < 5000; ++i) {
    std::string text = first;
    const std::string id = fmt::format("student-{:04}", i);
    for (std::size_t at = text.find("student-0000"); at != std::string::npos;
         at = text.find("student-0000", at)) {
      text.replace(at, id.size(), id);
    }
    folder_.write("results/" + id + ".json", text);
  }
  const std::string results = (folder_.path() / "results").string();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const int output = dup2(STDERR_FILENO, STDOUT_FILENO);
    execl(KW_GRADER_PROGRAM, "grader", "report", results.c_str(), "--form", "class,csv,canvas",
          nullptr);
    _exit(output >= 0 ? 127 : 126);
  }
  int status = 0;
  rusage usage{};
  ASSERT_EQ(wait4(child, &status, 0, &usage), child);
  EXPECT_EQ(status, 0);
  constexpr long kMostKilobytes = 200 * 1024;
  EXPECT_LE(usage.ru_maxrss, kMostKilobytes);
  EXPECT_THAT(content("results/forms/class.csv"), HasSubstr("student-4999"));
}

}  // namespace
}  // namespace kw::grader
