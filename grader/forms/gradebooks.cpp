// Gradebooks, made as their descriptions say.
#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "grader/class/text_forms.hpp"
#include "grader/forms/class_forms.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {

namespace {

using texts = std::vector<std::string>;

std::string replaced(std::string text, std::string_view word, const std::string& with) {
  const std::size_t at = text.find(word);
  return at == std::string::npos ? text : text.replace(at, word.size(), with);
}

/// A number as platforms write it, "100.00" or "100,00"; nothing when it is none.
std::optional<double> number_in(std::string text) {
  std::replace(text.begin(), text.end(), ',', '.');
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                  : std::nullopt;
}

bool ends_with_number(const std::string& value) {  // "Participant 4711", "Teilnehmer/in4711"
  const std::size_t digits = value.find_last_not_of("0123456789") + 1;
  return digits > 0 && digits < value.size();
}

/// The first column with one of these titles. Both are in the form in which titles are compared.
std::optional<std::size_t> column_titled(const texts& titles, const texts& wanted) {
  const auto found = std::find_first_of(titles.begin(), titles.end(), wanted.begin(), wanted.end());
  return found != titles.end() ? std::optional<std::size_t>(found - titles.begin()) : std::nullopt;
}

void make_comparable(texts& titles) {
  for (std::string& title : titles) {
    title = comparable(title);
  }
}

/// A submission with what is looked at more than once.
struct student {
  const submission_summary& known;
  texts titles;            ///< Of the roster, as they are compared.
  bool in_own = false;     ///< Whether it is in the platform's own table.
  double full_points = 0;  ///< Its mark for full points.
};

/// The platform's own table, which was given as the roster.
struct own_table {
  texts titles;
  std::size_t mark = 0;
  std::optional<std::size_t> maximum, feedback;
};

/// The table that a student's row of the roster is of; nothing where it is of another one.
std::optional<own_table> own_table_of(const gradebook& book, const student& one) {
  constexpr std::size_t kFewestColumns = 5;
  const auto mark = book.filled ? column_titled(one.titles, book.filled->mark) : std::nullopt;
  if (one.titles.size() < kFewestColumns || !mark ||
      !ends_with_number(one.known.roster[0].second)) {
    return std::nullopt;
  }
  own_table found{{},
                  *mark,
                  column_titled(one.titles, book.filled->maximum),
                  column_titled(one.titles, book.filled->feedback)};
  for (const auto& [title, value] : one.known.roster) {
    found.titles.push_back(title);
  }
  return found;
}

class gradebook_maker {
 public:
  gradebook_maker(gradebook book, const class_summary& summary)
      : book_(std::move(book)), class_max_(summary.max_points()) {
    for (gradebook_column& column : book_.columns) {
      make_comparable(column.titled);
    }
    if (book_.filled) {
      make_comparable(book_.filled->mark);
      make_comparable(book_.filled->maximum);
      make_comparable(book_.filled->feedback);
    }
    for (const submission_summary* one : summary.in_order()) {
      add(*one);
    }
    for (const gradebook_column& column : book_.columns) {
      if (!column.key.empty() && (key_ == nullptr || count(column) > count(*key_))) {
        key_ = &column;
      }
    }
  }

  std::string table(std::string_view title) const {
    csv_table table;
    if (own_) {
      fill_own(table);
      return table.take();
    }
    for (const gradebook_column& column : book_.columns) {
      table.cell(replaced(column.title, "{title}", std::string(title)));
    }
    table.end_row();
    for (const std::string& text : book_.below_titles) {
      table.cell(replaced(text, "{maximum}", format_points(class_max_)));
    }
    if (!book_.below_titles.empty()) {
      table.end_row();
    }
    for (const student& one : students_) {
      if ((book_.needs_key && lacks_key(one)) || (book_.needs_mark && !one.known.gradable)) {
        continue;
      }
      for (const gradebook_column& column : book_.columns) {
        table.cell(cell(column, one));
      }
      table.end_row();
    }
    return table.take();
  }

  texts warnings() const {
    texts no_key, no_mark, cut;
    for (const student& one : students_) {
      if (own_ ? !one.in_own : lacks_key(one)) {
        no_key.push_back(one.known.name);
      } else if (book_.needs_mark && !one.known.gradable) {
        no_mark.push_back(one.known.name);
      }
      if (book_.ends_at_maximum && one.known.gradable && points_of(one) > one.full_points + 0.005) {
        cut.push_back(one.known.name);
      }
    }
    texts all;
    tell(replaced(book_.about_no_key, "{key}", key_ != nullptr ? key_->key : ""), no_key, all);
    tell(book_.about_no_mark, no_mark, all);
    tell(book_.about_cut, cut, all);
    if (class_max_ > book_.highest_mark.value_or(class_max_)) {
      all.push_back(replaced(replaced(book_.about_highest, "{maximum}", format_points(class_max_)),
                             "{highest}", format_points(*book_.highest_mark)));
    }
    return all;
  }

 private:
  static void tell(const std::string& text, const texts& names, texts& all) {
    constexpr std::size_t kMostNames = 10;
    if (!names.empty() && !text.empty()) {
      all.push_back(replaced(replaced(text, "{students}", counted(std::ssize(names), "student")),
                             "{names}", list_of_names(names, kMostNames)));
    }
  }

  void add(const submission_summary& known) {
    student one{known, {}};
    for (const auto& [title, value] : known.roster) {
      one.titles.push_back(comparable(title));
    }
    const auto table = own_table_of(book_, one);
    if (table && !own_) {
      own_ = table;
    }
    one.in_own = table && table->titles == own_->titles;  // all of a class are in the same one
    const auto most =
        one.in_own && own_->maximum ? number_in(known.roster[*own_->maximum].second) : std::nullopt;
    one.full_points = most.value_or(0) > 0
                          ? *most
                          : std::min(class_max_, book_.highest_mark.value_or(class_max_));
    students_.push_back(std::move(one));
  }

  std::ptrdiff_t count(const gradebook_column& column) const {
    return std::count_if(students_.begin(), students_.end(),
                         [&](const student& one) { return !cell(column, one).empty(); });
  }

  /// Whether a platform cannot find a student: by one key, or by none of them.
  bool lacks_key(const student& one) const {
    if (book_.needs_key) {
      return key_ != nullptr && cell(*key_, one).empty();
    }
    return key_ != nullptr && std::all_of(book_.columns.begin(), book_.columns.end(),
                                          [&](const gradebook_column& column) {
                                            return column.key.empty() || cell(column, one).empty();
                                          });
  }

  bool has_unscored(const submission_summary& one) const {
    return one.max_points > 0 && one.max_points < class_max_;
  }

  /// Points on the platform's scale. If a check counted neither way, fewer points could be reached,
  /// and reaching all of those counts as reaching the whole.
  double points_of(const student& one) const {
    const double reachable = has_unscored(one.known) ? one.known.max_points : class_max_;
    return reachable > 0 ? one.known.points * one.full_points / reachable : one.known.points;
  }

  std::string mark(const student& one) const {
    const double most = book_.ends_at_maximum
                            ? one.full_points
                            : book_.highest_mark.value_or(std::numeric_limits<double>::max());
    return one.known.gradable ? format_points(std::min(most, points_of(one))) : "";
  }

  std::string feedback(const student& one) const {
    if (!one.known.gradable) {
      return "Not graded yet: " + one.known.reason;
    }
    const bool unscored = has_unscored(one.known);
    if (!unscored && one.full_points == class_max_) {
      return one.known.feedback;
    }
    return fmt::format(
        "{}; {} of {} points, scaled to {}{}", one.known.feedback, format_points(one.known.points),
        format_points(unscored ? one.known.max_points : class_max_), format_points(one.full_points),
        unscored ? ", since some checks could not be scored" : "");
  }

  std::string value(const std::string& word, const student& one) const {
    return word == "name"        ? one.known.name
           : word == "email"     ? one.known.email
           : word == "id"        ? one.known.id
           : word == "submitted" ? one.known.submitted
           : word == "mark"      ? mark(one)
           : word == "maximum"   ? format_points(one.full_points)
           : word == "feedback"  ? feedback(one)
                                 : "";
  }

  std::string cell(const gradebook_column& column, const student& one) const {
    for (const std::string& wanted : column.titled) {
      for (std::size_t i = 0; i < one.titles.size(); ++i) {
        if (one.titles[i] == wanted && !one.known.roster[i].second.empty()) {
          return one.known.roster[i].second;
        }
      }
    }
    const bool there = column.beside.empty() || !roster_value(one.known, column.beside).empty();
    const std::string known = there ? roster_value(one.known, column.roster) : "";
    const std::string own = known.empty() ? value(column.value, one) : known;
    return own.empty() ? column.text : own;
  }

  /// The platform's own table again, with marks and feedback in their cells.
  void fill_own(csv_table& table) const {
    for (const std::string& title : own_->titles) {
      table.cell(title);
    }
    table.end_row();
    for (const student& one : students_) {
      if (!one.in_own) {
        continue;  // not a student whom the platform could find
      }
      for (std::size_t i = 0; i < own_->titles.size(); ++i) {
        table.cell(i == own_->mark       ? mark(one)
                   : i == own_->feedback ? feedback(one)
                                         : one.known.roster[i].second);
      }
      table.end_row();
    }
  }

  gradebook book_;
  double class_max_;
  std::vector<student> students_;
  std::optional<own_table> own_;
  const gradebook_column* key_ = nullptr;  ///< That most students have.
};

}  // namespace

const std::vector<gradebook>& platforms_gradebooks() {
  static const std::vector<gradebook> all = read_gradebooks(embedded_platforms("gradebooks.toml"));
  return all;
}

std::string to_gradebook(const gradebook& book, const class_summary& summary,
                         std::string_view title) {
  return gradebook_maker(book, summary).table(title);
}

std::vector<std::string> about_gradebook(const gradebook& book, const class_summary& summary) {
  return gradebook_maker(book, summary).warnings();
}

}  // namespace kw::grader
