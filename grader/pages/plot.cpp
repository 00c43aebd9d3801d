#include "grader/pages/plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kw::grader {
namespace {

// Of the drawing, in pixels of a narrow screen. A wide one enlarges it.
constexpr double kPlotWidth = 352, kRight = 18, kTop = 8;
constexpr double kValues = 46;   // for the numbers left of lines
constexpr double kHeight = 190;  // of the lines
constexpr double kRow = 42;      // of one place among places below each other
constexpr double kBelow = 22;    // for a line of text
constexpr double kRoom = 60;     // for the label of a place, with the gap after it

struct tick {
  double value;
  std::string words;
};

/// The next larger of 1, 2 and 5 times a power of ten.
double round_up(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
  const double digit = value / power;
  return power * (digit <= 1.001 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

/// The axis of the values: from 0, or logarithmic for a hundredfold and more.
class value_axis {
 public:
  explicit value_axis(const plot& drawn) : last_(drawn.least_end) {
    double least = std::numeric_limits<double>::infinity();
    for (const plot_line& line : drawn.lines) {
      for (const auto& value : line.values) {
        least = std::min(least, value.value_or(least));
        last_ = std::max(last_, value.value_or(last_));
      }
    }
    logarithmic_ = least > 0 && last_ >= 100 * least;
    if (logarithmic_) {
      first_ = least / 1.2;
      last_ *= 1.2;
      return;
    }
    step_ = round_up(std::max(last_, 1e-12) / 5);
    last_ = step_ * std::ceil(last_ / step_ - 1e-9);
  }

  bool logarithmic() const { return logarithmic_; }

  /// From 0 to 1.
  double at(double value) const {
    return logarithmic_ ? std::log(value / first_) / std::log(last_ / first_) : value / last_;
  }

  std::vector<tick> ticks() const {
    constexpr std::size_t kMost = 7;
    std::vector<tick> found;
    for (int i = 0; !logarithmic_ && step_ * i <= last_ * 1.001; ++i) {
      found.push_back({step_ * i, fmt::format("{:.6g}", step_ * i)});
    }
    // 1, 2 and 5 times each power of ten; or only each power, or only each second, each third one.
    for (int apart = 0; logarithmic_ && (apart == 0 || found.size() > kMost); ++apart) {
      found.clear();
      for (int power = -30; power <= 30; power += std::max(apart, 1)) {
        for (const int digit : {1, 2, 5}) {
          const double value = digit * std::pow(10.0, power);
          if ((digit == 1 || apart == 0) && value >= first_ && value <= last_) {
            found.push_back({value, fmt::format("{:.6g}", value)});
          }
        }
      }
    }
    return found;
  }

 private:
  bool logarithmic_ = false;
  double first_ = 0, last_, step_ = 1;
};

/// Where the places are, from 0 to 1.
std::vector<double> places_of(const plot& drawn) {
  const std::size_t count = drawn.labels.size();
  std::vector<double> places;
  for (std::size_t i = 0; i < count; ++i) {
    places.push_back(!drawn.sizes.empty()
                         ? 0.05 + 0.9 * std::log(drawn.sizes[i] / drawn.sizes.front()) /
                                      std::log(drawn.sizes.back() / drawn.sizes.front())
                     : drawn.across ? (static_cast<double>(i) + 0.65) / static_cast<double>(count)
                                    : static_cast<double>(i) /
                                          std::max<double>(1, static_cast<double>(count) - 1));
  }
  return places;
}

values text_at(double x, double y, const char* side, const std::string& words) {
  return {{"x", fmt::format("{:.1f}", x)},
          {"y", fmt::format("{:.1f}", y)},
          {"side", side},
          {"words", words}};
}

values line_values(const plot_line& line, const std::string& path, const std::string& points) {
  const plot_look& look = line.look;
  return {{"colour", look.colour},
          {"dashes", look.dashes},
          {"width", fmt::format("{}", look.width)},
          {"fill", look.filled ? fmt::format("var({})", look.colour) : "none"},
          {"title", line.title},
          {"path", path},
          {"points", points}};
}

/// Works out where everything of a plot is.
class drawing {
 public:
  explicit drawing(const plot& drawn)
      : plot_(drawn),
        axis_(drawn),
        places_(places_of(drawn)),
        left_(drawn.across ? kRight : kValues),
        height_(drawn.across ? kRow * static_cast<double>(drawn.labels.size()) : kHeight) {}

  values all() {
    add_ticks();
    add_labels();
    std::vector<values> lines;
    for (auto line = plot_.lines.rbegin(); line != plot_.lines.rend(); ++line) {
      lines.push_back(values_of(*line));
    }
    const std::string scale = axis_.logarithmic() ? ", logarithmic" : "";
    return {{"title", plot_.title},
            {"unit", plot_.unit + scale},
            {"label", in_words()},
            {"width", fmt::format("{}", kPlotWidth)},
            {"height", fmt::format("{}", kTop + height_ + kBelow * (plot_.sizes.empty() ? 1 : 2))},
            {"grid", grid_},
            {"texts", std::move(texts_)},
            {"lines", std::move(lines)},
            {"spots", spots()}};
  }

 private:
  double along(double part) const { return left_ + part * (kPlotWidth - kRight - left_); }
  double down(double part) const { return kTop + part * height_; }
  std::string point(double place, double value) const {
    return plot_.across ? fmt::format("{:.1f} {:.1f}", along(axis_.at(value)), down(place))
                        : fmt::format("{:.1f} {:.1f}", along(place), down(1 - axis_.at(value)));
  }

  void add_ticks() {
    for (const tick& one : axis_.ticks()) {
      const double at = axis_.at(one.value);
      if (plot_.across) {
        grid_ += fmt::format("M{:.1f} {}V{}", along(at), down(0), down(1));
        texts_.push_back(text_at(along(at), down(1) + 15, "middle", one.words));
      } else {
        grid_ += fmt::format("M{} {:.1f}H{}", along(0), down(1 - at), along(1));
        texts_.push_back(text_at(left_ - 6, down(1 - at) + 4, "end", one.words));
      }
    }
  }

  /// As many as there is room for.
  void add_labels() {
    double free = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (plot_.across) {
        texts_.push_back(text_at(0, down(places_[i]) - 13, "start", plot_.labels[i]));
      } else if (along(places_[i]) >= free) {
        texts_.push_back(text_at(along(places_[i]), down(1) + 15, "middle", plot_.labels[i]));
        free = along(places_[i]) + kRoom;
      }
    }
    if (!plot_.sizes.empty()) {
      texts_.push_back(text_at(along(0.5), down(1) + 15 + kBelow, "middle", "size"));
    }
  }

  values values_of(const plot_line& line) const {
    std::string path, points;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (line.values[i]) {
        const std::string at = point(places_[i], *line.values[i]);
        path += (path.empty() ? "M" : "L") + at;
        points += "M" + at + line.look.point;
      }
    }
    return line_values(line, plot_.across ? "" : path, points);
  }

  /// Each reaches halfway to its neighbours.
  std::vector<values> spots() const {
    std::vector<values> all;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const double from = i == 0 ? 0 : (places_[i - 1] + places_[i]) / 2;
      const double to = i + 1 == places_.size() ? 1 : (places_[i] + places_[i + 1]) / 2;
      const bool across = plot_.across;
      all.push_back(
          {{"x", fmt::format("{:.1f}", across ? 0 : along(from))},
           {"y", fmt::format("{:.1f}", across ? down(from) : kTop)},
           {"width", fmt::format("{:.1f}", across ? kPlotWidth : along(to) - along(from))},
           {"height", fmt::format("{:.1f}", across ? down(to) - down(from) : height_)},
           {"sentence", plot_.sentences[i]}});
    }
    return all;
  }

  std::string in_words() const {
    std::vector<std::string> ranges;
    for (const plot_line& line : plot_.lines) {
      double least = std::numeric_limits<double>::infinity(), most = -least;
      for (const auto& value : line.values) {
        least = std::min(least, value.value_or(least));
        most = std::max(most, value.value_or(most));
      }
      ranges.push_back(least == most
                           ? fmt::format("{}: {:.3g}", line.title, most)
                           : fmt::format("{}: {:.3g} to {:.3g}", line.title, least, most));
    }
    return fmt::format("{}, {}. {}. The table below has all numbers.", plot_.title, plot_.unit,
                       fmt::join(ranges, "; "));
  }

  const plot& plot_;
  value_axis axis_;
  std::vector<double> places_;
  double left_, height_;
  std::string grid_;
  std::vector<values> texts_;
};

}  // namespace

plot_look plot_look_of(std::size_t number) {
  static constexpr const char* kColours[] = {"--series-1", "--series-2", "--series-3",
                                             "--series-4"};
  static constexpr const char* kDashes[] = {"none", "7 4", "2 3"};
  static constexpr const char* kPoints[] = {"m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
                                            "m-5 0l5-5l5 5l-5 5z", "m-4 3.5h8l-4-7.5z",
                                            "m-3 3v-6h6v6z", "m-4-4l8 8m-8 0l8-8"};
  return {kColours[number % 4], kDashes[number % 3], 2, kPoints[number % 5], true};
}

values plots_values(const std::vector<plot>& drawn, const std::vector<plot_line>& named) {
  return {{"legend", each(named,
                          [](const plot_line& line) {
                            return line_values(line, "M-16 0H16",
                                               std::string("M0 0") + line.look.point);
                          })},
          {"plots", each(drawn, [](const plot& one) { return drawing(one).all(); })}};
}

}  // namespace kw::grader
