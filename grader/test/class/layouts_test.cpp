// What layouts of learning management systems say besides whose a submission is (test/platforms).
#include "grader/class/layouts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "grader/class/hand_in_time.hpp"
#include "grader/test/class/submissions_on_disk.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::Pair;
using testing::SizeIs;
using testing::UnorderedElementsAre;

class Layouts : public submissions_on_disk {};

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

TEST(SplitOwner, NamesNobodyForALooseFile) {
  EXPECT_EQ(owner_of("masking.cpp").key, "");
  EXPECT_EQ(owner_of("jane.tar.gz").name, "jane");
  EXPECT_EQ(owner_of("x_1_2_y_z.cpp").path, "y_z.cpp");
}

}  // namespace
}  // namespace kw::grader
