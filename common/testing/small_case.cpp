#include "common/testing/small_case.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include "common/runtime/uploads.hpp"
#include "common/testing/seed_option.hpp"

namespace kw::testing {
namespace {

constexpr std::int64_t kMostRows = 8, kMostColumns = 8, kLongestVector = 16, kMostLines = 16;

// A matrix, or a vector in lines of at most eight.
struct table {
  std::string name;
  std::int64_t size, columns;  // columns of a line
  bool small;

  table(std::string its_name, bool vector, std::int64_t rows, std::int64_t row)
      : name(std::move(its_name)),
        size(rows * row),
        columns(std::min(row, kMostColumns)),
        small(size > 0 &&
              (vector ? size <= kLongestVector : rows <= kMostRows && row <= kMostColumns)) {}

  std::int64_t lines() const { return (size + columns - 1) / columns; }
};

using value_at = std::function<double(std::int64_t)>;

// \param marked  which numbers are wrong; or empty
std::string line_of(std::string name, std::size_t width, std::int64_t begin, std::int64_t end,
                    const value_at& value, const std::vector<char>& marked) {
  name.resize(width, ' ');
  std::string line = "    " + name;
  for (std::int64_t i = begin; i < end; ++i) {
    char text[32];
    const double number = value(i);
    std::snprintf(text, sizeof text, " %9.4g", std::isnan(number) ? std::fabs(number) : number);
    const bool wrong = !marked.empty() && marked[static_cast<std::size_t>(i)];
    line += text + std::string(wrong ? "*" : " ");
  }
  return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

struct small_input {
  table shape;
  std::vector<double> values;
};

// All uploads since the first of the buffers that are still there; empty if one of them is unknown,
// as the input of an earlier call is whose buffer is gone.
std::vector<runtime::uploaded> uploads_of_case() {
  std::vector<runtime::uploaded> all = runtime::uploads();
  if (all.empty()) {
    return {};
  }
  const std::int64_t first = all.front().number;
  for (const runtime::uploaded& gone : runtime::retired_uploads()) {
    if (gone.number > first && !name_of_argument(gone.data).empty()) {
      all.push_back(gone);
    }
  }
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.number < b.number; });
  const bool whole = static_cast<std::int64_t>(all.size()) == runtime::upload_count() - first;
  return whole ? all : std::vector<runtime::uploaded>{};
}

// Of no input if any is too large: then the case is not whole.
std::vector<small_input> inputs_of(const comparison& c) {
  std::vector<small_input> inputs;
  for (const runtime::uploaded& one : uploads_of_case()) {
    std::string name = name_of_argument(one.data);
    name = name.empty() ? "input " + std::to_string(inputs.size() + 1) : name;
    name += one.data == c.data ? ", before" : "";
    inputs.push_back({{name, one.rank == 1, one.rows, one.columns}, one.values});
    if (!inputs.back().shape.small || one.values.empty()) {
      return {};
    }
  }
  return inputs;
}

}  // namespace

std::string small_case(const comparison& c, const mismatches& m) {
  if (!seed_is_shown()) {
    return "";  // a class is tested with values that no submission may know
  }
  const bool vector = c.columns == 0;
  const table out("got", vector, vector ? 1 : c.rows, vector ? c.size : c.columns);
  const std::vector<small_input> inputs = inputs_of(c);
  std::int64_t lines = 2 * out.lines();
  std::size_t width = 6;
  for (const small_input& one : inputs) {
    lines += one.shape.lines();
    width = std::max(width, one.shape.name.size());
  }
  if (!out.small || inputs.empty() || lines > kMostLines) {
    return "";
  }
  std::string text = "  The whole case, to compute by hand (* is wrong):\n";
  for (const auto& [shape, values] : inputs) {
    const value_at value = [&values = values](std::int64_t i) {
      return values[static_cast<std::size_t>(i)];
    };
    for (std::int64_t at = 0; at < shape.size; at += shape.columns) {
      text += line_of(at == 0 ? shape.name : "", width, at,
                      std::min(at + shape.columns, shape.size), value, {});
    }
  }
  for (std::int64_t at = 0; at < c.size; at += out.columns) {
    const std::int64_t end = std::min(at + out.columns, c.size);
    const auto wrong = m.wrong.begin();
    if (std::find(wrong + at, wrong + end, true) == wrong + end) {
      text += line_of("right", width, at, end, c.got, {});
      continue;
    }
    text += line_of("got", width, at, end, c.got, m.wrong) +
            line_of("want", width, at, end, c.want, {});
  }
  return text;
}

bool helps_to_compute(const std::string& pattern) {
  return pattern.find("a rounding error") == std::string::npos &&
         pattern.find("never written") == std::string::npos && pattern != kStillAsBefore &&
         pattern.find("wrong elements are all 0") == std::string::npos;  // zeros came of nothing
}

}  // namespace kw::testing
