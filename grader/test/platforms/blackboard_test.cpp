// What Blackboard exports, one row for each kind.
#include "grader/test/platforms/platform_export.hpp"

namespace kw::grader {
namespace {

const platform_case kBlackboardCases[] = {
    {"flat files",
     {{"Kernels 1_alee_attempt_2026-01-31-12-00-00_1_warm.cpp", "a"},
      {"Kernels 1_alee_attempt_2026-01-31-12-00-00_1_only.cpp", "c"},
      {"Kernels 1_bek_attempt_2026-01-30-12-00-00_1_warm.cpp", "b"},
      {"Kernels 1_alee_attempt_2026-01-31-12-00-00.txt", "Name: Ann Lee (alee)"}},
     "",
     "alee: a+c, bek: b",
     "",
     "2026-01-31T12:00:00Z"},
    {"its own gradebook, in UTF-16 with tabs",
     {{"Kernels 1_alee_attempt_2026-01-31-12-00-00_1_warm.cpp", "a"},
      {"Kernels 1_bek_attempt_2026-01-30-12-00-00_1_warm.cpp", "b"}},
     in_utf16(u"\"Last Name\"\t\"First Name\"\t\"Username\"\t\"Student ID\"\t\"Last "
              u"Access\"\t\"Availability\"\t\"Kernels 1 [Total Pts: 20 Score] "
              u"|77\"\n\"Lee\"\t\"Ann\"\t\"alee\"\t\"4711\"\t\"2026-01-30 "
              u"08:00:"
              u"00\"\t\"Yes\"\t\"\"\n\"Ek\"\t\"Bo\"\t\"bek\"\t\"4712\"\t\"\"\t\"Yes\"\t\"\"\n"),
     "Ann Lee: a, Bo Ek: b",
     "UTF-16",
     "2026-01-31T12:00:00Z"},
    {"the latest of two attempts",
     {{"Kernels 1_alee_attempt_2026-01-31-12-00-00_1_warm.cpp", "second"},
      {"Kernels 1_alee_attempt_2026-01-30-12-00-00_1_warm.cpp", "first"}},
     "",
     "alee: second",
     "",
     "2026-01-31T12:00:00Z"},
    {"a login with an underscore",
     {{"Kernels 1_a_lee_attempt_2026-01-31-12-00-00_1_warm.cpp", "a"},
      {"Kernels 1_lee_attempt_2026-01-31-12-00-00_1_warm.cpp", "b"},
      {"Kernels 1_bek_attempt_2026-01-31-12-00-00_1_warm.cpp", "c"}},
     "Username,Last Name,First Name\na_lee,Lee,Ann\nlee,Lee,Lou\nbek,Ek,Bo\n",
     "Ann Lee: a, Bo Ek: c, Lou Lee: b"},
    {"a login that is a number",
     {{"Kernels 1_4712_attempt_2026-01-31-12-00-00_1_warm.cpp", "b"}},
     "Username,Last Name,First Name,Kernels [Total Pts: "
     "20]\n4711,Lee,Ann,4712\n4712,Ek,Bo,\n",
     "Ann Lee: -, Bo Ek: b"},
    {"an assignment with underscores",
     {{"K_1_part_2_alee_attempt_2026-01-31-12-00-00_1_warm.cpp", "a"},
      {"K_1_part_2_bek_attempt_2026-01-31-12-00-00_1_warm.cpp", "b"}},
     "Username,Last Name,First Name\nalee,Lee,Ann\nbek,Ek,Bo\n",
     "Ann Lee: a, Bo Ek: b"},
    {"only one student",
     {{"Kernels 1_alee_attempt_2026-01-31-12-00-00_1_warm.cpp", "a"}},
     "Username,Last Name,First Name\nalee,Lee,Ann\nbek,Ek,Bo\n",
     "Ann Lee: a, Bo Ek: -"},
    {"an archive in an attempt",
     {{"Kernels 1_alee_attempt_2026-01-31-12-00-00_my_work.zip",
       archive_of({{"1_warm.cpp", "a"}})}},
     "",
     "alee: a"},
    {"a student's file with the word attempt in it",
     {{"Kernels 1_alee_attempt_2026-01-31-12-00-00_my_attempt_1.cpp", "x"},
      {"Kernels 1_alee_attempt_2026-01-31-12-00-00_1_warm.cpp", "a"}},
     "",
     "alee: a"},
    {"the archive unpacked into a folder",
     {{"gradebook_CS1_Kernels_2026-02-01-08-00-00/Kernels "
       "1_alee_attempt_2026-01-31-12-00-00_1_warm.cpp",
       "a"},
      {"gradebook_CS1_Kernels_2026-02-01-08-00-00/Kernels "
       "1_bek_attempt_2026-01-31-12-00-00_1_warm.cpp",
       "b"}},
     "",
     "alee: a, bek: b"},
    {"a group, by the groups of the roster",
     {{"Kernels 1_Team 1_attempt_2026-01-31-12-00-00_1_warm.cpp", "a"}},
     "Username,First Name,Last Name,Group\nalee,Ann,Lee,Team 1\nbek,Bo,Ek,Team 1\n",
     "Ann Lee: a, Bo Ek: a",
     "is a group's"}};

INSTANTIATE_TEST_SUITE_P(Blackboard, platform_export, testing::ValuesIn(kBlackboardCases));

}  // namespace
}  // namespace kw::grader
