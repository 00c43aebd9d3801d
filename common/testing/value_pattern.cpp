#include "common/testing/value_pattern.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "common/base/format.hpp"
#include "common/runtime/uploads.hpp"

namespace kw::testing {
namespace {

std::string six_digits(double value) {
  return base::formatted("%.6g", value);
}

// Where a factor may come from, as the rest of a sentence.
std::string meaning_of_factor(const comparison& c, double factor) {
  const auto is = [&](double value) {
    return std::abs(factor - value) <= (1e-5 + 4 * c.limit.rel) * std::abs(value);
  };
  constexpr double kLn2 = 0.69314718055994531;
  if (is(kLn2) || is(1 / kLn2)) {
    return ", which is the factor between natural logarithms and those to base 2";
  }
  const std::pair<std::int64_t, const char*> extents[] = {{c.columns, "columns"}, {c.rows, "rows"}};
  for (const auto& [extent, name] : extents) {
    const auto count = static_cast<double>(extent);
    if (extent > 2 && is(count)) {
      return std::string(", the number of ") + name + " of the output";
    }
    if (extent > 2 && is(1 / count)) {
      return std::string(", one divided by the number of ") + name + " of the output";
    }
    if (extent > 2 && (is(count * count) || is(1 / (count * count)))) {
      return std::string(", the square of the number of ") + name +
             " of the output, or one divided by that: is something multiplied where it should be "
             "divided, or the other way round?";
    }
  }
  for (const runtime::uploaded& one : runtime::uploads()) {
    const auto count = static_cast<double>(one.columns);
    if (one.columns > 2 && (is(count * count) || is(1 / (count * count)))) {
      return ", the square of the number of columns of an input, or one divided by that: is "
             "something multiplied where it should be divided, or the other way round";
    }
    if (one.columns > 2 && (is(count) || is(1 / count))) {
      return is(count) ? ", the number of columns of an input: is a division left out"
                       : ", one divided by the number of columns of an input: is it divided twice, "
                         "or not to be divided";
    }
  }
  if (is(2)) {
    return ": is something added or applied twice?";
  }
  return "";
}

// A factor or a term that fits got to want.
struct fit {
  double value = 0;
  bool good = false;
};

bool near(const comparison& c, double got, double fitted) {
  const double allowed =
      4 * c.limit.abs + (4 * c.limit.rel + 2e-6) * std::max(std::abs(fitted), std::abs(got));
  return std::abs(got - fitted) <= allowed;
}

// The factor f for which got = f * want at all of `elements`, unless it is 1 or 0.
fit common_factor(const comparison& c, const std::vector<std::int64_t>& elements) {
  double products = 0, squares = 0;
  for (const std::int64_t i : elements) {
    products += c.got(i) * c.want(i);
    squares += c.want(i) * c.want(i);
  }
  const double factor = products / squares;
  bool good = std::isfinite(factor) && factor != 0 && std::abs(factor - 1) > 1e-4;
  for (const std::int64_t i : elements) {
    // If the right values are so small that any factor fits, nothing can be concluded.
    good = good && near(c, c.got(i), factor * c.want(i)) &&
           std::abs(c.got(i) - c.want(i)) > 20 * std::abs(c.got(i) - factor * c.want(i));
  }
  return {factor, good};
}

// The term d for which got = want + d at all of `elements`, unless it is 0.
fit common_term(const comparison& c, const std::vector<std::int64_t>& elements) {
  double sum = 0;
  for (const std::int64_t i : elements) {
    sum += c.got(i) - c.want(i);
  }
  const double term = sum / static_cast<double>(elements.size());
  bool good = std::isfinite(term);
  for (const std::int64_t i : elements) {
    const double off = std::abs(c.got(i) - c.want(i) - term);
    good = good && near(c, c.got(i), c.want(i) + term) && std::abs(term) > 20 * off;
  }
  return {term, good};
}

// A pattern is believed when a sample of the wrong elements follows it.
class pattern_finder {
 public:
  pattern_finder(const comparison& c, const mismatches& m) : c_(c), wrong_(m.sample) {}

  std::string explain() const {
    const bool stored = c_.writer && !c_.writer(wrong_.front()).empty();
    if (!stored && wrong_all([&](std::int64_t i) { return c_.poison(i); })) {
      return "This looks like a logic error: the wrong elements were never written. They still "
             "hold what the test put there.";
    }
    if (!stored && is_as_before()) {
      return kStillAsBefore;
    }
    if (wrong_all([&](std::int64_t i) { return c_.got(i) == 0; })) {
      const bool cut = wrong_.size() > 1 && wrong_all([&](std::int64_t i) {
                         return std::abs(c_.want(i)) < 1 && c_.want(i) != 0;
                       });
      return std::string("This looks like a logic error: the wrong elements are all 0") +
             (cut ? ", and all should be between -1 and 1. Is a value kept in an int, or are two "
                    "ints divided? Both cut off what comes after the point."
                  : ".");
    }
    // A factor fits exactly, while rounding errors have none in common.
    const fit factor = wrong_.size() < 2 ? fit{} : common_factor(c_, wrong_);
    if (!factor.good && looks_rounded()) {
      return "This looks like a rounding error: every element is nearly right. Is a value kept in "
             "a smaller type than it should, or added up in another order?";
    }
    if (std::string text = counts(); !text.empty()) {
      return "This looks like a logic error: " + text;
    }
    if (std::string text = moved(); !text.empty()) {
      return "This looks like a logic error: " + text;
    }
    if (wrong_all([&](std::int64_t i) { return same(c_.got(i), -c_.want(i)); })) {
      return "This looks like a logic error: the wrong elements have the wrong sign.";
    }
    if (factor.good) {
      const std::string meaning = meaning_of_factor(c_, factor.value);
      return "This looks like a logic error: the wrong elements are " + six_digits(factor.value) +
             " times what they should be" + meaning + (meaning.ends_with('?') ? "" : ".");
    }
    for (std::string (pattern_finder::*look)() const :
         {&pattern_finder::larger, &pattern_finder::cut_off, &pattern_finder::reordered,
          &pattern_finder::infinite}) {
      if (std::string text = (this->*look)(); !text.empty()) {
        return "This looks like a logic error: " + text;
      }
    }
    if (wrong_all([&](std::int64_t i) { return std::isnan(c_.got(i)); })) {
      return "This looks like a logic error: the wrong elements are NaN. NaN comes from memory "
             "that nothing was written to, from a lane that a mask switched off, or from a "
             "computation like 0 / 0.";
    }
    return kNoPattern;
  }

 private:
  std::string infinite() const {
    for (const double limit : {HUGE_VAL, -HUGE_VAL}) {
      if (wrong_all([&](std::int64_t i) { return c_.got(i) == limit; })) {
        const std::string name = limit > 0 ? "inf" : "-inf", other = limit > 0 ? "-inf" : "inf";
        return "the wrong elements are all " + name + ". A " + (limit > 0 ? "maximum" : "minimum") +
               " that begins with " + name + ", or gets " + name +
               " from masked lanes, stays there: it has to begin with " + other +
               (limit > 0 ? ". A sum or an exponential becomes inf if it is too large for its type."
                          : ". The logarithm of 0 is -inf as well.");
      }
    }
    return "";
  }
  template <class F>
  bool wrong_all(F f) const {
    return std::all_of(wrong_.begin(), wrong_.end(), f);
  }

  // Does a buffer that the test filled still hold that?
  bool is_as_before() const {
    for (const runtime::uploaded& one : runtime::uploads()) {
      if (one.data == c_.data && !one.values.empty() && c_.writer) {
        return wrong_all(
            [&](std::int64_t i) { return c_.got(i) == one.values[static_cast<std::size_t>(i)]; });
      }
    }
    return false;
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

  // Does each element of whole numbers hold a number that says where it is?
  std::string counts() const {
    if (c_.dtype.rfind("int", 0) != 0 || c_.size < 8) {
      return "";
    }
    const auto all = [&](auto number) {
      for (std::int64_t i = 0; i < c_.size; ++i) {
        if (c_.got(i) != static_cast<double>(number(i))) {
          return false;
        }
      }
      return true;
    };
    if (all([](std::int64_t i) { return i; })) {
      return "every element holds its own position, which is what `offsets` are.";
    }
    if (c_.columns > 1 && c_.rows > 1 && all([&](std::int64_t i) { return i % c_.columns; })) {
      return "every element holds the number of its column.";
    }
    if (c_.columns > 1 && c_.rows > 1 && all([&](std::int64_t i) { return i / c_.columns; })) {
      return "every element holds the number of its row.";
    }
    for (std::int64_t block = 2; block < c_.size; block *= 2) {
      if (all([&](std::int64_t i) { return i % block; })) {
        return "the elements count from 0 again in each block of " + std::to_string(block) +
               ": each holds the number of its lane, tl.arange. The number of the program is "
               "tl.program_id(0), and the position of the element is both together: program_id * " +
               std::to_string(block) + " + lane.";
      }
      if (all([&](std::int64_t i) { return i / block; })) {
        return "each block of " + std::to_string(block) +
               " elements holds its number: that is tl.program_id(0), if a program has " +
               std::to_string(block) + " elements.";
      }
    }
    return "";
  }

  // Do the wrong elements hold values that belong elsewhere? One element alone proves nothing.
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
      // At the end of the output there is nothing left to compare with.
      const auto shifted = [&](std::int64_t i) {
        const std::int64_t j = i + shift;
        return j < 0 || j >= c_.size ? i : j;
      };
      const bool edge_only = std::count_if(wrong_.begin(), wrong_.end(), [&](std::int64_t i) {
                               return shifted(i) == i;
                             }) > std::abs(shift);
      const auto compared = std::count_if(wrong_.begin(), wrong_.end(),
                                          [&](std::int64_t i) { return shifted(i) != i; });
      const bool fits = !edge_only && compared >= 2 && wrong_all([&](std::int64_t i) {
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
    for (std::int64_t tile = 128; tile >= 8 && c_.columns > 1 && c_.rows > 1; tile /= 2) {
      if (from([&](std::int64_t i) {
            const std::int64_t row = i / c_.columns, column = i % c_.columns;
            return (row / tile * tile + column % tile) * c_.columns + column / tile * tile +
                   row % tile;
          })) {
        return "rows and columns are exchanged inside of each tile of " + std::to_string(tile) +
               " x " + std::to_string(tile) +
               ". Is a tl.trans missing, or one too many? Or has an address rows(None, _) and "
               "cols(_, None), where rows(_, None) and cols(None, _) are meant?";
      }
    }
    if (from([&](std::int64_t i) { return c_.size - 1 - i; })) {
      return "the elements are in reverse order: element i holds the value that belongs to element "
             "n - 1 - i.";
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

  std::string larger() const {
    const fit term = wrong_.size() < 3 ? fit{} : common_term(c_, wrong_);
    if (!term.good) {
      return "";
    }
    return "the wrong elements are " + six_digits(std::abs(term.value)) +
           (term.value > 0 ? " too large." : " too small.");
  }

  // Do all wrong elements have one value, which is a limit that the right ones should not have?
  std::string cut_off() const {
    const double got = c_.got(wrong_.front());
    if (wrong_.size() < 3 || !std::isfinite(got) ||
        !wrong_all([&](std::int64_t i) { return c_.got(i) == got; })) {
      return "";
    }
    const bool below = wrong_all([&](std::int64_t i) { return c_.want(i) < got; });
    const bool above = wrong_all([&](std::int64_t i) { return c_.want(i) > got; });
    return "the wrong elements are all " + six_digits(got) +
           (below ? ", and should be smaller. Is " + six_digits(got) + " a limit that is too high?"
            : above ? ", and should be larger. Is " + six_digits(got) + " a limit that is too low?"
                    : ", whatever they should be.");
  }

  // Are all values there, but in other places?
  std::string reordered() const {
    constexpr std::int64_t kMost = 1 << 20;  // sorting takes time
    if (c_.size < 4 || c_.size > kMost) {
      return "";
    }
    std::vector<double> got, want;
    for (std::int64_t i = 0; i < c_.size; ++i) {
      got.push_back(c_.got(i));
      want.push_back(c_.want(i));
    }
    if (std::any_of(got.begin(), got.end(), [](double x) { return std::isnan(x); })) {
      return "";
    }
    std::sort(got.begin(), got.end());
    std::sort(want.begin(), want.end());
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (!same(got[i], want[i])) {
        return "";
      }
    }
    return "all values are right, but they are in other places than they should be.";
  }

  const comparison& c_;
  const std::vector<std::int64_t>& wrong_;
};

}  // namespace

std::string explain_pattern(const comparison& c, const mismatches& m) {
  return pattern_finder(c, m).explain();
}

}  // namespace kw::testing
