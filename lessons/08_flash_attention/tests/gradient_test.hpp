/// \file
/// What the tests of lesson 08's gradients have in common. A function under test is passed as one
/// that takes the arrays of a case.
#pragma once

#include "attention_test.hpp"

namespace lesson08 {

/// One of the results: what was computed, and what it should be.
struct gradient_result {
  const char* name;
  const kw::buffer<float16_t, 4>& got;
  const reference::gradient& want;
  std::vector<double>* inputs;  ///< of which it is the gradient
};

using gradient_call = void (*)(const backward_arrays&);
/// Which results a function has.
using gradient_results = std::vector<gradient_result> (*)(const backward_arrays&,
                                                          const reference::gradients&,
                                                          std::vector<double>* inputs);

/// Compares with the formulas, or with finite differences. Those know nothing about the rounding to
/// float16 of the o that the kernel gets: delta is off by half a unit in the last place of its
/// terms.
template <gradient_call Call, gradient_results Results, bool Slopes = false>
bool check_gradients(const attention_case& c) {
  const backward_arrays a(kw::default_device(), c);
  Call(a);
  const reference::gradients want = a.want(c);
  std::vector<double> inputs[3] = {to_doubles(a.q_values), to_doubles(a.k_values),
                                   to_doubles(a.v_values)};
  bool good = true;
  for (const gradient_result& one : Results(a, want, inputs)) {
    tolerance limit = limit_of(one.want, c, a.forward.largest_score);
    limit.abs += Slopes ? 0x1p-11 * one.want.parts : 0;
    const auto values =
        Slopes ? reference::numerical_gradient(c.problem(), *one.inputs, inputs[0], inputs[1],
                                               inputs[2], to_doubles(a.dout_values))
                     .value
               : one.want.value;
    good = check_close(
               one.got, values, limit,
               one.name + (Slopes ? " by finite differences, " + shape(c) : ", " + shape(c))) &&
           good;
  }
  return good;
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
template <gradient_call Call, gradient_results Results>
tests<attention_case> gradient_tests(const char* suite,
                                     kw::source_place place = kw::source_place::here()) {
  constexpr auto kCheck = check_gradients<Call, Results>;
  return {suite,
          {
              {"OneStep", kCheck, {{32, 64}}},
              {"AgreesWithFiniteDifferences",
               check_gradients<Call, Results, true>,
               {{4, 64, true, 1, 2}}},
              {"Lengths", kCheck, gradient_lengths(false)},
              {"CausalLengths", kCheck, gradient_lengths(true)},
              {"HeadSizes", kCheck, {{40, 128}, {70, 128, true}}},
              {"RefusesOtherHeadSizes", refuses<Call>, {{10, 32}}},
              {"BatchAndHeads", kCheck, kGradientHeads},
              {"GroupedHeads", kCheck, kGradientGroups},
              {"LargeScores", kCheck, kLargeGradientScores},
              {"SameBitsTwentyTimes", same_bits<Call>, {{70, 64, true, 1, 2}}},
              {"StoresNoScores", stores_no_scores<Call>, {{1024, 64, true}}},
              {"AnyShape", kCheck, any_heads},
          },
          place};
}

}  // namespace lesson08
