// Tests of lesson 09, task 1, on a made-up GPU, for which the right answer is known.
#include "autotune.hpp"

#include <kernelwright/testing/function_place.hpp>
#include <kernelwright/testing/testing.hpp>

#include <cmath>
#include <string>
#include <vector>

namespace {

/// What a wrong time hints at.
std::string diagnosis(double got, double want) {
  if (!(got > 0 && got < 1e6)) {
    return "That is not a time. Is every element of `seconds` set, from seconds[0] to "
           "seconds[samples - 1], and is one of these returned?";
  }
  if (got < 0.2 * want) {
    return "That is what starting a run takes. Is the clock read after the run has ended?";
  }
  if (got < 0.9 * want) {
    return "Too fast: does a sample find its data in the cache?";
  }
  return "Too slow: is the kernel warm, is each input the same, and is nothing else under way when "
         "the clock starts?";
}

class MedianSeconds : public kw::testing::lesson_test {
 protected:
  void time(double kernel_seconds, int samples, int disturbed = 0) {
    const lesson09::practice_gpu gpu(kernel_seconds, disturbed);
    samples_.push_back(samples);
    got_.push_back(lesson09::median_seconds(gpu, samples));
    want_.push_back(kernel_seconds + 2e-6);  // and the start of the run
  }

  /// One failure says enough.
  void expect_right_times() const {
    for (std::size_t i = 0; i < got_.size(); ++i) {
      if (kw::testing::close(got_[i], want_[i], {0, 0.1})) {
        continue;
      }
      ADD_FAILURE() << kw::testing::place_of_function("median_seconds") << "One run takes "
                    << std::lround(want_[i] * 1e6) << " us, but the median of " << samples_[i]
                    << (samples_[i] == 1 ? " sample" : " samples") << " is "
                    << std::lround(got_[i] * 1e6) << " us. " << diagnosis(got_[i], want_[i])
                    << kw::testing::explain_answers(got_, want_);
      return;
    }
  }

 private:
  std::vector<int> samples_;
  std::vector<double> got_, want_;
};

TEST_F(MedianSeconds, OneSample) {
  time(100e-6, 1);
  expect_right_times();
}

TEST_F(MedianSeconds, SomeSamples) {
  for (const int samples : {3, 5, 9, 21, 63}) {
    time(100e-6, samples);
  }
  expect_right_times();
}

// Any of the samples may be a disturbed one: the first, the last, or the one in the middle.
TEST_F(MedianSeconds, AnySampleMayBeDisturbed) {
  constexpr int kEvery = 5 * 7;  // after which the same runs are disturbed again
  for (const int samples : {3, 7}) {
    for (int disturbed = 0; disturbed < kEvery; ++disturbed) {
      time(100e-6, samples, disturbed);
    }
  }
  expect_right_times();
}

TEST_F(MedianSeconds, OtherKernels) {
  time(40e-6, 9);
  time(3e-3, 9);
  expect_right_times();
}

}  // namespace
