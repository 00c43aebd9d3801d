// Tests of elective 12, task 3: folded weights, the shift, and the layer that both form.
#include "fused_layer_test.hpp"

namespace lesson12 {
namespace {

using doubles = std::vector<double>;

struct weights_to_fold {
  doubles gamma, beta, w, bias;
};

std::string weights_shape(const product_case& c) {
  return "w of " + std::to_string(c.k) + " x " + std::to_string(c.n);
}

bool check_folded(const product_case& c, const weights_to_fold& by,
                  const kw::buffer<float16_t, 2>& folded) {
  const auto want = [&by] { return reference::fold(by.gamma, by.beta, by.w, by.bias).folded; };
  // An element is rounded, and may get what rounding took from the largest one.
  return check_close(folded, want(),
                     {0x1p-11 * largest_size(want()) + rounding_of_sum(1, 2.5), 0x1p-11,
                      "two roundings to float16: of the element, and of one before it"},
                     "folded, " + weights_shape(c));
}

/// Columns add up to 0. Elements that are rounded one by one miss that by up to k roundings,
/// which all go the same way if gamma is the same for all rows.
bool check_sums(const product_case& c, const doubles& folded) {
  const auto sums = reference::column_sums(folded, static_cast<std::size_t>(c.n));
  for (std::size_t j = 0; j < sums.size(); ++j) {
    if (std::fabs(sums[j]) > 64 * 0x1p-11 * largest_size(folded)) {
      ADD_FAILURE() << "column " << j << " of folded adds up to " << sums[j]
                    << " and not to 0, for " << weights_shape(c)
                    << ". Add what rounding takes from an element to a later one.";
      return false;
    }
  }
  return true;
}

bool check_shift(const product_case& c, const weights_to_fold& by, const kw::buffer<float>& shift) {
  const auto of = [&by](const doubles& beta, const doubles& w, const doubles& bias) {
    return reference::fold(by.gamma, beta, w, bias).shift;
  };
  const double size = largest_size(of(magnitudes(by.beta), magnitudes(by.w), magnitudes(by.bias)));
  return check_close(shift, of(by.beta, by.w, by.bias),
                     {rounding_of_sum(c.k, size) / 2, 0, "float32 sums of k products"},
                     "shift, " + weights_shape(c));
}

/// The purpose of the weights: rstd * (x folded) + shift = layer_norm(x) w + bias.
bool check_layer(const product_case& c, const weights_to_fold& by, const doubles& folded,
                 const doubles& shift) {
  const auto x = to_doubles(around(7 * c.k, 5, 0.5f));
  const auto s = reference::statistics(x, c.k, double{kEps});
  const auto rows = reference::layer_norm(x, by.gamma, by.beta, double{kEps});
  const auto want = reference::linear(rows, by.w, by.bias, 7);
  const auto got = reference::scaled_product(x, folded, shift, s.rstd);
  const auto sizes =
      reference::scaled_product(magnitudes(x), magnitudes(folded), doubles(shift.size()), s.rstd);
  for (std::size_t i = 0; i < want.size(); ++i) {
    // Elements of folded are off by two roundings to float16, and shift by a float32 sum's error.
    const double limit = 2 * 0x1p-11 * sizes[i] + 1e-4 * (1 + std::fabs(want[i]));
    if (std::fabs(got[i] - want[i]) > limit) {
      ADD_FAILURE() << "rstd * (x folded) + shift is " << got[i] << " where layer_norm(x) w + bias"
                    << " is " << want[i] << ", for " << weights_shape(c);
      return false;
    }
  }
  return true;
}

bool check_folding(const product_case& c, const halves& gamma) {
  const auto w = around(c.k * c.n, 1, 0.25f), bias = around(c.n, 2, 0);
  const auto beta = around(c.k, 4, 0.5f);
  const kw::device device = kw::default_device();
  const kw::buffer<float16_t, 2> w_buffer(device, {c.k, c.n}, w, c.rows_of(c.n));
  const kw::buffer<float16_t, 2> folded(device, {c.k, c.n}, c.rows_of(c.n));
  const kw::buffer<float16_t> gamma_buffer(device, {c.k}, gamma), beta_buffer(device, {c.k}, beta);
  const kw::buffer<float16_t> bias_buffer(device, {c.n}, bias);
  const kw::buffer<float> shift(device, {c.n});
  fold_weights(gamma_buffer.cview(), beta_buffer.cview(), w_buffer.cview(), bias_buffer.cview(),
               folded.view(), shift.view());
  const weights_to_fold by{to_doubles(gamma), to_doubles(beta), to_doubles(w), to_doubles(bias)};
  const doubles values = to_doubles(folded.download());
  return check_folded(c, by, folded) && check_sums(c, values) && check_shift(c, by, shift) &&
         check_layer(c, by, values, to_doubles(shift.download()));
}
bool check_fold_weights(const product_case& c) {
  return check_folding(c, around(c.k, 3, 1));
}
// Before training, all gammas are 1.
bool check_equal_gammas(const product_case& c) {
  return check_folding(c,
                       halves(static_cast<std::size_t>(c.k), kw::core::convert<float16_t>(1.0f)));
}

const tests<product_case> fold_weights_tests = {
    "FoldWeights",
    {
        {"ThreeByTwo", check_fold_weights, {{0, 2, 3}}},
        {"Sizes", check_fold_weights, kSizes},
        {"ManyRows", check_fold_weights, {{0, 70, 3000}}},
        {"EqualGammas", check_equal_gammas, {{0, 70, 3000}}},
        {"AnyShape", check_fold_weights, products_up_to(300, 1)},
    },
};

}  // namespace
}  // namespace lesson12
