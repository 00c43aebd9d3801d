// What Brightspace exports, one row for each kind.
#include "grader/test/platforms/platform_export.hpp"

namespace kw::grader {
namespace {

const platform_case kBrightspaceCases[] = {
    {"a folder for each submission",
     {{"123456-46480 - Ann Lee - Jan 31, 2026 1200 PM/1_warm.cpp", "a"},
      {"123456-46481 - Bo Ek - Jan 31, 2026 954 AM/1_warm.cpp", "b"},
      {"index.html", ""}},
     kTwo,
     "Ann Lee: a, Bo Ek: b",
     "",
     "2026-01-31T12:00:00Z"},
    {"no roster",
     {{"123456-46480 - Ann Lee - Jan 31, 2026 1200 PM/1_warm.cpp", "a"},
      {"123456-46481 - Bo Ek - Jan 31, 2026 954 AM/1_warm.cpp", "b"}},
     "",
     "Ann Lee: a, Bo Ek: b"},
    {"the latest of three submissions",
     {{"123456-46480 - Ann Lee - Feb 1, 2026 1201 AM/1_warm.cpp", "last"},
      {"123456-46481 - Ann Lee - Jan 31, 2026 1159 PM/1_warm.cpp", "second"},
      {"123456-46482 - Ann Lee - Jan 31, 2026 959 AM/1_warm.cpp", "first"}},
     kTwo,
     "Ann Lee: last, Bo Ek: -",
     "",
     "2026-02-01T00:01:00Z"},
    {"a file that only an earlier submission has",
     {{"123456-46480 - Ann Lee - Jan 30, 2026 959 AM/1_warm.cpp", "first"},
      {"123456-46480 - Ann Lee - Jan 30, 2026 959 AM/1_only.cpp", "only"},
      {"123456-46481 - Ann Lee - Jan 31, 2026 1159 AM/1_warm.cpp", "second"}},
     kTwo,
     "Ann Lee: second+only, Bo Ek: -"},
    {"flat files",
     {{"123456-46480 - Ann Lee - Jan 31, 2026 1200 PM - 1_warm.cpp", "a"},
      {"123456-46480 - Ann Lee - Jan 31, 2026 1200 PM - 1_only.cpp", "b"},
      {"123457-46480 - Bo Ek- Jan 30, 2026 900 AM - 1_warm.cpp", "c"}},
     kTwo,
     "Ann Lee: a+b, Bo Ek: c",
     "",
     "2026-01-31T12:00:00Z"},
    {"flat archives",
     {{"123456-46480 - Ann Lee - Jan 31, 2026 1200 PM - work.zip",
       archive_of({{"1_warm.cpp", "a"}})}},
     kTwo,
     "Ann Lee: a, Bo Ek: -"},
    {"no numbers in front",
     {{"Ann Lee - Jan 31, 2026 1200 PM/1_warm.cpp", "a"},
      {"Bo Ek - Jan 30, 2026 1200 PM/1_warm.cpp", "b"}},
     kTwo,
     "Ann Lee: a, Bo Ek: b",
     "",
     "2026-01-31T12:00:00Z"},
    {"a number that is another's ID",
     {{"101-102 - Bo Ek - Jan 31, 2026 1200 PM/1_warm.cpp", "b"}},
     kTwo,
     "Ann Lee: -, Bo Ek: b"},
    {"two of a name, and no way to tell them apart",
     {{"123456-46480 - Ann Lee - Jan 31, 2026 1200 PM/1_warm.cpp", "a"},
      {"123457-46480 - Ann Lee - Jan 31, 2026 1201 PM/1_warm.cpp", "b"}},
     kTwo,
     "Ann Lee: a, Ann Lee: b, Bo Ek: -",
     "all look like the submission of Ann Lee"},
    {"a wrapper around all",
     {{"Kernels Download Jan 31, 2026 1210 PM/123456-46480 - Ann Lee - Jan 31, "
       "2026 1200 PM/1_warm.cpp",
       "a"},
      {"Kernels Download Jan 31, 2026 1210 PM/index.html", ""}},
     kTwo,
     "Ann Lee: a, Bo Ek: -"},
    {"two assignments side by side",
     {{"Warm Download/123456-46480 - Ann Lee - Jan 31, 2026 1200 PM/1_warm.cpp", "a"},
      {"Only Download/123456-46490 - Ann Lee - Feb 1, 2026 1200 PM/1_only.cpp", "b"}},
     kTwo,
     "Ann Lee: a+b, Bo Ek: -"},
    {"a hyphen in a name",
     {{"123456-46480 - Ann-Marie Lee-Ek - Jan 31, 2026 1200 PM/1_warm.cpp", "a"}},
     "#OrgDefinedId,Last Name,First Name\n#7,Lee-Ek,Ann-Marie\n",
     "Ann-Marie Lee-Ek: a"},
    {"its own gradebook",
     {{"123456-46480 - Ann Lee - Jan 31, 2026 1200 PM/1_warm.cpp", "a"}},
     "OrgDefinedId,Username,Last Name,First Name,Email,Kernels Points Grade "
     "<Numeric MaxPoints:20>,End-of-Line "
     "Indicator\n#4711,#alee,Lee,Ann,ann@x.edu,,#\n#4712,#bek,Ek,Bo,bo@x.edu,,#\n",
     "Ann Lee: a, Bo Ek: -"},
    {"a group, by the groups of the class list",
     {{"123456-46480 - Team 1 - Jan 31, 2026 1200 PM/1_warm.cpp", "a"}},
     "Username,First Name,Last Name,Group\nalee,Ann,Lee,Team 1\nbek,Bo,Ek,Team "
     "1\nefox,Eve,Fox,Team 2\n",
     "Ann Lee: a, Bo Ek: a, Eve Fox: -",
     "is a group's"}};

class Brightspace : public platform_export {};
TEST_P(Brightspace, IsReadAsItIsExported) {
  check();
}

INSTANTIATE_TEST_SUITE_P(Exports, Brightspace, testing::ValuesIn(kBrightspaceCases));

}  // namespace
}  // namespace kw::grader
