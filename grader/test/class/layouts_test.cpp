// Whose submission is whose, in the layouts that learning management systems export.
#include "grader/class/layouts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "grader/class/hand_in_time.hpp"
#include "grader/test/class/submissions_on_disk.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;
using testing::UnorderedElementsAre;

class Layouts : public submissions_on_disk {};

TEST_F(Layouts, OfCanvasAreFlatFiles) {
  folder_.write("doejane_4711_9001_1_warm.cpp", "a");
  folder_.write("doejane_4711_9002_1_only-2.cpp", "b");
  folder_.write("leeann_LATE_4712_9003_1_warm.cpp", "c");
  const class_input input =
      find("Student,ID\n\"Doe, Jane\",4711\n\"Lee, Ann\",4712\n\"Gone, Guy\",4713\n");
  EXPECT_THAT(names(input), UnorderedElementsAre("Doe, Jane", "Lee, Ann", "Gone, Guy"));
  EXPECT_EQ(kernels(input, "Doe, Jane").kernels.at("lesson02.1").content, "b");
  EXPECT_EQ(kernels(input, "Lee, Ann").kernels.at("lesson01.1").content, "c");
  EXPECT_THAT(kernels(input, "Gone, Guy").kernels, IsEmpty());
}

TEST_F(Layouts, OfCanvasSayWhoWasLateAndWhoTheyAre) {
  folder_.write("doejane_4711_9001_1_warm.cpp", "a");
  folder_.write("doejane_LATE_4711_9002_1_only.cpp", "b");
  folder_.write("leeann_4712_9003_1_warm.cpp", "c");
  const class_input input = find("name,login\nJane Doe,doejane\nAnn Lee,leeann\n");
  ASSERT_EQ(input.submissions.size(), 2U);
  for (const class_submission& one : input.submissions) {
    const bool jane = one.who.name == "Jane Doe";
    EXPECT_EQ(one.who.marked_late, jane);
    EXPECT_EQ(one.who.time_source, kCanvasMarks) << "a file without a mark was in time";
    EXPECT_THAT(one.who.roster, testing::Contains(Pair("Canvas ID", jane ? "4711" : "4712")));
  }
}

TEST_F(Layouts, OfMoodleSayNameAndNumber) {
  folder_.write("Jane Doe_4711_assignsubmission_file_/1_warm.cpp", "a");
  folder_.write("Bob Ray_4712_assignsubmission_file_1_warm.cpp", "b");
  const class_input input = find("Identifier,Full name\nParticipant 4711,Jane von Doe\n");
  EXPECT_THAT(names(input), UnorderedElementsAre("Jane von Doe", "Bob Ray"));
  EXPECT_THAT(input.notes, ElementsAre(HasSubstr("Bob Ray is not in the roster")));
  EXPECT_EQ(kernels(input, "Bob Ray").kernels.at("lesson01.1").content, "b");
}

TEST_F(Layouts, OfGradescopeHaveMetadata) {
  folder_.write("assignment_1_export/submission_7/1_warm.cpp", "a");
  folder_.write("assignment_1_export/submission_8/1_warm.cpp", "b");
  folder_.write("assignment_1_export/submission_metadata.yml",
                "---\nsubmission_7:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '4711'\n"
                "    :email: jane@x.edu\n  :created_at: 2026-01-31 12:00:00.1 Z\nsubmission_8:\n"
                "  :submitters:\n  - :name: Bob Ray\n");
  const class_input input = find();
  EXPECT_THAT(names(input), UnorderedElementsAre("Jane Doe", "Bob Ray"));
  EXPECT_EQ(kernels(input, "Jane Doe").kernels.at("lesson01.1").content, "a");
  const bool jane_first = input.submissions[0].who.name == "Jane Doe";
  EXPECT_EQ(input.submissions[jane_first ? 0 : 1].who.submitted, "2026-01-31T12:00:00Z");
  EXPECT_EQ(input.submissions[jane_first ? 0 : 1].who.time_source, "Gradescope");
}

TEST_F(Layouts, OfAGroupCountForEachOfItsMembers) {
  folder_.write("submission_7/1_warm.cpp", "a");
  folder_.write("submission_8/1_warm.cpp", "b");
  folder_.write("submission_metadata.yml",
                "submission_7:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '1'\n"
                "  - :name: Ann Lee\n    :sid: '2'\n  :created_at: 2026-01-31 12:00:00.1 Z\n"
                "submission_8:\n  :submitters:\n  - :name: Bob Ray\n    :sid: '3'\n");
  const class_input input = find("sid,name\n1,Jane Doe\n2,Ann Lee\n3,Bob Ray\n");
  EXPECT_THAT(names(input), UnorderedElementsAre("Jane Doe", "Ann Lee", "Bob Ray"));
  EXPECT_THAT(
      input.notes,
      ElementsAre("submission_7 is a group's, and counts for each of them: Jane Doe, Ann Lee"));
  std::set<std::string> ids;
  for (const class_submission& one : input.submissions) {
    EXPECT_TRUE(one.handed_in);
    EXPECT_EQ(kernels(input, one.who.name).kernels.at("lesson01.1").content,
              one.who.name == "Bob Ray" ? "b" : "a");
    EXPECT_EQ(one.who.submitted, one.who.name == "Bob Ray" ? "" : "2026-01-31T12:00:00Z");
    EXPECT_EQ(one.who.source, one.who.name == "Bob Ray" ? "submission_8" : "submission_7");
    ids.insert(one.who.id);
  }
  EXPECT_THAT(ids, SizeIs(3));
}

TEST_F(Layouts, AreNotOfWhomTheirNumberIs) {
  folder_.write("kernels-group-3/1_warm.cpp", "a");
  folder_.write("kernels-group-4/1_warm.cpp", "b");
  folder_.write("5/1_warm.cpp", "c");
  const class_input input = find("name,login,number\nAnn Lee,ann,3\nBo Ek,bo,4\nEve Fox,eve,5\n");
  EXPECT_THAT(names(input), UnorderedElementsAre("kernels-group-3", "kernels-group-4", "Ann Lee",
                                                 "Bo Ek", "Eve Fox"));
  EXPECT_EQ(kernels(input, "Eve Fox").kernels.size(), 1U) << "the whole name is a number";
}

TEST_F(Layouts, OfGitHubClassroomEndInAUserName) {
  folder_.write("kernels-octo-cat/1_warm.cpp", "a");
  const class_input input = find("identifier,github_username,name\n1,octo-cat,Octavia\n");
  EXPECT_THAT(names(input), ElementsAre("Octavia"));
}

TEST_F(Layouts, AreNotOfWhomTheirNameEndsIn) {
  folder_.write("kernels-octo-cat/1_warm.cpp", "a");
  folder_.write("kernels-bob/1_warm.cpp", "b");
  folder_.write("mallory-ann/1_warm.cpp", "c");
  const class_input input = find("login,name\nocto-cat,Octavia\nbob,Bob\nann,Ann\n");
  EXPECT_THAT(names(input), UnorderedElementsAre("Octavia", "Bob", "mallory-ann", "Ann"));
  EXPECT_THAT(input.notes, ElementsAre("mallory-ann is not in the roster"));
  for (const class_submission& one : input.submissions) {
    EXPECT_EQ(one.handed_in, one.who.name != "Ann");
  }
}

TEST_F(Layouts, AreOfTheAccountAloneWhereTheRosterHasAccounts) {
  folder_.write("kernels-jane-codes/1_warm.cpp", "a");
  folder_.write("kernels-jdoe/1_warm.cpp", "b");
  const std::string jane = "name,email,github_username\nJane Doe,jdoe@example.edu,jane-codes\n";
  const class_input known = find(jane + "Mallory Roe,mroe@example.edu,JDoe\n");
  EXPECT_THAT(names(known), UnorderedElementsAre("Jane Doe", "Mallory Roe"));
  const class_input renamed = find(jane + "Mallory Roe,mroe@example.edu,mroe-old\n");
  EXPECT_THAT(names(renamed), UnorderedElementsAre("Jane Doe", "kernels-jdoe", "Mallory Roe"));
  EXPECT_THAT(renamed.notes, ElementsAre("kernels-jdoe is not in the roster"));
}

TEST_F(Layouts, AreNobodysWhereTwoAreForOneStudent) {
  folder_.write("ann/1_warm.cpp", "a");
  folder_.write("Ann Lee/1_warm.cpp", "b");
  const class_input input = find("login,name\nann,Ann Lee\n");
  EXPECT_THAT(input.notes, ElementsAre(HasSubstr("all look like the submission of Ann Lee")));
  ASSERT_EQ(input.submissions.size(), 2U);
  for (const class_submission& one : input.submissions) {
    EXPECT_TRUE(one.who.roster.empty());
    EXPECT_TRUE(one.handed_in);
  }
}

TEST_F(Layouts, SayNothingAboutThemselvesInGradescopesFile) {
  folder_.write("submission_metadata.yml",
                "submission_1:\n  :submitters:\n  - :name: Jane Doe\n    :sid: '1'\n");
  folder_.write("submission_1/1_warm.cpp", "a");
  folder_.write("submission_1/submission_metadata.yml",
                "submission_1:\n  :submitters:\n  - :name: Ann Lee\n    :sid: '2'\n");
  EXPECT_THAT(names(find("sid,name\n1,Jane Doe\n2,Ann Lee\n")),
              UnorderedElementsAre("Jane Doe", "Ann Lee"));
  EXPECT_EQ(kernels(find("sid,name\n1,Jane Doe\n2,Ann Lee\n"), "Jane Doe").kernels.size(), 1U);
}

TEST(SplitOwner, NamesNobodyForALooseFile) {
  EXPECT_EQ(owner_of("masking.cpp").key, "");
  EXPECT_EQ(owner_of("jane.tar.gz").name, "jane");
  EXPECT_EQ(owner_of("x_1_2_y_z.cpp").path, "y_z.cpp");
}

}  // namespace
}  // namespace kw::grader
