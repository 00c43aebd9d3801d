// What Canvas exports, one row for each kind.
#include "grader/test/platforms/platform_export.hpp"

namespace kw::grader {
namespace {

constexpr const char* kGradebook =
    "Student,ID,SIS User ID,SIS Login ID,Section,Warm (99)\n    Points Possible,,,,,20\n"
    "\"Lee, Ann\",4711,s1,alee,A,12\n\"Ek, Bo\",12,s2,bek,B,\n";
const platform_case kCanvasCases[] = {
    {"flat files, of which one was late, and a student without any",
     {{"doejane_4711_9001_1_warm.cpp", "a"},
      {"doejane_4711_9002_1_only-2.cpp", "b"},
      {"leeann_LATE_4712_9003_1_warm.cpp", "c"}},
     "Student,ID\n\"Doe, Jane\",4711\n\"Lee, Ann\",4712\n\"Gone, Guy\",4713\n",
     "Doe, Jane: a+b, Gone, Guy: -, Lee, Ann: c"},
    {"an ID that is another's points",
     {{"leeann_4711_9001_1_warm.cpp", "a"}, {"ekbo_12_9002_1_warm.cpp", "b"}},
     kGradebook,
     "Ek, Bo: b, Lee, Ann: a",
     "line 2"},
    {"anonymous grading, of which one file was late",
     {{"anon_Ab3De_LATE_9001_1_warm.cpp", "a"},
      {"anon_Ab3De_9002_1_only.cpp", "b"},
      {"anon_x9YzQ_9003_1_warm.cpp", "c"}},
     "",
     "anon_Ab3De: a+b, anon_x9YzQ: c"},
    {"a roster whose ID is the university's",
     {{"leeann_4711_9001_1_warm.cpp", "a"}},
     "Name,ID\nAnn Lee,1\nBo Ek,4711\n",
     "Ann Lee: -, Bo Ek: -, leeann: a",
     "may be Bo Ek or Ann Lee"},
    {"an ID that nobody has",
     {{"leeann_4711_9001_1_warm.cpp", "a"}},
     "Name,ID\nAnn Lee,1\nBo Ek,2\n",
     "Ann Lee: a, Bo Ek: -"},
    {"names with particles and hyphens",
     {{"vanderbergjan_4711_9001_1_warm.cpp", "a"}, {"smithjonesmary_4712_9001_1_warm.cpp", "b"}},
     "Student,ID,Section\n\"van der Berg, Jan\",4711,A\n\"Smith-Jones, Mary\",4712,A\n",
     "Smith-Jones, Mary: b, van der Berg, Jan: a"},
    {"a submission handed in eleven times",
     {{"leeann_4711_9000_1_warm.cpp", "first"},
      {"leeann_4711_9005_1_warm-10.cpp", "last"},
      {"leeann_4711_9001_1_warm-9.cpp", "tenth"}},
     "",
     "leeann: last"},
    {"a zip of each student",
     {{"leeann_4711_9001_work.zip", archive_of({{"exercises/01_first/1_warm.cpp", "a"}})},
      {"ekbo_12_9002_LATE.zip", archive_of({{"1_warm.cpp", "b"}})}},
     kGradebook,
     "Ek, Bo: b, Lee, Ann: a",
     "line 2"},
    {"groups, by the list of people of Canvas",
     {{"rocketteam_4711_9001_1_warm.cpp", "a"}},
     "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id\n"
     "Ann Lee,4711,s1,alee,A,Rocket Team,7,\nBo Ek,12,s2,bek,A,Rocket Team,7,\n"
     "Eve Fox,13,s3,efox,A,Other,8,\n",
     "Ann Lee: a, Bo Ek: a, Eve Fox: -",
     "is a group's"},
    {"two of a name",
     {{"leeann_4711_9001_1_warm.cpp", "a"}, {"leeann_4712_9002_1_warm.cpp", "b"}},
     "Student,ID,SIS Login ID,Section\n\"Lee, Ann\",4711,ann1,A\n\"Lee, Ann\",4712,ann2,A\n",
     "Lee, Ann: a, Lee, Ann: b"},
    {"read-only columns and muted rows of a new gradebook",
     {{"leeann_4711_9001_1_warm.cpp", "a"}},
     "Student,ID,SIS Login ID,Section,Warm (9),Current Score,Final Score\n,,,,Manual "
     "Posting,,\n"
     "    Points Possible,,,,10,(read only),(read only)\n\"Lee, Ann\",4711,alee,A,,,\n",
     "Lee, Ann: a",
     "line 2"}};

INSTANTIATE_TEST_SUITE_P(Canvas, platform_export, testing::ValuesIn(kCanvasCases));

}  // namespace
}  // namespace kw::grader
