// Rosters as learning management systems export them.
#include "grader/class/roster.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include <fmt/format.h>

#include "grader/class/text_forms.hpp"
#include "grader/model/error.hpp"
#include "grader/test/class/in_utf16.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(Roster, OfNothingIsRefused) {
  EXPECT_THROW(roster::parse(""), usage_error);
}

TEST(Roster, KnowsWhichColumnHasAccounts) {
  for (const char* titles : {"github_username,username", "GitHub ID,username", "github_id,number",
                             "github_id,username,github login"}) {
    const bool last = std::string_view(titles).find("login") != std::string_view::npos;
    const roster students =
        roster::parse(std::string(titles) + (last ? "\n7,x,octo-cat\n" : "\nocto-cat,x\n"));
    EXPECT_EQ(students.find_account({"Octo-Cat"}), 0U) << titles;
    EXPECT_EQ(students.find_account({"x"}), 1U) << titles;
  }
  const roster classroom50 = roster::parse("username,email,github_id\nocto-cat,a@x.edu,7\n");
  EXPECT_EQ(classroom50.find_account({"octo-cat"}), 0U);
  EXPECT_EQ(classroom50.find_account({"7"}), 1U);
}

// A spreadsheet's "Unicode text", and its CSV on Windows.
TEST(Roster, MayBeInOtherEncodings) {
  const std::u16string table = u"name,login\r\nZoë Müller 😀,zoe\r\n";
  for (const bool high_byte_first : {true, false}) {
    const roster students = roster::parse(in_utf16(table, high_byte_first));
    ASSERT_EQ(students.size(), 1U);
    EXPECT_THAT(students.columns(0),
                ElementsAre(Pair("name", "Zoë Müller 😀"), Pair("login", "zoe")));
    EXPECT_THAT(students.notes(), ElementsAre(testing::HasSubstr("UTF-16")));
  }
  const roster windows = roster::parse("name,login\nZo\xEB M\xFCller \x80,zoe\n");
  EXPECT_THAT(windows.columns(0), ElementsAre(Pair("name", "Zoë Müller €"), Pair("login", "zoe")));
  EXPECT_THAT(windows.notes(), ElementsAre(testing::HasSubstr("Windows-1252")));
  EXPECT_TRUE(roster::parse("name,login\nZoë,zoe\n,\n").notes().empty());
}

TEST(Roster, MaySayItsSeparator) {
  for (const char* text :
       {"sep=;\nname;login\nAnn, Lee;ann\n", "sep=;\r\nname;login\r\nAnn, Lee;ann\r\n"}) {
    const roster students = roster::parse(text);
    ASSERT_EQ(students.size(), 1U);
    EXPECT_THAT(students.columns(0), ElementsAre(Pair("name", "Ann, Lee"), Pair("login", "ann")));
  }
  EXPECT_THROW(roster::parse("sep=;"), usage_error);
}

TEST(Roster, PassesOverLinesThatAreNobodys) {
  const roster canvas = roster::parse(
      "Student,ID,SIS User ID,SIS Login ID,Section,Kernels (99)\n,,,,,Manual Posting\n"
      "    Points Possible,,,,,20.00\n\"Doe, Jane\",4711,s1,jdoe,A,\n"
      "\"Student, Test\",9999,,72bdd7,A,\n");
  ASSERT_EQ(canvas.size(), 1U);
  EXPECT_EQ(canvas.find({"jdoe"}), 0U);
  EXPECT_THAT(canvas.notes(),
              ElementsAre(testing::HasSubstr("line 2"), testing::HasSubstr("line 3"),
                          testing::HasSubstr("line 5")));
  const roster classroom = roster::parse(
      "name,login,role\nAnn Lee,ann,student\nXavier Prof,xavier,teacher\nTara Ta,tara,TA\n"
      "Nina Net,nina,Non-editing teacher\nTom Te,tom,TaEnrollment\n");
  EXPECT_EQ(classroom.size(), 1U);
  EXPECT_THAT(classroom.notes(),
              ElementsAre("line 3 of the roster is not a student (role: teacher)",
                          "line 4 of the roster is not a student (role: TA)",
                          "line 5 of the roster is not a student (role: Non-editing teacher)",
                          "line 6 of the roster is not a student (role: TaEnrollment)"));
}

// Otherwise the address would be taken for a login, without a word.
TEST(Roster, RefusesALineWithMoreCellsThanColumns) {
  EXPECT_THAT(
      [&] { roster::parse("name,login,email\nBo Ek,bo,bo@x.edu\nLee, Ann,ann,ann@x.edu\n"); },
      testing::ThrowsMessage<usage_error>(testing::HasSubstr("line 3: it has 4 cells")));
  EXPECT_EQ(roster::parse("name,login\nAnn Lee,ann,,\n").size(), 1U) << "empty cells say nothing";
}

TEST(Roster, FindsNamesHoweverTheirLettersAreWritten) {
  const roster students =
      roster::parse("name,login\nZoë Müller,zoe\nŁUKASZ GROẞ,lukasz\n李小龍,li\n");
  EXPECT_EQ(students.find({"Zoe\u0308 Mu\u0308ller"}), 0U) << "as macOS names a folder";
  EXPECT_EQ(students.find({"ZOË MÜLLER"}), 0U);
  EXPECT_EQ(students.find({"Łukasz Groß"}), 1U);
  EXPECT_EQ(students.find({"李小龍"}), 2U);
  EXPECT_EQ(comparable("O’Brien-Smith 3"), comparable("o'briensmith3"));
  EXPECT_EQ(comparable("Zo\xEB"), "zoë") << "bytes that are not UTF-8";
}

TEST(Roster, JoinsFirstAndLastNameInEachLanguage) {
  for (const char* titles :
       {"First name,Last name,ID number", "Vorname,Nachname,ID-Nummer",
        "Prénom,Nom de famille,Numéro", "Nombre,Apellido(s),Número", "Nome,Cognome,Codice",
        "Nome,Sobrenome,Número", "Voornaam,Achternaam,Nummer"}) {
    const roster students = roster::parse(std::string(titles) + "\nJörg,Groß,11\nAnn,Lee,12\n");
    EXPECT_EQ(students.find({"Jörg Groß"}), 0U) << titles;
    EXPECT_EQ(students.find({"Groß, Jörg"}), 0U) << titles;
    EXPECT_EQ(students.find({"groß_jörg"}), 0U) << titles;
    submission who;
    students.describe(1, who);
    EXPECT_EQ(who.name, "Ann Lee") << titles;
  }
}

TEST(Roster, FindsByAnyColumnAndByFirstPartOfMail) {
  const roster students = roster::parse(
      "Student,ID,SIS Login ID,Section,Email\n    Points Possible,,,,\n"
      "\"Doe, Jane\",4711,jdoe@x.edu,A,jane@x.edu\n\"Łukasz, Zoë\",4712,zoe,A,\n");
  ASSERT_EQ(students.size(), 2U);
  EXPECT_EQ(students.find({"4711"}), 0U);
  EXPECT_EQ(students.find({"nobody", "jdoe"}), 0U);
  EXPECT_EQ(students.find({"doejane"}), 0U);
  EXPECT_EQ(students.find({"ŁukaszZoë"}), 1U);
  EXPECT_EQ(students.find({"A"}), students.size()) << "two students have it";
  EXPECT_EQ(students.find({""}), students.size());
  submission who;
  students.describe(0, who);
  EXPECT_EQ(who.name, "Doe, Jane");
  EXPECT_EQ(who.email, "jane@x.edu");
  EXPECT_THAT(who.roster, testing::Contains(Pair("ID", "4711")));
}

TEST(Roster, OfThousandsIsNotReadForEachOfThem) {
  constexpr int kStudents = 4'000;
  std::string text = "First name,Last name,ID number,Email address,GitHub\n";
  for (int i = 0; i < kStudents; ++i) {
    text += fmt::format("First{0},Last{0},{1},mail{0}@x.edu,octo-{0}\n", i, 700'000 + i);
  }
  const auto began = std::chrono::steady_clock::now();
  const roster students = roster::parse(text);
  for (int i = 0; i < kStudents; ++i) {
    const auto row = static_cast<std::size_t>(i);
    EXPECT_EQ(students.find({fmt::format("nobody{}", i), fmt::format("mail{}", i)}), row);
    EXPECT_EQ(students.find_account({fmt::format("OCTO-{}", i)}), row);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
}

}  // namespace
}  // namespace kw::grader
