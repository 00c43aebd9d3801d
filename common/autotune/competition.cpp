// Which config is the fastest: warm-up, samples in turn, medians.
#include <algorithm>
#include <chrono>
#include <utility>

#include "common/autotune/steps.hpp"
#include "common/checker/report/findings_list.hpp"
#include "common/runtime/hooks.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/runtime/sampling.hpp"

namespace kw::runtime {
namespace {

using state = tuning_result::state;

/// Turns the checker off, or back on, while it lives; in a worker as well.
class checks {
 public:
  explicit checks(bool on) : before_(checks_enabled()) { enable(on); }
  ~checks() { enable(before_); }
  checks(const checks&) = delete;
  checks& operator=(const checks&) = delete;

 private:
  static void enable(bool on) {
    const bool kept = std::exchange(hooks().keeps_checks, false);
    enable_checks(on);
    hooks().keeps_checks = kept;
  }

  bool before_;
};

class competition {
 public:
  competition(trial_place& place, const std::string& kernel, const std::string& key,
              const tuning_effort& effort, std::vector<tuning_result>* results)
      : place_(place),
        kernel_(kernel),
        key_(key),
        effort_(effort),
        results_(*results),
        first_(results->size()),
        second_(results->size()),
        seconds_(results->size()),
        spent_(results->size()) {}

  int run() {
    try {
      compete();
    } catch (...) {
      try {
        place_.restore();
      } catch (const error&) {
        // The device is lost; the first failure is the one to report.
      }
      throw;
    }
    place_.restore();
    return runs_;
  }

 private:
  void compete() {
    std::vector<std::size_t> contenders;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (results_[i].outcome == state::unknown && warm_up(i)) {
        contenders.push_back(i);
      }
    }
    // A search must not wait for a config that is far slower than another one. That is clear after
    // its first run where the other came before it, and otherwise after the second.
    std::erase_if(contenders, [&](std::size_t i) {
      return is_far_slower(second_[i], second_, 20) && (keep_one_sample(i, second_[i]), true);
    });
    if (!contenders.empty()) {
      take_samples(contenders);
    }
  }

  /// \returns seconds
  double start(std::size_t i) {
    ++runs_;
    const auto begin = std::chrono::steady_clock::now();
    place_.run(static_cast<int>(i));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  /// Short times say little: a first run loads code, and a machine may be busy for a moment.
  static bool is_far_slower(double seconds, const std::vector<double>& others, double times) {
    constexpr double kShort = 0.1;
    return std::any_of(others.begin(), others.end(),
                       [&](double other) { return other > 0 && seconds > times * other + kShort; });
  }
  void keep_one_sample(std::size_t i, double seconds) {
    results_[i].outcome = state::timed;
    results_[i].seconds = seconds;
    results_[i].spread = 0;
    results_[i].samples = 1;
  }

  /// The first runs load code, touch pages and raise clocks; one of them is checked. \returns can
  /// this config be timed?
  bool warm_up(std::size_t i) {
    tuning_result& result = results_[i];
    const std::int64_t findings = delivered_findings();
    try {
      place_.restore();
      first_[i] = start(i);
      if (delivered_findings() == findings) {
        if (is_far_slower(first_[i], first_, 100)) {
          keep_one_sample(i, first_[i]);
          return false;
        }
        const checks off(false);
        place_.restore();
        second_[i] = start(i);
        return true;
      }
      result.why = "the checker found fault with it";
    } catch (const error& problem) {
      place_.survive();
      const std::string text = problem.what();
      result.why = text.substr(0, text.find('\n'));
    }
    result.outcome = state::faulty;
    tell_of_fault(kernel_, key_, result);
    return false;
  }

  // In turn (A B C A B C ...), so a machine that slows down affects all of them equally.
  void take_samples(const std::vector<std::size_t>& contenders) {
    const checks off(false);
    for (bool all_finished = false; !all_finished;) {
      all_finished = true;
      const double best = best_median(contenders);
      for (const std::size_t i : contenders) {
        if (finished(i, best)) {
          continue;
        }
        all_finished = false;
        place_.restore();
        ++runs_;
        seconds_[i].push_back(place_.time(static_cast<int>(i)));
        spent_[i] += seconds_[i].back();
      }
    }
    for (const std::size_t i : contenders) {
      const measurement m = summarise(seconds_[i]);
      results_[i].outcome = state::timed;
      results_[i].seconds = std::max(m.seconds, 1e-9);  // a clock may not see the shortest
      results_[i].spread = m.spread;
      results_[i].samples = m.samples;
    }
  }

  bool finished(std::size_t i, double best) const {
    const std::vector<double>& taken = seconds_[i];
    const int samples = static_cast<int>(taken.size());
    if (samples >= effort_.most || (samples >= effort_.least && spent_[i] >= effort_.seconds)) {
      return true;
    }
    // After three samples it is clear which configs are out of the race.
    return samples >= 3 && best > 0 && *std::min_element(taken.begin(), taken.end()) > 2 * best;
  }

  double best_median(const std::vector<std::size_t>& contenders) const {
    double best = 0;
    for (const std::size_t i : contenders) {
      const measurement m = summarise(seconds_[i]);
      best = m.samples >= 3 && (best == 0 || m.seconds < best) ? m.seconds : best;
    }
    return best;
  }

  trial_place& place_;
  const std::string& kernel_;
  const std::string& key_;
  const tuning_effort effort_;
  std::vector<tuning_result>& results_;
  std::vector<double> first_, second_;        ///< of the runs to warm up; 0: there was none
  std::vector<std::vector<double>> seconds_;  ///< the samples of each config
  std::vector<double> spent_;                 ///< seconds in all of them
  int runs_ = 0;
};

}  // namespace

int compete(trial_place& place, const std::string& kernel, const std::string& key,
            const tuning_effort& effort, std::vector<tuning_result>* results) {
  return competition(place, kernel, key, effort, results).run();
}

}  // namespace kw::runtime
