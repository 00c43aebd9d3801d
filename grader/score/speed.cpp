#include "grader/score/speed.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "common/base/quantile.hpp"

namespace kw::grader {
namespace {

/// The least time in seconds that a measurement counts as; a clock cannot resolve less.
constexpr double kShortest = 1e-9;

/// The probability that fewer than `k` of `n` values lie below their median: B(k - 1; n, 1/2).
double fewer_than(std::size_t k, std::size_t n) {
  double term = std::pow(0.5, static_cast<double>(n));
  double sum = 0;
  for (std::size_t i = 0; i < k; ++i) {
    sum += term;
    term *= static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  return sum;
}

bool straddles(const speed_sample& sample, double threshold) {
  return sample.low < threshold && threshold < sample.high;
}

/// Fills what follows from a sample's times.
void work_out(speed_sample& sample, const speed_rule& rule, double confidence) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < sample.seconds.size(); ++i) {
    ratios.push_back(std::max(sample.seconds[i], kShortest) /
                     std::max(sample.reference_seconds[i], kShortest));
  }
  const median_interval found = interval_of_median(ratios, confidence);
  sample.ratio = found.median;
  sample.low = found.low;
  sample.high = found.high;
  // What is not surely slower than `full` counts as `full`: equal kernels get equal points.
  sample.credit = speed_credit(rule, found.low <= rule.full ? rule.full : found.median);
}

/// The measurement while it goes on.
class measurement {
 public:
  measurement(const speed_rule& rule, const std::function<benchmark_times(bool)>& measure,
              const speed_options& options)
      : rule_(rule), measure_(measure), options_(options) {
    result_.confidence = options.confidence;
  }

  speed_result run() {
    int wanted = options_.first_rounds;
    while (result_.rounds < wanted) {
      one_round();
      if (nothing_left_to_measure()) {
        conclude();
        break;
      }
      if (result_.rounds == wanted) {
        conclude();
        wanted += settled() ? 0 : options_.more_rounds;
        wanted = std::min(wanted, options_.most_rounds);
      }
    }
    give_verdict();
    return std::move(result_);
  }

 private:
  void one_round() {
    // The order alternates, so a drift, such as a clock that drops with heat, affects both equally.
    const bool solution_first = result_.rounds % 2 == 1;
    const benchmark_times first = measure_(solution_first);
    const benchmark_times second = measure_(!solution_first);
    const benchmark_times& solution = solution_first ? first : second;
    const benchmark_times& submission = solution_first ? second : first;
    for (const auto& [name, seconds] : solution) {
      const auto found = submission.find(name);
      if (found != submission.end()) {
        speed_sample& sample = samples_[name];
        sample.seconds.push_back(found->second);
        sample.reference_seconds.push_back(seconds);
      } else {
        missing_[name] = true;
      }
    }
    ++result_.rounds;
  }

  /// A benchmark that gave no time in some round has no credit, so more rounds cannot help it.
  bool nothing_left_to_measure() const {
    return !missing_.empty() &&
           std::all_of(samples_.begin(), samples_.end(),
                       [&](const auto& sample) { return missing_.count(sample.first) != 0; });
  }

  void conclude() {
    result_.samples.clear();
    result_.credit = result_.credit_low = result_.credit_high = 0;
    for (auto& [name, sample] : samples_) {
      if (missing_.count(name) == 0) {
        sample.benchmark = name;
        work_out(sample, rule_, options_.confidence);
        result_.samples.push_back(sample);
        result_.credit += sample.credit;
        result_.credit_low += speed_credit(rule_, sample.high);
        result_.credit_high += speed_credit(rule_, sample.low);
      }
    }
    const double count = static_cast<double>(result_.samples.size() + missing_.size());
    if (count > 0) {
      result_.credit /= count;
      result_.credit_low /= count;
      result_.credit_high /= count;
    }
  }

  bool settled() const {
    return std::none_of(result_.samples.begin(), result_.samples.end(),
                        [&](const speed_sample& sample) {
                          return straddles(sample, rule_.full) || straddles(sample, rule_.none);
                        }) &&
           uncertainty() <= options_.widest_credit;
  }

  double uncertainty() const { return result_.credit_high - result_.credit_low; }

  void give_verdict() {
    if (samples_.empty() && missing_.empty()) {
      result_.state = speed_state::unmeasured;
      result_.note = fmt::format("No benchmark of the solution fits \"{}\".", rule_.benchmarks);
    } else if (uncertainty() > options_.widest_credit && options_.score_erratic &&
               solution_is_steady()) {
      score_what_is_sure();
    } else if (uncertainty() > options_.widest_credit) {
      result_.state = speed_state::noisy;
      result_.note = fmt::format(
          "This machine is too noisy to tell: after {} rounds anything from {:.0f} % to {:.0f} % "
          "of the points is possible. It is not scored; measure again on a quieter machine.",
          result_.rounds, 100 * result_.credit_low, 100 * result_.credit_high);
    } else {
      result_.state = speed_state::scored;
      for (const auto& [name, unused] : missing_) {
        add_note(fmt::format("{} gave no time, so it has no credit.", name));
      }
    }
    flag_what_is_too_fast();
  }

  void add_note(const std::string& text) {
    result_.note += (result_.note.empty() ? "" : " ") + text;
  }

  /// The solution took about the same time in all rounds: then it was not the machine.
  bool solution_is_steady() const {
    constexpr double kSteady = 1.3;
    return std::all_of(samples_.begin(), samples_.end(), [&](const auto& named) {
      std::vector<double> seconds = named.second.reference_seconds;
      std::sort(seconds.begin(), seconds.end());
      return base::quantile(seconds, 0.75) <= kSteady * base::quantile(seconds, 0.25);
    });
  }

  void score_what_is_sure() {
    result_.state = speed_state::scored;
    result_.credit = result_.credit_low;
    add_note(fmt::format(
        "Its times differ widely from call to call, while the solution's do not: after {} rounds "
        "anything from {:.0f} % to {:.0f} % of the points is possible, and the check gets the "
        "lower "
        "end of that.",
        result_.rounds, 100 * result_.credit_low, 100 * result_.credit_high));
  }

  /// The solutions are close to what the machine can do, so an instructor should see such a kernel.
  void flag_what_is_too_fast() {
    constexpr double kTooFast = 0.5;
    for (const speed_sample& sample : result_.samples) {
      if (sample.high < kTooFast) {
        add_note(
            fmt::format("{} takes {:.2f} times as long as the solution: an instructor should "
                        "look at how.",
                        sample.benchmark, sample.ratio));
      }
    }
  }

  const speed_rule& rule_;
  const std::function<benchmark_times(bool)>& measure_;
  const speed_options& options_;
  std::map<std::string, speed_sample> samples_;
  std::map<std::string, bool> missing_;
  speed_result result_;
};

}  // namespace

double speed_credit(const speed_rule& rule, double ratio) {
  if (!(ratio > rule.full)) {
    return ratio > 0 ? 1 : 0;  // no ratio at all, such as NaN, earns nothing
  }
  return ratio >= rule.none ? 0 : std::log(rule.none / ratio) / std::log(rule.none / rule.full);
}

median_interval interval_of_median(std::vector<double> values, double confidence) {
  std::sort(values.begin(), values.end());
  median_interval result;
  result.median = base::quantile(values, 0.5);
  // The k-th smallest and the k-th largest value, for the largest k that is still sure enough.
  std::size_t k = 1;
  while (k < values.size() / 2 && 1 - 2 * fewer_than(k + 1, values.size()) >= confidence) {
    ++k;
  }
  result.low = values[k - 1];
  result.high = values[values.size() - k];
  result.confidence = std::max(0.0, 1 - 2 * fewer_than(k, values.size()));
  return result;
}

speed_result measure_speed(const speed_rule& rule,
                           const std::function<benchmark_times(bool solution)>& measure,
                           const speed_options& options) {
  return measurement(rule, measure, options).run();
}

}  // namespace kw::grader
