/// \file
/// What likely mistakes in lesson 01 compute: wrong oracles, for the text of a failed test.
#pragma once

#include <kernelwright/testing/formula.hpp>
#include <kernelwright/testing/suspects.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace lesson01::reference {

/// Likely mistakes in `[n]` x[i] + y[i].
inline kw::testing::suspects of_add(const std::vector<float>& x, const std::vector<float>& y) {
  using operation = double (*)(double, double);
  return kw::testing::with_changes<operation>(
      {{"by storing x as it is, without y", [](double a, double) { return a; }},
       {"by storing y as it is, without x", [](double, double b) { return b; }},
       {"by adding x to itself", [](double a, double) { return a + a; }},
       {"by adding y to itself", [](double, double b) { return b + b; }},
       {"by subtracting y from x", [](double a, double b) { return a - b; }},
       {"by subtracting x from y", [](double a, double b) { return b - a; }},
       {"by multiplying x and y", [](double a, double b) { return a * b; }}},
      [&x, &y](operation change) {
        std::vector<double> out(x.size());
        for (std::size_t i = 0; i < out.size(); ++i) {
          out[i] = change(x[i], y[i]);
        }
        return out;
      });
}

/// Adds to the suspects of `fused` each input in place of another one, and two inputs exchanged.
inline void add_exchanged_inputs(const std::vector<float>& a, const std::vector<float>& b,
                                 const std::vector<float>& c, const std::vector<float>& d,
                                 kw::testing::suspects& result) {
  const std::vector<float>* const inputs[] = {&a, &b, &c, &d};
  const auto with = [](const std::vector<float>* const(&used)[4]) {
    std::vector<double> out(used[0]->size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double sum = double{(*used[0])[i]} + double{(*used[1])[i]};
      out[i] = sum * double{(*used[2])[i]} + double{(*used[3])[i]};
    }
    return out;
  };
  for (std::size_t place = 0; place < 4; ++place) {
    for (std::size_t other = 0; other < 4; ++other) {
      const std::string one = std::string("abcd").substr(place, 1);
      const std::string two = std::string("abcd").substr(other, 1);
      if (other != place) {
        result.push_back(
            {"by using " + two + " where " + one + " belongs, so " + one + " is never used", [=] {
               const std::vector<float>* used[4] = {inputs[0], inputs[1], inputs[2], inputs[3]};
               used[place] = inputs[other];
               return with(used);
             }});
      }
      if (other > place && (place != 0 || other != 1)) {  // a + b is b + a
        result.push_back(
            {"with " + one + " and " + two +
                 " in each other's place: compare the order of the arguments of "
                 "launch with that of the kernel's parameters",
             [=] {
               const std::vector<float>* used[4] = {inputs[0], inputs[1], inputs[2], inputs[3]};
               used[place] = inputs[other];
               used[other] = inputs[place];
               return with(used);
             }});
      }
    }
  }
}

/// Likely mistakes in `[n]` (a[i] + b[i]) * c[i] + d[i]: exchanged inputs, and other operations.
inline kw::testing::suspects of_fused(const std::vector<float>& a, const std::vector<float>& b,
                                      const std::vector<float>& c, const std::vector<float>& d) {
  using operation = double (*)(double, double, double, double);
  const auto values = [&a, &b, &c, &d](operation change) {
    std::vector<double> out(a.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = change(a[i], b[i], c[i], d[i]);
    }
    return out;
  };
  auto result = kw::testing::with_changes<operation>(
      {{"by a + b * c + d: the product comes before the sum, unless the sum is in parentheses",
        [](double p, double q, double r, double s) { return p + q * r + s; }},
       {"by a * b + c + d", [](double p, double q, double r, double s) { return p * q + r + s; }},
       {"by a * b * c + d", [](double p, double q, double r, double s) { return p * q * r + s; }},
       {"by (a + b) * (c + d)",
        [](double p, double q, double r, double s) { return (p + q) * (r + s); }},
       {"by (a + b) * c * d",
        [](double p, double q, double r, double s) { return (p + q) * r * s; }},
       {"by (a - b) * c + d: b is subtracted",
        [](double p, double q, double r, double s) { return (p - q) * r + s; }},
       {"by (a + b) * c - d: d is subtracted",
        [](double p, double q, double r, double s) { return (p + q) * r - s; }},
       {"by (a + b) * c, without d",
        [](double p, double q, double r, double) { return (p + q) * r; }},
       {"by a + b + d, without c", [](double p, double q, double, double s) { return p + q + s; }}},
      values);
  add_exchanged_inputs(a, b, c, d, result);
  result.push_back(kw::testing::slips_in({1, a.size()}, [&a, &b, &c, &d] {
    const auto input = [](const char* name, const std::vector<float>& x) {
      return kw::testing::formula::of(name, {x.begin(), x.end()});
    };
    return (input("a", a) + input("b", b)) * input("c", c) + input("d", d);
  }));
  return result;
}

}  // namespace lesson01::reference
