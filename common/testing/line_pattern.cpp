#include "common/testing/line_pattern.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "common/base/format.hpp"

namespace kw::testing {
namespace {

using elements_of_lines = std::map<std::int64_t, std::vector<std::int64_t>>;

// One element always fits by chance, and two may; this many do not.
constexpr std::size_t kFewest = 3;

bool near(const comparison& c, double got, double fitted) {
  const double allowed =
      4 * c.limit.abs + (4 * c.limit.rel + 2e-6) * std::max(std::abs(fitted), std::abs(got));
  return std::abs(got - fitted) <= allowed;
}

std::string four_digits(double value) {
  return base::formatted("%.4g", value);
}

// The first two lines and how they are wrong: `1.5 in row 0, 0.7 in row 1`.
std::string explain(const comparison& c, const elements_of_lines& lines, const char* name,
                    fit (*fit_of)(const comparison&, const std::vector<std::int64_t>&)) {
  std::string examples;
  int shown = 0;
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (const auto& [line, elements] : lines) {
    const fit found = elements.size() < kFewest ? fit{} : fit_of(c, elements);
    if (!found.good) {
      return "";
    }
    least = std::min(least, found.value);
    most = std::max(most, found.value);
    if (shown++ < 2) {
      examples += (examples.empty() ? "" : ", ") + four_digits(found.value) + " in " + name + " " +
                  std::to_string(line);
    }
  }
  return most - least > 1e-4 * std::max(std::abs(least), std::abs(most)) ? examples : "";
}

}  // namespace

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

std::string explain_lines(const comparison& c, const mismatches& m) {
  if (c.columns < 2 || c.rows < 2) {
    return "";
  }
  elements_of_lines rows, columns;
  for (const std::int64_t i : m.sample) {
    rows[i / c.columns].push_back(i);
    columns[i % c.columns].push_back(i);
  }
  if (const std::string text = explain(c, rows, "row", common_factor); !text.empty()) {
    return "every row is the right one times its own factor (" + text +
           "). Look at what each row is divided or multiplied by.";
  }
  if (const std::string text = explain(c, rows, "row", common_term); !text.empty()) {
    return "every row is the right one plus its own number (" + text +
           "). Look at what is subtracted from or added to a whole row.";
  }
  if (const std::string text = explain(c, columns, "column", common_factor); !text.empty()) {
    return "every column is the right one times its own factor (" + text +
           "). Look at what each column is divided or multiplied by.";
  }
  if (const std::string text = explain(c, columns, "column", common_term); !text.empty()) {
    return "every column is the right one plus its own number (" + text +
           "). Look at what is subtracted from or added to a whole column.";
  }
  return "";
}

}  // namespace kw::testing
