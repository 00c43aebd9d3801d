// Formulas as data: how they are made, computed and written.
#include "kernelwright/testing/formula.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>

namespace kw::testing {
namespace {

using part = formula::part;
using node = formula::node;
using kind = formula::kind;
using doubles = std::vector<double>;

node make(kind is, std::string word, std::vector<node> from) {
  part made;
  made.is = is;
  made.word = std::move(word);
  made.from = std::move(from);
  return std::make_shared<part>(std::move(made));
}

formula operation(const char* word, const formula& a, const formula& b) {
  return formula(make(kind::operation, word, {a.root(), b.root()}));
}

formula function(const char* word, const formula& a) {
  return formula(make(kind::function, word, {a.root()}));
}

formula reduction(const char* word, const formula& a) {
  return formula(make(kind::reduction, word, {a.root()}));
}

formula input(std::string name, doubles values, part::along each) {
  part made;
  made.is = kind::values;
  made.word = std::move(name);
  made.values = std::move(values);
  made.each = each;
  return formula(std::make_shared<part>(std::move(made)));
}

double applied(const std::string& word, double a, double b) {
  if (word == "+")
    return a + b;
  if (word == "-")
    return a - b;
  if (word == "*")
    return a * b;
  if (word == "/")
    return a / b;
  if (word == "max")
    return std::isnan(a) || std::isnan(b) ? a + b : std::max(a, b);
  if (word == "min")
    return std::isnan(a) || std::isnan(b) ? a + b : std::min(a, b);
  return word == ">=" ? (a >= b ? 1 : 0) : (a < b ? 1 : 0);
}

double applied(const std::string& word, double a) {
  if (word == "exp")
    return std::exp(a);
  if (word == "exp2")
    return std::exp2(a);
  if (word == "log")
    return std::log(a);
  if (word == "log2")
    return std::log2(a);
  if (word == "sqrt")
    return std::sqrt(a);
  return word == "abs" ? std::fabs(a) : 1 / (1 + std::exp(-a));
}

// Computes each part once.
class evaluation {
 public:
  explicit evaluation(const formula_shape& shape) : shape_(shape) {}

  const doubles& of(const node& n) {
    const auto found = known_.find(n.get());
    return found != known_.end() ? found->second : known_[n.get()] = computed(*n);
  }

 private:
  doubles computed(const part& p) {
    doubles out(shape_.rows * shape_.columns);
    std::vector<const doubles*> from;
    for (const node& one : p.from) {
      from.push_back(&of(one));
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
      switch (p.is) {
        case kind::number:
          out[i] = p.number;
          break;
        case kind::values:
          out[i] = p.values[(p.each == part::along::row      ? i / shape_.columns
                             : p.each == part::along::column ? i % shape_.columns
                                                             : i) %
                            p.values.size()];
          break;
        case kind::operation:
          out[i] = p.from.size() == 3 ? ((*from[0])[i] != 0 ? (*from[1])[i] : (*from[2])[i])
                                      : applied(p.word, (*from[0])[i], (*from[1])[i]);
          break;
        case kind::function:
          out[i] = applied(p.word, (*from[0])[i]);
          break;
        case kind::reduction:
          break;
      }
    }
    return p.is == kind::reduction ? reduced(p.word, *from[0]) : out;
  }

  // "sum", "mean", "max" or "min" of each row; with "column " before it, of each column, and with
  // "whole " of all elements. With "turned " before it, column j has that of row j. "mean of N" is
  // the sum divided by N, "mean of 1/N" the sum times N.
  doubles reduced(std::string word, const doubles& of) const {
    const bool counted = word.rfind("mean of ", 0) == 0;
    const bool turned_over = word.rfind("mean of 1/", 0) == 0;
    const double divisor = counted ? std::stod(word.substr(turned_over ? 10 : 8)) : 0;
    const double given = turned_over ? 1 / divisor : divisor;
    word = counted ? "mean" : word;
    const bool turned = word.rfind("turned ", 0) == 0;
    word = turned ? word.substr(word.find(' ') + 1) : word;
    const bool down = word.rfind("column ", 0) == 0, whole = word.rfind("whole ", 0) == 0;
    word = down || whole ? word.substr(word.find(' ') + 1) : word;
    const std::size_t lines = whole ? 1 : down ? shape_.columns : shape_.rows;
    const auto line = [&](std::size_t i) {
      return whole ? 0 : down ? i % shape_.columns : i / shape_.columns;
    };
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    doubles joined(lines, word == "max" ? -kInfinity : word == "min" ? kInfinity : 0);
    for (std::size_t i = 0; i < of.size(); ++i) {
      double& to = joined[line(i)];
      to = applied(word == "max" || word == "min" ? word : "+", to, of[i]);
    }
    doubles out(of.size());
    const double count =
        counted ? given : static_cast<double>(of.size()) / static_cast<double>(lines);
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = joined[turned ? i % shape_.columns % lines : line(i)] / (word == "mean" ? count : 1);
    }
    return out;
  }

  formula_shape shape_;
  std::map<const part*, doubles> known_;
};

int strength(const part& p) {
  return !p.name.empty() || p.is != kind::operation || p.from.size() == 3 ? 4
         : p.word == "*" || p.word == "/"                                 ? 3
         : p.word == "+" || p.word == "-"                                 ? 2
         : p.word == "max" || p.word == "min"                             ? 4
                                                                          : 1;
}

// \param whole  the part itself is written out even if it has a name
std::string text(const node& n, bool whole) {
  const part& p = *n;
  if (!p.name.empty() && !whole) {
    return p.name;
  }
  const auto below = [&](std::size_t i) { return text(p.from[i], false); };
  if (p.is == kind::values || (p.is == kind::number && !p.word.empty())) {
    return p.word;
  }
  if (p.is == kind::number) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.9g", p.number);
    return digits;
  }
  if (p.is == kind::operation && p.from.size() == 3) {
    return "where(" + below(0) + ", " + below(1) + ", " + below(2) + ")";
  }
  if (p.is == kind::operation && p.word != "max" && p.word != "min") {
    const int own = p.word == "*" || p.word == "/" ? 3 : p.word == "+" || p.word == "-" ? 2 : 1;
    const bool first = strength(*p.from[0]) < own;
    const int second_strength = strength(*p.from[1]);
    const bool second =
        second_strength < own || (second_strength == own && (p.word == "-" || p.word == "/"));
    return (first ? "(" + below(0) + ")" : below(0)) + " " + p.word + " " +
           (second ? "(" + below(1) + ")" : below(1));
  }
  if (p.is == kind::operation) {
    return std::string(p.word == "max" ? "maximum" : "minimum") + "(" + below(0) + ", " + below(1) +
           ")";
  }
  const auto space = p.word.find(' ');  // of a reduction along another axis
  return (space == std::string::npos ? p.word : p.word.substr(space + 1)) + "(" + below(0) + ")";
}

}  // namespace

formula::formula(double number) {
  part made;
  made.number = number;
  root_ = std::make_shared<part>(std::move(made));
}

formula formula::of(std::string name, doubles values) {
  return input(std::move(name), std::move(values), part::along::element);
}

formula formula::for_row(std::string name, doubles values) {
  return input(std::move(name), std::move(values), part::along::row);
}

formula formula::for_column(std::string name, doubles values) {
  return input(std::move(name), std::move(values), part::along::column);
}

formula formula::constant(std::string name, double value) {
  part made;
  made.word = std::move(name);
  made.number = value;
  return formula(std::make_shared<part>(std::move(made)));
}

formula formula::named(std::string name) const {
  part made = *root_;
  made.name = std::move(name);
  return formula(std::make_shared<part>(std::move(made)));
}

formula operator+(const formula& a, const formula& b) {
  return operation("+", a, b);
}
formula operator-(const formula& a, const formula& b) {
  return operation("-", a, b);
}
formula operator*(const formula& a, const formula& b) {
  return operation("*", a, b);
}
formula operator/(const formula& a, const formula& b) {
  return operation("/", a, b);
}
formula exp(const formula& a) {
  return function("exp", a);
}
formula log(const formula& a) {
  return function("log", a);
}
formula sqrt(const formula& a) {
  return function("sqrt", a);
}
formula abs(const formula& a) {
  return function("abs", a);
}
formula sigmoid(const formula& a) {
  return function("sigmoid", a);
}
formula maximum(const formula& a, const formula& b) {
  return operation("max", a, b);
}
formula at_least(const formula& a, const formula& b) {
  return operation(">=", a, b);
}
formula row_sum(const formula& a) {
  return reduction("sum", a);
}
formula row_max(const formula& a) {
  return reduction("max", a);
}
formula row_mean(const formula& a) {
  return reduction("mean", a);
}

formula where(const formula& condition, const formula& a, const formula& b) {
  return formula(make(kind::operation, "where", {condition.root(), a.root(), b.root()}));
}

std::vector<double> value_of(const formula& f, const formula_shape& shape) {
  const doubles all = evaluation(shape).of(f.root());
  if (!shape.per_row) {
    return all;
  }
  doubles of_rows(shape.rows);
  for (std::size_t row = 0; row < shape.rows; ++row) {
    of_rows[row] = all[row * shape.columns];
  }
  return of_rows;
}

std::string text_of(const formula& f) {
  return text(f.root(), true);
}

}  // namespace kw::testing
