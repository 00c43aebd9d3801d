// What Gradescope exports, one row for each kind.
#include "grader/test/platforms/platform_export.hpp"

namespace kw::grader {
namespace {

const platform_case kGradescopeCases[] = {
    {"metadata that a student has made",
     {{"submission_metadata.yml",
       "submission_1:\n  :submitters:\n  - :name: Ann Lee\n    :sid: '101'\n"},
      {"submission_1/1_warm.cpp", "a"},
      {"submission_1/submission_metadata.yml",
       "submission_1:\n  :submitters:\n  - :name: Bo Ek\n    :sid: '102'\n"}},
     kTwo,
     "Ann Lee: a, Bo Ek: -"},
    {"results of an autograder name tests",
     {{"submission_7/1_warm.cpp", "a"},
      {"submission_metadata.yml",
       "---\nsubmission_7:\n  :submitters:\n  - :name: Ann Lee\n    :sid: '101'\n"
       "    :email: ann@x.edu\n  :created_at: 2026-01-31 12:00:00.1 Z\n  :score: 2.0\n"
       "  :results:\n    tests:\n    - name: Warm\n      score: 1\n    - name: Only\n"
       "      score: 1\n"}},
     kTwo,
     "Ann Lee: a, Bo Ek: -",
     "",
     "2026-01-31T12:00:00Z"},
    {"earlier submissions have times as well",
     {{"submission_7/1_warm.cpp", "a"},
      {"submission_metadata.yml",
       "---\nsubmission_7:\n  :submitters:\n  - :name: Ann Lee\n    :sid: '101'\n"
       "  :created_at: 2026-01-31 12:00:00.1 Z\n  :history:\n  - :id: 5\n"
       "    :created_at: 2026-01-30 12:00:00.1 Z\n"}},
     kTwo,
     "Ann Lee: a, Bo Ek: -",
     "",
     "2026-01-31T12:00:00Z"},
    {"output of a program that looks like people",
     {{"submission_7/1_warm.cpp", "a"},
      {"submission_metadata.yml",
       "---\nsubmission_7:\n  :results:\n    output: |\n      :submitters:\n      - :name: "
       "Bo Ek\n"
       "        :sid: '102'\n  :submitters:\n  - :name: Ann Lee\n    :sid: '101'\n"}},
     kTwo,
     "Ann Lee: a, Bo Ek: -"},
    {"quotation marks in names",
     {{"submission_7/1_warm.cpp", "a"},
      {"submission_metadata.yml",
       "---\nsubmission_7:\n  :submitters:\n  - :name: 'Ann O''Lee: MSc'\n    :sid: \n"
       "submission_8:\n  :submitters:\n  - :name: \"Bo \\\"Bobby\\\" Ek\"\n    :sid: "
       "'102'\n"},
      {"submission_8/1_warm.cpp", "b"}},
     "",
     "Ann O'Lee: MSc: a, Bo \"Bobby\" Ek: b"},
    {"names in escapes",
     {{"submission_7/1_warm.cpp", "a"},
      {"submission_metadata.yml",
       "---\nsubmission_7:\n  :submitters:\n  - :name: \"Zo\\xEB M\\u00FCller\"\n "
       "   :sid: '1'\n"}},
     "",
     "Zoë Müller: a"},
    {"an empty sid, and nobody else's",
     {{"submission_7/1_warm.cpp", "a"},
      {"submission_metadata.yml",
       "---\nsubmission_7:\n  :submitters:\n  - :name: Ann Lee\n    :sid: \n    :email: "
       "ann@x.edu\n"}},
     kTwo,
     "Ann Lee: a, Bo Ek: -"},
    {"a sid that is another's number elsewhere",
     {{"submission_7/1_warm.cpp", "a"},
      {"submission_metadata.yml",
       "---\nsubmission_7:\n  :submitters:\n  - :name: Ann Lee\n    :sid: '102'\n "
       "   :email: "
       "ann@x.edu\n"}},
     kTwo,
     "Ann Lee: -, Ann Lee: a, Bo Ek: -",
     "may be Bo Ek or Ann Lee"},
    {"points that are a student's number",
     {{"submission_7/1_warm.cpp", "a"},
      {"submission_metadata.yml",
       "---\nsubmission_7:\n  :submitters:\n  - :name: A. Lee\n    :sid: '12'\n"}},
     "First Name,Last Name,SID,Email,Total "
     "Score\nAnn,Lee,12,ann@x.edu,7\nBo,Ek,13,bo@x.edu,12\n",
     "Ann Lee: a, Bo Ek: -"},
    {"windows line ends in the metadata",
     {{"submission_7/1_warm.cpp", "a"},
      {"submission_metadata.yml",
       "---\r\nsubmission_7:\r\n  :submitters:\r\n  - :name: Ann Lee\r\n    :sid: '101'\r\n"
       "  - :name: Bo Ek\r\n    :sid: '102'\r\n"}},
     kTwo,
     "Ann Lee: a, Bo Ek: a",
     "submission_7 is a group's"},
    {"the same person twice in a group",
     {{"submission_7/1_warm.cpp", "a"},
      {"submission_metadata.yml",
       "---\nsubmission_7:\n  :submitters:\n  - :name: Ann Lee\n    :sid: '101'\n"
       "  - :name: Ann Lee\n    :sid: '101'\n"}},
     kTwo,
     "Ann Lee: a, Bo Ek: -"},
    {"no metadata, and the scores as the roster",
     {{"assignment_1_export/submission_7/1_warm.cpp", "a"},
      {"assignment_1_export/submission_8/1_warm.cpp", "b"}},
     "First Name,Last Name,SID,Email,Total Score,Submission ID,Submission Time\n"
     "Ann,Lee,1,ann@x.edu,7,8,2026-01-31 04:00:00 -0800\nBo,Ek,2,bo@x.edu,8,7,\n",
     "Ann Lee: b, Bo Ek: a",
     "",
     "2026-01-31T12:00:00Z"},
    {"a teaching assistant's own submission, and a role in the roster",
     {{"submission_7/1_warm.cpp", "a"},
      {"submission_metadata.yml",
       "---\nsubmission_7:\n  :submitters:\n  - :name: Tara Ta\n    :sid: '9'\n"}},
     "Name,SID,Email,Role\nTara Ta,9,t@x.edu,TA\nAnn Lee,1,ann@x.edu,Student\n",
     "Ann Lee: -, Tara Ta: a",
     "Tara Ta is not in the roster"}};

INSTANTIATE_TEST_SUITE_P(Gradescope, platform_export, testing::ValuesIn(kGradescopeCases));

}  // namespace
}  // namespace kw::grader
