// When submissions were handed in, according to exports, rosters and commits.
#include "grader/class/hand_in_time.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "common/base/process.hpp"
#include "grader/class/commit_times.hpp"
#include "grader/class/roster.hpp"
#include "grader/model/error.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

TEST(HandInTime, IsReadAsPlatformsWriteIt) {
  set_time_zone("UTC");
  for (const char* noon :
       {"2026-01-31 12:00:00.123 Z", "2026-01-31 12:00:00 UTC", "2026-01-31T12:00:00Z",
        "2026-01-31T13:00:00+01:00", "2026-01-31 04:00:00 -0800", "2026-01-31 12:00",
        "Saturday, 31 January 2026, 12:00 PM", "Saturday, January 31, 2026, 12:00 PM",
        "Samstag, 31. Januar 2026, 12:00", "samedi 31 janvier 2026, 12:00",
        "samedi 31 janvier 2026 à 12h00", "sábado, 31 de enero de 2026, 12:00",
        "sabato, 31 gennaio 2026, 12:00", "sábado, 31 de janeiro de 2026 às 12:00",
        "31.01.2026 12:00", "31/1/2026, 12:00:00", "1/31/2026 12:00 PM",
        "Sat, 31 Jan 2026 12:00:00 +0000", "31 January 2026, 12:00\u202FPM"}) {
    EXPECT_EQ(utc_moment(noon), "2026-01-31T12:00:00Z") << noon;
  }
  EXPECT_EQ(utc_moment("Tuesday, 3 March 2026, 12:05 AM"), "2026-03-03T00:05:00Z");
  EXPECT_EQ(utc_moment("2026-01-31 06:00:00-06"), "2026-01-31T12:00:00Z");
  EXPECT_EQ(utc_moment("Sat Jan 31 2026 13:00:00 GMT+0100 (Central European Standard Time)"),
            "2026-01-31T12:00:00Z");
  EXPECT_EQ(utc_moment("mardi 3 mars 2026, 17:05"), "2026-03-03T17:05:00Z");
  EXPECT_EQ(utc_moment("dinsdag 3 maart 2026, 17:05"), "2026-03-03T17:05:00Z");
}

TEST(HandInTime, IsUnknownRatherThanGuessed) {
  for (const char* text :
       {"", "-", "yesterday", "3/4/2026 12:00", "2026-01-31", "31 February 2026, 12:00",
        "Saturday, 31 January 2026, 13:00 PM", "31 styczen 2026, 12:00", "2026-01-31 12:00 CST",
        "2026-13-01 12:00", "2026-01-31 25:00"}) {
    EXPECT_EQ(utc_moment(text), "") << text;
  }
}

TEST(HandInTime, IsOfTheZoneThatWasSet) {
  set_time_zone("+05:30");
  EXPECT_EQ(utc_moment("Saturday, 31 January 2026, 5:30 PM"), "2026-01-31T12:00:00Z");
  EXPECT_EQ(utc_moment("2026-01-31 12:00:00 UTC"), "2026-01-31T12:00:00Z");
  for (const char* zone : {"Mars/Crater", "../../etc/passwd", "/etc/localtime", ""}) {
    EXPECT_THROW(set_time_zone(zone), usage_error) << zone;
  }
  set_time_zone("UTC");
}

TEST(HandInTime, IsAColumnOfTheRoster) {
  set_time_zone("UTC");
  const roster moodle = roster::parse(
      "Identifier,Full name,Last modified (submission),Last modified (grade)\n"
      "Participant 1,Ann Lee,\"Saturday, 31 January 2026, 12:00 PM\",-\nParticipant 2,Bo Ek,-,-\n");
  submission ann;
  moodle.describe(0, ann);
  EXPECT_EQ(ann.submitted, "2026-01-31T12:00:00Z");
  EXPECT_THAT(ann.time_source, HasSubstr("Last modified (submission)"));
  submission bo;
  moodle.describe(1, bo);
  EXPECT_EQ(bo.submitted, "");
  const roster github =
      roster::parse("github_username,submission_timestamp\noctocat,2026-01-31 12:00:00 UTC\n");
  submission octocat;
  github.describe(0, octocat);
  EXPECT_EQ(octocat.submitted, "2026-01-31T12:00:00Z");
}

// On the night when the clocks are put back an hour comes twice, and on the other one an hour never
// comes.
TEST(HandInTime, IsUnknownWhereTheClocksChange) {
  if (!std::filesystem::exists("/usr/share/zoneinfo/Europe/Berlin")) {
    GTEST_SKIP() << "the package tzdata is not installed";
  }
  set_time_zone("Europe/Berlin");
  EXPECT_EQ(utc_moment("2026-10-25 02:30"), "");
  EXPECT_EQ(utc_moment("2026-03-29 02:30"), "");
  EXPECT_EQ(utc_moment("2026-10-25 01:30"), "2026-10-24T23:30:00Z");
  EXPECT_EQ(utc_moment("2026-10-25 03:30"), "2026-10-25T02:30:00Z");
  EXPECT_EQ(utc_moment("2026-10-25 02:30 +02:00"), "2026-10-25T00:30:00Z");
  set_time_zone("UTC");
  EXPECT_EQ(utc_moment("2026-10-25 02:30"), "2026-10-25T02:30:00Z");
}

class CommitTimes : public testing::Test {
 protected:
  void SetUp() override {
    if (!base::program_exists("git")) {
      GTEST_SKIP() << "there is no git here";
    }
    git({"init", "-q", "-b", "main", "."});
  }

  void git(std::vector<std::string> arguments, const std::string& date = "") {
    base::process_request request;
    request.command = {"git", "-c", "user.name=A", "-c", "user.email=a@x.edu"};
    request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    request.working_folder = clone();
    request.environment = {{"GIT_COMMITTER_DATE", date}, {"GIT_AUTHOR_DATE", date}};
    std::filesystem::create_directories(clone());
    const base::process_outcome outcome = base::run_process(request);
    ASSERT_TRUE(outcome.succeeded()) << outcome.output;
  }

  void commit(const std::string& file, const std::string& text, const std::string& date) {
    folder_.write("class/kernels-bob/" + file, text);
    git({"add", "-A"});
    git({"commit", "-q", "-m", "x"}, date);
  }

  std::filesystem::path clone() const { return folder_.path() / "class/kernels-bob"; }

  /// Where git reads the clones: the sandbox where there is one.
  static sandbox box() {
    return sandbox::what_is_missing().empty() ? sandbox::open() : sandbox::none();
  }

  commit_times times(const sandbox& box = CommitTimes::box()) {
    const course course = load_course(fake_.root());
    const class_input input = find_submissions(folder_.path() / "class", course, {}, {});
    const kernel_sources sources =
        read_kernels(input.submissions.at(0), course.lessons, course.lessons);
    return find_commit_times(input.submissions.at(0), sources, box);
  }

  fake_course fake_;
  temporary_folder folder_;
};

TEST_F(CommitTimes, AreTheLastOnesOfALessonsFiles) {
  commit("exercises/01_first/1_warm.cpp", "a", "2026-01-01T12:00:00Z");
  commit("exercises/02_second/1_only.cpp", "b", "2026-02-01T13:00:00+01:00");
  commit("README.md", "c", "2026-03-01T12:00:00Z");
  for (const bool packed : {false, true}) {
    if (packed) {
      git({"gc", "-q"});
    }
    const commit_times found = times();
    EXPECT_THAT(found.lessons, ElementsAre(Pair("lesson01", "2026-01-01T12:00:00Z"),
                                           Pair("lesson02", "2026-02-01T12:00:00Z")));
    EXPECT_EQ(found.latest, "2026-02-01T12:00:00Z");
  }
}

TEST_F(CommitTimes, CountWhereTheyAreLaterThanWhatClassroom50Recorded) {
  commit("exercises/01_first/1_warm.cpp", "a", "2026-01-01T12:00:00Z");
  commit("exercises/02_second/1_only.cpp", "b", "2026-02-01T12:00:00Z");
  const course course = load_course(fake_.root());
  class_submission one =
      find_submissions(folder_.path() / "class", course, {}, {}).submissions.at(0);
  const kernel_sources sources = read_kernels(one, course.lessons, course.lessons);
  for (const auto& [recorded, source, submitted] :
       {std::tuple("2026-03-01T12:00:00Z", "scores.csv", "2026-03-01T12:00:00Z"),
        std::tuple("2026-01-02T12:00:00Z", "scores.csv", "2026-02-01T12:00:00Z"),
        std::tuple("2026-01-02T12:00:00Z", "Gradescope", "2026-01-02T12:00:00Z")}) {
    one.who.submitted = recorded;
    one.who.time_source = source;
    const commit_times times = note_times(one, sources, box());
    EXPECT_EQ(one.who.submitted, submitted);
    EXPECT_EQ(one.who.time_source, recorded == submitted ? source : "the last commit");
    EXPECT_EQ(times.lessons.size(), one.who.time_source == "Gradescope" ? 0U : 2U);
  }
}

// What git reads is a stranger's, so it may see nothing else.
TEST_F(CommitTimes, AreReadInTheSandbox) {
  if (!sandbox::what_is_missing().empty()) {
    GTEST_SKIP() << sandbox::what_is_missing();
  }
  commit("1_warm.cpp", "a", "2026-01-01T12:00:00Z");
  const std::filesystem::path outside = folder_.path() / "outside";
  const std::filesystem::path program = folder_.write(
      "programs/git", "#!/bin/sh\ntouch " + outside.string() + "\nexec /usr/bin/git \"$@\"\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", (program.parent_path().string() + ":" + path).c_str(), 1);
  EXPECT_EQ(times().latest, "2026-01-01T12:00:00Z");
  EXPECT_FALSE(std::filesystem::exists(outside)) << "git of the sandbox's own PATH";
  EXPECT_EQ(times(sandbox::none()).latest, "2026-01-01T12:00:00Z");
  EXPECT_TRUE(std::filesystem::exists(outside)) << "git of this machine's PATH";
  setenv("PATH", path.c_str(), 1);
}

// Git divides a list of folders at each colon.
TEST_F(CommitTimes, AreThoseOfTheCloneWhateverItsNameIs) {
  commit("1_warm.cpp", "a", "2026-01-01T12:00:00Z");
  const std::filesystem::path colon = folder_.path() / "class/bob:" / "clone";
  std::filesystem::create_directories(colon.parent_path());
  std::filesystem::rename(clone(), colon);
  EXPECT_EQ(times().latest, "2026-01-01T12:00:00Z");
  EXPECT_EQ(times(sandbox::none()).latest, "2026-01-01T12:00:00Z");
}

// A clone may come from an archive that a student made, and git's configuration names programs.
TEST_F(CommitTimes, RunNoProgramOfACloneOutsideOfTheSandbox) {
  if (!sandbox::what_is_missing().empty()) {
    GTEST_SKIP() << sandbox::what_is_missing();
  }
  commit("1_warm.cpp", "a", "2026-01-01T12:00:00Z");
  const std::filesystem::path trap = folder_.path() / "trap";
  const std::filesystem::path program =
      folder_.write("program.sh", "#!/bin/sh\ntouch " + trap.string() + "\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  git({"config", "log.showSignature", "true"});
  git({"config", "gpg.program", program.string()});
  git({"config", "core.fsmonitor", program.string()});
  git({"config", "core.pager", program.string()});
  EXPECT_EQ(times().latest, "2026-01-01T12:00:00Z");
  EXPECT_FALSE(std::filesystem::exists(trap));
}

TEST_F(CommitTimes, AreUnknownWhereACloneIsDamaged) {
  commit("1_warm.cpp", "a", "2026-01-01T12:00:00Z");
  folder_.write("class/kernels-bob/.git/HEAD", "ref: ../../../../etc/passwd\n");
  EXPECT_EQ(times().latest, "");
  std::filesystem::remove_all(clone() / ".git");
  EXPECT_EQ(times().latest, "");
}

}  // namespace
}  // namespace kw::grader
