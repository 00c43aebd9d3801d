#include "grader/model/policy.hpp"

#include <chrono>
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
  using namespace std::chrono;
  const sys_days date = year(time.date.year) / time.date.month / time.date.day;
  const seconds moment = date.time_since_epoch() + hours(time.time.hour) +
                         minutes(time.time.minute - time.offset->minutes) +
                         seconds(time.time.second);
  return utc_text(moment.count());
}

extension read_extension(table_reader& reader) {
  extension result;
  result.submission = reader.text("submission");
  result.lesson = reader.lesson(false);
  const bool date = reader.has("due");
  result.due = date ? read_time(reader, "due") : "";
  result.days = reader.number_between("days", 0, kMostDays, 0);
  result.reason = reader.optional_text("reason");
  result.line = reader.line();
  if (date == reader.has("days")) {
    reader.complain("extension: give either due, a date, or days, the number of days to add");
  }
  return result;
}

/// The due date of one lesson.
struct deadline {
  int lesson = 0;
  std::string due;
  int line = 0;
};

deadline read_deadline(table_reader& reader) {
  return {reader.lesson(true), read_time(reader, "due"), reader.line()};
}

late_rule read_late(table_reader& reader) {
  late_rule rule;
  if (!reader.has("lesson") || reader.has("due")) {
    rule.due = read_time(reader, "due");
  }
  for (const deadline& one : reader.list("lesson", "late.lesson", read_deadline, "late.lesson")) {
    if (!rule.lessons.emplace(one.lesson, one.due).second) {
      reader.complain(one.line,
                      fmt::format("late.lesson: lesson {:02} has a due date already", one.lesson));
    }
  }
  rule.extensions = reader.list("extension", "extension", read_extension, "late.extension");
  rule.marked_days = reader.number_between("marked_days", 0, kMostDays, 1);
  rule.grace_minutes = reader.number_between("grace_minutes", 0, kMostDays * 1440, 0);
  rule.free_days = reader.number_between("free_days", 0, kMostDays, 0);
  rule.percent_per_day = reader.number_between("percent_per_day", 0, 100, 0);
  rule.last_day = reader.number_between("last_day", 0, kMostDays, 0);
  return rule;
}

check_change read_change(table_reader& reader) {
  check_change change;
  change.lesson = reader.lesson(true);
  change.check = reader.text("check");
  if (reader.has("points")) {
    change.points = reader.points("points");
  }
  if (reader.has("visibility")) {
    change.shown = reader.word("visibility", visibility::visible);
  }
  if (reader.has("bonus")) {
    change.bonus = reader.flag("bonus", false);
  }
  return change;
}

gradebook_column read_column(table_reader& reader) {
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
    reader.complain(fmt::format("columns: value \"{}\" must be one of {}", column.value,
                                fmt::join(known, ", ")));
  }
  return column;
}

gradebook::own_table read_own_table(table_reader& reader) {
  return {reader.texts("mark"), reader.texts("maximum"), reader.texts("feedback")};
}

gradebook read_gradebook(table_reader& reader) {
  gradebook book;
  book.name = reader.text("name");
  if (book.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos) {
    reader.complain("gradebook: name must be of small letters, digits and dashes");
  }
  book.title = reader.optional_text("title");
  book.columns = reader.list("columns", "columns", read_column, "gradebook.columns", true);
  if (const toml::node* row = reader.find("below_titles", false); row != nullptr) {
    const toml::array* const texts = row->as_array();
    for (std::size_t i = 0; texts != nullptr && i < texts->size(); ++i) {
      book.below_titles.push_back(texts->get(i)->value_or(std::string()));
    }
    if (book.below_titles.size() != book.columns.size()) {
      reader.complain(*row, "gradebook: below_titles must have a text for each column");
    }
  }
  if (reader.has("highest_mark")) {
    book.highest_mark = reader.points("highest_mark");
  }
  book.ends_at_maximum = reader.flag("ends_at_maximum", false);
  book.needs_key = reader.flag("needs_key", false);
  book.needs_mark = reader.flag("needs_mark", false);
  book.filled = reader.part("filled", read_own_table);
  book.about_no_key = reader.optional_text("about_no_key");
  book.about_no_mark = reader.optional_text("about_no_mark");
  book.about_cut = reader.optional_text("about_cut");
  book.about_highest = reader.optional_text("about_highest");
  return book;
}

addressed_adjustment read_adjustment(table_reader& reader) {
  constexpr double kMost = table_reader::kMostPoints;
  addressed_adjustment read;
  read.submission = reader.text("submission");
  const int number = reader.lesson(false);
  read.change.lesson = number > 0 ? fmt::format("lesson{:02}", number) : "";
  read.change.check = reader.optional_text("check");
  if (reader.find("points") != nullptr) {
    read.change.points = reader.number_between("points", -kMost, kMost, 0);
  }
  read.change.reason = reader.text("reason");
  read.change.by = reader.optional_text("by");
  read.line = reader.line();
  if (!read.change.check.empty() && read.change.lesson.empty()) {
    reader.complain("adjustment: a check needs its lesson");
  }
  return read;
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
  std::vector<gradebook> books = table_reader(table, "gradebooks", file, problems)
                                     .list("gradebook", "gradebook", read_gradebook);
  throw_if_any(problems);
  return books;
}

std::string utc_text(std::int64_t seconds_since_1970) {
  const std::time_t time = seconds_since_1970;
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
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
  result.late = reader.part("late", read_late);
  result.changes = reader.list("check", "check", read_change);
  result.gradebooks = reader.list("gradebook", "gradebook", read_gradebook);
  result.leaderboard = reader.flag("leaderboard", true);
  reader.no_other_keys();
  throw_if_any(problems);
  return result;
}

std::vector<addressed_adjustment> read_adjustments(const fs::path& file) {
  const toml::table table = parse_file(file);
  std::vector<problem> problems;
  table_reader reader(table, "adjustments", file, problems);
  std::vector<addressed_adjustment> entries =
      reader.list("adjustment", "adjustment", read_adjustment);
  reader.no_other_keys();
  throw_if_any(problems);
  return entries;
}

}  // namespace kw::grader
