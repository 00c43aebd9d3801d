/// \file
/// What the tests of lesson 08's gradients have in common.
#pragma once

#include "attention_test.hpp"

namespace lesson08 {

/// A case of a backward pass, whose results are compared with the formulas, or with finite
/// differences. Those know nothing about the rounding to float16 of the o that the kernel gets:
/// delta is off by half a unit in the last place of its terms.
class gradient_check {
 public:
  gradient_check(const attention_case& c, bool slopes, int runs)
      : c_(c), x_(c), slopes_(slopes), runs_(runs) {}

  reference::gradients want() const { return x_.want(); }
  /// One of the results. \param of which of q, k and v it is the gradient: 0, 1 or 2
  auto result(const char* name, const reference::gradient& want, int of) const {
    tolerance limit = limit_of(want, c_, x_.forward.largest_score);
    limit.abs += slopes_ ? 0x1p-11 * want.parts : 0;
    std::vector<double> inputs[3] = {to_doubles(x_.q), to_doubles(x_.k), to_doubles(x_.v)};
    return out((of == 0 ? c_.q_extents() : c_.kv_extents()).of,
               slopes_ ? reference::numerical_gradient(x_.problem, inputs[of], inputs[0], inputs[1],
                                                       inputs[2], to_doubles(x_.dout))
                             .value
                       : want.value,
               limit, {}, name);
  }
  template <class Call, class... Results>
  bool operator()(Call call, const Results&... results) const {
    const array_extents rows = c_.q_extents(), keys = c_.kv_extents();
    return check_entry({(slopes_ ? "by finite differences, " : "") + shape(c_), runs_}, call,
                       in(rows.of, x_.q), in(keys.of, x_.k), in(keys.of, x_.v), in(rows.of, x_.o),
                       in({c_.batch, c_.heads, c_.n}, x_.lse), in(rows.of, x_.dout),
                       scratch({c_.batch, c_.heads, 2, c_.n}), results..., c_.causal);
  }

 private:
  attention_case c_;
  backward_inputs x_;
  bool slopes_;
  int runs_;
};

/// Calls `Check(how, Call)` for a case.
template <auto Check, auto Call, bool SLOPES = false, int RUNS = 1>
bool check_gradients(const attention_case& c) {
  return Check(gradient_check(c, SLOPES, RUNS), Call);
}

/// Makes the lengths of tests of gradients.
inline std::vector<attention_case> gradient_lengths(bool causal) {
  return {{1, 64, causal},  {31, 64, causal}, {33, 64, causal},
          {64, 64, causal}, {65, 64, causal}, {130, 64, causal}};
}

inline const std::vector<attention_case> kGradientHeads = {
    {20, 64, false, 1, 3, 3}, {17, 64, true, 2, 2, 2}, {0, 64}};
inline const std::vector<attention_case> kGradientGroups = {
    {33, 64, false, 1, 4, 2}, {20, 64, true, 2, 6, 2}, {17, 64, true, 3, 3, 1}};
// Scores of up to 10,000; in the last case nearly all are below 0.
inline const std::vector<attention_case> kLargeGradientScores = {
    {70, 64, false, 1, 1, 1, 28}, {70, 64, true, 1, 1, 1, 28}, {3, 64, false, 1, 1, 1, 28, -1}};

/// The tests that the gradients of k and v have in common with those of q.
template <auto Check, auto Call>
tests<attention_case> gradient_tests(const char* suite,
                                     kw::source_place place = kw::source_place::here()) {
  constexpr auto kCheck = check_gradients<Check, Call>;
  return {
      suite,
      {
          {"OneStep", kCheck, {{32, 64}}},
          {"AgreesWithFiniteDifferences",
           check_gradients<Check, Call, true>,
           {{4, 64, true, 1, 2}}},
          {"Lengths", kCheck, gradient_lengths(false)},
          {"CausalLengths", kCheck, gradient_lengths(true)},
          {"HeadSizes", kCheck, {{40, 128}, {70, 128, true}}},
          {"RefusesOtherHeadSizes", refuses<check_gradients<Check, Call>>, {{10, 32}}},
          {"BatchAndHeads", kCheck, kGradientHeads},
          {"GroupedHeads", kCheck, kGradientGroups},
          {"LargeScores", kCheck, kLargeGradientScores},
          {"SameBitsTwentyTimes", check_gradients<Check, Call, false, 20>, {{70, 64, true, 1, 2}}},
          {"StoresNoScores",
           check_gradients<Check, without_scores<Call>::call>,
           {{1024, 64, true}}},
          {"AnyShape", kCheck, any_heads},
      },
      place};
}

}  // namespace lesson08
