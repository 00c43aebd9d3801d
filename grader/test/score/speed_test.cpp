#include "grader/score/speed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace kw::grader {
namespace {

using testing::HasSubstr;

const speed_rule kRule{"Add", 1.2, 10};

TEST(SpeedCurve, IsFullThenFallsEvenlyThenNothing) {
  EXPECT_EQ(speed_credit(kRule, 0.5), 1);
  EXPECT_EQ(speed_credit(kRule, 1.2), 1);
  EXPECT_EQ(speed_credit(kRule, 10), 0);
  EXPECT_EQ(speed_credit(kRule, 1000), 0);
  EXPECT_NEAR(speed_credit(kRule, std::sqrt(12.0)), 0.5, 1e-12);
  EXPECT_NEAR(speed_credit(kRule, 2) - speed_credit(kRule, 4),
              speed_credit(kRule, 4) - speed_credit(kRule, 8), 1e-12);
  EXPECT_EQ(speed_credit(kRule, std::numeric_limits<double>::quiet_NaN()), 0);
  EXPECT_EQ(speed_credit(kRule, 0), 0) << "a time of nothing is no measurement";
}

TEST(MedianInterval, KnowsTheTextbooksRanks) {
  std::vector<double> values;
  for (int i = 1; i <= 20; ++i) {
    values.push_back(i);
  }
  const median_interval twenty = interval_of_median(values, 0.95);
  EXPECT_EQ(twenty.low, 6);  // the 6th and the 15th of 20: 95.86 %
  EXPECT_EQ(twenty.high, 15);
  EXPECT_EQ(twenty.median, 10.5);
  EXPECT_NEAR(twenty.confidence, 0.9586, 1e-4);
  const median_interval six = interval_of_median({3, 1, 2, 6, 5, 4}, 0.95);
  EXPECT_EQ(six.low, 1);
  EXPECT_EQ(six.high, 6);
  EXPECT_NEAR(six.confidence, 0.96875, 1e-9);
  EXPECT_EQ(interval_of_median({7}, 0.95).median, 7);
}

TEST(MedianInterval, HoldsTheTrueMedianAsOftenAsItSays) {
  std::mt19937 random(7);
  std::lognormal_distribution<double> skewed(0, 1);  // its median is 1
  int held = 0;
  constexpr int kTrials = 4000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> values(12);
    for (double& value : values) {
      value = skewed(random);
    }
    const median_interval found = interval_of_median(values, 0.95);
    held += found.low <= 1 && 1 <= found.high ? 1 : 0;
  }
  EXPECT_GE(held, 0.945 * kTrials);
}

/// A machine whose times are `ratio` apart, with a spread.
struct machine {
  double ratio = 1;
  double spread = 0;
  std::mt19937 random{1};
  int calls = 0;
  std::vector<bool> order = {};

  benchmark_times operator()(bool solution) {
    std::lognormal_distribution<double> noise(0, spread);
    ++calls;
    order.push_back(solution);
    return {{"Add/1024", (solution ? 1e-3 : ratio * 1e-3) * (spread > 0 ? noise(random) : 1)}};
  }
};

TEST(SpeedMeasurement, ScoresAQuietMachineInFewRounds) {
  machine quiet{3};
  const speed_result result = measure_speed(kRule, std::ref(quiet));
  EXPECT_EQ(result.state, speed_state::scored);
  EXPECT_EQ(result.rounds, 6);
  EXPECT_EQ(quiet.calls, 12);
  ASSERT_EQ(result.samples.size(), 1U);
  EXPECT_NEAR(result.samples[0].ratio, 3, 1e-9);
  EXPECT_NEAR(result.credit, speed_credit(kRule, 3), 1e-9);
  EXPECT_EQ(result.samples[0].seconds.size(), 6U);
}

TEST(SpeedMeasurement, TakesTurns) {
  machine quiet;
  measure_speed(kRule, std::ref(quiet));
  EXPECT_EQ(quiet.order[0], quiet.order[3]);
  EXPECT_EQ(quiet.order[1], quiet.order[2]);
  EXPECT_NE(quiet.order[0], quiet.order[1]);
}

TEST(SpeedMeasurement, DoesNotMindADriftThatHitsBoth) {
  int call = 0;
  const speed_result result = measure_speed(kRule, [&](bool) {
    return benchmark_times{{"Add/1024", 1e-3 * (1 + 0.05 * call++)}};
  });
  EXPECT_EQ(result.state, speed_state::scored);
  EXPECT_EQ(result.credit, 1);
}

TEST(SpeedMeasurement, RepeatsWhileAThresholdLiesInsideTheInterval) {
  machine near{1.2, 0.03};
  const speed_result result = measure_speed(kRule, std::ref(near));
  EXPECT_GT(result.rounds, 6);
  EXPECT_LE(result.rounds, 24);
  EXPECT_EQ(result.state, speed_state::scored) << "a small doubt is no reason not to score";
  EXPECT_GT(result.credit, 0.95);
}

TEST(SpeedMeasurement, EqualKernelsGetEqualPoints) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    machine busy{1, 0.2, std::mt19937{seed}};
    const speed_result result = measure_speed(kRule, std::ref(busy));
    EXPECT_EQ(result.state, speed_state::scored);
    EXPECT_EQ(result.credit, 1) << "a doubt is no slowness";
  }
  machine slow{1.8, 0.05};
  EXPECT_LT(measure_speed(kRule, std::ref(slow)).credit, 0.85) << "what is surely slower is";
}

TEST(SpeedMeasurement, ScoresWhatIsSureOfAnErraticSubmission) {
  int call = 0;
  const auto measure = [&](bool solution) {
    const double seconds = solution ? 1 : ++call % 2 == 0 ? 1.5 : 40;
    return benchmark_times{{"a", seconds * 1e-3}};
  };
  speed_options options;
  options.score_erratic = true;
  const speed_result result = measure_speed(kRule, measure, options);
  EXPECT_EQ(result.state, speed_state::scored);
  EXPECT_EQ(result.credit, 0) << "erratic must not be worth more than slow";
  EXPECT_THAT(result.note, HasSubstr("the check gets the lower end of that"));
  EXPECT_EQ(measure_speed(kRule, measure).state, speed_state::noisy) << "a learner's own run";
}

TEST(SpeedMeasurement, DoesNotBlameASubmissionForTheMachine) {
  machine noisy{3, 1.5};
  int call = 0;
  const auto measure = [&](bool solution) {
    benchmark_times times = noisy(solution);
    for (auto& [name, seconds] : times) {
      seconds *= ++call % 3 == 0 ? 3 : 1;
    }
    return times;
  };
  speed_options options;
  options.score_erratic = true;
  EXPECT_EQ(measure_speed(kRule, measure, options).state, speed_state::noisy);
}

TEST(SpeedMeasurement, FlagsWhatIsTooFast) {
  machine quick{0.1, 0.01};
  EXPECT_THAT(measure_speed(kRule, std::ref(quick)).note, HasSubstr("should look at how"));
}

TEST(SpeedMeasurement, DoesNotScoreNoise) {
  machine noisy{3, 1.5};
  const speed_result result = measure_speed(kRule, std::ref(noisy));
  EXPECT_EQ(result.state, speed_state::noisy);
  EXPECT_EQ(result.rounds, 24);
  EXPECT_THAT(result.note, HasSubstr("too noisy to tell"));
}

TEST(SpeedMeasurement, GivesNothingForABenchmarkThatIsMissing) {
  const speed_result result = measure_speed(kRule, [](bool solution) {
    benchmark_times times{{"Add/1024", 1e-3}};
    if (solution) {
      times["Add/2048"] = 2e-3;
    }
    return times;
  });
  EXPECT_EQ(result.state, speed_state::scored);
  EXPECT_EQ(result.credit, 0.5);
  EXPECT_THAT(result.note, HasSubstr("Add/2048 gave no time"));
  EXPECT_EQ(measure_speed(kRule, [](bool) { return benchmark_times{}; }).state,
            speed_state::unmeasured);
}

TEST(SpeedMeasurement, EndsWhenTheLastBenchmarkIsMissing) {
  int calls = 0;
  const speed_result result = measure_speed(kRule, [&](bool solution) {
    ++calls;
    return solution || calls < 4 ? benchmark_times{{"Add/1024", 1e-3}} : benchmark_times{};
  });
  EXPECT_EQ(result.state, speed_state::scored);
  EXPECT_EQ(result.credit, 0);
  EXPECT_EQ(result.rounds, 2);
  EXPECT_THAT(result.note, HasSubstr("Add/1024 gave no time"));
}

TEST(SpeedMeasurement, ClampsEachBenchmark) {
  const speed_result result = measure_speed(kRule, [](bool solution) {
    return benchmark_times{{"Add/1", solution ? 1.0 : 1e-9}, {"Add/2", solution ? 1.0 : 20.0}};
  });
  EXPECT_EQ(result.credit, 0.5) << "one absurdly fast benchmark cannot pay for a slow one";
}

}  // namespace
}  // namespace kw::grader
