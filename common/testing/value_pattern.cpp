// What all wrong values have in common.
#include "common/testing/value_pattern.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>

#include "common/base/format.hpp"

namespace kw::testing {
namespace {

using base::sentence;

struct pair_of_values {
  std::int64_t at;
  double got, want;
};

// The wrong elements; none if a value is not finite.
std::vector<pair_of_values> looked_at(const comparison& c, const mismatches& m) {
  std::vector<pair_of_values> some;
  for (const std::int64_t i : m.sample) {
    some.push_back({i, c.got(i), c.want(i)});
    if (!std::isfinite(some.back().got) || !std::isfinite(some.back().want) || c.poison(i)) {
      return {};
    }
  }
  return some;
}

double allowed(const comparison& c, double value, double scale = 1) {
  return 4 * (c.limit.abs * std::max(1.0, scale) + c.limit.rel * std::abs(value)) +
         2e-6 * std::abs(value);
}

bool all_are(const comparison& c, const std::vector<pair_of_values>& some,
             const std::function<double(double)>& what, double scale = 1) {
  return std::all_of(some.begin(), some.end(), [&](const pair_of_values& p) {
    const double expected = what(p.want);
    return std::abs(p.got - expected) <= allowed(c, expected, scale);
  });
}

// Are the right values so different that a factor, or a difference, cannot fit by chance?
bool is_telling(const comparison& c, const std::vector<pair_of_values>& some) {
  const auto [least, most] = std::minmax_element(
      some.begin(), some.end(),
      [](const pair_of_values& a, const pair_of_values& b) { return a.want < b.want; });
  return most->want - least->want > 50 * allowed(c, std::max(-least->want, most->want));
}

bool same(double a, double b) {
  return std::abs(a - b) <= 1e-4 * std::abs(b);
}

// `: 4 is the number of rows of x`, of a factor or its inverse.
std::string named(double factor, const std::vector<named_number>& numbers) {
  for (const named_number& n : numbers) {
    const double v = n.value;
    const std::pair<double, std::string> forms[] = {
        {v, n.text},
        {1 / v, "1 / " + n.text},
        {std::sqrt(v), "the square root of " + n.text},
        {1 / std::sqrt(v), "1 / the square root of " + n.text},
        {v / (v - 1), "n / (n - 1), where n is " + n.text},
        {(v - 1) / v, "(n - 1) / n, where n is " + n.text},
        {1 - v, "1 - " + n.text},
    };
    for (const auto& [value, text] : forms) {
      // Many a size is 1 or 2, which agrees with anything, as does what is nearly 1.
      if ((v > 2.5 || std::floor(v) != v) && std::abs(value - 1) > 1e-3 && same(factor, value)) {
        return ", which is " + text;
      }
    }
  }
  return "";
}

std::string in_digits(double value) {
  return base::formatted("%.6g", value == 0 ? 0 : value);  // not -0
}

// Empty where rounding may be the reason.
std::string factor_told(double factor, const std::vector<named_number>& numbers) {
  const std::string name = named(factor, numbers);
  if (name.empty() && std::abs(factor - 1) < 0.02) {
    return "";
  }
  if (same(factor, -1)) {
    return "has the opposite sign";
  }
  const double inverse = 1 / factor;
  const bool part = std::abs(factor) < 1 && same(std::round(inverse), inverse);
  return (part ? "is 1/" + in_digits(std::round(inverse)) + " of"
               : "is " + in_digits(factor) + " times") +
         " what it should be" + name;
}

std::optional<std::string> relation(const comparison& c, const std::vector<pair_of_values>& some,
                                    const std::vector<named_number>& numbers) {
  const auto by_size = [](const pair_of_values& a, const pair_of_values& b) {
    return std::abs(a.want) < std::abs(b.want);
  };
  const pair_of_values& largest = *std::max_element(some.begin(), some.end(), by_size);
  const double first = some.front().got;
  if (some.size() > 1 &&
      std::all_of(some.begin(), some.end(), [&](const auto& p) { return p.got == first; })) {
    return sentence("is {}", in_digits(first));
  }
  const double factor = largest.got / largest.want;
  const bool by_factor = factor != 0 && factor != 1 &&
                         all_are(
                             c, some, [&](double v) { return factor * v; }, std::abs(factor));
  const double whole = std::max(std::abs(factor), 1 / std::abs(factor));
  if (by_factor &&
      (is_telling(c, some) || (some.size() == 1 && whole > 1.5 && whole < 5000 &&
                               std::abs(whole - std::round(whole)) < 1e-5 * whole &&
                               allowed(c, largest.want) < 1e-4 * std::abs(largest.want)))) {
    return factor_told(factor, numbers);
  }
  if (!is_telling(c, some)) {
    return std::nullopt;
  }
  const double off = some.front().got - some.front().want;
  if (all_are(c, some, [&](double v) { return v + off; })) {
    return sentence("is too {} by {}", off < 0 ? "small" : "large", in_digits(std::abs(off)));
  }
  const std::pair<const char*, double (*)(double)> functions[] = {
      {"the square", [](double v) { return v * v; }},
      {"the square root", [](double v) { return std::sqrt(v); }},
      {"1 divided by", [](double v) { return 1 / v; }},
      {"the exponential", [](double v) { return std::exp(v); }},
      {"the logarithm", [](double v) { return std::log(v); }},
      {"the absolute value", [](double v) { return std::abs(v); }},
  };
  for (const auto& [name, function] : functions) {
    if (all_are(c, some, function)) {
      return sentence("is {}{} what it should be", name,
                      std::string(name).ends_with("by") ? "" : " of");
    }
  }
  return std::nullopt;
}

// ---- right values in wrong places

using sorted_values = std::vector<std::pair<double, std::int64_t>>;

// Where a value belongs; -1 if nowhere, or if several places are as near.
std::int64_t place_of(const comparison& c, const sorted_values& all, double value) {
  const double near = c.limit.abs + c.limit.rel * std::abs(value);
  const auto least = std::lower_bound(all.begin(), all.end(), std::pair(value - near, INT64_MIN));
  return least == all.end() || least->first > value + near ||
                 (least + 1 != all.end() && (least + 1)->first <= value + near)
             ? -1
             : least->second;
}

// `one row before`, `64 elements after`.
std::string distance_told(const comparison& c, std::int64_t d) {
  const std::int64_t size = std::abs(d);
  const bool rows = c.columns > 1 && size % c.columns == 0;
  const std::int64_t count = rows ? size / c.columns : size;
  return sentence("{} {} {}", count,
                  (rows ? "row" : "element") + std::string(count == 1 ? "" : "s"),
                  d < 0 ? "before it" : "after it");
}

std::string misplaced(const comparison& c, const std::vector<pair_of_values>& some) {
  constexpr std::int64_t kMostElements = 1 << 20;
  constexpr std::size_t kTried = 64, kLeast = 4;
  if (c.size > kMostElements || some.size() < kLeast) {
    return "";
  }
  sorted_values all;
  for (std::int64_t i = 0; i < c.size; ++i) {
    all.emplace_back(c.want(i), i);
  }
  std::sort(all.begin(), all.end());
  std::vector<std::pair<std::int64_t, std::int64_t>>
      places;  // an element, and where its value belongs
  const std::size_t step = some.size() / kTried + 1;
  for (std::size_t k = 0; k < some.size(); k += step) {
    const std::int64_t to = place_of(c, all, some[k].got);
    if (to < 0) {
      return "";
    }
    places.emplace_back(some[k].at, to);
  }
  const auto [at, to] = places.front();
  const auto each = [&](const auto& belongs) {
    return std::all_of(places.begin(), places.end(),
                       [&](const auto& p) { return belongs(p.first) == p.second; });
  };
  std::string rule;
  if (each([&, d = to - at](std::int64_t i) { return i + d; })) {
    rule = sentence(", as each wrong element has what belongs {}", distance_told(c, to - at));
  } else if (each([&](std::int64_t i) { return c.size - 1 - i; })) {
    rule = ": the order is reversed";
  } else if (c.columns > 0 &&
             each([&](std::int64_t i) { return i % c.columns * c.columns + i / c.columns; })) {
    rule = ": rows and columns are exchanged";
  }
  return sentence("  The values are right, but in wrong places: {} has what belongs in {}{}.",
                  index_text(c, at), index_text(c, to), rule);
}

}  // namespace

std::string value_pattern(const comparison& c, const mismatches& m,
                          const std::vector<named_number>& numbers) {
  const std::vector<pair_of_values> some = looked_at(c, m);
  if (some.empty()) {
    return "";
  }
  const std::string which = c.size == 1         ? "It"
                            : m.count == c.size ? "Every element"
                                                : "Every wrong element";
  const auto told = relation(c, some, numbers);
  return told && told->empty() ? ""
         : told                ? sentence("  {} {}.", which, *told)
                               : misplaced(c, some);
}

}  // namespace kw::testing
