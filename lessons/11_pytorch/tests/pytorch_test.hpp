// What the tests of elective 11 have in common: arrays of buffers, and calls that must not throw.
#pragma once
#include "pytorch.hpp"

#include <cctype>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <type_traits>

#include <kernelwright/testing/memory_requests.hpp>
#include <kernelwright/testing/rows.hpp>
#include <kernelwright/testing/testing.hpp>

#include "../../05_softmax/softmax.hpp"
#include "../../05_softmax/tests/limits.hpp"
#include "../../06_layernorm/layernorm.hpp"
#include "../../06_layernorm/tests/tolerances.hpp"
#include "pytorch_reference.hpp"

namespace lesson11 {

// The contract repeats these of the lessons whose functions it calls.
static_assert(kLongestSoftmaxTile == lesson05::kLongestTile);
static_assert(kLongestBackwardTile == lesson05::kLongestBackwardTile);
static_assert(kLongestBackwardTile == lesson06::kLongestBackwardTile);
static_assert(kLongestNormTile == lesson06::kLongestTile);

using kw::bfloat16_t;
using kw::float16_t;
using namespace kw::testing;

/// A view as C sees it.
template <class T, int Rank>
c_array array_of(const kw::view<T, Rank>& view) {
  c_array a{};
  a.data = const_cast<std::remove_const_t<T>*>(view.data());
  for (int axis = 0; axis < Rank; ++axis) {
    a.sizes[axis] = view.extent(axis);
    a.strides[axis] = view.stride(axis);
  }
  a.rank = Rank;
  a.type = std::is_same_v<std::remove_const_t<T>, float16_t>    ? element::float16
           : std::is_same_v<std::remove_const_t<T>, bfloat16_t> ? element::bfloat16
                                                                : element::float32;
  return a;
}
template <class T, int Rank>
c_array array_of(const kw::buffer<T, Rank>& buffer) {
  return array_of(buffer.view());
}

/// Where kernels run, as C says it.
inline place here() {
  const kw::device device = kw::default_device();
  return {device.kind == kw::device_kind::cuda ? 1 : 0, device.index, nullptr};
}

/// Calls, and turns an exception into a failure with a message: C has no exceptions.
template <class Call>
result without_exception(Call run) {
  try {
    return run();
  } catch (const std::exception& problem) {
    ADD_FAILURE() << "An exception came out of a C function, which would end Python. Its text: "
                  << problem.what();
  }
  return {outcome::failed, "an exception"};
}

/// The message up to its zero, or all of it if that is missing.
inline std::string text_of(const result& r) {
  const std::string text(r.message, strnlen(r.message, sizeof r.message));
  EXPECT_LT(text.size(), sizeof r.message) << "the message does not end with a zero";
  return text;
}

/// Whether a text has these words, and not as a part of longer ones.
inline bool has_word(const std::string& text, const std::string& words) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end]))) {
      return true;
    }
  }
  return false;
}

/// The call must be done. \returns whether it is
template <class Call>
bool expect_done(Call run, const std::string& describe = "with right arguments") {
  const result got = without_exception(run);
  EXPECT_EQ(got.code, outcome::done) << describe << ": the call says: " << text_of(got);
  return got.code == outcome::done;
}

/// What check_entry passes to a C function: a view as an array.
template <class Argument>
const Argument& as_c(const Argument& argument) {
  return argument;
}
template <class T, int Rank>
c_array as_c(const kw::view<T, Rank>& view) {
  return array_of(view);
}
/// A C function as an entry over views. \tparam Function called with the place first
template <auto Function, class... Parameters>
bool by_c(Parameters... arguments) {
  return expect_done([&] { return Function(here(), as_c(arguments)...); });
}

class operator_test : public lesson_test {
 protected:
  /// The arguments before a test makes one of them wrong: the call must be done with them, and
  /// be refused where there is no such place. What it says then fits no other refusal.
  template <class Run>
  void expect_done_except_nowhere(Run run) {
    expect_done([&] { return run(here()); }, "before an argument was changed");
    place nowhere = here();
    nowhere.kind = 5;
    const result got = without_exception([&] { return run(nowhere); });
    EXPECT_EQ(got.code, outcome::wrong_argument)
        << "the place has the kind 5, which does not exist. The message: " << text_of(got);
    about_the_place_ = text_of(got);
  }

  /// The call must be refused with this code, in a message with all of these words. `run(where)`
  template <class Run>
  void expect_refusal(Run run, outcome code, std::initializer_list<std::string> words) {
    const result got = without_exception([&] { return run(here()); });
    EXPECT_EQ(got.code, code) << "outcomes are numbered: 0 done, 1 wrong type, 2 wrong argument, 3 "
                                 "failed. The message: "
                              << text_of(got);
    EXPECT_NE(text_of(got), about_the_place_)
        << "the message is the same as for a place that does not exist";
    for (const std::string& word : words) {
      EXPECT_TRUE(has_word(text_of(got), word))
          << "the message must say `" << word << "`, and is: " << text_of(got);
    }
  }

 private:
  std::string about_the_place_ = "(the place was not asked for)";
};

}  // namespace lesson11
