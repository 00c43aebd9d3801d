#include "grader/cli/name_book.hpp"

#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "grader/class/csv_rows.hpp"
#include "grader/forms/class_forms.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {

name_book::name_book(std::filesystem::path file) : file_(std::move(file)) {
  if (!std::filesystem::exists(file_)) {
    return;
  }
  const auto rows = parse_csv(base::read_text_file(file_));
  if (rows.empty() || rows[0].size() < 3 || rows[0][0] != "code" || rows[0][1] != "id") {
    throw usage_error(
        fmt::format("{} is not the table of names that --anonymous writes: its columns "
                    "are code, id and name",
                    file_.string()));
  }
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].size() >= 3) {
      entries_[rows[i][1]] = {rows[i][0], rows[i][2]};
    }
  }
}

const std::string& name_book::code_of(const submission& who) {
  // Without letters that are easily taken for others, or that spell words.
  constexpr std::string_view kLetters = "23456789BCDFGHJKMNPQRTVWXZ";
  constexpr int kLength = 4;
  std::random_device chance;
  entry& own = entries_[who.id];
  while (own.code.empty()) {
    std::string code;
    for (int i = 0; i < kLength; ++i) {
      code += kLetters[std::uniform_int_distribution<std::size_t>(0, kLetters.size() - 1)(chance)];
    }
    const bool taken = std::any_of(entries_.begin(), entries_.end(),
                                   [&](const auto& other) { return other.second.code == code; });
    own = taken ? own : entry{code, who.name.empty() ? who.id : who.name};
    changed_ = true;
  }
  return own.code;
}

std::string name_book::known_code(const submission& who) const {
  const auto found = entries_.find(who.id);
  return found != entries_.end() ? found->second.code : "";
}

void name_book::save() const {
  if (!changed_) {
    return;
  }
  csv_table table;
  table.cells({"code", "id", "name"}).end_row();
  for (const auto& [id, own] : entries_) {
    table.cells({own.code, id, own.name}).end_row();
  }
  base::write_file_atomically(file_, table.take());
}

void anonymise(report& report, const std::string& code) {
  const std::string submitted = report.who.submitted;
  const bool marked = report.who.marked_late;
  const std::string source = report.who.time_source;
  report.who = {};
  report.who.id = report.who.name = code;
  report.who.submitted = submitted;
  report.who.marked_late = marked;
  report.who.time_source = source;
  report.where.build_folder.clear();  // it may be in a home folder
  report.notes.clear();               // they name files and people
  report.reason = report.reason.empty() ? "" : "The reason is in the result itself.";
  for (adjustment& change : report.adjustments) {
    change.reason = "the reason is in the list of adjustments";
    change.by.clear();
  }
  for (std::size_t i = 0; i < report.ignored.size(); ++i) {
    report.ignored[i] = fmt::format("file {}", i + 1);
  }
}

}  // namespace kw::grader
