// The backward pass of the model: the steps of the forward pass, from its end to its beginning.
#include <utility>

#include "model.hpp"

namespace training {

void model::product_gradients(matrix_in x, std::size_t number, matrix_in dy, matrix_out dx) {
  const matrix_in w = weight(number);
  const matrix_out xt{transposed_.data(), {x.extent(1), x.extent(0)}, where_};
  lesson02::transpose(x, xt);
  lesson07::matmul_float32(xt, dy, gradient(number));
  const matrix_out wt{transposed_weight_.data(), {w.extent(1), w.extent(0)}, where_};
  lesson02::transpose(w, wt);
  lesson07::matmul_float32(dy, wt, dx);
}

void model::norm_gradients(matrix_in dy, matrix_in x, std::size_t number, vector_in mean,
                           vector_in rstd) {
  lesson06::layer_norm_backward<float>(dy, x, weight_vector(number), mean, rstd, d_norm_.view(),
                                       dw_partial_.view(), db_partial_.view());
  lesson06::column_sums(dw_partial_.cview(), db_partial_.cview(), gradient_vector(number),
                        gradient_vector(number + 1));
  // Gradients that went around the layer and through it add up.
  lesson03::masked_add(flat(stream_.cview()), flat(d_norm_.cview()), flat(other_.view()));
  std::swap(stream_, other_);
}

void model::bias_gradients(matrix_in dy, vector_out sums, matrix_in dy_2, vector_out sums_2) {
  lesson06::column_sums(dy, dy_2, sums, sums_2);
}

void model::backward() {
  const float share = 1.0f / static_cast<float>(size_.rows());
  lesson15::cross_entropy_backward(scores_.cview(), targets_.cview(), share, d_scores_.view());
  product_gradients(normed_.cview(), of_end(2), d_scores_.cview(), d_out_.view());
  // Nothing goes around the last LayerNorm.
  lesson06::layer_norm_backward<float>(d_out_.cview(), input_of(size_.layers),
                                       weight_vector(of_end(0)), mean_.cview(), rstd_.cview(),
                                       stream_.view(), dw_partial_.view(), db_partial_.view());
  lesson06::column_sums(dw_partial_.cview(), db_partial_.cview(), gradient_vector(of_end(0)),
                        gradient_vector(of_end(1)));
  for (int layer = size_.layers - 1; layer >= 0; --layer) {
    backward_mlp(layer);
    backward_attention(layer, input_of(layer));
  }
  lesson15::embed_backward(tokens_.cview(), stream_.cview(), gradient(0));
  lesson15::embed_backward(places_.cview(), stream_.cview(), gradient(1));
}

void model::backward_mlp(int layer) {
  layer_state& s = layers_[static_cast<std::size_t>(layer)];
  lesson14::dropout_backward(flat(stream_.cview()), dropout(), dropout_seed(layer, 1),
                             flat(d_mlp_.view()));
  product_gradients(s.active.cview(), of_layer(layer, shrink), d_mlp_.cview(), d_active_.view());
  lesson15::bias_gelu_backward(s.hidden.cview(), weight_vector(of_layer(layer, expand_bias)),
                               d_active_.cview(), d_hidden_.view());
  bias_gradients(d_hidden_.cview(), gradient_vector(of_layer(layer, expand_bias)),
                 d_hidden_.cview(), spare_.view());
  product_gradients(s.normed_again.cview(), of_layer(layer, expand), d_hidden_.cview(),
                    d_out_.view());
  norm_gradients(d_out_.cview(), s.middle.cview(), of_layer(layer, norm_2), s.mean_again.cview(),
                 s.rstd_again.cview());
}

void model::backward_attention(int layer, matrix_in x) {
  layer_state& s = layers_[static_cast<std::size_t>(layer)];
  const std::int64_t width = size_.width();
  lesson14::dropout_backward(flat(stream_.cview()), dropout(), dropout_seed(layer, 0),
                             flat(d_out_.view()));
  // d_mlp_ still holds the gradient of the bias after GELU.
  bias_gradients(d_out_.cview(), gradient_vector(of_layer(layer, project_bias)), d_mlp_.cview(),
                 gradient_vector(of_layer(layer, shrink_bias)));
  product_gradients(s.merged.cview(), of_layer(layer, project), d_out_.cview(), d_merged_.view());
  // The mean over all rows makes gradients so small that float16 would lose them.
  const auto larger = static_cast<float>(size_.rows());
  lesson15::split_heads(d_merged_.cview(), larger, dout_.view());
  lesson08::key_gradients(s.q.cview(), s.k.cview(), s.v.cview(), s.o.cview(), s.lse.cview(),
                          dout_.cview(), sums_.view(), dk_.view(), dv_.view(), true);
  lesson08::query_gradients(s.q.cview(), s.k.cview(), s.v.cview(), s.o.cview(), s.lse.cview(),
                            dout_.cview(), sums_.view(), dq_.view(), true);
  const heads_in gradients[] = {dq_.cview(), dk_.cview(), dv_.cview()};
  for (int i = 0; i < 3; ++i) {
    const matrix_out place{
        d_qkv_.data() + i * width, {size_.rows(), width}, {3 * width, 1}, where_};
    lesson15::merge_heads(gradients[i], 1.0f / larger, place);
  }
  product_gradients(s.normed.cview(), of_layer(layer, attend), d_qkv_.cview(), d_out_.view());
  norm_gradients(d_out_.cview(), x, of_layer(layer, norm), s.mean.cview(), s.rstd.cview());
}

}  // namespace training
