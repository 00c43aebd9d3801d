#include "common/testing/value_pattern.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace kw::testing {
namespace {

// A pattern is believed when a sample of the wrong elements follows it.
class pattern_finder {
 public:
  pattern_finder(const comparison& c, const mismatches& m) : c_(c), wrong_(m.sample) {}

  std::string explain() const {
    const bool stored = c_.writer && !c_.writer(wrong_.front()).empty();
    if (!stored && wrong_all([&](std::int64_t i) { return c_.poison(i); })) {
      return "Looks like logic: the wrong elements were never written, they still hold what the "
             "test "
             "put there.";
    }
    if (wrong_all([&](std::int64_t i) { return c_.got(i) == 0; })) {
      return "Looks like logic: the wrong elements are all 0.";
    }
    if (looks_rounded()) {
      return "Looks like rounding: every element is nearly right. Is a value kept in a smaller "
             "type "
             "than it should, or added up in another order?";
    }
    if (std::string text = moved(); !text.empty()) {
      return "Looks like logic: " + text;
    }
    if (wrong_all([&](std::int64_t i) { return same(c_.got(i), -c_.want(i)); })) {
      return "Looks like logic: the wrong elements have the wrong sign.";
    }
    if (std::string text = scaled(); !text.empty()) {
      return "Looks like logic: " + text;
    }
    if (wrong_all([&](std::int64_t i) { return std::isnan(c_.got(i)); })) {
      return "Looks like logic: the wrong elements are NaN. NaN comes from memory that nothing was "
             "written to, from a lane that a mask switched off, or from a computation like 0 / 0.";
    }
    return "Looks like logic: the values are too far off for rounding.";
  }

 private:
  template <class F>
  bool wrong_all(F f) const {
    return std::all_of(wrong_.begin(), wrong_.end(), f);
  }

  bool same(double a, double b) const { return close(a, b, c_.limit); }

  bool looks_rounded() const {
    return wrong_all([&](std::int64_t i) {
      const double got = c_.got(i), want = c_.want(i);
      const double allowed = c_.limit.abs + c_.limit.rel * std::abs(want);
      const double off = std::abs(got - want);
      return allowed > 0 && off <= 1000 * allowed && off <= 0.02 * std::abs(want) + 10 * allowed;
    });
  }

  // Do the wrong elements hold what belongs elsewhere? One element alone proves nothing.
  std::string moved() const {
    if (wrong_.size() < 2) {
      return "";
    }
    const auto from = [&](auto source) {
      return wrong_all([&](std::int64_t i) {
        const std::int64_t j = source(i);
        return j >= 0 && j < c_.size && same(c_.got(i), c_.want(j));
      });
    };
    for (const std::int64_t shift : {1, -1, 2, -2}) {
      // At the end of the output nothing is left to be compared with.
      const auto shifted = [&](std::int64_t i) {
        const std::int64_t j = i + shift;
        return j < 0 || j >= c_.size ? i : j;
      };
      const bool edge_only = std::count_if(wrong_.begin(), wrong_.end(), [&](std::int64_t i) {
                               return shifted(i) == i;
                             }) > std::abs(shift);
      const bool fits = !edge_only && wrong_all([&](std::int64_t i) {
        const std::int64_t j = shifted(i);
        return j == i || same(c_.got(i), c_.want(j));
      });
      if (fits) {
        return "element i holds the value that belongs to element i " +
               std::string(shift > 0 ? "+ " : "- ") + std::to_string(std::abs(shift)) + ".";
      }
    }
    if (c_.columns > 1 && c_.rows > 1 &&
        from([&](std::int64_t i) { return i % c_.rows * c_.columns + i / c_.rows; })) {
      return "rows and columns are swapped.";
    }
    for (std::int64_t block = 4096; block >= 16; block /= 2) {
      if (block < c_.size && from([&](std::int64_t i) { return i % block; })) {
        return "every block of " + std::to_string(block) + " holds the values of the first one.";
      }
    }
    if (from([&](std::int64_t) { return std::int64_t{0}; })) {
      return "all of them hold the value of element 0.";
    }
    return "";
  }

  std::string scaled() const {
    const double factor = wrong_.size() < 2 ? 0 : c_.got(wrong_[0]) / c_.want(wrong_[0]);
    if (!std::isfinite(factor) || factor == 0) {
      return "";
    }
    const bool fits = wrong_all([&](std::int64_t i) {
      const double want = factor * c_.want(i);
      return std::abs(c_.got(i) - want) <= 1e-5 * std::abs(want);
    });
    char text[64];
    std::snprintf(text, sizeof text, "the wrong elements are %.6g times what they should be.",
                  factor);
    return fits ? text : "";
  }

  const comparison& c_;
  const std::vector<std::int64_t>& wrong_;
};

}  // namespace

std::string explain_pattern(const comparison& c, const mismatches& m) {
  return pattern_finder(c, m).explain();
}

}  // namespace kw::testing
