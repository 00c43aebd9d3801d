// Autotune: what it measures, what it leaves out, what it restores.
#include "kernelwright/autotune.hpp"

#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/program.hpp"
#include "tuned_kernel.hpp"

namespace autotune_test {

TEST_F(AutotuneTest, FindsThePlantedConfig) {
  buffer<float> x(here, {2000}, count_up(2000));
  const tuned choice = add_one(x.view(), {{"n", 2000}}, two_configs, any_config);
  EXPECT_EQ(choice.best, kFast) << to_text(choice.best);
  EXPECT_EQ(choice.configs, 2);
  EXPECT_EQ(choice.measured, 2);
  EXPECT_EQ(choice.left_out, 0);
  EXPECT_GE(choice.runs, 2 * (2 + 3));  // each two to warm up and three samples at least
  EXPECT_GE(choice.slowest_seconds, 1.5 * choice.seconds);
}

TEST_F(AutotuneTest, RestoresWhatTheKernelWrites) {
  for (const std::int64_t n : {1, 255, 256, 257, 5003}) {
    buffer<float> x(here, {n}, count_up(n));
    add_one(x.view(), {{"n", n}}, two_configs, any_config);
    EXPECT_EQ(x.download(), count_up(n, 2)) << "n = " << n;
  }
}

/// Rows with gaps between them, which are restored with the rows.
template <int COLS, int REPEAT>
struct AddOneToRows {
  KW_KERNEL void operator()(program auto tl, float* x, std::int64_t stride, int n_cols) const {
    auto cols = tl.arange(size<COLS>);
    auto row = x + tl.program_id(0) * stride + cols;
    auto v = tl.load(row, cols < n_cols);
    for (int i = 1; i < REPEAT; ++i) {
      v = tl.sqrt(v * v);
    }
    tl.store(row, v + 1.0f, cols < n_cols);
  }
};

TEST_F(AutotuneTest, RestoresRowsOfAPaddedMatrix) {
  buffer<float, 2> x(here, {5, 100}, count_up(500), {.row_stride = 128, .element_offset = 3});
  autotune("AddOneToRows", here, {{"columns", 100}}, two_configs, any_config, [&](auto c) {
    launch<c.warps>(here, grid(5), AddOneToRows<128, c.group>{}, x.view(), x.stride(0), 100);
  });
  EXPECT_EQ(x.download(), count_up(500, 2));
  EXPECT_TRUE(x.guards_intact());
}

TEST_F(AutotuneTest, MeasuresOnceForEachKey) {
  buffer<float> x(here, {1000}, count_up(1000));
  EXPECT_EQ(add_one(x.view(), {{"n", 1000}}, two_configs, any_config).measured, 2);
  const tuned again = add_one(x.view(), {{"n", 1000}}, two_configs, any_config);
  EXPECT_EQ(again.runs, 0);
  EXPECT_EQ(again.measured, 0);
  EXPECT_EQ(again.best, kFast);
  EXPECT_EQ(add_one(x.view(), {{"n", 1001}}, two_configs, any_config).measured, 2);
  EXPECT_EQ(x.download(), count_up(1000, 4));  // three calls, however many trials there were
}

TEST_F(AutotuneTest, TypesAreKeysToo) {
  buffer<float> x(here, {100}, count_up(100));
  buffer<float16_t> y(here, {100}, std::vector<float16_t>(100, core::convert<float16_t>(1.0f)));
  add_one(x.view(), {{"x", float32}}, two_configs, any_config);
  EXPECT_EQ(add_one(y.view(), {{"x", float16}}, two_configs, any_config).measured, 2);
  EXPECT_EQ(add_one(y.view(), {{"x", float32}}, two_configs, any_config).measured, 0);
  EXPECT_EQ(tunings().back().key, "x=float16");
}

TEST_F(AutotuneTest, LeavesOutWhatTheRuleRefuses) {
  buffer<float> x(here, {1000}, count_up(1000));
  const auto slow_only = [](config c) { return c.group > 1; };
  const tuned choice = add_one(x.view(), {}, three_configs, slow_only);
  EXPECT_EQ(choice.best, kSlow);
  EXPECT_EQ(choice.left_out, 1);
  EXPECT_EQ(choice.measured, 2);
  const auto results = tunings().back().results;
  EXPECT_EQ(results[1].outcome, tuning_result::state::refused);
  EXPECT_EQ(results[1].samples, 0);
}

TEST_F(AutotuneTest, SaysWhenNoConfigIsLeft) {
  buffer<float> x(here, {1000}, count_up(1000));
  try {
    add_one(x.view(), {{"n", 1000}}, two_configs, [](config) { return false; });
    FAIL() << "no config was allowed";
  } catch (const error& problem) {
    const std::string text = problem.what();
    EXPECT_NE(text.find("autotune of AddOne (n=1000): no config is left"), std::string::npos)
        << text;
    EXPECT_NE(text.find("left out: the rule refuses it"), std::string::npos) << text;
  }
}

TEST_F(AutotuneTest, RefusesToTuneAroundABarePointer) {
  buffer<float> x(here, {1000}, count_up(1000));
  try {
    autotune("AddOne", here, {}, two_configs, any_config,
             [&](auto c) { launch(here, grid(4), AddOne<c.block, c.group>{}, x.data(), 1000); });
    FAIL() << "a bare pointer cannot be restored";
  } catch (const error& problem) {
    EXPECT_NE(std::string(problem.what()).find("Pass the view itself"), std::string::npos);
  }
  EXPECT_EQ(x.download(), count_up(1000)) << "nothing may have run";
}

TEST_F(AutotuneTest, LearnsNothingFromEmptyArrays) {
  buffer<float> none(here, {0});
  const tuned choice = add_one(none.view(), {}, two_configs, any_config);
  EXPECT_EQ(choice.runs, 0);
  EXPECT_TRUE(files().empty());
  buffer<float> x(here, {100}, count_up(100));
  EXPECT_EQ(add_one(x.view(), {}, two_configs, any_config).measured, 2);
}

TEST_F(AutotuneTest, ObeysTheEnvironment) {
  buffer<float> x(here, {1000}, count_up(1000));
  ::setenv("KW_AUTOTUNE", "off", 1);
  const tuned first = add_one(x.view(), {}, two_configs, any_config);
  EXPECT_EQ(first.best, kSlow);
  EXPECT_EQ(first.runs, 0);
  ::setenv("KW_AUTOTUNE", "on", 1);
  EXPECT_EQ(add_one(x.view(), {}, two_configs, any_config).best, kFast);
  forget_tunings();
  ::setenv("KW_AUTOTUNE", "again", 1);
  EXPECT_EQ(add_one(x.view(), {}, two_configs, any_config).measured, 2);
  forget_tunings();
  ::setenv("KW_AUTOTUNE", "sometimes", 1);
  EXPECT_THROW(add_one(x.view(), {}, two_configs, any_config), error);
  ::unsetenv("KW_AUTOTUNE");
}

TEST_F(AutotuneTest, DoesNotTuneInsideATrial) {
  buffer<float> x(here, {100}, count_up(100));
  EXPECT_THROW(autotune("Outer", here, {}, two_configs, any_config,
                        [&](auto) { add_one(x.view(), {}, two_configs, any_config); }),
               error);
  EXPECT_EQ(x.download(), count_up(100));
}

TEST_F(AutotuneTest, LeavesOutAConfigThatCannotBeLaunched) {
  buffer<float> x(here, {100}, count_up(100));
  const tuned choice = autotune("Refused", here, {}, two_configs, any_config, [&](auto c) {
    if (c.group == kFast.group) {
      throw error("no room for its streams\nmore about it");
    }
    launch(here, grid(1), AddOne<c.block, c.group>{}, x.view(), 100);
  });
  EXPECT_EQ(choice.best, kSlow);
  EXPECT_EQ(tunings().back().results[1].why, "no room for its streams");
  EXPECT_EQ(x.download(), count_up(100, 2));
}

TEST_F(AutotuneTest, KeepsTheDataWhenATrialThrows) {
  buffer<float> x(here, {100}, count_up(100));
  const auto throws = [&](auto c) {
    launch(here, grid(1), AddOne<c.block, 1>{}, x.view(), 100);
    static int calls = 0;
    if (++calls > 6) {  // after asking what they would do, in the middle of the trials
      throw 42;
    }
  };
  EXPECT_THROW(autotune("Throws", here, {}, two_configs, any_config, throws), int);
  EXPECT_EQ(x.download(), count_up(100));
}

/// Turns of a loop that touches no memory; negative: it never ends.
template <int TURNS>
struct Turns {
  KW_KERNEL void operator()(program auto tl, float* x) const {
    float v = tl.load(x);
    for (volatile bool endless = TURNS < 0; endless;) {  // or a compiler may take it out
    }
    for (int i = 0; i < TURNS; ++i) {
      v = v * 0.5f + 1.0f;
    }
    tl.store(x, v);
  }
};
template <class Space>
tuned tune_turns(const view<float>& x, Space space) {
  return autotune("Turns", x.device(), {{"n", 1}}, space, any_config,
                  [&](auto c) { launch<1>(x.device(), grid(1), Turns<c.group>{}, x); });
}

TEST_F(AutotuneTest, RunsAFarSlowerConfigOnlyToSeeThat) {
  constexpr config few{.group = 10}, many{.group = 300000000};  // seconds
  const auto samples_of_many = [&](const auto& space) {
    forget_tunings();
    ::setenv("KW_AUTOTUNE", "again", 1);
    buffer<float> x(here, {1}, count_up(1));
    EXPECT_EQ(tune_turns(x.view(), space).best, few);
    const tuning found = tunings().back();
    int others = 0, of_many = 0;
    for (const tuning_result& r : found.results) {
      EXPECT_EQ(r.outcome, tuning_result::state::timed);
      (r.choice == many ? of_many : others) += r.samples;
    }
    EXPECT_EQ(of_many, 1);
    ::unsetenv("KW_AUTOTUNE");
    return found.runs - others - 2;  // two runs warmed the other one up
  };
  EXPECT_EQ(samples_of_many(configs<few, many>{}), 1);
  EXPECT_EQ(samples_of_many(configs<many, few>{}), 2);
}

using AutotuneDeathTest = AutotuneTest;
TEST_F(AutotuneDeathTest, NamesAConfigThatDoesNotEnd) {
  if (here.kind != device_kind::cpu) {
    GTEST_SKIP() << "a process with a GPU cannot be copied for the test";
  }
  ::testing::FLAGS_gtest_death_test_style = "threadsafe";
  buffer<float> x(here, {1}, count_up(1));
  constexpr configs<config{.group = 10}, config{.group = -1}> space;
  EXPECT_EXIT(
      {
        set_tuning_effort({.seconds = 0.002, .least = 3, .most = 5, .limit = 0.5});
        (void)tune_turns(x.view(), space);
      },
      ::testing::ExitedWithCode(EXIT_FAILURE),
      "^autotune of Turns .n=1.: config group=-1 has run for 0.5 s and not come to an end.*"
      "Let the rule refuse the config, or take it out of the space");
}

TEST_F(AutotuneTest, ShowsTheSpace) {
  buffer<float> x(here, {2000}, count_up(2000));
  add_one(x.view(), {{"n", 2000}, {"x", float32}}, three_configs,
          [](config c) { return c.group < 8000; });
  const tuning space = tunings().back();
  const std::string table = to_text(space);
  EXPECT_EQ(table.find("Autotune of AddOne (n=2000 x=float32) on "), 0u) << table;
  EXPECT_NE(table.find("1.00 x  #  chosen"), std::string::npos) << table;
  EXPECT_NE(table.find(" x  " + std::string(25, '#') + "\n"), std::string::npos) << table;
  EXPECT_NE(table.find("left out: the rule refuses it"), std::string::npos) << table;
  EXPECT_NE(table.find("3 configs, 2 timed (0 of them in an earlier run)"), std::string::npos);
  EXPECT_LT(table.find("256      1"), table.find("256   1000")) << "the fastest comes first";
}

TEST_F(AutotuneTest, TextOfAConfig) {
  EXPECT_EQ(to_text(config{}), "all defaults");
  EXPECT_EQ(to_text(config{.rows = 4, .cols = 64, .warps = 8}), "rows=4 cols=64 warps=8");
}

TEST_F(AutotuneTest, KeysAreShort) {
  EXPECT_THROW((tuning_key{{"a", 1},
                           {"b", 2},
                           {"c", 3},
                           {"d", 4},
                           {"e", 5},
                           {"f", 6},
                           {"g", 7},
                           {"h", 8},
                           {"i", 9}}),
               error);
}

// ---- the checker -----------------------------------------------------------------------------

/// Reads one element too many where REPEAT is not 1; leaves the second half unwritten where it is 1
/// and HALF is set.
template <int BLOCK_SIZE, int REPEAT, bool HALF>
struct Faulty {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto v = tl.load(x + offsets, offsets < n + (REPEAT > 1 && !HALF ? 1 : 0), 0.0f);
    tl.store(out + offsets, v, offsets < (HALF && REPEAT == 1 ? n / 2 : n));
  }
};

class AutotuneChecked : public AutotuneTest {
 protected:
  void SetUp() override {
    AutotuneTest::SetUp();
    if (here.kind != device_kind::cpu) {
      GTEST_SKIP() << "only the CPU has a checker";
    }
  }
  template <bool HALF>
  std::vector<finding> run() {
    const buffer<float> x(here, {1000}, count_up(1000));
    buffer<float> out(here, {1000});
    autotune("Faulty", here, {}, two_configs, any_config, [&](auto c) {
      launch(here, grid(4), Faulty<c.block, c.group, HALF>{}, x.cview(), out.view(), 1000);
    });
    return take_findings();
  }
};

TEST_F(AutotuneChecked, FaultInAConfigIsToldAndTheConfigLeftOut) {
  const auto findings = run<false>();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "out-of-bounds");
  const tuning space = tunings().back();
  EXPECT_EQ(space.results[0].outcome, tuning_result::state::faulty);
  EXPECT_EQ(space.results[0].why, "the checker found fault with it");
  EXPECT_EQ(space.results[0].samples, 0) << "it must not run without the checker";
  EXPECT_EQ(space.best, 1);
}

// The first config writes all of `out`; the second one is judged as if it had not.
TEST_F(AutotuneChecked, EachConfigIsJudgedAlone) {
  const auto findings = run<true>();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, "never-written");
  EXPECT_EQ(tunings().back().best, 0);
}

TEST_F(AutotuneChecked, TrialsAreNotChecked) {
  buffer<float> x(here, {1000}, count_up(1000));
  bool final_run_checked = false;
  int checked_runs = 0;
  const tuned choice = autotune("AddOne", here, {}, two_configs, any_config, [&](auto c) {
    final_run_checked = checks_enabled();
    checked_runs += checks_enabled() ? 1 : 0;
    launch(here, grid(4), AddOne<c.block, c.group>{}, x.view(), 1000);
  });
  EXPECT_TRUE(final_run_checked);
  EXPECT_EQ(checked_runs, 2 + 2 + 1);  // asking, the first run of each config, the final one
  EXPECT_GT(choice.runs, 4);
}

// A rule may ask for it while autotune looks at its configs.
TEST_F(AutotuneTest, FastMemoryCanBeGiven) {
  const std::int64_t own = fast_memory(here);
  EXPECT_GT(own, 0);
  set_fast_memory(4096);
  buffer<float> x(here, {500}, count_up(500));
  std::int64_t seen = 0;
  add_one(x.view(), {{"n", 500}}, two_configs, [&](config) {
    seen = fast_memory(here);
    return true;
  });
  EXPECT_EQ(seen, 4096);
  set_fast_memory(0);
  EXPECT_EQ(fast_memory(here), own);
}

}  // namespace autotune_test
