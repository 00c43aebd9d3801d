// What the tests of `tl` share. They run on the default device of the program, so the same tests
// hold for the CPU context and the CUDA context.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "kernelwright/kernelwright.hpp"
#include "kernelwright/runtime/buffer.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/findings.hpp"

namespace kernel_test {

using namespace kw;

/// A test that also fails for findings of the checker.
class KernelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    if (!available(here, &why)) {
      GTEST_SKIP() << "needs a GPU: " << why;
    }
    collect_findings(true);
    take_findings();
  }
  void TearDown() override {
    for (const finding& f : take_findings()) {
      ADD_FAILURE() << to_text(f);
    }
  }
  const device here = default_device();
};

/// Calls check.operator()<T>() for each of the types.
template <class... T, class Check>
void for_each_type(const Check& check) {
  (check.template operator()<T>(), ...);
}

/// 0.5, 1.75, -2.25 ...: values without symmetry, exact in every float type.
template <class T = float>
std::vector<T> some_values(std::int64_t count, int seed = 1) {
  std::vector<T> values(static_cast<std::size_t>(count));
  std::uint32_t state = static_cast<std::uint32_t>(seed) * 2654435761u;
  for (T& v : values) {
    state = state * 1664525u + 1013904223u;
    const int quarter = static_cast<int>(state >> 24) - 100;
    if constexpr (core::floating_type<T>) {
      v = core::convert<T>(static_cast<float>(quarter) * 0.25f);
    } else {
      v = static_cast<T>(quarter % 60);
    }
  }
  return values;
}

/// What a buffer holds. Around it nothing may have changed.
template <class T, int Rank>
std::vector<T> contents(const buffer<T, Rank>& memory) {
  std::string why;
  EXPECT_TRUE(memory.guards_intact(&why)) << why;
  return memory.download();
}

/// What the error says that a function throws; nothing if it throws none.
template <class Function>
std::string error_of(const Function& function) {
  try {
    function();
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}
inline void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
}

/// An output of a kernel that `run` launches, and what it holds before; poison if that is empty.
template <class T>
struct output {
  std::int64_t count;
  std::vector<T> before = {};
};
template <class T>
output<T> changed(const std::vector<T>& values) {
  return {static_cast<std::int64_t>(values.size()), values};
}

/// How `run` passes an argument: a vector as an input, an output as one, and a number as it is.
template <class Argument>
struct passed {
  const Argument& value;

  passed(device, const Argument& argument) : value(argument) {}
  const Argument& pass() const { return value; }
  std::tuple<> results() const { return {}; }
};
template <class T>
struct passed<std::vector<T>> {
  buffer<T> memory;

  passed(device here, const std::vector<T>& values)
      : memory(here, {static_cast<std::int64_t>(values.size())}, values) {}
  auto pass() const { return memory.cview(); }
  std::tuple<> results() const { return {}; }
};
template <class T>
struct passed<output<T>> {
  buffer<T> memory;

  passed(device here, const output<T>& out) : memory(here, {out.count}) {
    if (!out.before.empty()) {
      memory.upload(out.before);
    }
  }
  auto pass() const { return memory.view(); }
  auto results() const { return std::tuple(contents(memory)); }
};

/// Launches a kernel, and returns what its output holds then; a tuple if it has several.
template <int NumWarps = 4, class Kernel, class... Arguments>
auto run(device here, const grid& programs, const Kernel& kernel, const Arguments&... arguments) {
  const std::tuple<passed<Arguments>...> all{passed<Arguments>(here, arguments)...};
  return std::apply(
      [&](const auto&... each) {
        launch<NumWarps>(here, programs, kernel, each.pass()...);
        auto results = std::tuple_cat(each.results()...);
        if constexpr (std::tuple_size_v<decltype(results)> == 1) {
          return std::get<0>(std::move(results));
        } else {
          return results;
        }
      },
      all);
}

/// A number as it is compared and printed: floats as double, integers with all their digits.
template <class T>
auto comparable(T value) {
  if constexpr (core::floating_type<T>) {
    return core::convert<double>(value);
  } else {
    return +value;
  }
}
template <class T>
T at(const std::vector<T>& values, std::int64_t index) {
  return values[static_cast<std::size_t>(index)];
}

/// Fails at the first element that differs.
template <class T>
void expect_same(const std::vector<T>& got, const std::vector<T>& want, const char* what) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t k = 0; k < got.size(); ++k) {
    ASSERT_EQ(comparable<T>(got[k]), comparable<T>(want[k])) << what << ", element " << k;
  }
}

/// The same for `lanes` lanes: wanted(i) is what lane i should have, or an array of that for
/// results 0, 1, ... which follow each other in `got`. It is rounded to the type of the results.
template <class T, class Wanted>
void expect_lanes(const std::vector<T>& got, int lanes, const Wanted& wanted) {
  for (int i = 0; i < lanes; ++i) {
    const auto check = [&](int result, auto want) {
      ASSERT_EQ(comparable(at(got, result * lanes + i)), comparable(core::convert<T>(want)))
          << "result " << result << ", lane " << i;
    };
    const auto want = wanted(i);
    if constexpr (core::scalar<std::remove_const_t<decltype(want)>>) {
      check(0, want);
    } else {
      for (std::size_t result = 0; result < want.size(); ++result) {
        check(static_cast<int>(result), want[result]);
      }
    }
    if (::testing::Test::HasFatalFailure()) {
      return;
    }
  }
}

}  // namespace kernel_test
