/// \file
/// What likely mistakes in lesson 09's tasks 1 and 2 answer, for the text of a failed test. Both
/// are functions of the host, which give no values that wrong kernels could be asked for.
#pragma once

#include "autotune.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace lesson09::reference {

/// A measurement in which a step can be left out, or another one of the samples be the answer.
struct measurement {
  enum class answer { median, before, after, mean, fastest, slowest, first, last, unsorted };
  bool warm_up = true, restore = true, flush = true, wait_before = true, wait_after = true;
  bool clock_first = false;  ///< before the outputs are restored
  bool clock_early = false;  ///< after that, and before the wait
  answer of = answer::median;
};

/// One clock around all samples, divided by their number.
/// \param wait whether each run is over before the next one is prepared
inline double measured_at_once(practice_gpu gpu, int samples, bool wait) {
  gpu.run();
  gpu.synchronize();
  const double start = gpu.clock();
  for (int i = 0; i < samples; ++i) {
    gpu.restore_outputs();
    gpu.flush_cache();
    gpu.run();
    wait ? gpu.synchronize() : void();
  }
  gpu.synchronize();
  return (gpu.clock() - start) / samples;
}

/// NaN where it cannot be known: past the last sample.
inline double measured(practice_gpu gpu, int samples, const measurement& by) {
  std::vector<double> seconds;
  if (by.warm_up) {
    gpu.run();
  }
  for (int i = 0; i < samples; ++i) {
    const double before = gpu.clock();
    by.restore ? gpu.restore_outputs() : void();
    by.flush ? gpu.flush_cache() : void();
    const double early = gpu.clock();
    by.wait_before ? gpu.synchronize() : void();
    const double start = by.clock_first ? before : by.clock_early ? early : gpu.clock();
    gpu.run();
    by.wait_after ? gpu.synchronize() : void();
    seconds.push_back(gpu.clock() - start);
  }
  using answer = measurement::answer;
  const auto count = static_cast<std::size_t>(samples);
  switch (by.of) {
    case answer::first:
      return seconds.front();
    case answer::last:
      return seconds.back();
    case answer::unsorted:
      return seconds[count / 2];
    default:
      std::sort(seconds.begin(), seconds.end());
  }
  if (by.of == answer::before || by.of == answer::after) {
    const std::size_t at = count / 2 + (by.of == answer::before ? std::size_t(-1) : 1);
    return at < count ? seconds[at] : std::numeric_limits<double>::quiet_NaN();
  }
  double sum = 0;
  for (const double one : seconds) {
    sum += one;
  }
  return by.of == answer::mean      ? sum / samples
         : by.of == answer::fastest ? seconds.front()
         : by.of == answer::slowest ? seconds.back()
                                    : seconds[count / 2];
}

/// A median that a learner's function returned.
struct timed_run {
  practice_gpu gpu;
  int samples;
  double seconds;
};

/// What was done to get all these times, right ones among them, as the rest of a sentence that
/// begins with "This is what you get"; empty if no likely mistake gives them, or several do.
inline std::string mistake_in_median(const std::vector<timed_run>& runs) {
  using answer = measurement::answer;
  const char* const clock_first =
      "by reading the clock first, so the restored outputs and the flushed cache are timed as "
      "well: it has to be read after them and after `gpu.synchronize()`";
  const std::pair<const char*, measurement> changes[] = {
      {"without a run before the loop that warms the kernel up: the first run is the slowest",
       {.warm_up = false}},
      {"without `gpu.restore_outputs()` before each run, so a run works on what the one "
       "before "
       "left",
       {.restore = false}},
      {"without `gpu.flush_cache()` before each run, so a run finds its data in the cache",
       {.flush = false}},
      {"without `gpu.synchronize()` before the clock is read first, so the restored outputs "
       "and the flushed cache are timed as well",
       {.wait_before = false}},
      {clock_first, {.clock_first = true}},
      {clock_first, {.wait_before = false, .clock_first = true}},
      {"by reading the clock before `gpu.synchronize()`, so the restored outputs and the flushed "
       "cache are timed as well: it has to be read after the wait",
       {.clock_early = true}},
      {"without `gpu.synchronize()` after the run, so only starting it is timed",
       {.wait_after = false}},
      {"without any `gpu.synchronize()`, so only starting the run is timed",
       {.wait_before = false, .wait_after = false}},
      {"by taking the mean of the samples, and not their median", {.of = answer::mean}},
      {"by taking the fastest sample, and not the median", {.of = answer::fastest}},
      {"by taking the slowest sample, and not the median", {.of = answer::slowest}},
      {"by taking the sample before the one in the middle: that is seconds[samples / 2] once they "
       "are sorted",
       {.of = answer::before}},
      {"by taking the sample after the one in the middle: that is seconds[samples / 2] once they "
       "are sorted",
       {.of = answer::after}},
      {"by taking the first sample", {.of = answer::first}},
      {"by taking the last sample", {.of = answer::last}},
      {"by taking seconds[samples / 2] before the samples are sorted", {.of = answer::unsorted}}};
  std::vector<std::string> found;
  const auto look = [&](const char* what, auto value_of) {
    const bool all = std::all_of(runs.begin(), runs.end(), [&](const timed_run& one) {
      const double value = value_of(one);
      return std::isnan(value) || std::abs(one.seconds - value) <= 1e-9 * std::abs(value);
    });
    if (all && (found.empty() || found.back() != what)) {
      found.emplace_back(what);
    }
  };
  for (const auto& [what, change] : changes) {
    look(what, [&by = change](const timed_run& one) { return measured(one.gpu, one.samples, by); });
  }
  for (const bool wait : {false, true}) {
    look(
        "with one clock around all samples: restoring and flushing are timed as well, and the "
        "result "
        "is a mean. Read the clock before and after each run, and take the median of the samples",
        [wait](const timed_run& one) { return measured_at_once(one.gpu, one.samples, wait); });
  }
  return found.size() == 1 ? found.front() : "";
}

/// Lists of times in which numbers of the fastest are known, each with one more time after its end.
using answers = std::vector<std::pair<std::vector<double>, int>>;

namespace search {

inline bool left_out(double time) {
  return std::isnan(time);
}

inline bool lower(double a, double b) {
  return a < b;
}

/// The number of the best of `count` times; `wins(time, best so far)` says whether one replaces it.
template <class Wins>
int best(const std::vector<double>& times, std::size_t count, int begin, Wins wins) {
  int found = begin;
  for (std::size_t i = 0; i < count; ++i) {
    if (found < 0 ? !left_out(times[i]) : wins(times[i], times[static_cast<std::size_t>(found)])) {
      found = static_cast<int>(i);
    }
  }
  return found;
}

}  // namespace search

/// The same for numbers of the fastest: `given` are a learner's answers, in the order of the lists.
inline std::string mistake_in_fastest(const answers& lists, const std::vector<int>& given) {
  using times = std::vector<double>;
  const std::pair<const char*, int (*)(const times&)> changes[] = {
      {"by looking for the slowest config",
       [](const times& t) {
         return search::best(t, t.size() - 1, -1, [](double a, double b) { return a > b; });
       }},
      {"with `<=`, so the last of equal times wins, and not the first",
       [](const times& t) {
         return search::best(t, t.size() - 1, -1, [](double a, double b) { return a <= b; });
       }},
      {"by going one further than the last config: the loop has to end before seconds.extent(0)",
       [](const times& t) { return search::best(t, t.size(), -1, search::lower); }},
      {"by reading the time after the one that is meant, `i + 1` for `i`",
       [](const times& t) {
         return search::best(times(t.begin() + 1, t.end()), t.size() - 1, -1, search::lower);
       }},
      {"by comparing the time after the one that is meant, `i + 1` for `i`, with the best so far",
       [](const times& t) {
         int found = -1;
         for (std::size_t i = 0; i + 1 < t.size(); ++i) {
           const double time = t[i + 1];
           if (found < 0 ? !search::left_out(time) : time < t[static_cast<std::size_t>(found)]) {
             found = static_cast<int>(i);
           }
         }
         return found;
       }},
      {"by counting from 1: the first config has number 0",
       [](const times& t) {
         const int found = search::best(t, t.size() - 1, -1, search::lower);
         return found < 0 ? found : found + 1;
       }},
      {"by beginning with config 0 even where it was left out: nothing is less than NaN",
       [](const times& t) { return search::best(t, t.size() - 1, 0, search::lower); }},
      {"by leaving out the last config",
       [](const times& t) { return search::best(t, t.size() - 2, -1, search::lower); }},
      {"by leaving out the first config", [](const times& t) {
         times rest = t;
         rest[0] = std::numeric_limits<double>::quiet_NaN();
         return search::best(rest, t.size() - 1, -1, search::lower);
       }}};
  for (const auto& [what, find] : changes) {
    bool all = true;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      all = all && find(lists[i].first) == given[i];
    }
    if (all) {
      return what;
    }
  }
  return "";
}

}  // namespace lesson09::reference
