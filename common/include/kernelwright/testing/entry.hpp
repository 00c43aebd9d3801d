/// \file
/// Calling an entry function on values: its buffers follow from its signature.
#pragma once
#include <concepts>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernelwright/runtime/buffer.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/testing/again.hpp"
#include "kernelwright/testing/compare.hpp"
#include "kernelwright/testing/rows.hpp"
#include "kernelwright/testing/tolerance.hpp"

namespace kw::testing {

/// Where a buffer's elements are.
template <int Rank>
struct buffer_place {
  std::int64_t extents[Rank] = {};
  buffer_layout layout;
};

template <int Rank>
buffer_place<Rank> place_of(const std::int64_t (&extents)[Rank], buffer_layout layout) {
  buffer_place<Rank> place{.layout = layout};
  for (int axis = 0; axis < Rank; ++axis) {
    place.extents[axis] = extents[axis];
  }
  return place;
}

/// An argument that an entry function reads.
template <class T, int Rank>
struct input_argument {
  buffer_place<Rank> place;
  const std::vector<T>& values;
};

/// An argument that an entry function writes. `before` is what the buffer holds until then; poison
/// where it is empty. Nothing is compared where `compared` is false.
template <class T, int Rank>
struct output_argument {
  buffer_place<Rank> place;
  std::vector<T> want = {};
  tolerance limit = {};
  std::string name = {};
  std::vector<double> before = {};
  bool compared = true;
};

/// Values that the entry reads, for check_entry. They must live until it returns.
template <int Rank, class T>
input_argument<T, Rank> in(const std::int64_t (&extents)[Rank], const std::vector<T>& values,
                           buffer_layout layout = {}) {
  return {place_of(extents, layout), values};
}
template <class T>
input_argument<T, 1> in(const vector_case& c, const std::vector<T>& values) {
  return in({c.n}, values, c.in());
}
template <class T>
input_argument<T, 2> in(const matrix_case& c, const std::vector<T>& values) {
  return in({c.rows, c.columns}, values, c.in());
}

/// The values of all elements of an array, or what a formula says of each: `formula(i)`, or
/// `formula(row, column)`, or one index more.
template <int Rank, class Formula>
std::vector<double> values_of(const std::int64_t (&extents)[Rank], const Formula& formula) {
  static_assert(Rank <= 3);
  const std::int64_t columns = extents[Rank - 1], rows = Rank == 3 ? extents[1] : extents[0];
  return elements(std::accumulate(extents, extents + Rank, std::int64_t{1}, std::multiplies<>()),
                  [&](std::int64_t i) {
                    if constexpr (Rank == 1) {
                      return formula(i);
                    } else if constexpr (Rank == 2) {
                      return formula(i / columns, i % columns);
                    } else {
                      return formula(i / columns / rows, i / columns % rows, i % columns);
                    }
                  });
}
template <int Rank, class T>
std::vector<T> values_of(const std::int64_t (&)[Rank], std::vector<T> values) {
  return values;
}

/// What the entry should write: values, or a formula. `name` comes before the case in messages,
/// where there are several.
template <int Rank, class Want>
auto out(const std::int64_t (&extents)[Rank], Want want, const tolerance& limit,
         buffer_layout layout = {}, const char* name = "") {
  auto values = values_of(extents, std::move(want));
  return output_argument<typename decltype(values)::value_type, Rank>{
      place_of(extents, layout), std::move(values), limit, name};
}
template <class Want>
auto out(const vector_case& c, Want want, const tolerance& limit, const char* name = "") {
  return out({c.n}, std::move(want), limit, c.out(), name);
}
template <class Want>
auto out(const matrix_case& c, Want want, const tolerance& limit, const char* name = "") {
  return out({c.rows, c.columns}, std::move(want), limit, c.out(), name);
}

/// What the entry should leave in a buffer that held `before`.
template <int Rank, class T>
output_argument<T, Rank> changed(const std::int64_t (&extents)[Rank], std::vector<double> before,
                                 std::vector<T> want, const tolerance& limit,
                                 buffer_layout layout = {}, const char* name = "") {
  return {place_of(extents, layout), std::move(want), limit, name, std::move(before)};
}

/// Memory that the entry may use as it likes.
template <int Rank>
output_argument<double, Rank> scratch(const std::int64_t (&extents)[Rank]) {
  return {.place = place_of(extents, {.workspace = true}), .compared = false};
}

/// What is done with an argument that nothing writes.
struct unwritten_argument {
  bool check(const std::string&, source_place) const { return true; }
  void renew() {}
  std::string bits() const { return ""; }
  held_values again() { return {}; }
};

/// An argument of an entry as check_entry keeps it: a number as it is.
template <class Parameter, class Argument>
struct held_argument : unwritten_argument {
  const Argument& value;

  explicit held_argument(const Argument& argument) : value(argument) {}
  const Argument& pass() const { return value; }
  held_values again() {
    held_values held;
    if constexpr (std::is_integral_v<Argument>) {
      held.number = static_cast<double>(value);
    }
    return held;
  }
};

template <class Parameter, std::floating_point Argument>
struct held_argument<Parameter, Argument> : unwritten_argument {
  const Argument given;
  Argument value;

  explicit held_argument(const Argument& argument) : given(argument), value(argument) {}
  const Argument& pass() const { return value; }
  held_values again() {
    return {.number = given, .change = [this](int, std::int64_t begin, std::int64_t end) {
              value = begin < end ? static_cast<Argument>(other_than(given)) : given;
            }};
  }
};

template <class T, int Rank, class U>
struct held_argument<view<const T, Rank>, input_argument<U, Rank>> : unwritten_argument {
  static_assert(std::is_same_v<T, U>, "the entry reads elements of another type");
  const input_argument<U, Rank>& given;
  buffer<T, Rank> memory;

  explicit held_argument(const input_argument<U, Rank>& argument)
      : given(argument),
        memory(default_device(), argument.place.extents, argument.values, argument.place.layout) {}
  view<const T, Rank> pass() const { return memory.cview(); }
  held_values again() {
    held_values held{.extents = {given.place.extents, given.place.extents + Rank},
                     .data = memory.data()};
    if (!given.values.empty()) {
      held.change = [this, extents = held.extents](int axis, std::int64_t begin, std::int64_t end) {
        memory.upload(with_others(given.values, extents, axis, begin, end));
      };
    }
    return held;
  }
};

template <class T, int Rank, class U>
struct held_argument<view<T, Rank>, output_argument<U, Rank>> {
  const output_argument<U, Rank>& wanted;
  buffer<T, Rank> memory;

  explicit held_argument(const output_argument<U, Rank>& argument)
      : wanted(argument), memory(default_device(), argument.place.extents, argument.place.layout) {
    renew();
  }
  view<T, Rank> pass() const { return memory.view(); }
  bool check(const std::string& describe, source_place place) const {
    return !wanted.compared ||
           check_close(memory, wanted.want, wanted.limit, wanted.name + describe, place);
  }
  /// What it holds before a call.
  void renew() {
    if (wanted.before.empty()) {
      memory.poison();
      return;
    }
    std::vector<T> values;
    for (const double value : wanted.before) {
      values.push_back(core::convert<T>(value));
    }
    memory.upload(values);
  }
  std::string bits() const {
    const std::vector<T> values = memory.download();
    return wanted.compared ? std::string(reinterpret_cast<const char*>(values.data()),
                                         values.size() * sizeof(T))
                           : "";
  }
  held_values again() {
    return {.extents = {wanted.place.extents, wanted.place.extents + Rank},
            .data = wanted.compared ? memory.data() : nullptr,
            .values = [this] {
              std::vector<double> all;
              for (const T& value : memory.download()) {
                all.push_back(core::convert<double>(value));
              }
              return all;
            }};
  }
};

/// A case in words, with the line of the test that calls check_entry.
struct case_text {
  std::string words;
  int runs;
  source_place place;

  // Implicit, so that a test passes the words alone.
  template <std::convertible_to<std::string> Words>
  case_text(const Words& text, int how_often = 1, source_place here = source_place::here())
      : words(text), runs(how_often), place(here) {}
};

/// An entry with the arguments that it is tested with, which must outlive it.
template <class Result, class... Parameters, class Held>
entry_again again_of(Result (*entry)(Parameters...), Held& held) {
  return {std::apply([](auto&... each) { return std::vector<held_values>{each.again()...}; }, held),
          [entry, &held] {
            std::apply([](auto&... each) { (each.renew(), ...); }, held);
            std::apply([&](const auto&... each) { entry(each.pass()...); }, held);
          }};
}

/// Calls `entry` on the device of the program and compares what it writes. A `view<const T, Rank>`
/// of its signature takes an `in`, a `view<T, Rank>` an `out`, and a number is passed as it is:
///
///     return check_entry(shape(c), lesson02::scale, in(c, x), kFactor,
///                        out(c, [&](auto row, auto column) { return ...; }, kProduct));
///
/// \param describe the case in words, for messages. `{shape(c), 20}` calls it 20 times, and expects
///        the same bits each time
/// \param entry one that returns a bool says whether it is worthwhile to compare anything
/// \returns is everything right?
template <class Result, class... Parameters, class... Arguments>
bool check_entry(const case_text& describe, Result (*entry)(Parameters...),
                 const Arguments&... arguments) {
  static_assert(sizeof...(Parameters) == sizeof...(Arguments),
                "check_entry: one argument for each parameter of the entry");
  std::tuple<held_argument<std::remove_cvref_t<Parameters>, Arguments>...> held{arguments...};
  const auto run = [&](auto&... each) {
    if constexpr (std::is_same_v<Result, bool>) {
      if (!entry(each.pass()...)) {
        return false;
      }
    } else {
      entry(each.pass()...);
    }
    return (each.check(describe.words, describe.place) && ...);
  };
  const while_tested<entry_again> tested(tested_entry(), [&] { return again_of(entry, held); });
  const auto bits = [](const auto&... each) { return (each.bits() + ... + std::string()); };
  forget_launches();
  bool good = std::apply(run, held);
  const std::string first = describe.runs > 1 ? std::apply(bits, held) : "";
  for (int number = 1; good && number < describe.runs; ++number) {
    std::apply([](auto&... each) { (each.renew(), ...); }, held);
    std::apply([&](const auto&... each) { entry(each.pass()...); }, held);
    good = report_findings() == 0 && std::apply(bits, held) == first;
    if (!good) {
      fail_at(describe.place, "run " + std::to_string(number) + " differs from the first (" +
                                  describe.words + "); the bits must be the same in every run");
    }
  }
  return good;
}

}  // namespace kw::testing
