#include "slopes.hpp"

#include <cmath>

#include "model.hpp"
#include "sentences.hpp"

namespace training {
namespace {

/// Two texts for a small model, and what follows each character.
struct small_text {
  explicit small_text(const model_size& size) {
    random_source random(3);
    std::string text;
    while (static_cast<int>(text.size()) <= size.rows()) {
      text += make_line(random) + "\n";
    }
    tokens = to_tokens(text.substr(0, static_cast<std::size_t>(size.rows())));
    targets = to_tokens(text.substr(1, static_cast<std::size_t>(size.rows())));
  }
  std::vector<int> tokens, targets;
};

/// The weights, with one part moved along its gradient by `distance`.
std::vector<float> moved(std::vector<float> weights, const std::vector<float>& gradient,
                         const weight_part& p, double length, double distance) {
  for (std::int64_t i = p.offset; i < p.offset + p.rows * p.columns; ++i) {
    const auto at = static_cast<std::size_t>(i);
    weights[at] += static_cast<float>(gradient[at] / length * distance);
  }
  return weights;
}

double length_of(const std::vector<float>& gradient, const weight_part& p) {
  double sum = 0;
  for (std::int64_t i = p.offset; i < p.offset + p.rows * p.columns; ++i) {
    const double g = gradient[static_cast<std::size_t>(i)];
    sum += g * g;
  }
  return std::sqrt(sum);
}

}  // namespace

std::vector<wrong_slope> check_slopes(kw::device where, int* checked) {
  // The loss changes by about this much, which is far more than float16 loses, and little enough
  // that the loss is nearly straight.
  constexpr double kChange = 0.01, kTolerance = 0.02;
  const model_size size{.heads = 1, .texts = 2};
  const small_text text(size);
  model m(where, size, 5);
  m.loss(text.tokens, text.targets, 0);
  m.backward();
  const std::vector<float> before = m.weights(), gradient = m.gradients();
  std::vector<wrong_slope> wrong;
  for (const weight_part& p : m.parts()) {
    const double length = length_of(gradient, p), distance = kChange / length;
    const auto loss_at = [&](double by) {
      m.set_weights(moved(before, gradient, p, length, by));
      return static_cast<double>(m.loss(text.tokens, text.targets, 0));
    };
    const double slope = (loss_at(distance) - loss_at(-distance)) / (2 * distance);
    if (!(std::fabs(slope - length) <= kTolerance * length)) {  // NaN does not pass either
      wrong.push_back({p.name, length, slope});
    }
  }
  *checked = static_cast<int>(m.parts().size());
  return wrong;
}

}  // namespace training
