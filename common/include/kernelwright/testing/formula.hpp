/// \file
/// A formula as data, so every way to write it wrongly by one step can be computed.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <kernelwright/testing/suspects.hpp>

namespace kw::testing {

/// What a lesson's output is computed by, element by element of a matrix `[rows, columns]`.
/// Operators and functions join formulas; those whose name begins with `row_` join the elements of
/// each row. \code
/// likely.push_back(slips_in({rows, columns}, [&] {
///   const auto x = formula::of("x", x_values), e = exp(x - row_max(x)).named("e");
///   return e / row_sum(e);
/// }));
/// \endcode
/// adds "by exp(x) - max(x) where exp(x - max(x)) is meant", and about thirty others.
class formula {
 public:
  enum class kind { values, number, operation, function, reduction };

  /// A part of a formula. Two formulas that use one part share it, so a slip in it counts in both.
  struct part {
    kind is = kind::number;
    std::string word;  ///< the input's name, the operator, or the function's name
    std::string name;  ///< of an intermediate result; empty: it is written out
    double number = 0;
    std::vector<double> values;  ///< of an input: of each element, row or column
    enum class along { element, row, column } each = along::element;
    std::vector<std::shared_ptr<const part>> from;
  };
  using node = std::shared_ptr<const part>;

  formula(double number);  // NOLINT(google-explicit-constructor): 1 - p reads as the formula does
  explicit formula(node root) : root_(std::move(root)) {}

  /// An input with a value for each element; for_row and for_column: for each row, or column.
  static formula of(std::string name, std::vector<double> values);
  static formula for_row(std::string name, std::vector<double> values);
  static formula for_column(std::string name, std::vector<double> values);
  /// A number that has a name, such as eps.
  static formula constant(std::string name, double value);

  /// The same formula as a line of its own, `auto name = ...`.
  formula named(std::string name) const;

  const node& root() const { return root_; }

 private:
  node root_;
};

formula operator+(const formula& a, const formula& b);
formula operator-(const formula& a, const formula& b);
formula operator*(const formula& a, const formula& b);
formula operator/(const formula& a, const formula& b);
formula exp(const formula& a);
formula log(const formula& a);
formula sqrt(const formula& a);
formula abs(const formula& a);
formula sigmoid(const formula& a);
formula maximum(const formula& a, const formula& b);
/// `a` where the condition is not 0, else `b`.
formula where(const formula& condition, const formula& a, const formula& b);
/// 1 where a >= b, else 0.
formula at_least(const formula& a, const formula& b);
formula row_sum(const formula& a);
formula row_max(const formula& a);
formula row_mean(const formula& a);

/// How many rows of `columns` there are in `size` elements; none if a row is empty.
inline std::size_t rows_in(std::size_t size, std::size_t columns) {
  return columns == 0 ? 0 : size / columns;
}

struct formula_shape {
  std::size_t rows, columns;
  bool per_row = false;  ///< the output has one element for each row
};

/// All elements of the output.
std::vector<double> value_of(const formula& f, const formula_shape& shape);

/// The formula in the words of a learner's code, as far as its names go.
std::string text_of(const formula& f);

/// The formulas that differ from the right one by one step: a term or a factor left out, an
/// operator or a function exchanged, parentheses moved, one value in place of another. The right
/// one is made only when a comparison fails.
/// \param then  what makes the output of the formula's values, such as a product; nothing if they
/// are the output
suspect slips_in(const formula_shape& shape, std::function<formula()> right,
                 std::function<std::vector<double>(const std::vector<double>&)> then = nullptr);

}  // namespace kw::testing
