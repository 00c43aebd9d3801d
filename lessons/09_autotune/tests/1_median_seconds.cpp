// Tests of lesson 09, task 1, on a made-up GPU, for which the right answer is known.
#include "autotune.hpp"
#include "wrong_answers.hpp"

#include <kernelwright/testing/function_place.hpp>
#include <kernelwright/testing/testing.hpp>

namespace {

class MedianSeconds : public kw::testing::lesson_test {};

using lesson09::reference::timed_run;

/// What a wrong time hints at.
std::string diagnosis(double got, double want, const std::vector<timed_run>& runs) {
  if (!(got > 0 && got < 1e6)) {
    return "That is not a time. Is every element of `seconds` set, from seconds[0] to "
           "seconds[samples - 1], and is one of these returned?";
  }
  const std::string mistake = lesson09::reference::mistake_in_median(runs);
  const std::string known = mistake.empty() ? "" : ". It is what you get " + mistake + ".";
  if (got < 0.2 * want) {
    return "That is what starting a run takes" +
           (known.empty() ? ". Is the clock read after the run has ended?" : known);
  }
  if (got < 0.9 * want) {
    return "Too fast" + (known.empty() ? ": does a sample find its data in the cache?" : known);
  }
  return "Too slow" + (known.empty() ? ": is the kernel warm, is each input the same, and is "
                                       "nothing else under way when the clock starts?"
                                     : known);
}

bool check_time(double kernel_seconds, int samples, int disturbed = 0) {
  const double want = kernel_seconds + 2e-6;  // and the start of the run
  const lesson09::practice_gpu gpu(kernel_seconds, disturbed);
  const double got = lesson09::median_seconds(gpu, samples);
  static std::vector<timed_run> runs;
  runs.push_back({gpu, samples, got});
  if (kw::testing::close(got, want, {0, 0.1})) {
    return true;
  }
  ADD_FAILURE() << kw::testing::place_of_function("median_seconds") << "One run takes "
                << std::lround(want * 1e6) << " us, but the median of " << samples
                << (samples == 1 ? " sample" : " samples") << " is " << std::lround(got * 1e6)
                << " us. " << diagnosis(got, want, runs);
  return false;
}

TEST_F(MedianSeconds, OneSample) {
  check_time(100e-6, 1);
}

TEST_F(MedianSeconds, SomeSamples) {
  for (const int samples : {3, 5, 9, 21, 63}) {
    if (!check_time(100e-6, samples)) {
      break;  // one failure says enough
    }
  }
}

// Any of the samples may be a disturbed one: the first, the last, or the one in the middle.
TEST_F(MedianSeconds, AnySampleMayBeDisturbed) {
  constexpr int kEvery = 5 * 7;  // after which the same runs are disturbed again
  for (const int samples : {3, 7}) {
    for (int disturbed = 0; disturbed < kEvery; ++disturbed) {
      if (!check_time(100e-6, samples, disturbed)) {
        return;  // one failure says enough
      }
    }
  }
}

TEST_F(MedianSeconds, OtherKernels) {
  check_time(40e-6, 9);
  check_time(3e-3, 9);
}

}  // namespace
