// Clones of Classroom 50, and the tables that it puts beside them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/class/layouts.hpp"
#include "grader/model/error.hpp"
#include "grader/test/class/submissions_on_disk.hpp"

namespace kw::grader {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr const char* kRoster =
    "username,first_name,last_name,email,section,github_id,role\n"
    "octo-cat,Octavia,Cato,octavia@x.edu,1,583231,student\n"
    "jdoe,Jane,Doe,jane@x.edu,1,583232,\n"
    "prof,Petra,Prof,petra@x.edu,,583233,teacher\n"
    "helper,Hal,Help,hal@x.edu,,583234,hta\n";

constexpr const char* kScoresTitles =
    "username,first_name,last_name,email,section,score,max_score,datetime,submission_tag,"
    "submitted_by,review_url,late,override\n";

std::string scores_line(const std::string& who, const std::string& datetime) {
  return who + "," + who + "'s,Name," + who + "@x.edu,1,3,9," + datetime + "," +
         (datetime.empty() ? "" : "submit/2026-02-01T00-00-00Z-0123abc") + ",,,,\n";
}

class Classroom50 : public submissions_on_disk {
 protected:
  submission student(const class_input& input, const std::string& name) const {
    for (const class_submission& one : input.submissions) {
      if (one.who.name == name) {
        return one.who;
      }
    }
    ADD_FAILURE() << name << " is not there";
    return {};
  }
};

TEST_F(Classroom50, NamesClonesByTheirAccounts) {
  folder_.write("cs-tiles-octo-cat/exercises/01_first/1_warm.cpp", "a");
  folder_.write("cs-tiles-jdoe/1_warm.cpp", "b");
  folder_.write("cs-tiles-jdoe/results.json", "[]");
  const class_input input = find(kRoster);
  EXPECT_THAT(names(input), UnorderedElementsAre("Octavia Cato", "Jane Doe"));
  EXPECT_EQ(kernels(input, "Octavia Cato").kernels.at("lesson01.1").content, "a");
  EXPECT_EQ(kernels(input, "Jane Doe").kernels.at("lesson01.1").content, "b");
  EXPECT_THAT(input.notes, ElementsAre("line 4 of the roster is not a student (role: teacher)",
                                       "line 5 of the roster is not a student (role: hta)"));
}

TEST_F(Classroom50, KnowsNoOtherNameThanTheAccount) {
  folder_.write("cs-tiles-octo-cat/1_warm.cpp", "a");
  folder_.write("cs-tiles-jane-doe/1_warm.cpp", "b");  // an account called like somebody else
  EXPECT_THAT(names(find(kRoster)),
              UnorderedElementsAre("Octavia Cato", "Jane Doe", "cs-tiles-jane-doe"));
}

TEST_F(Classroom50, HasTheTimeOfTheLastSubmissionInItsScores) {
  folder_.write("cs-tiles-octo-cat/1_warm.cpp", "a");
  folder_.write("cs-tiles-jdoe/1_warm.cpp", "b");
  folder_.write("scores.csv", kScoresTitles + scores_line("octo-cat", "2026-02-02T10:00:00Z") +
                                  scores_line("octo-cat", "2026-02-01T10:00:00Z") +
                                  scores_line("jdoe", ""));
  const class_input input = find(kRoster);
  EXPECT_EQ(student(input, "Octavia Cato").submitted, "2026-02-02T10:00:00Z");
  EXPECT_EQ(student(input, "Octavia Cato").time_source, kClassroom50Scores);
  EXPECT_EQ(student(input, "Jane Doe").submitted, "");
}

TEST_F(Classroom50, HasNamesInItsScoresWhereThereIsNoRoster) {
  folder_.write("cs-tiles-octo-cat/1_warm.cpp", "a");
  folder_.write("scores.csv", kScoresTitles + scores_line("octo-cat", "2026-02-02T10:00:00Z") +
                                  scores_line("octo-cat", "2026-02-01T10:00:00Z") +
                                  scores_line("jdoe", ""));
  const class_input input = find();
  EXPECT_THAT(names(input), UnorderedElementsAre("octo-cat's Name", "jdoe's Name"));
  EXPECT_EQ(student(input, "octo-cat's Name").submitted, "2026-02-02T10:00:00Z");
  EXPECT_EQ(student(input, "octo-cat's Name").email, "octo-cat@x.edu");
  EXPECT_FALSE(student(input, "jdoe's Name").roster.empty());
}

TEST_F(Classroom50, CreditsEveryMemberOfALegacyGroup) {
  folder_.write("cs-tiles-octo-cat/1_warm.cpp", "a");
  folder_.write("scores.csv", kScoresTitles + scores_line("octo-cat", "2026-02-02T10:00:00Z") +
                                  scores_line("jdoe", "2026-02-02T10:00:00Z"));
  folder_.write("scores.json", R"({"schema": "classroom50/scores/v1", "assignments": {
      "tiles": {"type": "group", "entries": [
        {"owner": "Octo-Cat", "member_usernames": ["jdoe", "octo-cat"], "submissions": []}]},
      "other": {"type": "individual", "entries": [{"owner": "octo-cat", "submissions": []}]}}})");
  const class_input input = find(kRoster);
  EXPECT_THAT(names(input), UnorderedElementsAre("Octavia Cato", "Jane Doe"));
  for (const char* name : {"Octavia Cato", "Jane Doe"}) {
    EXPECT_EQ(kernels(input, name).kernels.at("lesson01.1").content, "a");
    EXPECT_EQ(student(input, name).source, "cs-tiles-octo-cat");
    EXPECT_EQ(student(input, name).submitted, "2026-02-02T10:00:00Z");
  }
  EXPECT_THAT(input.notes,
              Contains("cs-tiles-octo-cat is a group's, and counts for each of them: jdoe, "
                       "octo-cat"));
}

TEST_F(Classroom50, CreditsTheTeamsOfItsOwnFile) {
  folder_.write("cs-tiles-group-1/1_warm.cpp", "a");
  folder_.write("cs-tiles-group-12/1_warm.cpp", "b");
  folder_.write("teams.json", R"({"schema": "classroom50/teams/v1", "assignments": {
      "tiles": {"teams": [
        {"slug": "classroom50-group-cee5352cb880dff5-12", "members": ["jdoe"]},
        {"slug": "classroom50-group-cee5352cb880dff5-1", "name": "A", "members": ["octo-cat"]},
        {"slug": "classroom50-group-cee5352cb880dff5-2", "members": []}]}}})");
  const class_input input = find(kRoster);
  EXPECT_THAT(names(input), UnorderedElementsAre("Octavia Cato", "Jane Doe"));
  EXPECT_EQ(kernels(input, "Octavia Cato").kernels.at("lesson01.1").content, "a");
  EXPECT_EQ(kernels(input, "Jane Doe").kernels.at("lesson01.1").content, "b");
}

TEST_F(Classroom50, CreditsWhoWasInTheTeamWhenScoresWereCollected) {
  folder_.write("cs-tiles-group-1/1_warm.cpp", "a");
  folder_.write("scores.json", R"({"schema": "classroom50/scores/v1", "assignments": {
      "tiles": {"type": "team", "entries": [
        {"owner": "group-1", "member_usernames": ["jdoe"], "submissions": []}]}}})");
  folder_.write("teams.json", R"({"schema": "classroom50/teams/v1", "assignments": {
      "tiles": {"teams": [
        {"slug": "classroom50-group-cee5352cb880dff5-1", "members": ["jdoe", "octo-cat"]}]}}})");
  const class_input input = find(kRoster);
  EXPECT_THAT(kernels(input, "Octavia Cato").kernels, IsEmpty());
  EXPECT_EQ(kernels(input, "Jane Doe").kernels.size(), 1U);
}

TEST_F(Classroom50, CreditsNoGroupWhereItCannotTellTheAssignment) {
  folder_.write("cs-lab-tiles-octo-cat/1_warm.cpp", "a");
  folder_.write("scores.json", R"({"schema": "classroom50/scores/v1", "assignments": {
      "tiles": {"entries": [{"owner": "octo-cat", "member_usernames": ["octo-cat", "jdoe"]}]},
      "lab-tiles": {"entries": [{"owner": "octo-cat", "member_usernames": ["octo-cat", "bo"]}]}
      }})");
  const class_input input = find(kRoster);
  EXPECT_THAT(kernels(input, "Jane Doe").kernels, IsEmpty());
  EXPECT_EQ(kernels(input, "Octavia Cato").kernels.size(), 1U);
  EXPECT_THAT(input.notes, Contains(HasSubstr("may belong to groups of two assignments")));
}

TEST_F(Classroom50, BelievesNothingThatAStudentWroteAboutTheClass) {
  folder_.write("cs-tiles-octo-cat/1_warm.cpp", "a");
  folder_.write("cs-tiles-jdoe/1_warm.cpp", "b");
  folder_.write("cs-tiles-jdoe/scores.json",
                R"({"schema": "classroom50/scores/v1", "assignments": {
      "tiles": {"entries": [{"owner": "octo-cat", "member_usernames": ["jdoe"]}]}}})");
  folder_.write("cs-tiles-jdoe/scores.csv",
                kScoresTitles + scores_line("jdoe", "2020-01-01T00:00:00Z"));
  const class_input input = find(kRoster);
  EXPECT_EQ(kernels(input, "Octavia Cato").kernels.at("lesson01.1").content, "a");
  EXPECT_EQ(kernels(input, "Jane Doe").kernels.at("lesson01.1").content, "b");
  EXPECT_EQ(student(input, "Jane Doe").submitted, "");
}

TEST_F(Classroom50, IsNotWhatAnotherFileOfThatNameSays) {
  folder_.write("jdoe/1_warm.cpp", "a");
  folder_.write("scores.csv", "name,points\n\"x,1\n");
  folder_.write("teams.json", R"({"teams": ["a"]})");
  EXPECT_THAT(find().notes, ElementsAre("scores.csv is not Classroom 50's, so it was not read",
                                        "teams.json is not Classroom 50's, so it says nothing "
                                        "about groups"));
  folder_.write("teams.json", R"({"schema": "classroom50/teams/v1", )");
  EXPECT_THROW(find(), usage_error);
}

TEST_F(Classroom50, IsReadFromAnArchiveOfTheWholeFolder) {
  folder_.write("class.zip",
                archive_of({{"cs-tiles_submissions/cs-tiles-octo-cat/1_warm.cpp", "a"},
                            {"cs-tiles_submissions/scores.csv",
                             kScoresTitles + scores_line("octo-cat", "2026-02-02T10:00:00Z")}}));
  const class_input input = find_submissions(folder_.path() / "class.zip", course_,
                                             roster::parse(kRoster), scratch_.path() / "unpacked");
  EXPECT_EQ(student(input, "Octavia Cato").submitted, "2026-02-02T10:00:00Z");
}

}  // namespace
}  // namespace kw::grader
