// A small model of characters that learns: every operation forward and backward is a kernel here.
#include <kernelwright/random.hpp>
#include "example.hpp"

namespace {
using namespace kw;

//! [layers]
// x[i, p * D + d] = table[tokens[i + p], d]: the CONTEXT tokens from i on, each as D numbers.
template <int CONTEXT, int D, bool BACKWARD>
struct Embedding {
  KW_KERNEL void operator()(program auto tl, const int* tokens, float* table, float* x) const {
    int row = tl.program_id(0);
    auto dims = tl.arange(size<D>);
    for (int p = 0; p < CONTEXT; ++p) {
      auto of_token = table + tl.load(tokens + row + p) * D + dims;
      auto of_row = x + (row * CONTEXT + p) * D + dims;
      if constexpr (BACKWARD) {  // a token has as many gradients as it has places
        tl.atomic_add(of_token, tl.load(of_row), relaxed);
      } else {
        tl.store(of_row, tl.load(of_token));
      }
    }
  }
};

struct product_shape {
  int m, n, k;
  int a_row = k, a_step = 1;  // elements from a row of a to the next, and along k
  int b_step = n, b_column = 1;
};

// c = a b, [m, n]. Strides describe a and b in memory, so a transposed matrix needs no other code.
template <int BM, int BN, int BK>
struct Product {
  KW_KERNEL void operator()(program auto tl, const float* a, const float* b, float* c,
                            product_shape s) const {
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);
    auto cols = tl.program_id(1) * BN + tl.arange(size<BN>);
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int start = 0; start < s.k; start += BK) {
      auto ks = start + tl.arange(size<BK>);
      auto at = tl.load(a + rows(_, None) * s.a_row + ks(None, _) * s.a_step,
                        (rows(_, None) < s.m) & (ks(None, _) < s.k), 0.0f);
      auto bt = tl.load(b + ks(_, None) * s.b_step + cols(None, _) * s.b_column,
                        (ks(_, None) < s.k) & (cols(None, _) < s.n), 0.0f);
      acc = tl.dot(at, bt, acc);
    }
    tl.store(c + rows(_, None) * s.n + cols(None, _), acc,
             (rows(_, None) < s.m) & (cols(None, _) < s.n));
  }
};

// Forward y = gelu(z); backward y becomes its gradient with respect to z.
template <int BLOCK_SIZE, bool BACKWARD>
struct Gelu {
  KW_KERNEL void operator()(program auto tl, const float* z, float* y, int n) const {
    auto i = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto v = tl.load(z + i, i < n, 0.0f);
    auto s = tl.sigmoid(v * (1.59576912f + 0.07135481f * v * v));  // gelu(v) = v * s
    if constexpr (BACKWARD) {
      auto slope = s + v * s * (1.0f - s) * (1.59576912f + 0.21406444f * v * v);
      tl.store(y + i, tl.load(y + i, i < n, 0.0f) * slope, i < n);
    } else {
      tl.store(y + i, v * s, i < n);
    }
  }
};
//! [layers]

//! [loss]
// loss[i] = -log(softmax(logits[i])[target]), and logits become the gradient of the mean loss.
template <int BLOCK_SIZE>
struct CrossEntropy {
  KW_KERNEL void operator()(program auto tl, float* logits, const int* targets, float* loss,
                            int columns) const {
    int row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < columns;
    auto v = tl.load(logits + row * columns + cols, mask, -inf);
    auto e = tl.exp(v - tl.max(v));
    auto p = e / tl.sum(e);
    auto target = tl.where(cols == tl.load(targets + row), 1.0f, 0.0f);
    tl.store(loss + row, -tl.log(tl.sum(p * target)));
    tl.store(logits + row * columns + cols, (p - target) / tl.num_programs(0), mask);
  }
};
//! [loss]

//! [adamw]
struct adamw_settings {
  float rate, decay;
  float for_mean, for_squares;  // 1 / (1 - beta^t) after t steps: the averages began at 0
};

// One step of AdamW for n parameters p with gradients g, which are 0 after it.
template <int BLOCK_SIZE>
struct AdamW {
  KW_KERNEL void operator()(program auto tl, float* p, float* g, float* mean, float* squares, int n,
                            adamw_settings s) const {
    auto i = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = i < n;
    auto grad = tl.load(g + i, mask, 0.0f);
    auto m = 0.9f * tl.load(mean + i, mask, 0.0f) + 0.1f * grad;
    auto v = 0.99f * tl.load(squares + i, mask, 0.0f) + 0.01f * grad * grad;
    auto was = tl.load(p + i, mask, 0.0f);
    auto by = m * s.for_mean / (tl.sqrt(v * s.for_squares) + 1e-8f) + s.decay * was;
    tl.store(p + i, was - s.rate * by, mask);
    tl.store(mean + i, m, mask);
    tl.store(squares + i, v, mask);
    tl.store(g + i, tl.zeros(size<BLOCK_SIZE>), mask);
  }
};
//! [adamw]

struct RandomWeights {
  KW_KERNEL void operator()(program auto tl, float* p, int n, float scale, int seed) const {
    auto i = tl.program_id(0) * 256 + tl.arange(size<256>);
    tl.store(p + i, tl.randn(seed, i) * scale, i < n);
  }
};

constexpr int kContext = 6, kDims = 8, kInputs = kContext * kDims, kHidden = 64, kBlock = 256;

/// A matrix of weights, its gradient, and what AdamW remembers of it.
struct weights {
  weights(int rows, int columns, int seed)
      : n(rows * columns), p(make()), g(make()), mean(make()), squares(make()) {
    const float scale = 1.0f / std::sqrt(static_cast<float>(rows));
    launch(p.device(), grid(cdiv(n, 256)), RandomWeights{}, p.view(), n, scale, seed);
  }
  buffer<float> make() const {
    return {default_device(), {n}, std::vector<float>(static_cast<std::size_t>(n))};
  }
  int n;
  buffer<float> p, g, mean, squares;
};

/// Predicts a character from the kContext characters before it.
class model {
 public:
  model(int rows, int characters)
      : rows_(rows),
        characters_(characters),
        table_(characters, kDims, 1),
        first_(kInputs, kHidden, 2),
        second_(kHidden, characters, 3),
        x_(default_device(), {rows * kInputs}),
        dx_(default_device(), {rows * kInputs}),
        z_(default_device(), {rows * kHidden}),
        y_(default_device(), {rows * kHidden}),
        logits_(default_device(), {rows * characters}),
        loss_(default_device(), {rows}) {}

  //! [step]
  /// The mean loss, with the gradients of all weights added to their g.
  float backward(const buffer<int>& tokens, const buffer<int>& targets) {
    forward(tokens);
    launch(where(), grid(rows_), CrossEntropy<32>{}, logits_.view(), targets.cview(), loss_.view(),
           characters_);
    // The gradient of a product's right side is a^T dc, and that of its left side dc b^T.
    multiply(y_, logits_, second_.g, {kHidden, characters_, rows_, 1, kHidden});
    multiply(logits_, second_.p, y_, {rows_, kHidden, characters_, characters_, 1, 1, characters_});
    launch(where(), grid(cdiv(y_.size(), kBlock)), Gelu<kBlock, true>{}, z_.cview(), y_.view(),
           narrow<int>(y_.size()));
    multiply(x_, y_, first_.g, {kInputs, kHidden, rows_, 1, kInputs});
    multiply(y_, first_.p, dx_, {rows_, kInputs, kHidden, kHidden, 1, 1, kHidden});
    launch(where(), grid(rows_), Embedding<kContext, kDims, true>{}, tokens.cview(),
           table_.g.view(), dx_.view());
    return mean(loss_.download());
  }

  /// Moves all weights, and clears their gradients.
  void update(int step) {
    const auto t = static_cast<float>(step);
    const adamw_settings s{0.02f, 0.01f, 1 / (1 - std::pow(0.9f, t)), 1 / (1 - std::pow(0.99f, t))};
    for (weights* w : {&table_, &first_, &second_}) {
      launch(where(), grid(cdiv(w->n, kBlock)), AdamW<kBlock>{}, w->p.view(), w->g.view(),
             w->mean.view(), w->squares.view(), w->n, s);
    }
  }
  //! [step]

  std::vector<weights*> all_weights() { return {&table_, &first_, &second_}; }

  /// The likeliest character after each context.
  std::vector<int> predict(const buffer<int>& tokens) {
    forward(tokens);
    const std::vector<float> logits = logits_.download();
    std::vector<int> best;
    for (int row = 0; row < rows_; ++row) {
      const auto begin = logits.begin() + row * characters_;
      best.push_back(static_cast<int>(std::max_element(begin, begin + characters_) - begin));
    }
    return best;
  }

 private:
  static device where() { return default_device(); }
  static float mean(const std::vector<float>& values) {
    float sum = 0;
    for (const float value : values) {
      sum += value;
    }
    return sum / static_cast<float>(values.size());
  }
  void multiply(const buffer<float>& a, const buffer<float>& b, const buffer<float>& c,
                const product_shape& s) const {
    launch(where(), grid(cdiv(s.m, 32), cdiv(s.n, 32)), Product<32, 32, 32>{}, a.cview(), b.cview(),
           c.view(), s);
  }
  void forward(const buffer<int>& tokens) {
    launch(where(), grid(rows_), Embedding<kContext, kDims, false>{}, tokens.cview(),
           table_.p.view(), x_.view());
    multiply(x_, first_.p, z_, {rows_, kHidden, kInputs});
    launch(where(), grid(cdiv(z_.size(), kBlock)), Gelu<kBlock, false>{}, z_.cview(), y_.view(),
           narrow<int>(z_.size()));
    multiply(y_, second_.p, logits_, {rows_, characters_, kHidden});
  }

  int rows_, characters_;
  weights table_, first_, second_;
  buffer<float> x_, dx_, z_, y_, logits_, loss_;
};

/// A text that repeats itself, as numbers of characters.
struct lesson_text {
  lesson_text() {
    for (std::size_t i = 0; i < text.size() + kContext; ++i) {
      tokens.push_back(static_cast<int>(used.find(text[i % text.size()])));
    }
    targets.assign(tokens.begin() + kContext, tokens.end());
  }
  const std::string text = "one two three four five six seven eight nine ten ";
  const std::string used = " efghinorstuvwx";
  std::vector<int> tokens, targets;
};

class TrainingRecipe : public Examples {
 protected:
  void SetUp() override {
    Examples::SetUp();
    if (!IsSkipped()) {
      const lesson_text t;
      tokens_ = buffer<int>(default_device(), {static_cast<int>(t.tokens.size())}, t.tokens);
      targets_ = buffer<int>(default_device(), {static_cast<int>(t.targets.size())}, t.targets);
    }
  }
  buffer<int> tokens_, targets_;
};

// Each gradient is how the loss changes when its weight does.
TEST_F(TrainingRecipe, GradientsAreThoseOfTheLoss) {
  const lesson_text t;
  model learner(static_cast<int>(t.targets.size()), static_cast<int>(t.used.size()));
  learner.backward(tokens_, targets_);
  for (weights* w : learner.all_weights()) {
    const std::vector<float> gradients = w->g.download(), before = w->p.download();
    for (int at = 1; at < w->n; at += w->n / 3) {
      const auto loss_at = [&](float change) {
        std::vector<float> changed = before;
        changed[static_cast<std::size_t>(at)] += change;
        w->p.upload(changed);
        return learner.backward(tokens_, targets_);
      };
      const float slope = (loss_at(0.02f) - loss_at(-0.02f)) / 0.04f;
      EXPECT_NEAR(gradients[static_cast<std::size_t>(at)], slope, 1e-4f + 0.02f * std::abs(slope));
    }
    w->p.upload(before);
  }
}

TEST_F(TrainingRecipe, LearnsAndContinues) {
  const lesson_text t;
  model learner(static_cast<int>(t.targets.size()), static_cast<int>(t.used.size()));
  float first = 0, last = 0;
  for (int step = 1; step <= 40; ++step) {
    last = learner.backward(tokens_, targets_);
    learner.update(step);
    first = step == 1 ? last : first;
  }
  EXPECT_NEAR(first, std::log(static_cast<float>(t.used.size())), 0.5);  // it knows nothing yet
  EXPECT_LT(last, 0.01f);
  // It continues what it is given, one character at a time.
  std::vector<int> line(t.tokens.begin(), t.tokens.begin() + kContext);
  while (line.size() < t.tokens.size()) {
    std::vector<int> context(line.end() - kContext, line.end());
    context.resize(t.tokens.size());
    tokens_.upload(context);
    line.push_back(learner.predict(tokens_)[0]);
  }
  EXPECT_EQ(line, t.tokens);
}

}  // namespace
