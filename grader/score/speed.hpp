#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "grader/model/result.hpp"

namespace kw::grader {

/// The credit, from 0 to 1, for taking `ratio` times as long as the solution: all of it up to
/// `full`, none from `none` on, and linear in the logarithm between them. So halving the time is
/// worth the same at every speed in between.
double speed_credit(const speed_rule& rule, double ratio);

/// A median and an interval that holds the true one with the confidence given, at the least.
struct median_interval {
  double low = 0;
  double median = 0;
  double high = 0;
  double confidence = 0;  ///< What the interval really has; less than asked with few values.
};

/// From order statistics: nothing is assumed about how the values are spread. Needs one value or
/// more; 6 are enough for a confidence of 0.95.
median_interval interval_of_median(std::vector<double> values, double confidence);

/// Seconds for each benchmark, by name.
using benchmark_times = std::map<std::string, double>;

/// How a speed check is measured.
struct speed_options {
  int first_rounds = 6;
  int more_rounds = 6;   ///< Added while the result is not settled,
  int most_rounds = 24;  ///< up to these.
  double confidence = 0.95;
  double widest_credit = 0.25;  ///< A result less certain than this is noise, and not scored.
  /// Scores what is sure of a submission that is erratic by itself: where the solution's times are
  /// steady, the machine is not to blame.
  bool score_erratic = false;
};

/// Measures submission and solution in turn, in one order and then in the other, round after round,
/// until no interval contains a threshold of the rule any more, or after `most_rounds`.
/// What is then still uncertain by more than `widest_credit` is `noisy`. A benchmark of the
/// solution that the submission does not give a time for has no credit; once that is true of all of
/// them, no more rounds are measured. \param measure takes true
/// for the solution; what it throws ends the measurement
speed_result measure_speed(const speed_rule& rule,
                           const std::function<benchmark_times(bool solution)>& measure,
                           const speed_options& options = {});

}  // namespace kw::grader
