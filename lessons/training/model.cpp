#include "model.hpp"

#include <algorithm>
#include <cmath>

#include "sentences.hpp"

namespace training {
namespace {

constexpr float kDecay = 0.01f;

/// Columns [first, first + count) of a matrix.
template <class T>
kw::view<T, 2> columns_of(kw::view<T, 2> m, std::int64_t first, std::int64_t count) {
  return {m.data() + first, {m.extent(0), count}, {m.stride(0), 1}, m.device()};
}

template <class T>
kw::view<const T, 4> input(kw::view<T, 4> v) {
  return v;
}

std::int64_t partial_rows(kw::device where, std::int64_t rows, std::int64_t columns) {
  return where.kind == kw::device_kind::cpu ? 8 : lesson06::partial_rows(rows, columns);
}

}  // namespace

model::layer_state::layer_state(kw::device where, const model_size& s)
    : normed(where, {s.rows(), s.width()}),
      qkv(where, {s.rows(), 3 * s.width()}),
      merged(where, {s.rows(), s.width()}),
      projected(where, {s.rows(), s.width()}),
      middle(where, {s.rows(), s.width()}),
      normed_again(where, {s.rows(), s.width()}),
      hidden(where, {s.rows(), 4 * s.width()}),
      active(where, {s.rows(), 4 * s.width()}),
      shrunk(where, {s.rows(), s.width()}),
      out(where, {s.rows(), s.width()}),
      mean(where, {s.rows()}),
      rstd(where, {s.rows()}),
      mean_again(where, {s.rows()}),
      rstd_again(where, {s.rows()}),
      q(where, {s.texts, s.heads, s.length, kHead}),
      k(where, {s.texts, s.heads, s.length, kHead}),
      v(where, {s.texts, s.heads, s.length, kHead}),
      o(where, {s.texts, s.heads, s.length, kHead}),
      lse(where, {s.texts, s.heads, s.length}) {}

model::model(kw::device where, const model_size& size, std::uint64_t seed)
    : where_(where), size_(size), seed_(seed) {
  const std::int64_t width = size.width();
  const double by_width = 1 / std::sqrt(static_cast<double>(width));
  add_part("the table of characters", kCharacters, width, 0.5);
  add_part("the table of places", size.length, width, 0.1);
  for (int layer = 0; layer < size.layers; ++layer) {
    const std::string of = " of layer " + std::to_string(layer + 1);
    add_part("the first LayerNorm's weight" + of, 1, width, -1);
    add_part("the first LayerNorm's bias" + of, 1, width, 0);
    add_part("the product that makes q, k and v" + of, width, 3 * width, by_width);
    add_part("the product after attention" + of, width, width, by_width / 2);
    add_part("the bias after attention" + of, 1, width, 0);
    add_part("the second LayerNorm's weight" + of, 1, width, -1);
    add_part("the second LayerNorm's bias" + of, 1, width, 0);
    add_part("the product before GELU" + of, width, 4 * width, by_width);
    add_part("the bias of GELU" + of, 1, 4 * width, 0);
    add_part("the product after GELU" + of, 4 * width, width, by_width / 4);
    add_part("the bias after GELU" + of, 1, width, 0);
    layers_.emplace_back(where, size);
  }
  add_part("the last LayerNorm's weight", 1, width, -1);
  add_part("the last LayerNorm's bias", 1, width, 0);
  add_part("the product that makes scores", width, kCharacters, by_width / 4);

  make_weights();
  make_buffers();
}

void model::make_weights() {
  random_source random(seed_);
  std::vector<float> values;
  for (const weight_part& p : parts_) {
    for (std::int64_t i = 0; i < p.rows * p.columns; ++i) {
      values.push_back(p.scale < 0 ? 1.0f : static_cast<float>(p.scale * random.normal()));
    }
  }
  const std::vector<float> zeros(values.size());
  weights_ = {where_, {count_}, values};
  for (kw::buffer<float>* b : {&gradients_, &means_, &squares_}) {
    *b = {where_, {count_}, zeros};
  }
}

void model::make_buffers() {
  const std::int64_t width = size_.width(), n = size_.rows();
  std::vector<int> places;
  for (std::int64_t row = 0; row < n; ++row) {
    places.push_back(static_cast<int>(row % size_.length));
  }
  places_ = {where_, {n}, places};
  tokens_ = {where_, {n}};
  targets_ = {where_, {n}};
  for (kw::buffer<float>* b : {&losses_, &mean_, &rstd_}) {
    *b = {where_, {n}};
  }
  spare_ = {where_, {4 * width}};
  const auto matrix = [&](std::int64_t columns) {
    return kw::buffer<float, 2>(where_, {n, columns});
  };
  for (kw::buffer<float, 2>* b :
       {&x_, &normed_, &stream_, &other_, &d_norm_, &d_out_, &d_mlp_, &d_merged_}) {
    *b = matrix(width);
  }
  for (kw::buffer<float, 2>* b : {&scores_, &shares_, &d_scores_}) {
    *b = matrix(kCharacters);
  }
  d_hidden_ = matrix(4 * width);
  d_active_ = matrix(4 * width);
  transposed_ = matrix(4 * width);
  d_qkv_ = matrix(3 * width);
  transposed_weight_ = {where_, {4 * width, width}};
  const std::int64_t programs = partial_rows(where_, n, width);
  dw_partial_ = {where_, {programs, width}};
  db_partial_ = {where_, {programs, width}};
  for (kw::buffer<kw::float16_t, 4>* b : {&dout_, &dq_, &dk_, &dv_}) {
    *b = {where_, {size_.texts, size_.heads, size_.length, kHead}};
  }
  sums_ = {where_, {size_.texts, size_.heads, 2, size_.length}};
}

std::int64_t model::add_part(const std::string& name, std::int64_t rows, std::int64_t columns,
                             double scale) {
  parts_.push_back({name, count_, rows, columns, scale});
  return count_ += rows * columns;
}

matrix_in model::weight(std::size_t number) const {
  const weight_part& p = parts_[number];
  return {weights_.data() + p.offset, {p.rows, p.columns}, where_};
}
vector_in model::weight_vector(std::size_t number) const {
  return flat(weight(number));
}
matrix_out model::gradient(std::size_t number) const {
  const weight_part& p = parts_[number];
  return {gradients_.data() + p.offset, {p.rows, p.columns}, where_};
}
vector_out model::gradient_vector(std::size_t number) const {
  return flat(gradient(number));
}

heads_out model::heads_of(const kw::buffer<kw::float16_t, 4>& b) const {
  return {b.data(), {texts_, size_.heads, size_.length, kHead}, where_};
}

matrix_in model::input_of(int layer) const {
  return top(layer == 0 ? x_ : layers_[static_cast<std::size_t>(layer) - 1].out, rows());
}

int model::dropout_seed(int layer, int which) const {
  return (static_cast<int>(seed_ % 1000) * 1000003 + step_ * 64 + 2 * layer + which) & 0x7fffffff;
}

float model::loss(const std::vector<int>& tokens, const std::vector<int>& targets, int step) {
  step_ = step;
  texts_ = size_.texts;
  forward(tokens);
  targets_.upload(targets);
  lesson05::cross_entropy(scores_.cview(), targets_.cview(), losses_.view());
  double sum = 0;
  for (const float value : losses_.download()) {
    sum += value;
  }
  return static_cast<float>(sum / size_.rows());
}

void model::forward(const std::vector<int>& tokens) {
  std::vector<int> padded = tokens;
  padded.resize(static_cast<std::size_t>(size_.rows()));
  tokens_.upload(padded);
  const kw::view<const int> now{tokens_.data(), {rows()}, where_};
  lesson15::embed(now, weight(0), weight(1), top(x_, rows()));
  for (int layer = 0; layer < size_.layers; ++layer) {
    forward_attention(layer, input_of(layer));
    forward_mlp(layer);
  }
  lesson06::layer_norm<float>(input_of(size_.layers), weight_vector(of_end(0)),
                              weight_vector(of_end(1)), top(normed_, rows()), top(mean_, rows()),
                              top(rstd_, rows()), kNormEps);
  lesson07::matmul_float32(top(normed_, rows()), weight(of_end(2)), top(scores_, rows()));
}

void model::forward_attention(int layer, matrix_in x) {
  layer_state& s = layers_[static_cast<std::size_t>(layer)];
  const std::int64_t n = rows(), width = size_.width();
  lesson06::layer_norm<float>(x, weight_vector(of_layer(layer, norm)),
                              weight_vector(of_layer(layer, norm_bias)), top(s.normed, n),
                              top(s.mean, n), top(s.rstd, n), kNormEps);
  lesson07::matmul_float32(top(s.normed, n), weight(of_layer(layer, attend)), top(s.qkv, n));
  const heads_out qkv[] = {heads_of(s.q), heads_of(s.k), heads_of(s.v)};
  for (int i = 0; i < 3; ++i) {
    lesson15::split_heads(columns_of<const float>(top(s.qkv, n), i * width, width), 1.0f, qkv[i]);
  }
  const kw::view<float, 3> lse{s.lse.data(), {texts_, size_.heads, size_.length}, where_};
  lesson08::attention_pipelined<kw::float16_t>(input(qkv[0]), input(qkv[1]), input(qkv[2]),
                                               heads_of(s.o), lse, true);
  lesson15::merge_heads(heads_of(s.o), 1.0f, top(s.merged, n));
  lesson07::matmul_float32(top(s.merged, n), weight(of_layer(layer, project)), top(s.projected, n));
  lesson14::bias_dropout_residual(top(s.projected, n), weight_vector(of_layer(layer, project_bias)),
                                  x, dropout(), dropout_seed(layer, 0), top(s.middle, n));
}

void model::forward_mlp(int layer) {
  layer_state& s = layers_[static_cast<std::size_t>(layer)];
  const std::int64_t n = rows();
  lesson06::layer_norm<float>(top(s.middle, n), weight_vector(of_layer(layer, norm_2)),
                              weight_vector(of_layer(layer, norm_2_bias)), top(s.normed_again, n),
                              top(s.mean_again, n), top(s.rstd_again, n), kNormEps);
  lesson07::matmul_float32(top(s.normed_again, n), weight(of_layer(layer, expand)),
                           top(s.hidden, n));
  lesson15::bias_gelu(top(s.hidden, n), weight_vector(of_layer(layer, expand_bias)),
                      top(s.active, n));
  lesson07::matmul_float32(top(s.active, n), weight(of_layer(layer, shrink)), top(s.shrunk, n));
  lesson14::bias_dropout_residual(top(s.shrunk, n), weight_vector(of_layer(layer, shrink_bias)),
                                  top(s.middle, n), dropout(), dropout_seed(layer, 1),
                                  top(s.out, n));
}

void model::update(int step, float rate) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const weight_part& p = parts_[i];
    const auto of = [&](const kw::buffer<float>& b) {
      return vector_out{b.data() + p.offset, {p.rows * p.columns}, where_};
    };
    lesson15::adamw(of(gradients_), of(weights_), of(means_), of(squares_), rate,
                    p.rows > 1 ? kDecay : 0.0f, step);
  }
}

std::vector<std::vector<float>> model::next_characters(const std::vector<std::vector<int>>& texts) {
  step_ = 0;
  texts_ = static_cast<int>(texts.size());
  std::vector<int> tokens;
  for (const std::vector<int>& text : texts) {
    std::vector<int> row = text;
    row.resize(static_cast<std::size_t>(size_.length));  // later characters have no effect on it
    tokens.insert(tokens.end(), row.begin(), row.end());
  }
  forward(tokens);
  lesson05::softmax<float>(top(scores_, rows()), top(shares_, rows()));
  const std::vector<float> shares = shares_.download();
  std::vector<std::vector<float>> result;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto row = i * static_cast<std::size_t>(size_.length) + texts[i].size() - 1;
    const auto begin = shares.begin() + static_cast<std::ptrdiff_t>(row * kCharacters);
    result.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(kAlphabet.size()));
  }
  return result;
}

}  // namespace training
