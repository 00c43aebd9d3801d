#include "grader/pages/pages.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "common/base/plain_text.hpp"
#include "common/base/quantile.hpp"
#include "grader/pages/page_template.hpp"
#include "grader/pages/sections.hpp"
#include "grader/score/points.hpp"
#include "grader/score/scoring.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kBins = 10;
constexpr std::size_t kPlaces = 5;
constexpr std::size_t kRowsOfPart = 100;
constexpr double kRemOfCharacter = 0.51;  // of `.each`

/// How a class did on one check.
struct column_rates {
  int counted = 0;
  int complete = 0;
  int partial = 0;
  double points = 0;
  std::vector<double> ratios;  ///< Of those measured: their time over the solution's.

  double rate() const { return counted > 0 ? 100.0 * complete / counted : 0; }
};

/// Works out what templates/class.html needs.
class class_page {
 public:
  class_page(const class_summary& summary, const class_page_options& options)
      : summary_(summary), options_(options), submissions_(summary.in_order()) {
    rates_.resize(summary.columns().size());
    for (const submission_summary* one : submissions_) {
      count_checks(*one);
      if (one->gradable) {
        percents_.push_back(one->percent());
      }
    }
    std::sort(percents_.begin(), percents_.end());
  }

  values all() const {
    const std::size_t count = submissions_.size();
    const std::string& created = summary_.where().created;
    const triage found = make_triage(summary_);
    return {{"title", fmt::format("Kernelwright, class of {}", count)},
            {"count", std::to_string(count)},
            {"count_word", count == 1 ? "submission" : "submissions"},
            {"made", base::plain_line(created.substr(0, created.find('T')))},
            {"figures", figures()},
            {"bins", bins()},
            {"checks", checks()},
            {"look", options_.names ? triage_values(found, summary_) : std::nullopt},
            {"findings", findings_values(found, count, options_.names)},
            {"leaderboard", options_.leaderboard ? leaderboard() : std::nullopt},
            {"all", options_.names ? table() : std::nullopt}};
  }

 private:
  void count_checks(const submission_summary& one) {
    for (const auto& [column, check] : one.checks) {
      column_rates& rates = rates_[column];
      if (check.ratio > 0) {
        rates.ratios.push_back(check.ratio);
      }
      if (one.gradable && check.status != check_status::unscored) {
        rates.counted += 1;
        rates.complete += check.status == check_status::complete ? 1 : 0;
        rates.partial += check.status == check_status::partial ? 1 : 0;
        rates.points += check.points;
      }
    }
  }

  std::vector<values> figures() const {
    std::vector<values> list;
    const auto add = [&](const char* name, const std::string& value) {
      list.push_back({{"name", name}, {"value", value}});
    };
    if (!percents_.empty()) {
      add("Median", fmt::format("{:.0f} %", base::quantile(percents_, 0.5)));
      add("Middle half", fmt::format("{:.0f} to {:.0f} %", base::quantile(percents_, 0.25),
                                     base::quantile(percents_, 0.75)));
      add("Complete", fmt::format("{}", std::count_if(percents_.begin(), percents_.end(),
                                                      [](double p) { return p >= 99.999; })));
    }
    add("Points to reach", format_points(summary_.max_points()));
    add("Not graded", std::to_string(submissions_.size() - percents_.size()));
    return list;
  }

  /// How many submissions reached which share of the points.
  std::vector<values> bins() const {
    std::array<int, kBins> counts{};
    for (const double percent : percents_) {
      const auto bin = static_cast<std::size_t>(std::max(0.0, percent) / (100.0 / kBins));
      counts[std::min(bin, kBins - 1)] += 1;
    }
    const int highest = std::max(1, *std::max_element(counts.begin(), counts.end()));
    std::vector<values> list;
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      list.push_back({{"count", std::to_string(counts[bin])},
                      {"height", fmt::format("{:.1f}", 84.0 * counts[bin] / highest)},
                      {"from", std::to_string(bin * 100 / kBins)},
                      {"to", std::to_string((bin + 1) * 100 / kBins)}});
    }
    return list;
  }

  /// The check with the lowest share of submissions that completed it, unless all have the same;
  /// speed and bonus are extras.
  std::size_t hardest() const {
    const std::size_t none = rates_.size();
    std::size_t lowest = none;
    std::size_t highest = none;
    for (const std::size_t column : summary_.column_order()) {
      const check_column& check = summary_.columns()[column];
      if (rates_[column].counted == 0 || check.bonus || check.kind == check_kind::speed) {
        continue;
      }
      const double rate = rates_[column].rate();
      lowest = lowest == none || rate < rates_[lowest].rate() ? column : lowest;
      highest = highest == none || rate > rates_[highest].rate() ? column : highest;
    }
    return lowest != none && rates_[lowest].rate() < rates_[highest].rate() ? lowest : none;
  }

  std::vector<values> checks() const {
    const std::size_t worst = hardest();
    std::vector<values> list;
    std::string lesson;
    for (const std::size_t column : summary_.column_order()) {
      const check_column& check = summary_.columns()[column];
      const bool new_lesson = check.lesson != lesson;
      lesson = check.lesson;
      const column_rates& rates = rates_[column];
      const double count = std::max(rates.counted, 1);
      list.push_back(
          {{"lesson", new_lesson ? lesson + ", " + base::plain_line(check.lesson_title) : ""},
           {"title", base::plain_line(check.title)},
           {"hardest", column == worst},
           {"complete", fmt::format("{:.1f}", rates.rate())},
           {"partial", fmt::format("{:.1f}", 100.0 * rates.partial / count)},
           {"rate", rates.counted > 0 ? fmt::format("{:.0f} %", rates.rate()) : "\u2013"},
           {"mean", format_points(rates.points / count)},
           {"points", format_points(check.points)}});
    }
    return list;
  }

  std::optional<values> leaderboard() const {
    std::vector<values> boards;
    for (const std::size_t column : summary_.column_order()) {
      std::vector<double> ratios = rates_[column].ratios;
      if (ratios.empty()) {
        continue;
      }
      std::sort(ratios.begin(), ratios.end());
      const check_column& check = summary_.columns()[column];
      std::vector<std::string> best;
      for (std::size_t place = 0; place < std::min(kPlaces, ratios.size()); ++place) {
        best.push_back(fmt::format("{:.2f}", ratios[place]));
      }
      boards.push_back({{"lesson", check.lesson + ", " + base::plain_line(check.lesson_title)},
                        {"ratios", best},
                        {"measured", std::to_string(ratios.size())}});
    }
    return values_if(!boards.empty(), [&] { return values{{"boards", std::move(boards)}}; });
  }

  /// The lessons of the class, and which one of them each column belongs to.
  struct lesson_columns {
    std::vector<std::string> ids;
    std::vector<std::size_t> of_column;
  };

  lesson_columns find_lessons() const {
    lesson_columns lessons;
    lessons.of_column.resize(summary_.columns().size());
    for (const std::size_t column : summary_.column_order()) {
      const std::string& lesson = summary_.columns()[column].lesson;
      if (lessons.ids.empty() || lessons.ids.back() != lesson) {
        lessons.ids.push_back(lesson);
      }
      lessons.of_column[column] = lessons.ids.size() - 1;
    }
    return lessons;
  }

  /// With two cells of numbers a row, and not one for each lesson: a browser takes seconds for a
  /// table of 5,000 rows and 13 columns.
  std::optional<values> table() const {
    if (submissions_.empty()) {
      return std::nullopt;
    }
    const lesson_columns lessons = find_lessons();
    const bool late = std::any_of(submissions_.begin(), submissions_.end(),
                                  [](const auto* one) { return one->late_days > 0; });
    std::string heading = fmt::format("{:>4}", "%");
    for (const std::string& lesson : lessons.ids) {
      heading += fmt::format("{:>6}", lesson.substr(lesson.size() - 2));
    }
    heading += late ? "      late" : "";
    std::vector<values> parts;
    for (std::size_t begin = 0; begin < submissions_.size(); begin += kRowsOfPart) {
      const std::size_t end = std::min(begin + kRowsOfPart, submissions_.size());
      std::vector<values> rows;
      rows.reserve(end - begin);
      for (std::size_t i = begin; i < end; ++i) {
        rows.push_back(row_of(*submissions_[i], lessons, late));
      }
      parts.push_back({{"characters", std::to_string(heading.size() + 2)},
                       {"heading", heading},
                       {"rows", std::move(rows)}});
    }
    const double width = 14.5 + kRemOfCharacter * static_cast<double>(heading.size());
    return values{{"width", fmt::format("{:.1f}", width)}, {"parts", std::move(parts)}};
  }

  /// A row of fixed columns: per cent, the points of each lesson, and the days late, if any was.
  static values row_of(const submission_summary& one, const lesson_columns& lessons, bool late) {
    std::string each;
    if (one.gradable) {
      std::vector<double> points(lessons.ids.size());
      for (const auto& [column, check] : one.checks) {
        points[lessons.of_column[column]] += check.points;
      }
      each = fmt::format("{:>4.0f}", one.percent());
      for (const double of_lesson : points) {
        each += fmt::format("{:>6}", format_points(of_lesson));
      }
    }
    if (one.gradable && late) {  // as wide as its heading, late or not
      each +=
          one.late_days > 0 ? fmt::format("{:>8g} d", one.late_days) : fmt::format("{:>10}", "");
    }
    return {{"who", name_of(one)},
            {"name", one.name.empty() ? one.id : one.name},
            {"number", fmt::format("{:.4f}", one.gradable ? one.points : -1)},
            {"points", format_points(one.points)},
            {"each", each}};
  }

  const class_summary& summary_;
  const class_page_options& options_;
  std::vector<const submission_summary*> submissions_;
  std::vector<double> percents_;
  std::vector<column_rates> rates_;
};

}  // namespace

std::string to_class_html(const class_summary& summary, const class_page_options& options) {
  static const page_template page(embedded_templates("class.html"));
  return page.render(class_page(summary, options).all()).text();
}

}  // namespace kw::grader
