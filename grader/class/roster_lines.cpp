// What the columns and the lines of a roster are about, in the languages of platforms.
#include "grader/class/roster_lines.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "grader/class/text_forms.hpp"

namespace kw::grader {
namespace {

/// By what a teacher's role has in it in the words of Classroom 50, Canvas, Gradescope and Moodle,
/// such as "Non-editing teacher" and "TaEnrollment".
bool is_role_of_staff(std::string_view role) {
  constexpr std::string_view kStaff[] = {"teach",   "instruct", "profes", "lectur", "assist",
                                         "tutor",   "grader",   "owner",  "admin",  "staff",
                                         "manager", "observ",   "design", "dozent", "trainer",
                                         "enseign", "docent",   "reader", "taenrol"};
  const std::string plain = comparable(role);
  return plain == "ta" || plain == "hta" ||
         std::any_of(std::begin(kStaff), std::end(kStaff),
                     [&](auto staff) { return plain.find(staff) != std::string::npos; });
}

/// The word of a line that has sums or means below a table, such as "Average"; empty for others.
std::string only_word(const std::vector<std::string>& cells) {
  constexpr std::string_view kWords[] = {"average", "mean",     "median",     "total",
                                         "totals",  "sum",      "summe",      "durchschnitt",
                                         "moyenne", "promedio", "mittelwert", "gemiddelde"};
  std::string word;
  for (const std::string& cell : cells) {
    const bool number = comparable(cell).find_first_not_of("0123456789") == std::string::npos;
    if (!number && !word.empty()) {
      return {};
    }
    word = number ? word : cell;
  }
  const bool known = std::count(std::begin(kWords), std::end(kWords), comparable(word)) > 0;
  return known ? word : std::string();
}

/// The first title that is one of these; the number of titles where there is none.
std::size_t place_of(const std::vector<std::string>& titles,
                     std::initializer_list<std::string_view> wanted) {
  const auto found = std::find_first_of(titles.begin(), titles.end(), wanted.begin(), wanted.end());
  return static_cast<std::size_t>(found - titles.begin());
}

}  // namespace

title_kind kind_of_title(std::string_view plain) {
  constexpr std::string_view kGroups[] = {
      "group",       "groups",     "groupname",      "team",         "teamname",
      "gruppe",      "gruppen",    "gruppenname",    "groupe",       "groupes",
      "nomdugroupe", "grupo",      "grupos",         "gruppo",       "gruppi",
      "groep",       "repository", "repositoryname", "submissionid", "studentrepositoryname"};
  // Moodle's titles in English, German, French, Spanish, Italian, Portuguese and Dutch.
  constexpr std::string_view kFirstNames[] = {"givenname", "vorname", "prénom",
                                              "nombre",    "nome",    "voornaam"};
  constexpr std::string_view kLastNames[] = {
      "surname",   "familyname", "nachname", "nom",      "nomdefamille", "apellido",
      "apellidos", "cognome",    "apelido",  "apelidos", "sobrenome",    "achternaam"};
  // "tutor's name" and "assignment_name" are no names of students.
  constexpr std::string_view kOthers[] = {
      "tutor",   "partner",  "advis",  "supervis",   "review",  "grader", "marker",   "teach",
      "instruc", "betreuer", "dozent", "enseign",    "profes",  "mentor", "buddy",    "submittedby",
      "assign",  "course",   "kurs",   "section",    "class",   "group",  "team",     "gruppe",
      "repo",    "file",     "url",    "department", "faculty", "school", "emergency"};
  constexpr std::string_view kWho[] = {
      "name",   "nombre", "nom",     "nome",    "naam",     "student",  "mail",    "correo",
      "login",  "user",   "account", "github",  "number",   "nummer",   "numéro",  "numero",
      "número", "matri",  "codice",  "identif", "particip", "teilnehm", "kennung", "apellid",
      "cognom", "apelid", "sobren",  "adres",   "prénom"};
  const auto contains = [&](std::string_view part) {
    return plain.find(part) != std::string_view::npos;
  };
  const auto is_one_of = [&](const auto& titles) {
    return std::find(std::begin(titles), std::end(titles), plain) != std::end(titles);
  };
  if (is_one_of(kGroups)) {
    return title_kind::group;
  }
  if (std::any_of(std::begin(kOthers), std::end(kOthers), contains)) {
    return title_kind::somebody;
  }
  if (contains("firstname") || is_one_of(kFirstNames)) {
    return title_kind::first_name;
  }
  if (contains("lastname") || is_one_of(kLastNames)) {
    return title_kind::last_name;
  }
  const bool id = plain.size() >= 2 && plain.substr(plain.size() - 2) == "id";
  const bool number = plain == "no" || plain == "nr" || plain == "matr" || plain == "code";
  return id || number || std::any_of(std::begin(kWho), std::end(kWho), contains)
             ? title_kind::who
             : title_kind::other;
}

line_filter::line_filter(const std::vector<std::string>& titles,
                         const std::vector<std::string>& plain)
    : titles_(titles), role_(place_of(plain, {"role", "roles", "rolle", "rollen"})) {
  const bool of_canvas =
      place_of(plain, {"student"}) < plain.size() && place_of(plain, {"section"}) < plain.size();
  canvas_id_ = of_canvas ? place_of(titles, {"ID"}) : titles.size();
}

std::string line_filter::reason(const std::vector<std::string>& cells) const {
  constexpr std::string_view kOfCanvas[] = {"pointspossible", "manualposting", "studenttest",
                                            "teststudent"};
  const bool of_canvas = std::any_of(cells.begin(), cells.end(), [&](const std::string& cell) {
    return std::count(std::begin(kOfCanvas), std::end(kOfCanvas), comparable(cell)) > 0;
  });
  if (of_canvas || (canvas_id_ < cells.size() && cells[canvas_id_].empty())) {
    return "Canvas's own line";
  }
  if (const std::string word = only_word(cells); !word.empty()) {
    return "of the whole table: " + word;
  }
  if (role_ < cells.size() && is_role_of_staff(cells[role_])) {
    return fmt::format("{}: {}", titles_[role_], cells[role_]);
  }
  return {};
}

}  // namespace kw::grader
