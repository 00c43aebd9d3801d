// What Moodle exports, one row for each kind.
#include "grader/test/platforms/platform_export.hpp"

namespace kw::grader {
namespace {

const platform_case kMoodleCases[] = {
    {"names and numbers, as a folder and in front of a file",
     {{"Jane Doe_4711_assignsubmission_file_/1_warm.cpp", "a"},
      {"Bob Ray_4712_assignsubmission_file_1_warm.cpp", "b"}},
     "Identifier,Full name\nParticipant 4711,Jane von Doe\n",
     "Bob Ray: b, Jane von Doe: a",
     "Bob Ray is not in the roster"},
    {"a participant whose number is another's ID",
     {{"Ann Lee_102_assignsubmission_file_/1_warm.cpp", "a"}},
     kTwo,
     "Ann Lee: a, Bo Ek: -"},
    {"a participant's number, and nobody of this name",
     {{"Annie_102_assignsubmission_file_/1_warm.cpp", "a"}},
     kTwo,
     "Ann Lee: -, Annie: a, Bo Ek: -",
     "Annie is not in the roster"},
    {"blind marking in English",
     {{"Participant_4711_assignsubmission_file_/1_warm.cpp", "a"},
      {"Participant_4712_assignsubmission_file_/1_warm.cpp", "b"}},
     "Identifier,Status,Grade\nParticipant 4711,Submitted,\nParticipant 4712,Submitted,\n",
     "Participant 4711: a, Participant 4712: b"},
    {"blind marking in German",
     {{"Teilnehmerin_4711_assignsubmission_file_/1_warm.cpp", "a"},
      {"Teilnehmerin_4712_assignsubmission_file_/1_warm.cpp", "b"}},
     "ID,Status,Bewertung\nTeilnehmer/in4711,Abgegeben,\nTeilnehmer/in4712,Abgegeben,4711\n",
     "Teilnehmerin 4711: a, Teilnehmerin 4712: b"},
    {"a worksheet in French",
     {{"Zoé Brun_4711_assignsubmission_file_/1_warm.cpp", "a"}},
     "Identifiant,Nom complet,Adresse de courriel,Statut\nParticipant4711,Zoé "
     "Brun,z@x.fr,Remis\n",
     "Zoé Brun: a"},
    {"groups that hand in together",
     {{"Team A-Ann Lee_4711_assignsubmission_file_/1_warm.cpp", "a"},
      {"Team A-Bo Ek_4712_assignsubmission_file_/1_warm.cpp", "a"}},
     kTwo,
     "Ann Lee: a, Bo Ek: a"},
    {"groups that hand in together, and a worksheet",
     {{"Default group-Ann Lee_4711_assignsubmission_file_/1_warm.cpp", "a"}},
     "Identifier,Full name\nParticipant 4711,Ann Lee\nParticipant 4712,Bo Ek\n",
     "Ann Lee: a, Bo Ek: -"},
    {"folders without the last line",
     {{"Ann Lee_4711_assignsubmission_file/1_warm.cpp", "a"}},
     kTwo,
     "Ann Lee: a, Bo Ek: -"},
    {"a text beside the files",
     {{"Ann Lee_4711_assignsubmission_file_/1_warm.cpp", "a"},
      {"Ann Lee_4711_assignsubmission_onlinetext_/onlinetext.html", "hello"}},
     kTwo,
     "Ann Lee: a, Bo Ek: -"},
    {"only a text",
     {{"Ann Lee_4711_assignsubmission_onlinetext_/onlinetext.html", "hello"},
      {"Bo Ek_4712_assignsubmission_file_/1_warm.cpp", "b"}},
     kTwo,
     "Ann Lee: -, Bo Ek: b"},
    {"the last name first",
     {{"Lee Ann_4711_assignsubmission_file_/1_warm.cpp", "a"}},
     kTwo,
     "Ann Lee: a, Bo Ek: -"},
    {"two of a name, and no worksheet",
     {{"Ann Lee_4711_assignsubmission_file_/1_warm.cpp", "a"},
      {"Ann Lee_4712_assignsubmission_file_/1_warm.cpp", "b"}},
     "First name,Last name,Email\nAnn,Lee,a1@x.edu\nAnn,Lee,a2@x.edu\n",
     "Ann Lee: -, Ann Lee: -, Ann Lee: a, Ann Lee: b",
     "Ann Lee is not in the roster"},
    {"two of a name, and a worksheet",
     {{"Ann Lee_4711_assignsubmission_file_/1_warm.cpp", "a"},
      {"Ann Lee_4712_assignsubmission_file_/1_warm.cpp", "b"}},
     "Identifier,Full name,Email address\nParticipant 4712,Ann Lee,a2@x.edu\n"
     "Participant 4711,Ann Lee,a1@x.edu\n",
     "Ann Lee: a, Ann Lee: b"},
    {"two assignments side by side",
     {{"CS-Warm-1/Ann Lee_4711_assignsubmission_file_/1_warm.cpp", "a"},
      {"CS-Only-2/Bo Ek_4712_assignsubmission_file_/1_only.cpp", "b"}},
     kTwo,
     "Ann Lee: a, Bo Ek: b"},
    {"a student's folder that is called like another student's",
     {{"mallory/Ann Lee_4711_assignsubmission_file_/1_warm.cpp", "a"}, {"bo/1_warm.cpp", "b"}},
     "Name,Login\nAnn Lee,ann\nBo Ek,bo\nMallory Roe,mallory\n",
     "Ann Lee: -, Bo Ek: b, Mallory Roe: a"},
    {"a name with an underscore made a space",
     {{"Ann Marie Lee_4711_assignsubmission_file_/1_warm.cpp", "a"}},
     "First name,Last name\nAnn Marie,Lee\n",
     "Ann Marie Lee: a"}};

class Moodle : public platform_export {};
TEST_P(Moodle, IsReadAsItIsExported) {
  check();
}

INSTANTIATE_TEST_SUITE_P(Exports, Moodle, testing::ValuesIn(kMoodleCases));

}  // namespace
}  // namespace kw::grader
