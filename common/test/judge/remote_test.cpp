// A judge and a worker, on the CPU, on a GPU, and on a made-up GPU (fake_gpu.cpp).
#include "remote.hpp"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <kernelwright/runtime/tunings.hpp>
#include <kernelwright/testing/memory_requests.hpp>
#include <kernelwright/testing/testing.hpp>

namespace {

::testing::AssertionResult contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos
             ? ::testing::AssertionSuccess()
             : ::testing::AssertionFailure() << "\"" << part << "\" is not in: " << text;
}

std::vector<float> counted(std::int64_t n, float step) {
  std::vector<float> values(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i) * step;
  }
  return values;
}

/// What the call throws; empty when it throws nothing.
template <class Call>
std::string complaint_of(const Call& call) {
  try {
    call();
    return "";
  } catch (const kw::error& problem) {
    return problem.what();
  }
}

class Remote : public kw::testing::lesson_test {
 protected:
  bool on_gpu() const { return device().kind == kw::device_kind::cuda; }

  /// A worker is there and answers, whatever happened before.
  void expect_an_answer() {
    const kw::buffer<float> x(device(), {100}, counted(100, 1));
    const kw::buffer<float> out(device(), {100});
    lesson00::add(x.cview(), x.cview(), out.view());
    EXPECT_EQ(out.download(), counted(100, 2));
  }
};

TEST_F(Remote, AddsAtEverySize) {
  for (const std::int64_t n : {0, 1, 255, 256, 257, 1009, 100000}) {
    const kw::buffer<float> x(device(), {n}, counted(n, 1));
    const kw::buffer<float> y(device(), {n}, counted(n, 2), {.element_offset = 1});
    const kw::buffer<float> out(device(), {n});
    lesson00::add(x.cview(), y.cview(), out.view());
    EXPECT_EQ(out.download(), counted(n, 3)) << n;
    EXPECT_TRUE(out.guards_intact());
  }
}

TEST_F(Remote, KeepsStridesOfRows) {
  const kw::buffer<float, 2> x(device(), {7, 30}, counted(210, 1), {.row_stride = 33});
  const kw::buffer<float, 2> y(device(), {7, 30}, counted(210, 1));
  const kw::buffer<float, 2> out(device(), {7, 30}, {.row_stride = 40, .element_offset = 3});
  lesson00::add_rows(x.cview(), y.cview(), out.view());
  EXPECT_EQ(out.download(), counted(210, 2));
  EXPECT_TRUE(out.guards_intact());
}

TEST_F(Remote, SeesWhatTheWorkerAsksMemoryFor) {
  const auto asked = [](std::int64_t bytes) {
    return kw::testing::largest_request([bytes] { lesson00::ask_for_memory(bytes); });
  };
  EXPECT_GE(asked(1 << 20), 1 << 20);
  const std::int64_t little = asked(1000);  // and not the earlier request
  EXPECT_GE(little, 1000);
  EXPECT_LT(little, 100000);
}

TEST_F(Remote, TakesBarePointers) {
  const kw::buffer<float> x(device(), {1000}, counted(1000, 1));
  const kw::buffer<float> out(device(), {900});
  lesson00::copy(x.data() + 100, out.data(), 900);
  EXPECT_FLOAT_EQ(out.download().front(), 100);
  EXPECT_FLOAT_EQ(out.download().back(), 999);
  EXPECT_TRUE(contains(complaint_of([&] {
                         float local[4];
                         lesson00::copy(local, out.data(), 4);
                       }),
                       "argument 1 does not point into a kw::buffer"));
}

TEST_F(Remote, SeesBuffersThatComeAndGo) {
  for (int round = 1; round < 5; ++round) {
    const std::int64_t n = 1000 * round;
    const kw::buffer<float> x(device(), {n}, counted(n, static_cast<float>(round)));
    const kw::buffer<float> out(device(), {n});
    lesson00::add(x.cview(), x.cview(), out.view());
    EXPECT_EQ(out.download(), counted(n, static_cast<float>(2 * round)));
  }
}

TEST_F(Remote, ShowsWhatWasNeverWritten) {
  const kw::buffer<float> out(device(), {500});
  lesson00::do_nothing(out.view());
  for (const float value : out.download()) {
    ASSERT_TRUE(std::isnan(value)) << value;
  }
}

TEST_F(Remote, ShowsAStoreBehindTheEnd) {
  const kw::buffer<float> out(device(), {100});
  lesson00::fill_too_far(out.view());
  std::string why;
  EXPECT_FALSE(out.guards_intact(&why));
  EXPECT_TRUE(contains(why, "element 100 was written"));
}

TEST_F(Remote, ShowsThatAnInputWasChanged) {
  const kw::buffer<float> x(device(), {100}, counted(100, 1));
  lesson00::change_input(x.cview());
  EXPECT_FLOAT_EQ(x.download()[0], -1);
}

/// Autotune in a worker.
class RemoteSearch : public Remote {
 protected:
  void prepare() override {
    if (std::getenv("KW_FAKE_GPU") != nullptr) {
      GTEST_SKIP() << "the made-up GPU runs no kernels";
    }
    kw::forget_tunings();
    kw::set_tuning_effort({.seconds = 0.005, .least = 3, .most = 10});
  }
  template <class Function>
  kw::tuned call(Function function, std::int64_t n = 3000) {
    const kw::buffer<float> x(device(), {n}, counted(n, 1));
    const kw::buffer<float> out(device(), {n});
    const kw::tuned choice = function(x.cview(), out.view());
    EXPECT_EQ(out.download(), counted(n, 2));
    return choice;
  }
};

TEST_F(RemoteSearch, TellsTheJudgeWhatWasTried) {
  const kw::tuned choice = call(lesson00::twice);
  EXPECT_EQ(choice.best.group, 1) << to_text(choice.best);
  EXPECT_EQ(choice.configs, 3);
  EXPECT_EQ(choice.left_out, 1);
  EXPECT_EQ(choice.measured, 2);
  EXPECT_GE(choice.slowest_seconds, 1.5 * choice.seconds);
  ASSERT_EQ(kw::tunings().size(), 1u);  // in the judge
  EXPECT_EQ(kw::tunings().back().key, "n=3000");
  EXPECT_EQ(kw::tunings().back().results[2].outcome, kw::tuning_result::state::refused);
}

TEST_F(RemoteSearch, RemembersWhatItFound) {
  const kw::tuned first = call(lesson00::twice);
  const kw::tuned again = call(lesson00::twice);
  EXPECT_EQ(again.measured, 0);
  EXPECT_EQ(again.best, first.best);
  EXPECT_EQ(again.key, first.key);
  EXPECT_NE(call(lesson00::twice, 500).key, first.key);
}

TEST_F(RemoteSearch, BelievesNoInventedChoice) {
  EXPECT_TRUE(contains(complaint_of([&] { call(lesson00::twice_invented); }),
                       "it reports a choice without a call of autotune"));
  EXPECT_TRUE(contains(complaint_of([&] { call(lesson00::twice_improved); }),
                       "it reports a choice that autotune did not make in this call"));
}

TEST_F(Remote, PassesAnExceptionOn) {
  const kw::buffer<float> out(device(), {10});
  EXPECT_TRUE(contains(complaint_of([&] { lesson00::throw_error(out.view()); }), "not today"));
  expect_an_answer();
}

TEST_F(Remote, OutlivesAProgramThatEnds) {
  const kw::buffer<float> out(device(), {10});
  EXPECT_TRUE(contains(complaint_of([&] { lesson00::end_program(out.view()); }), "exit code 3"));
  expect_an_answer();
}

TEST_F(Remote, OutlivesAnAccessToNobodysMemory) {
  const kw::buffer<float> out(device(), {10});
  EXPECT_TRUE(contains(complaint_of([&] { lesson00::touch_nowhere(out.view()); }),
                       on_gpu() ? "cudaErrorIllegalAddress" : "signal 11"));
  expect_an_answer();
}

TEST_F(Remote, OutlivesAKernelThatNeverEnds) {
  const kw::buffer<float> out(device(), {10});
  EXPECT_TRUE(
      contains(complaint_of([&] { lesson00::never_return(out.view()); }), "had not returned"));
  expect_an_answer();
}

/// Where the host of the worker does not see the data.
class RemoteKernelsAlone : public Remote {
 protected:
  void prepare() override {
    if (std::getenv("KW_KERNELS_ALONE") == nullptr) {
      GTEST_SKIP() << "the host of this worker sees what kernels see";
    }
  }
  kw::buffer<float> x_{kw::cpu_device, {100}, counted(100, 1)};
  kw::buffer<float> sevens_{kw::cpu_device, {100}, std::vector<float>(100, 7)};
  kw::buffer<float> out_{kw::cpu_device, {100}};
};

TEST_F(RemoteKernelsAlone, TheHostReadsZeros) {
  EXPECT_TRUE(contains(complaint_of([&] { lesson00::tell(sevens_.cview(), out_.view()); }),
                       "it reads 0.0"));
}

TEST_F(RemoteKernelsAlone, AFunctionThatWritesNothingReadsItsViews) {
  EXPECT_EQ(lesson00::first(sevens_.cview()), 7);
  EXPECT_TRUE(contains(complaint_of([&] { lesson00::tell(sevens_.cview(), out_.view()); }),
                       "it reads 0.0"));
}

TEST_F(RemoteKernelsAlone, AStoreOfTheHostEndsTheProgramAndSaysWhy) {
  const std::string text =
      complaint_of([&] { lesson00::add(x_.cview(), x_.cview(), out_.view()); });
  EXPECT_TRUE(contains(text, "it crashed with signal 11"));
  EXPECT_TRUE(contains(text, "Results are computed on tiles, in a kernel"));
}

// Comes last, since it reads what the others left.
TEST_F(Remote, WritesDownHowCallsFailed) {
  const char* const file = std::getenv("KW_REMOTE_RESULTS");
  if (file == nullptr) {
    GTEST_SKIP() << "KW_REMOTE_RESULTS does not name the file of results";
  }
  std::stringstream results;
  results << std::ifstream(file).rdbuf();
  EXPECT_TRUE(contains(results.str(), "\"failure\":\"ended\""));
  // Whether the host computes while it waits for a GPU depends on the driver.
  const bool computed = results.str().find("\"failure\":\"hung\"") != std::string::npos;
  EXPECT_TRUE(computed || contains(results.str(), "\"failure\":\"waited\""));
  EXPECT_TRUE(
      contains(results.str(), on_gpu() ? "\"failure\":\"gpu\"" : "\"failure\":\"crashed\""));
}

}  // namespace
