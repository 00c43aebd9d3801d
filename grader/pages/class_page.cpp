#include "grader/pages/class_page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/plain_text.hpp"
#include "common/base/quantile.hpp"
#include "grader/pages/html.hpp"
#include "grader/pages/templates.hpp"
#include "grader/score/points.hpp"
#include "grader/score/scoring.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kBins = 10;
constexpr std::size_t kPlaces = 5;
constexpr std::size_t kMostOutliers = 30;
constexpr std::size_t kMostNames = 12;  // with one reason
constexpr std::size_t kRowsOfPart = 100;
constexpr double kRemOfCharacter = 0.51;  // of `.each`

html cell(std::string_view text) {
  return html::trusted("<td>") + escape(text) + html::trusted("</td>");
}

double percent_of(const submission_summary& one) {
  return one.max_points > 0 ? 100 * one.points / one.max_points : 0;
}

/// How a class did on one check.
struct column_rates {
  int counted = 0;
  int complete = 0;
  int partial = 0;
  double points = 0;

  double rate() const { return counted > 0 ? 100.0 * complete / counted : 0; }
};

class class_page {
 public:
  class_page(const class_summary& summary, const class_page_options& options)
      : summary_(summary), options_(options), submissions_(summary.in_order()) {
    rates_.resize(summary.columns().size());
    for (const submission_summary* one : submissions_) {
      if (one->gradable) {
        percents_.push_back(percent_of(*one));
        count_checks(*one);
      }
    }
    std::sort(percents_.begin(), percents_.end());
  }

  std::string draw() {
    const std::size_t count = submissions_.size();
    const std::string& created = summary_.where().created;
    return fill(templates::class_html,
                {{"title", escape(fmt::format("Kernelwright, class of {}", count))},
                 {"style", html::trusted(std::string(templates::report_css) +
                                         std::string(templates::class_css))},
                 {"count", escape(fmt::format("{}", count))},
                 {"count_word", escape(count == 1 ? "submission" : "submissions")},
                 {"made", escape(base::plain_line(created.substr(0, created.find('T'))))},
                 {"figures", figures()},
                 {"distribution", distribution()},
                 {"checks", checks()},
                 {"outliers", options_.names ? outliers() : html()},
                 {"leaderboard", options_.leaderboard ? leaderboard() : html()},
                 {"submissions", options_.names ? table() : html()}})
        .text();
  }

 private:
  void count_checks(const submission_summary& one) {
    for (const auto& [column, check] : one.checks) {
      if (check.status != check_status::unscored) {
        column_rates& rates = rates_[column];
        rates.counted += 1;
        rates.complete += check.status == check_status::complete ? 1 : 0;
        rates.partial += check.status == check_status::partial ? 1 : 0;
        rates.points += check.points;
      }
    }
  }

  html figures() const {
    html list;
    const auto add = [&](const char* name, const std::string& value) {
      list += html::trusted("    <div><dt>") + escape(name) + html::trusted("</dt><dd>") +
              escape(value) + html::trusted("</dd></div>\n");
    };
    const double most = summary_.max_points();
    const std::size_t ungraded = submissions_.size() - percents_.size();
    if (!percents_.empty()) {
      add("Median", fmt::format("{:.0f} %", base::quantile(percents_, 0.5)));
      add("Middle half", fmt::format("{:.0f} to {:.0f} %", base::quantile(percents_, 0.25),
                                     base::quantile(percents_, 0.75)));
      add("Complete", fmt::format("{}", std::count_if(percents_.begin(), percents_.end(),
                                                      [](double p) { return p >= 99.999; })));
    }
    add("Points to reach", format_points(most));
    add("Not graded", fmt::format("{}", ungraded));
    return list;
  }

  html distribution() const {
    std::array<int, kBins> bins{};
    for (const double percent : percents_) {
      const auto bin = static_cast<std::size_t>(std::max(0.0, percent) / (100.0 / kBins));
      bins[std::min(bin, kBins - 1)] += 1;
    }
    const int highest = std::max(1, *std::max_element(bins.begin(), bins.end()));
    html result = html::trusted(
        "<section aria-labelledby=\"distribution\"><h2 id=\"distribution\">Distribution</h2>\n"
        "<p>How many submissions reached which share of the points, in per cent.</p>\n"
        "<ol class=\"bins\">\n");
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      result += html::trusted(fmt::format(
          "  <li><span>{}</span><i style=\"height:{:.1f}%\"></i><span class=\"range\">{}"
          "<span>\u2013{}</span></span></li>\n",
          bins[bin], 84.0 * bins[bin] / highest, bin * 100 / kBins, (bin + 1) * 100 / kBins));
    }
    return result + html::trusted("</ol></section>\n");
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

  html checks() const {
    const std::size_t worst = hardest();
    html list = html::trusted(
        "<section aria-labelledby=\"checks\"><h2 id=\"checks\">Checks</h2>\n"
        "<p>The share of submissions that completed each check; lighter, those with some of its "
        "points. At the right, the mean of its points.</p>\n<div class=\"rates\">\n");
    std::string lesson;
    for (const std::size_t column : summary_.column_order()) {
      const check_column& check = summary_.columns()[column];
      if (check.lesson != lesson) {
        lesson = check.lesson;
        list += html::trusted("  <h3>") +
                escape(lesson + ", " + base::plain_line(check.lesson_title)) +
                html::trusted("</h3>\n");
      }
      const column_rates& rates = rates_[column];
      const double some = rates.counted > 0 ? 100.0 * rates.partial / rates.counted : 0;
      const double mean = rates.counted > 0 ? rates.points / rates.counted : 0;
      list += html::trusted("  <div class=\"rate\"><span>") +
              escape(base::plain_line(check.title)) +
              html::trusted(column == worst ? "<span class=\"hardest\">the hardest</span>" : "") +
              html::trusted(fmt::format(
                  "</span><span class=\"bar\" aria-hidden=\"true\"><i style=\"width:{:.1f}%\"></i>"
                  "<i class=\"some\" style=\"width:{:.1f}%\"></i></span>"
                  "<span class=\"value\">{}</span><span class=\"mean\">{} / {}</span></div>\n",
                  rates.rate(), some,
                  rates.counted > 0 ? fmt::format("{:.0f} %", rates.rate()) : "\u2013",
                  format_points(mean), format_points(check.points)));
    }
    return list + html::trusted("</div></section>\n");
  }

  /// A machine that fails, fails for many in the same way: one line for each reason.
  html ungraded() const {
    std::map<std::string, std::vector<const submission_summary*>> by_reason;
    for (const submission_summary* one : submissions_) {
      if (!one->gradable) {
        by_reason[one->reason].push_back(one);
      }
    }
    html list;
    std::size_t left = kMostOutliers;
    for (const auto& [reason, all] : by_reason) {
      if (left-- == 0) {
        return list + html::trusted("  <li><span>") +
               escape(fmt::format("and {} reasons more", by_reason.size() - kMostOutliers)) +
               html::trusted("</span></li>\n");
      }
      html names;
      for (std::size_t i = 0; i < std::min(all.size(), kMostNames); ++i) {
        names += escape(i == 0 ? "" : ", ") + name_of(*all[i]);
      }
      const std::string more =
          all.size() > kMostNames ? fmt::format("and {} more, ", all.size() - kMostNames) : "";
      list += html::trusted("  <li>") + names + html::trusted(" <span>") +
              escape(more + "not graded: " + reason) + html::trusted("</span></li>\n");
    }
    return list;
  }

  html outliers() const {
    html list;
    std::size_t left = kMostOutliers;
    std::size_t more = 0;
    const auto add = [&](const submission_summary& one, const std::string& why) {
      if (left == 0) {
        ++more;
        return;
      }
      --left;
      list += html::trusted("  <li>") + name_of(one) + html::trusted(" <span>") + escape(why) +
              html::trusted("</span></li>\n");
    };
    list += ungraded();
    if (!percents_.empty()) {
      // Tukey's fences: far outside the middle half.
      const double low = base::quantile(percents_, 0.25);
      const double high = base::quantile(percents_, 0.75);
      const double reach = 1.5 * (high - low);
      for (const submission_summary* one : submissions_) {
        const double percent = percent_of(*one);
        if (one->gradable && (percent < low - reach || percent > high + reach)) {
          add(*one, fmt::format("{:.0f} %, far {} the middle half of the class", percent,
                                percent < low ? "below" : "above"));
        }
      }
    }
    if (list.empty()) {
      return {};
    }
    if (more > 0) {
      list += html::trusted("  <li><span>") + escape(fmt::format("and {} more", more)) +
              html::trusted("</span></li>\n");
    }
    return html::trusted(
               "<section aria-labelledby=\"look\"><h2 id=\"look\">Worth a look</h2>\n<ul "
               "class=\"looks\">\n") +
           list + html::trusted("</ul></section>\n");
  }

  html leaderboard() const {
    html boards;
    for (const std::size_t column : summary_.column_order()) {
      std::vector<double> ratios;
      for (const submission_summary* one : submissions_) {
        const auto found = one->checks.find(column);
        if (found != one->checks.end() && found->second.ratio > 0) {
          ratios.push_back(found->second.ratio);
        }
      }
      if (ratios.empty()) {
        continue;
      }
      std::sort(ratios.begin(), ratios.end());
      const check_column& check = summary_.columns()[column];
      boards += html::trusted("  <div><h3>") +
                escape(check.lesson + ", " + base::plain_line(check.lesson_title)) +
                html::trusted("</h3><ol>");
      for (std::size_t place = 0; place < std::min(kPlaces, ratios.size()); ++place) {
        boards += html::trusted(fmt::format("<li>{:.2f}\u00D7</li>", ratios[place]));
      }
      boards += html::trusted(fmt::format("</ol><p>of {} measured</p></div>\n", ratios.size()));
    }
    if (boards.empty()) {
      return {};
    }
    return html::trusted(
               "<section aria-labelledby=\"board\"><h2 id=\"board\">Fastest kernels</h2>\n<p>Their "
               "time over the solution's, without names.</p>\n<div class=\"boards\">\n") +
           boards + html::trusted("</div></section>\n");
  }

  html name_of(const submission_summary& one) const {
    const std::string& text = one.name.empty() ? one.id : one.name;
    const bool ascii = std::all_of(
        text.begin(), text.end(), [](char letter) { return static_cast<signed char>(letter) > 0; });
    // A name may be written from right to left; what follows it is not.
    const html name =
        ascii ? escape(text) : html::trusted("<bdi>") + escape(text) + html::trusted("</bdi>");
    return one.page.empty() ? name
                            : html::trusted("<a href=\"") + escape(one.page) +
                                  html::trusted("\">") + name + html::trusted("</a>");
  }

  /// With two cells of numbers a row, and not one for each lesson: a browser takes seconds for a
  /// table of 5,000 rows and 13 columns.
  html table() const {
    if (submissions_.empty()) {
      return {};
    }
    const std::vector<std::string> lessons = lesson_ids();
    const bool late = std::any_of(submissions_.begin(), submissions_.end(),
                                  [](const auto* one) { return one->late_days > 0; });
    std::string columns = fmt::format("{:>4}", "%");
    for (const std::string& lesson : lessons) {
      columns += fmt::format("{:>6}", lesson.substr(lesson.size() - 2));
    }
    columns += late ? "      late" : "";
    const html head = html::trusted(
        fmt::format("<tr><th class=\"name\">Name</th><th>Points</th><th class=\"each\" "
                    "style=\"width:{}ch\">{}</th></tr>\n",
                    columns.size() + 2, columns));
    html rows = html::trusted(fmt::format(
        "<section aria-labelledby=\"all\"><h2 id=\"all\">All submissions</h2>\n"
        "<p>Per cent of the points to reach, and the points of each lesson.</p>\n<div "
        "class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"All submissions\">"
        "<div style=\"min-width:{:.1f}rem\">\n",
        17.5 + kRemOfCharacter * static_cast<double>(columns.size())));
    // In parts, each with its heading: a browser lays out only those that are in view.
    for (std::size_t i = 0; i < submissions_.size(); ++i) {
      if (i % kRowsOfPart == 0) {
        rows += html::trusted(i == 0 ? "<table>\n" : "</table>\n<table>\n") + head;
      }
      add_row(*submissions_[i], lessons, late, rows);
    }
    return rows + html::trusted("</table>\n</div></div></section>\n");
  }

  std::vector<std::string> lesson_ids() const {
    std::vector<std::string> lessons;
    for (const std::size_t column : summary_.column_order()) {
      const std::string& lesson = summary_.columns()[column].lesson;
      if (lessons.empty() || lessons.back() != lesson) {
        lessons.push_back(lesson);
      }
    }
    return lessons;
  }

  void add_row(const submission_summary& one, const std::vector<std::string>& lessons, bool late,
               html& rows) const {
    rows += html::trusted("<tr><td>") + name_of(one) + html::trusted("</td>");
    if (!one.gradable) {
      rows += html::trusted("<td class=\"no\" colspan=\"2\">not graded</td></tr>\n");
      return;
    }
    std::string each = fmt::format("{:>4.0f}", percent_of(one));
    for (const std::string& lesson : lessons) {
      double points = 0;
      for (const auto& [column, check] : one.checks) {
        points += summary_.columns()[column].lesson == lesson ? check.points : 0;
      }
      each += fmt::format("{:>6}", format_points(points));
    }
    if (late) {  // as wide as its heading, whoever was late
      each +=
          one.late_days > 0 ? fmt::format("{:>8g} d", one.late_days) : fmt::format("{:>10}", "");
    }
    rows += cell(format_points(one.points)) + html::trusted("<td class=\"each\">") + escape(each) +
            html::trusted("</td></tr>\n");
  }

  const class_summary& summary_;
  const class_page_options& options_;
  std::vector<const submission_summary*> submissions_;
  std::vector<double> percents_;
  std::vector<column_rates> rates_;
};

}  // namespace

std::string to_class_html(const class_summary& summary, const class_page_options& options) {
  return class_page(summary, options).draw();
}

}  // namespace kw::grader
