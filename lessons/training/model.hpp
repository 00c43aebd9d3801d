/// \file
/// A small transformer in which every operation, forward and backward, is a kernel of the course.
#pragma once
#include <string>
#include <vector>

#include "kernels.hpp"

namespace training {

inline constexpr int kHead = 64;          // columns of a head that lesson 08's kernels take
inline constexpr int kCharacters = 64;    // the alphabet uses some of them
inline constexpr float kNormEps = 1e-5f;  // LayerNorm's

/// How large a model is, and how much text it sees in a step.
struct model_size {
  int layers = 2, heads = 2;
  int length = 64;  ///< characters of a text, a multiple of 64
  int texts = 16;   ///< per step
  float dropout = 0.05f;

  int width() const { return heads * kHead; }
  int rows() const { return texts * length; }
};

/// A part of the vector of all weights.
struct weight_part {
  std::string name;
  std::int64_t offset, rows, columns;
  double scale;  ///< of the random numbers at the start; 0 for a bias, -1 for ones
};

class model {
 public:
  model(kw::device where, const model_size& size, std::uint64_t seed);

  const model_size& size() const { return size_; }
  const std::vector<weight_part>& parts() const { return parts_; }
  std::int64_t weight_count() const { return count_; }

  /// The mean loss of texts that continue as in `targets`, which has one entry for each token.
  /// \param step numbers the masks of dropout; 0 drops nothing
  float loss(const std::vector<int>& tokens, const std::vector<int>& targets, int step);

  /// The gradients of the last call of `loss`.
  void backward();

  /// Moves the weights once. \param step 1, 2, ...
  void update(int step, float rate);

  /// For each text of at least one character, the share of each character that may follow it.
  std::vector<std::vector<float>> next_characters(const std::vector<std::vector<int>>& texts);

  std::vector<float> weights() const { return weights_.download(); }
  void set_weights(const std::vector<float>& values) { weights_.upload(values); }
  std::vector<float> gradients() const { return gradients_.download(); }

 private:
  /// What the forward pass of a layer leaves for its backward pass.
  struct layer_state {
    layer_state(kw::device where, const model_size& s);
    kw::buffer<float, 2> normed, qkv, merged, projected, middle, normed_again, hidden, active,
        shrunk, out;
    kw::buffer<float> mean, rstd, mean_again, rstd_again;
    kw::buffer<kw::float16_t, 4> q, k, v, o;
    kw::buffer<float, 3> lse;
  };
  /// Numbers of a layer's parts, counted from its first one.
  enum part {
    norm,
    norm_bias,
    attend,
    project,
    project_bias,
    norm_2,
    norm_2_bias,
    expand,
    expand_bias,
    shrink,
    shrink_bias,
    parts_of_layer
  };

  void make_weights();
  void make_buffers();
  std::int64_t add_part(const std::string& name, std::int64_t rows, std::int64_t columns,
                        double scale);
  matrix_in weight(std::size_t number) const;
  vector_in weight_vector(std::size_t number) const;
  matrix_out gradient(std::size_t number) const;
  vector_out gradient_vector(std::size_t number) const;
  std::size_t of_layer(int layer, part p) const {
    return 2 + static_cast<std::size_t>(layer) * parts_of_layer + p;
  }
  std::size_t of_end(int p) const {
    return of_layer(size_.layers, norm) + static_cast<std::size_t>(p);
  }

  void forward(const std::vector<int>& tokens);
  void forward_attention(int layer, matrix_in x);
  void forward_mlp(int layer);
  void backward_attention(int layer, matrix_in x);
  void backward_mlp(int layer);
  /// dw = x^T dy, and dx = dy w^T.
  void product_gradients(matrix_in x, std::size_t number, matrix_in dy, matrix_out dx);
  /// Adds to the stream of gradients the gradients that come back through a LayerNorm.
  void norm_gradients(matrix_in dy, matrix_in x, std::size_t number, vector_in mean,
                      vector_in rstd);
  /// The sums of the columns of dy, into two vectors of gradients at a time.
  void bias_gradients(matrix_in dy, vector_out sums, matrix_in dy_2, vector_out sums_2);
  matrix_in input_of(int layer) const;
  int dropout_seed(int layer, int which) const;
  float dropout() const { return step_ == 0 ? 0.0f : size_.dropout; }
  std::int64_t rows() const { return std::int64_t{texts_} * size_.length; }
  heads_out heads_of(const kw::buffer<kw::float16_t, 4>& b) const;

  kw::device where_;
  model_size size_;
  std::uint64_t seed_;
  std::vector<weight_part> parts_;
  std::int64_t count_ = 0;
  int step_ = 0, texts_ = 0;
  kw::buffer<float> weights_, gradients_, means_, squares_, losses_, mean_, rstd_, spare_;
  kw::buffer<int> tokens_, targets_, places_;
  kw::buffer<float, 2> x_, normed_, scores_, shares_;
  std::vector<layer_state> layers_;
  // Gradients under way, which all layers share.
  kw::buffer<float, 2> stream_, other_, d_norm_, d_out_, d_mlp_, d_hidden_, d_active_, d_merged_,
      d_qkv_, d_scores_, dw_partial_, db_partial_, transposed_, transposed_weight_;
  kw::buffer<kw::float16_t, 4> dout_, dq_, dk_, dv_;
  kw::buffer<float, 4> sums_;
};

}  // namespace training
