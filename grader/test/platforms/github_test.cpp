// What GitHub Classroom exported until 2026, and what is cloned from it, one row for each kind.
#include "grader/test/platforms/platform_export.hpp"

namespace kw::grader {
namespace {

const platform_case kGithubClassroomCases[] = {
    {"an account that ends like another student's login",
     {{"kernels-octo-cat/1_warm.cpp", "a"},
      {"kernels-bob/1_warm.cpp", "b"},
      {"mallory-ann/1_warm.cpp", "c"}},
     "login,name\nocto-cat,Octavia\nbob,Bob\nann,Ann\n",
     "Ann: -, Bob: b, Octavia: a, mallory-ann: c",
     "mallory-ann is not in the roster"},
    {"an account like another student's address",
     {{"kernels-jane-codes/1_warm.cpp", "a"}, {"kernels-jdoe/1_warm.cpp", "b"}},
     "name,email,github_username\nJane Doe,jdoe@example.edu,jane-codes\n"
     "Mallory Roe,mroe@example.edu,JDoe\n",
     "Jane Doe: a, Mallory Roe: b"},
    {"the same, and the roster has an older account",
     {{"kernels-jane-codes/1_warm.cpp", "a"}, {"kernels-jdoe/1_warm.cpp", "b"}},
     "name,email,github_username\nJane Doe,jdoe@example.edu,jane-codes\n"
     "Mallory Roe,mroe@example.edu,mroe-old\n",
     "Jane Doe: a, Mallory Roe: -, kernels-jdoe: b",
     "kernels-jdoe is not in the roster"},
    {"a roster whose accounts are not linked yet",
     {{"kernels-octo-cat/1_warm.cpp", "a"}, {"kernels-bo-ek/1_warm.cpp", "b"}},
     "identifier,github_username,github_id,name\nalee,octo-cat,1,Ann Lee\nbek,,,Bo Ek\n",
     "Ann Lee: a, Bo Ek: b"},
    {"its grades, with the names of repositories",
     {{"kernels-octo-cat/1_warm.cpp", "a"}, {"kernels-bo/1_warm.cpp", "b"}},
     "assignment_name,assignment_url,starter_code_url,github_username,roster_identifier,"
     "student_repository_name,student_repository_url,submission_timestamp,points_awarded,"
     "points_available\nkernels,u,s,octo-cat,Ann Lee,kernels-octo-cat,r,2026-01-31 12:00:00 "
     "UTC,3,9\nkernels,u,s,bo,Bo Ek,kernels-bo,r,2026-01-31 12:00:00 UTC,3,9\n",
     "Ann Lee: a, Bo Ek: b",
     "",
     "2026-01-31T12:00:00Z"},
    {"its grades of a group",
     {{"kernels-rocket-team/1_warm.cpp", "a"}, {"kernels-other/1_warm.cpp", "b"}},
     "github_username,roster_identifier,group_name,student_repository_name\nocto-"
     "cat,Ann Lee,Rocket Team,kernels-rocket-team\nbo,Bo Ek,Rocket "
     "Team,kernels-rocket-team\neve,Eve Fox,other,kernels-other\n",
     "Ann Lee: a, Bo Ek: a, Eve Fox: b",
     "kernels-rocket-team is a group's"},
    {"a repository that was made again",
     {{"kernels-octo-cat-1/1_warm.cpp", "a"}, {"kernels-bo/1_warm.cpp", "b"}},
     "github_username,roster_identifier,student_repository_name\nocto-cat,Ann "
     "Lee,kernels-octo-cat-1\nbo,Bo Ek,kernels-bo\n",
     "Ann Lee: a, Bo Ek: b"},
    {"clones of one student in a folder of the assignment",
     {{"kernels-submissions/kernels-octo-cat/exercises/01_first/1_warm.cpp", "a"}},
     "identifier,github_username\nAnn Lee,octo-cat\n",
     "Ann Lee: a"},
    {"one clone that holds the course in a folder",
     {{"kernels-octo-cat/course/exercises/01_first/1_warm.cpp", "a"}},
     "identifier,github_username\nAnn Lee,octo-cat\n",
     "Ann Lee: a"},
    {"an account in capitals",
     {{"kernels-Octo-Cat/1_warm.cpp", "a"}, {"kernels-bo/1_warm.cpp", "b"}},
     "identifier,github_username\nAnn Lee,OCTO-cat\nBo Ek,bo\n",
     "Ann Lee: a, Bo Ek: b"},
    {"the template and the tests of the course beside the clones",
     {{"kernels-octo-cat/1_warm.cpp", "a"},
      {"kernels-octo-cat/solutions/01_first/1_warm.cpp", "ours"},
      {"kernels-bo/1_warm.cpp", "b"}},
     "identifier,github_username\nAnn Lee,octo-cat\nBo Ek,bo\n",
     "Ann Lee: a, Bo Ek: b"}};

INSTANTIATE_TEST_SUITE_P(GithubClassroom, platform_export,
                         testing::ValuesIn(kGithubClassroomCases));

}  // namespace
}  // namespace kw::grader
