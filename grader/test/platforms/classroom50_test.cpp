// Clones of Classroom 50, and the tables that it puts beside them, one row for each kind.
#include "grader/test/class/packed_archive.hpp"
#include "grader/test/platforms/platform_export.hpp"

namespace kw::grader {
namespace {

constexpr const char* kRoster =
    "username,first_name,last_name,email,section,github_id,role\n"
    "octo-cat,Octavia,Cato,octavia@x.edu,1,583231,student\n"
    "jdoe,Jane,Doe,jane@x.edu,1,583232,\n"
    "prof,Petra,Prof,petra@x.edu,,583233,teacher\n"
    "helper,Hal,Help,hal@x.edu,,583234,hta\n";
constexpr const char* kTeacher = "line 4 of the roster is not a student (role: teacher)";

/// A line of scores.csv.
std::string score(const std::string& who, const std::string& datetime) {
  return who + "," + who + "'s,Name," + who + "@x.edu,1,3,9," + datetime + "," +
         (datetime.empty() ? "" : "submit/2026-02-01T00-00-00Z-0123abc") + ",,,,\n";
}

std::string scores(const std::string& lines) {
  return "username,first_name,last_name,email,section,score,max_score,datetime,submission_tag,"
         "submitted_by,review_url,late,override\n" +
         lines;
}

/// scores.json and teams.json, with these assignments.
std::string groups(const std::string& kind, const std::string& assignments) {
  return R"({"schema": "classroom50/)" + kind + R"(/v1", "assignments": {)" + assignments + "}}";
}

const std::string kTwoSubmissions =
    scores(score("octo-cat", "2026-02-01T10:00:00Z") + score("octo-cat", "2026-02-02T10:00:00Z") +
           score("jdoe", ""));

const platform_case kClassroom50Cases[] = {
    {"clones by their accounts",
     {{"cs-tiles-octo-cat/exercises/01_first/1_warm.cpp", "a"},
      {"cs-tiles-jdoe/1_warm.cpp", "b"},
      {"cs-tiles-jdoe/results.json", "[]"}},
     kRoster,
     "Jane Doe: b, Octavia Cato: a",
     kTeacher},
    {"an account called like somebody else",
     {{"cs-tiles-octo-cat/1_warm.cpp", "a"}, {"cs-tiles-jane-doe/1_warm.cpp", "b"}},
     kRoster,
     "Jane Doe: -, Octavia Cato: a, cs-tiles-jane-doe: b",
     "line 5 of the roster is not a student (role: hta)"},
    {"the time of the last submission in its scores",
     {{"cs-tiles-octo-cat/1_warm.cpp", "a"},
      {"cs-tiles-jdoe/1_warm.cpp", "b"},
      {"scores.csv", kTwoSubmissions}},
     kRoster,
     "Jane Doe: b, Octavia Cato: a",
     kTeacher,
     "2026-02-02T10:00:00Z from scores.csv"},
    {"names in its scores where there is no roster",
     {{"cs-tiles-octo-cat/1_warm.cpp", "a"}, {"scores.csv", kTwoSubmissions}},
     "",
     "jdoe's Name: -, octo-cat's Name: a",
     "",
     "2026-02-02T10:00:00Z"},
    {"every member of a legacy group",
     {{"cs-tiles-octo-cat/1_warm.cpp", "a"},
      {"scores.csv",
       scores(score("octo-cat", "2026-02-02T10:00:00Z") + score("jdoe", "2026-02-02T10:00:00Z"))},
      {"scores.json", groups("scores", R"("tiles": {"type": "group", "entries": [
          {"owner": "Octo-Cat", "member_usernames": ["jdoe", "octo-cat"], "submissions": []}]},
          "other": {"type": "individual", "entries": [{"owner": "octo-cat"}]})")}},
     kRoster,
     "Jane Doe: a, Octavia Cato: a",
     "cs-tiles-octo-cat is a group's, and counts for each of them: jdoe, octo-cat",
     "2026-02-02T10:00:00Z"},
    {"the teams of its own file",
     {{"cs-tiles-group-1/1_warm.cpp", "a"},
      {"cs-tiles-group-12/1_warm.cpp", "b"},
      {"teams.json", groups("teams", R"("tiles": {"teams": [
          {"slug": "classroom50-group-cee5352cb880dff5-12", "members": ["jdoe"]},
          {"slug": "classroom50-group-cee5352cb880dff5-1", "name": "A", "members": ["octo-cat"]},
          {"slug": "classroom50-group-cee5352cb880dff5-2", "members": []}]})")}},
     kRoster,
     "Jane Doe: b, Octavia Cato: a",
     kTeacher},
    {"who was in the team when scores were collected",
     {{"cs-tiles-group-1/1_warm.cpp", "a"},
      {"scores.json", groups("scores", R"("tiles": {"type": "team", "entries": [
          {"owner": "group-1", "member_usernames": ["jdoe"], "submissions": []}]})")},
      {"teams.json", groups("teams", R"("tiles": {"teams": [
          {"slug": "classroom50-group-cee5352cb880dff5-1", "members": ["jdoe", "octo-cat"]}]})")}},
     kRoster,
     "Jane Doe: a, Octavia Cato: -",
     kTeacher},
    {"no group where the assignment is unknown",
     {{"cs-lab-tiles-octo-cat/1_warm.cpp", "a"}, {"scores.json", groups("scores", R"(
          "tiles": {"entries": [{"owner": "octo-cat", "member_usernames": ["octo-cat", "jdoe"]}]},
          "lab-tiles": {"entries": [{"owner": "octo-cat", "member_usernames": ["octo-cat", "bo"]}]}
          )")}},
     kRoster,
     "Jane Doe: -, Octavia Cato: a",
     "may belong to groups of two assignments"},
    {"what a student wrote about the class",
     {{"cs-tiles-octo-cat/1_warm.cpp", "a"},
      {"cs-tiles-jdoe/1_warm.cpp", "b"},
      {"cs-tiles-jdoe/scores.json", groups("scores", R"("tiles": {"entries": [
          {"owner": "octo-cat", "member_usernames": ["jdoe"]}]})")},
      {"cs-tiles-jdoe/scores.csv", scores(score("jdoe", "2020-01-01T00:00:00Z"))}},
     kRoster,
     "Jane Doe: b, Octavia Cato: a",
     kTeacher,
     "none"},
    {"another table of that name",
     {{"jdoe/1_warm.cpp", "a"}, {"scores.csv", "name,points\n\"x,1\n"}},
     "",
     "jdoe: a",
     "scores.csv is not Classroom 50's, so it was not read"},
    {"another JSON of that name",
     {{"jdoe/1_warm.cpp", "a"}, {"teams.json", R"({"teams": ["a"]})"}},
     "",
     "jdoe: a",
     "teams.json is not Classroom 50's, so it says nothing about groups"},
    {"half a file",
     {{"jdoe/1_warm.cpp", "a"}, {"teams.json", R"({"schema": "classroom50/teams/v1", )"}},
     "",
     "",
     "teams.json is not JSON: is it the whole file?"},
    {"an archive of the whole folder",
     {{"class.zip", archive_of({{"cs-tiles_submissions/cs-tiles-octo-cat/1_warm.cpp", "a"},
                                {"cs-tiles_submissions/scores.csv",
                                 scores(score("octo-cat", "2026-02-02T10:00:00Z"))}})}},
     kRoster,
     "Jane Doe: -, Octavia Cato: a",
     kTeacher,
     "2026-02-02T10:00:00Z"}};

INSTANTIATE_TEST_SUITE_P(Classroom50, platform_export, testing::ValuesIn(kClassroom50Cases));

}  // namespace
}  // namespace kw::grader
