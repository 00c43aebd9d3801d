#include "grader/model/policy.hpp"

#include <ctime>

#include "grader/model/error.hpp"
#include "grader/model/table_reader.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr double kMostDays = 3650;

toml::table parse_file(const fs::path& file) {
  try {
    return toml::parse_file(file.string());
  } catch (const toml::parse_error& error) {
    throw usage_error(fmt::format("{}:{}: not valid TOML: {}", file.string(),
                                  error.source().begin.line, error.description()));
  }
}

void throw_if_any(const std::vector<problem>& problems) {
  std::string text;
  for (const problem& problem : problems) {
    text += (text.empty() ? "" : "\n") + to_text(problem);
  }
  if (!text.empty()) {
    throw usage_error(text);
  }
}

std::string to_iso(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

/// A TOML date and time in UTC. One without an offset would mean different moments elsewhere.
std::string read_time(table_reader& reader, std::string_view key) {
  const toml::node* node = reader.find(key);
  if (node == nullptr) {
    return {};
  }
  const toml::value<toml::date_time>* value = node->as_date_time();
  if (value == nullptr || !value->get().offset) {
    reader.complain(*node, fmt::format("{} must be a date and time with its offset from UTC, not "
                                       "in quotes, such as 2026-03-01T23:59:00+01:00",
                                       key));
    return {};
  }
  const toml::date_time& time = value->get();
  std::tm parts{};
  parts.tm_year = time.date.year - 1900;
  parts.tm_mon = time.date.month - 1;
  parts.tm_mday = time.date.day;
  parts.tm_hour = time.time.hour;
  parts.tm_min = time.time.minute;
  parts.tm_sec = time.time.second;
  return to_iso(timegm(&parts) - std::time_t{60} * time.offset->minutes);
}

/// The tables of a list such as [[check]]; complains when it is none.
std::vector<const toml::table*> tables_of(const toml::node* node, const char* key,
                                          const fs::path& file, std::vector<problem>& problems) {
  std::vector<const toml::table*> tables;
  const toml::array* array = node != nullptr ? node->as_array() : nullptr;
  if (node != nullptr &&
      (array == nullptr || !array->is_homogeneous(toml::node_type::table) || array->empty())) {
    problems.push_back({file, static_cast<int>(node->source().begin.line),
                        fmt::format("{} must be written as [[{}]] tables", key, key)});
    return tables;
  }
  for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
    tables.push_back(array->get(i)->as_table());
  }
  return tables;
}

/// The lesson that a table is about; 0 where it names none.
int read_lesson(table_reader& reader, const char* what, bool required) {
  const toml::node* node = reader.find("lesson", required);
  const int number = node != nullptr ? lesson_number(*node) : 0;
  if (node != nullptr && number == 0) {
    reader.complain(*node,
                    fmt::format("{}: lesson must be a lesson's number such as \"03\"", what));
  }
  return number;
}

extension read_extension(const toml::table& table, const fs::path& file,
                         std::vector<problem>& problems) {
  table_reader reader(table, "extension", file, problems);
  extension result;
  result.submission = reader.text("submission");
  result.lesson = read_lesson(reader, "extension", false);
  const bool date = reader.find("due", false) != nullptr;
  result.due = date ? read_time(reader, "due") : "";
  result.days = reader.number_between("days", 0, kMostDays, 0);
  result.reason = reader.optional_text("reason");
  result.line = static_cast<int>(table.source().begin.line);
  if (date == (reader.find("days", false) != nullptr)) {
    reader.complain(table,
                    "extension: give either due, a date, or days, the number of days to add");
  }
  reader.no_other_keys();
  return result;
}

void read_deadlines(const toml::table& table, late_rule& rule, const fs::path& file,
                    std::vector<problem>& problems) {
  for (const toml::table* one : tables_of(table.get("lesson"), "late.lesson", file, problems)) {
    table_reader reader(*one, "late.lesson", file, problems);
    const int number = read_lesson(reader, "late.lesson", true);
    const std::string due = read_time(reader, "due");
    if (!rule.lessons.emplace(number, due).second) {
      reader.complain(*one,
                      fmt::format("late.lesson: lesson {:02} has a due date already", number));
    }
    reader.no_other_keys();
  }
  for (const toml::table* one :
       tables_of(table.get("extension"), "late.extension", file, problems)) {
    rule.extensions.push_back(read_extension(*one, file, problems));
  }
}

late_rule read_late(const toml::table& table, const fs::path& file,
                    std::vector<problem>& problems) {
  table_reader reader(table, "late", file, problems);
  late_rule rule;
  reader.find("extension", false);
  if (reader.find("lesson", false) == nullptr || reader.find("due", false) != nullptr) {
    rule.due = read_time(reader, "due");
  }
  read_deadlines(table, rule, file, problems);
  rule.marked_days = reader.number_between("marked_days", 0, kMostDays, 1);
  rule.grace_minutes = reader.number_between("grace_minutes", 0, kMostDays * 1440, 0);
  rule.free_days = reader.number_between("free_days", 0, kMostDays, 0);
  rule.percent_per_day = reader.number_between("percent_per_day", 0, 100, 0);
  rule.last_day = reader.number_between("last_day", 0, kMostDays, 0);
  reader.no_other_keys();
  return rule;
}

check_change read_change(const toml::table& table, const fs::path& file,
                         std::vector<problem>& problems) {
  table_reader reader(table, "check", file, problems);
  check_change change;
  change.lesson = read_lesson(reader, "check", true);
  change.check = reader.text("check");
  if (reader.find("points", false) != nullptr) {
    change.points = reader.points("points");
  }
  if (reader.find("visibility", false) != nullptr) {
    change.shown = reader.word("visibility",
                               {visibility::visible, visibility::after_due_date,
                                visibility::after_published, visibility::hidden},
                               visibility::visible);
  }
  if (reader.find("bonus", false) != nullptr) {
    change.bonus = reader.flag("bonus", false);
  }
  reader.no_other_keys();
  return change;
}

gradebook_column read_column(const toml::table& table, const fs::path& file,
                             std::vector<problem>& problems) {
  table_reader reader(table, "columns", file, problems);
  gradebook_column column;
  column.title = reader.text("title");
  column.titled = reader.texts("titled");
  column.roster = reader.optional_text("roster");
  column.beside = reader.optional_text("beside");
  column.value = reader.optional_text("value");
  column.text = reader.optional_text("text");
  column.key = reader.optional_text("key");
  const auto& known = gradebook::kValues;
  if (!column.value.empty() &&
      std::find(std::begin(known), std::end(known), column.value) == std::end(known)) {
    reader.complain(table, fmt::format("columns: value \"{}\" must be one of {}", column.value,
                                       fmt::join(known, ", ")));
  }
  reader.no_other_keys();
  return column;
}

gradebook::own_table read_own_table(const toml::table& table, const fs::path& file,
                                    std::vector<problem>& problems) {
  table_reader reader(table, "filled", file, problems);
  gradebook::own_table read{reader.texts("mark"), reader.texts("maximum"),
                            reader.texts("feedback")};
  reader.no_other_keys();
  return read;
}

gradebook read_gradebook(const toml::table& table, const fs::path& file,
                         std::vector<problem>& problems) {
  table_reader reader(table, "gradebook", file, problems);
  gradebook book;
  book.name = reader.text("name");
  if (book.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos) {
    reader.complain(table, "gradebook: name must be of small letters, digits and dashes");
  }
  book.title = reader.optional_text("title");
  for (const toml::table* column :
       tables_of(reader.find("columns"), "gradebook.columns", file, problems)) {
    book.columns.push_back(read_column(*column, file, problems));
  }
  if (const toml::node* row = reader.find("below_titles", false); row != nullptr) {
    const toml::array* const texts = row->as_array();
    for (std::size_t i = 0; texts != nullptr && i < texts->size(); ++i) {
      book.below_titles.push_back(texts->get(i)->value_or(std::string()));
    }
    if (book.below_titles.size() != book.columns.size()) {
      reader.complain(*row, "gradebook: below_titles must have a text for each column");
    }
  }
  if (reader.find("highest_mark", false) != nullptr) {
    book.highest_mark = reader.points("highest_mark");
  }
  book.ends_at_maximum = reader.flag("ends_at_maximum", false);
  book.needs_key = reader.flag("needs_key", false);
  book.needs_mark = reader.flag("needs_mark", false);
  if (const toml::node* own = reader.find("filled", false); own != nullptr && own->is_table()) {
    book.filled = read_own_table(*own->as_table(), file, problems);
  }
  book.about_no_key = reader.optional_text("about_no_key");
  book.about_no_mark = reader.optional_text("about_no_mark");
  book.about_cut = reader.optional_text("about_cut");
  book.about_highest = reader.optional_text("about_highest");
  reader.no_other_keys();
  return book;
}

/// The gradebooks that a file describes, as a list of [[gradebook]] tables.
std::vector<gradebook> read_gradebooks(table_reader& reader, const fs::path& file,
                                       std::vector<problem>& problems) {
  std::vector<gradebook> books;
  for (const toml::table* one :
       tables_of(reader.find("gradebook", false), "gradebook", file, problems)) {
    books.push_back(read_gradebook(*one, file, problems));
  }
  return books;
}

}  // namespace

std::string gradebook::file() const {
  std::string result = name + ".csv";
  std::replace(result.begin(), result.end(), '-', '_');
  return result;
}

std::vector<gradebook> read_gradebooks(std::string_view text) {
  const toml::table table = toml::parse(text);
  std::vector<problem> problems;
  const fs::path file = "gradebooks.toml";
  table_reader reader(table, "gradebooks", file, problems);
  std::vector<gradebook> books = read_gradebooks(reader, file, problems);
  throw_if_any(problems);
  return books;
}

std::optional<std::int64_t> seconds_since_1970(const std::string& time) {
  std::tm parts{};
  const char* end = strptime(time.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (end == nullptr || std::string_view(end) != "Z") {
    return std::nullopt;
  }
  return timegm(&parts);
}

policy read_policy(const fs::path& file) {
  const toml::table table = parse_file(file);
  std::vector<problem> problems;
  table_reader reader(table, "policy", file, problems);
  policy result;
  if (const toml::node* late = reader.find("late", false); late != nullptr && late->is_table()) {
    result.late = read_late(*late->as_table(), file, problems);
  } else if (late != nullptr) {
    reader.complain(*late, "late must be written as a [late] table");
  }
  for (const toml::table* change :
       tables_of(reader.find("check", false), "check", file, problems)) {
    result.changes.push_back(read_change(*change, file, problems));
  }
  result.gradebooks = read_gradebooks(reader, file, problems);
  result.leaderboard = reader.flag("leaderboard", true);
  reader.no_other_keys();
  throw_if_any(problems);
  return result;
}

std::vector<addressed_adjustment> read_adjustments(const fs::path& file) {
  std::vector<addressed_adjustment> entries;
  const toml::table table = parse_file(file);
  std::vector<problem> problems;
  table_reader root(table, "adjustments", file, problems);
  for (const toml::table* one :
       tables_of(root.find("adjustment", false), "adjustment", file, problems)) {
    constexpr double kMost = table_reader::kMostPoints;
    table_reader reader(*one, "adjustment", file, problems);
    addressed_adjustment read;
    read.submission = reader.text("submission");
    const int number = read_lesson(reader, "adjustment", false);
    read.change.lesson = number > 0 ? fmt::format("lesson{:02}", number) : "";
    read.change.check = reader.optional_text("check");
    if (reader.find("points") != nullptr) {
      read.change.points = reader.number_between("points", -kMost, kMost, 0);
    }
    read.change.reason = reader.text("reason");
    read.change.by = reader.optional_text("by");
    read.line = static_cast<int>(one->source().begin.line);
    if (!read.change.check.empty() && read.change.lesson.empty()) {
      reader.complain(*one, "adjustment: a check needs its lesson");
    }
    reader.no_other_keys();
    entries.push_back(std::move(read));
  }
  root.no_other_keys();
  throw_if_any(problems);
  return entries;
}

}  // namespace kw::grader
