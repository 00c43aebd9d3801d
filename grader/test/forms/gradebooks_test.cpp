// Gradebooks, read back as Canvas and Moodle document that they read them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>

#include <fmt/format.h>

#include "grader/class/csv_rows.hpp"
#include "grader/forms/class_forms.hpp"

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

using row = std::vector<std::string>;
using marks = std::map<std::string, std::string>;  // by the platform's name for a student

/// A student of Canvas's course.
struct canvas_user {
  std::string id;
  std::string sis;
  std::string login;
  std::string name;
  std::string sortable_name;
};

/// What Canvas makes of a gradebook file: the marks by user id. "Student" and "ID" come first, then
/// SIS User ID and SIS Login ID, and the last of these columns is "Section". A student is found by
/// ID, else by SIS user ID, else by login, else by name; nothing else is looked at.
marks import_to_canvas(const std::string& text, const std::vector<canvas_user>& users) {
  const std::vector<row> rows = parse_csv(text);
  EXPECT_GE(rows.at(0).size(), 6U);
  EXPECT_THAT(rows[0][0], HasSubstr("Student"));
  EXPECT_THAT(rows[0][1], HasSubstr("ID"));
  EXPECT_EQ(rows[0][2], "SIS User ID");
  EXPECT_EQ(rows[0][3], "SIS Login ID");
  EXPECT_EQ(rows[0][4], "Section");
  EXPECT_THAT(rows.at(1)[0], HasSubstr("Points Possible"));
  marks result;
  for (std::size_t i = 2; i < rows.size(); ++i) {
    const row& one = rows[i];
    const canvas_user* found = nullptr;
    const auto look = [&](const std::string& cell, std::string canvas_user::*key) {
      for (const canvas_user& user : users) {
        if (found == nullptr && !cell.empty() && user.*key == cell) {
          found = &user;
        }
      }
    };
    look(one.at(1), &canvas_user::id);
    look(one.at(2), &canvas_user::sis);
    look(one.at(3), &canvas_user::login);
    look(one.at(0), &canvas_user::name);
    look(one.at(0), &canvas_user::sortable_name);
    if (!one.at(5).empty()) {
      result[found != nullptr ? found->id : "unknown " + one[0]] = one[5];
    }
  }
  return result;
}

/// What Moodle's grading worksheet does: three columns are needed, the number after "Participant "
/// finds the student, and a mark that is empty or above the assignment's maximum is ignored.
marks import_worksheet(const std::string& text, double maximum, const row& titles,
                       const std::string& participant) {
  const std::vector<row> rows = parse_csv(text);
  const auto column = [&](const std::string& title) {
    const auto at = std::find(rows.at(0).begin(), rows[0].end(), title);
    EXPECT_NE(at, rows[0].end()) << title;
    return static_cast<std::size_t>(at - rows[0].begin());
  };
  const std::size_t id = column(titles.at(0));
  const std::size_t grade = column(titles.at(1));
  column(titles.at(2));  // the latest change of the mark
  marks result;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string& who = rows[i].at(id);
    const std::string& mark = rows[i].at(grade);
    char* end = nullptr;
    const double value = std::strtod(mark.c_str(), &end);
    if (who.size() > participant.size() && !mark.empty() && *end == '\0' && value >= 0 &&
        value <= maximum) {
      result[who.substr(participant.size())] = mark;
    }
  }
  return result;
}

/// What Moodle's gradebook import does: if one row lacks its user, or one mark is above 100,
/// nothing is imported. An empty mark deletes the existing one.
std::optional<marks> import_gradebook(const std::string& text, const std::string& key) {
  const std::vector<row> rows = parse_csv(text);
  marks result;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string& who = rows[i].at(key == "useremail" ? 0 : 1);
    const std::string& mark = rows[i].at(2);
    char* end = nullptr;
    if (who.empty() || std::strtod(mark.c_str(), &end) > 100 || *end != '\0') {
      return std::nullopt;
    }
    result[who] = mark.empty() ? "deleted" : mark;
  }
  return result;
}

using columns = std::vector<std::pair<std::string, std::string>>;

class Gradebooks : public testing::Test {
 protected:
  /// Adds a result of this many points of `most`.
  void add(const std::string& name, const columns& roster, double points,
           const std::string& email = "", double most = 20) {
    report one;
    one.who.id = fmt::format("id-{:02}", ++count_);
    one.who.name = name;
    one.who.email = email;
    one.who.roster = roster;
    one.points = points;
    one.max_points = most;
    class_.add(one, "");
  }

  void add_ungraded(const std::string& name, const columns& roster, const std::string& email) {
    report one;
    one.who.id = fmt::format("id-{:02}", ++count_);
    one.who.name = name;
    one.who.email = email;
    one.who.roster = roster;
    one.gradable = false;
    class_.add(one, "");
  }

  static const gradebook& book(const std::string& name) {
    for (const gradebook& one : platforms_gradebooks()) {
      if (one.name == name) {
        return one;
      }
    }
    throw std::out_of_range(name);
  }
  std::string made(const std::string& name, const std::string& title = "K") {
    return to_gradebook(book(name), class_, title);
  }
  std::vector<std::string> about(const std::string& name) {
    return about_gradebook(book(name), class_);
  }

  class_summary class_;
  int count_ = 0;
};

const std::vector<canvas_user> kCanvasUsers = {{"7", "s7", "alee", "Ann Lee", "Lee, Ann"},
                                               {"8", "s8", "bek@x.edu", "Bo Ek", "Ek, Bo"},
                                               {"9", "", "cfox", "Cy Fox", "Fox, Cy"},
                                               {"10", "", "alee2", "Ann Lee", "Lee, Ann"}};

TEST_F(Gradebooks, CanvasFindsStudentsByTheRostersLogin) {
  add("Ann Lee", {{"name", "Ann Lee"}, {"login", "alee2"}}, 5);
  add("Bo Ek", {{"name", "Bo Ek"}, {"Username", "bek@x.edu"}}, 6);
  add("foxcy", {{"Canvas ID", "9"}}, 7, "", 10);
  add_ungraded("Lee, Ann", {{"login", "alee"}}, "");
  EXPECT_THAT(import_to_canvas(made("canvas", "K (1)"), kCanvasUsers),
              ElementsAre(Pair("10", "5"), Pair("8", "6"), Pair("9", "14")))
      << "what was not scored costs nothing, and an empty cell changes nothing";
  EXPECT_THAT(about("canvas"), IsEmpty());
}

TEST_F(Gradebooks, CanvasTakesItsOwnColumnsBack) {
  add("Lee, Ann",
      {{"Student", "Lee, Ann"}, {"ID", "10"}, {"SIS Login ID", "alee2"}, {"Section", "A"}}, 5);
  add("Ek, Bo", {{"Student", "Ek, Bo"}, {"ID", ""}, {"SIS User ID", "s8"}}, 6);
  EXPECT_THAT(import_to_canvas(made("canvas", "K (1)"), kCanvasUsers),
              ElementsAre(Pair("10", "5"), Pair("8", "6")));
}

TEST_F(Gradebooks, CanvasIsNotGivenAnotherNumberAsItsId) {
  add("Bo Ek", {{"name", "Bo Ek"}, {"ID", "7"}, {"github_username", "cfox"}}, 6);
  EXPECT_THAT(import_to_canvas(made("canvas", "K"), kCanvasUsers), ElementsAre(Pair("8", "6")))
      << "student number 7 is not Canvas's user 7, and a name on GitHub is no login";
  EXPECT_THAT(about("canvas"), ElementsAre(HasSubstr("1 student without ID")));
  EXPECT_THAT(about("canvas")[0], HasSubstr("Bo Ek"));
}

TEST_F(Gradebooks, MoodleReadsItsWorksheetOnItsScale) {
  const auto student = [](const std::string& number, const std::string& most) {
    return columns{{"Identifier", "Participant " + number},
                   {"Full name", "x"},
                   {"Status", "Submitted for grading"},
                   {"Grade", ""},
                   {"Maximum Grade", most},
                   {"Grade can be changed", "Yes"},
                   {"Last modified (submission)", "Saturday, 31 January 2026, 12:00 PM"},
                   {"Last modified (grade)", "-"},
                   {"Feedback comments", ""}};
  };
  add("Ann Lee", student("71", "100.00"), 15);
  add("Bo Ek", student("72", "100.00"), 21);  // bonus
  add_ungraded("Cy Fox", student("73", "100.00"), "");
  add("Not Enrolled", {}, 3);
  const std::string text = made("moodle-worksheet");
  EXPECT_THAT(
      import_worksheet(text, 100, {"Identifier", "Grade", "Last modified (grade)"}, "Participant "),
      UnorderedElementsAre(Pair("71", "75"), Pair("72", "100")));
  EXPECT_EQ(parse_csv(text)[0].size(), 9U) << "the table that Moodle exported";
  EXPECT_EQ(parse_csv(text)[1][7], "-") << "as Moodle wrote it";
  EXPECT_THAT(text, HasSubstr("15 of 20 points, scaled to 100"));
  EXPECT_THAT(about("moodle-worksheet"),
              ElementsAre(HasSubstr("Not Enrolled"), HasSubstr("above the maximum")));
}

TEST_F(Gradebooks, MoodleReadsItsWorksheetInItsLanguage) {
  const auto student = [](const std::string& number) {
    return columns{{"ID", "Teilnehmer/in" + number},
                   {"Vollst\u00E4ndiger Name", "x"},
                   {"Bewertung", ""},
                   {"Bestwertung", "50,00"},
                   {"Zuletzt ge\u00E4ndert (Bewertung)", "-"},
                   {"Feedback als Kommentar", ""}};
  };
  add("Ann Lee", student("71"), 15);
  EXPECT_THAT(
      import_worksheet(made("moodle-worksheet"), 50,
                       {"ID", "Bewertung", "Zuletzt ge\u00E4ndert (Bewertung)"}, "Teilnehmer/in"),
      ElementsAre(Pair("71", "37.5")));
  EXPECT_THAT(about("moodle-worksheet"), IsEmpty());
}

TEST_F(Gradebooks, MoodleTakesWhatItFindsInItsGradebook) {
  add("=Ann Lee", {{"ID number", "0815"}}, 30, "ann@x.edu", 250);
  add("Bo Ek", {}, 250, "bo@x.edu", 250);
  add("Cy Fox", {{"ID number", "0816"}}, 20, "", 250);
  add_ungraded("Di Roe", {}, "di@x.edu");
  const std::string text = made("moodle-gradebook");
  const auto found = import_gradebook(text, "useremail");
  ASSERT_TRUE(found);
  EXPECT_THAT(*found, ElementsAre(Pair("ann@x.edu", "12"), Pair("bo@x.edu", "100")));
  EXPECT_THAT(about("moodle-gradebook"),
              ElementsAre(HasSubstr("Cy Fox"), HasSubstr("Di Roe"), HasSubstr("out of 100")));
}

}  // namespace
}  // namespace kw::grader
