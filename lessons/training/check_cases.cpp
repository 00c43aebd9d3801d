#include "check_cases.hpp"

#include <cmath>
#include <cstdio>

#include <kernelwright/testing/inputs.hpp>
#include <kernelwright/testing/rows.hpp>

#include "kernels.hpp"
#include "lessons/02_grid_math/grid_math_reference.hpp"
#include "lessons/03_masking/masking_reference.hpp"
#include "lessons/05_softmax/softmax_reference.hpp"
#include "lessons/06_layernorm/layernorm_reference.hpp"
#include "lessons/07_tiled_matmul/tiled_matmul_reference.hpp"
#include "lessons/08_flash_attention/flash_attention_reference.hpp"
#include "lessons/14_dropout/dropout_reference.hpp"
#include "lessons/15_small_model/small_model_reference.hpp"

namespace training {
namespace {

using kw::buffer;
using kw::device;
using kw::float16_t;
using kw::testing::to_doubles;
using doubles = std::vector<double>;
using floats = std::vector<float>;

constexpr float kEps = 1e-5f;
constexpr int kSeed = 12;
constexpr float kDropped = 0.25f;

/// Rounding in float32 stays far below this, and a mistake far above it.
constexpr double kFine = 2e-4;
/// The same if the operands of a product have 16 bits.
constexpr double kCoarse = 1e-2;

floats numbers(std::int64_t n, std::uint64_t stream) {
  return kw::testing::make_input<float>(n, 100 + stream);
}

/// A sentence that says where two results differ most, or nothing if they are close.
template <class T, int Rank>
std::string differs(const std::string& what, const buffer<T, Rank>& result, const doubles& want,
                    double tolerance) {
  const doubles got = to_doubles(result.download());
  std::size_t wrong = 0, first = 0;
  for (std::size_t i = got.size(); i-- > 0;) {
    if (!(std::fabs(got[i] - want[i]) <= tolerance * (1 + std::fabs(want[i])))) {  // nor does NaN
      ++wrong;
      first = i;
    }
  }
  if (wrong == 0) {
    return "";
  }
  char text[300];
  std::snprintf(text, sizeof text,
                "%s differs in %zu of %zu elements; element %zu is %.5g and should be %.5g.",
                what.c_str(), wrong, got.size(), first, got[first], want[first]);
  return text;
}

/// The first of several sentences.
std::string first_of(std::initializer_list<std::string> sentences) {
  for (const std::string& sentence : sentences) {
    if (!sentence.empty()) {
      return sentence;
    }
  }
  return "";
}

buffer<float, 2> matrix(device where, std::int64_t rows, std::int64_t columns,
                        const floats& values) {
  return {where, {rows, columns}, values};
}
buffer<float> vector(device where, const floats& values) {
  return {where, {static_cast<std::int64_t>(values.size())}, values};
}

constexpr std::int64_t kRows = 6, kColumns = 70;

/// Makes a row of a matrix with kColumns columns `x * factor + more`.
void change_row(floats* x, std::int64_t row, float factor, float more) {
  for (std::int64_t i = row * kColumns; i < (row + 1) * kColumns; ++i) {
    auto& element = (*x)[static_cast<std::size_t>(i)];
    element = element * factor + more;
  }
}

std::string embed(device where) {
  const std::vector<int> tokens = {3, 0, 4, 3, 1, 3};
  const floats table = numbers(5 * kColumns, 1), places = numbers(3 * kColumns, 2);
  const buffer<int> t(where, {kRows}, tokens);
  const buffer<float, 2> x(where, {kRows, kColumns});
  lesson15::embed(t.cview(), matrix(where, 5, kColumns, table).cview(),
                  matrix(where, 3, kColumns, places).cview(), x.view());
  return differs(
      "x", x, lesson15::reference::embed(tokens, to_doubles(table), to_doubles(places), kColumns),
      kFine);
}

std::string embed_backward(device where) {
  const std::vector<int> tokens = {3, 0, 4, 3, 1, 3};
  const floats dx = numbers(kRows * kColumns, 1);
  const buffer<int> t(where, {kRows}, tokens);
  const buffer<float, 2> dtable(where, {5, kColumns});
  lesson15::embed_backward(t.cview(), matrix(where, kRows, kColumns, dx).cview(), dtable.view());
  return differs("The gradient of the table", dtable,
                 lesson15::reference::embed_backward(tokens, to_doubles(dx), kColumns, 5), kFine);
}

std::string layer_norm(device where) {
  floats x = numbers(kRows * kColumns, 1);
  change_row(&x, 1, 1e-3f, 0);  // eps counts for more than the variance
  change_row(&x, 2, 1, 300);    // far from 0, where mean(x * x) - mean * mean cancels
  const floats w = numbers(kColumns, 2), b = numbers(kColumns, 3);
  const buffer<float, 2> y(where, {kRows, kColumns});
  const buffer<float> mean(where, {kRows}), rstd(where, {kRows});
  lesson06::layer_norm<float>(matrix(where, kRows, kColumns, x).cview(), vector(where, w).cview(),
                              vector(where, b).cview(), y.view(), mean.view(), rstd.view(), kEps);
  const auto s = lesson06::reference::statistics(to_doubles(x), kColumns, kEps);
  return first_of(
      {differs("The mean of a row", mean, s.mean, kFine),
       differs("The inverse deviation of a row", rstd, s.rstd, kFine),
       differs("The result of LayerNorm", y,
               lesson06::reference::layer_norm(to_doubles(x), to_doubles(w), to_doubles(b), kEps),
               kFine)});
}

std::string layer_norm_backward(device where) {
  constexpr std::int64_t kPrograms = 4;
  const floats dy = numbers(kRows * kColumns, 1), x = numbers(kRows * kColumns, 2);
  const floats w = numbers(kColumns, 3);
  const auto s = lesson06::reference::statistics(to_doubles(x), kColumns, kEps);
  const floats mean(s.mean.begin(), s.mean.end()), rstd(s.rstd.begin(), s.rstd.end());
  const buffer<float, 2> dx(where, {kRows, kColumns});
  const buffer<float, 2> dw(where, {kPrograms, kColumns}), db(where, {kPrograms, kColumns});
  lesson06::layer_norm_backward<float>(
      matrix(where, kRows, kColumns, dy).cview(), matrix(where, kRows, kColumns, x).cview(),
      vector(where, w).cview(), vector(where, mean).cview(), vector(where, rstd).cview(), dx.view(),
      dw.view(), db.view());
  const auto want = lesson06::reference::layer_norm_backward(to_doubles(dy), to_doubles(x),
                                                             to_doubles(w), kEps, kPrograms);
  return first_of({differs("The gradient of LayerNorm's input", dx, want.dx, kFine),
                   differs("The gradient of LayerNorm's weight (partial sums)", dw, want.dw, kFine),
                   differs("The gradient of LayerNorm's bias (partial sums)", db, want.db, kFine)});
}

std::string column_sums(device where) {
  constexpr std::int64_t kMany = 530;  // more rows than a tile has, as in a training
  const floats a = numbers(kMany * kColumns, 1), b = numbers(kMany * kColumns, 2);
  const buffer<float> sums(where, {kColumns}), sums_b(where, {kColumns});
  lesson06::column_sums(matrix(where, kMany, kColumns, a).cview(),
                        matrix(where, kMany, kColumns, b).cview(), sums.view(), sums_b.view());
  using lesson06::reference::column_sums;
  return first_of({differs("The sum of the columns of the first matrix", sums,
                           column_sums(to_doubles(a), kColumns), kFine),
                   differs("The sum of the columns of the second matrix", sums_b,
                           column_sums(to_doubles(b), kColumns), kFine)});
}

std::string matmul(device where) {
  constexpr std::int64_t kInner = 75;
  const floats a = numbers(kRows * kInner, 1), b = numbers(kInner * kColumns, 2);
  const buffer<float, 2> c(where, {kRows, kColumns});
  lesson07::matmul_float32(matrix(where, kRows, kInner, a).cview(),
                           matrix(where, kInner, kColumns, b).cview(), c.view());
  return differs("The product", c,
                 lesson07::reference::matmul(to_doubles(a), to_doubles(b), kRows, kColumns, kInner),
                 kFine);
}

std::string transpose(device where) {
  const floats x = numbers(64 * 128, 1);
  const buffer<float, 2> out(where, {128, 64});
  lesson02::transpose(matrix(where, 64, 128, x).cview(), out.view());
  return differs("The transpose", out, lesson02::reference::transpose(x, 64, 128), 0);
}

std::string masked_add(device where) {
  const floats x = numbers(1500, 1), y = numbers(1500, 2);
  const buffer<float> out(where, {1500});
  lesson03::masked_add(vector(where, x).cview(), vector(where, y).cview(), out.view());
  return differs("The sum", out, lesson03::reference::add(x, y), kFine);
}

std::string split_heads(device where) {
  const lesson15::reference::heads_shape s{2, 3, 17, 64};
  const floats x = numbers(2 * 17 * 3 * 64, 1);
  const buffer<float16_t, 4> heads(where, {2, 3, 17, 64});
  lesson15::split_heads(matrix(where, 2 * 17, 3 * 64, x).cview(), 2.0f, heads.view());
  const std::string split = differs("What split_heads stores", heads,
                                    lesson15::reference::split_heads(s, to_doubles(x), 2), kCoarse);
  const auto values = kw::testing::make_input<float16_t>(2 * 17 * 3 * 64, 7);
  const buffer<float16_t, 4> in(where, {2, 3, 17, 64}, values);
  const buffer<float, 2> out(where, {2 * 17, 3 * 64});
  lesson15::merge_heads(in.cview(), 0.5f, out.view());
  return first_of(
      {split, differs("What merge_heads stores", out,
                      lesson15::reference::merge_heads(s, to_doubles(values), 0.5), kFine)});
}

/// Two texts of 70 characters with one head each, and the result of attention on them.
struct attention_case {
  static constexpr std::int64_t kN = 70, kD = 64, kTexts = 2;
  const lesson08::reference::problem p{kTexts, 1, 1, kN, kD, true};
  const std::vector<float16_t> q = values(1), k = values(2), v = values(3), dout = values(4);
  const lesson08::reference::result want =
      lesson08::reference::attention(p, to_doubles(q), to_doubles(k), to_doubles(v));

  static std::vector<float16_t> values(std::uint64_t stream) {
    return kw::testing::make_input<float16_t>(kTexts * kN * kD, 200 + stream, {-0.6, 0.8});
  }
  std::vector<float16_t> o() const {
    std::vector<float16_t> result;
    for (const double value : want.o) {
      result.push_back(kw::core::convert<float16_t>(value));
    }
    return result;
  }
  floats lse() const { return {want.lse.begin(), want.lse.end()}; }
  buffer<float16_t, 4> on(device where, const std::vector<float16_t>& of) const {
    return {where, {kTexts, 1, kN, kD}, of};
  }
  buffer<float16_t, 4> on(device where) const { return {where, {kTexts, 1, kN, kD}}; }
  lesson08::reference::gradients gradients() const {
    return lesson08::reference::attention_backward(p, to_doubles(q), to_doubles(k), to_doubles(v),
                                                   to_doubles(o()), to_doubles(lse()),
                                                   to_doubles(dout));
  }
};

std::string attention(device where) {
  const attention_case c;
  const auto o = c.on(where);
  const buffer<float, 3> lse(where, {c.kTexts, 1, c.kN});
  lesson08::attention_pipelined<float16_t>(c.on(where, c.q).cview(), c.on(where, c.k).cview(),
                                           c.on(where, c.v).cview(), o.view(), lse.view(), true);
  return first_of({differs("The result of attention", o, c.want.o, kCoarse),
                   differs("The log-sum-exp of a row", lse, c.want.lse, kCoarse)});
}

std::string key_gradients(device where) {
  const attention_case c;
  const auto dk = c.on(where), dv = c.on(where);
  const buffer<float, 3> lse(where, {c.kTexts, 1, c.kN}, c.lse());
  const buffer<float, 4> sums(where, {c.kTexts, 1, 2, c.kN});
  lesson08::key_gradients(c.on(where, c.q).cview(), c.on(where, c.k).cview(),
                          c.on(where, c.v).cview(), c.on(where, c.o()).cview(), lse.cview(),
                          c.on(where, c.dout).cview(), sums.view(), dk.view(), dv.view(), true);
  const auto want = c.gradients();
  return first_of({differs("The gradient of the keys", dk, want.dk.value, kCoarse),
                   differs("The gradient of the values", dv, want.dv.value, kCoarse)});
}

std::string query_gradients(device where) {
  const attention_case c;
  const auto dq = c.on(where);
  const buffer<float, 3> lse(where, {c.kTexts, 1, c.kN}, c.lse());
  const buffer<float, 4> sums(where, {c.kTexts, 1, 2, c.kN});
  lesson08::query_gradients(c.on(where, c.q).cview(), c.on(where, c.k).cview(),
                            c.on(where, c.v).cview(), c.on(where, c.o()).cview(), lse.cview(),
                            c.on(where, c.dout).cview(), sums.view(), dq.view(), true);
  return differs("The gradient of the queries", dq, c.gradients().dq.value, kCoarse);
}

std::string bias_gelu(device where) {
  const floats z = numbers(kRows * kColumns, 1), bias = numbers(kColumns, 2);
  const floats dy = numbers(kRows * kColumns, 3);
  const auto z_buffer = matrix(where, kRows, kColumns, z);
  const auto bias_buffer = vector(where, bias);
  const buffer<float, 2> y(where, {kRows, kColumns}), dz(where, {kRows, kColumns});
  lesson15::bias_gelu(z_buffer.cview(), bias_buffer.cview(), y.view());
  lesson15::bias_gelu_backward(z_buffer.cview(), bias_buffer.cview(),
                               matrix(where, kRows, kColumns, dy).cview(), dz.view());
  using namespace lesson15::reference;
  const doubles zs = to_doubles(z), biases = to_doubles(bias);
  return first_of(
      {differs("The result of GELU", y, lesson15::reference::bias_gelu(zs, biases), kFine),
       differs("The gradient of GELU's input", dz, bias_gelu_backward(zs, biases, to_doubles(dy)),
               kFine)});
}

std::string dropout_backward(device where) {
  const floats dy = numbers(1500, 1);
  const buffer<float> dx(where, {1500});
  lesson14::dropout_backward(vector(where, dy).cview(), kDropped, kSeed, dx.view());
  return differs("The gradient of dropout's input", dx,
                 lesson14::reference::dropout(dy, kDropped, kSeed), kFine);
}

std::string bias_dropout_residual(device where) {
  const floats x = numbers(kRows * kColumns, 1), residual = numbers(kRows * kColumns, 2);
  const floats bias = numbers(kColumns, 3);
  const buffer<float, 2> out(where, {kRows, kColumns});
  lesson14::bias_dropout_residual(
      matrix(where, kRows, kColumns, x).cview(), vector(where, bias).cview(),
      matrix(where, kRows, kColumns, residual).cview(), kDropped, kSeed, out.view());
  return differs("The sum with the residual", out,
                 lesson14::reference::bias_dropout_residual(x, bias, residual, kDropped, kSeed),
                 kFine);
}

const std::vector<int> kTargets = {3, 0, 69, 12, 40, 7};

/// Scores as a model may come to have them. Those of row 1 are so large that their exponentials
/// overflow unless the maximum of the row is subtracted first. In row 2, a score is so far above
/// the target's that the target's share is 0 in float32.
floats scores() {
  floats x = numbers(kRows * kColumns, 1);
  change_row(&x, 1, 1, 100);
  x[2 * kColumns] += 200;
  return x;
}

std::string cross_entropy(device where) {
  const floats x = scores();
  const buffer<int> target(where, {kRows}, kTargets);
  const buffer<float> loss(where, {kRows});
  lesson05::cross_entropy(matrix(where, kRows, kColumns, x).cview(), target.cview(), loss.view());
  return differs("The loss", loss,
                 lesson05::reference::cross_entropy(to_doubles(x), kTargets, kColumns), kFine);
}

std::string softmax(device where) {
  const floats x = scores();
  const buffer<float, 2> out(where, {kRows, kColumns});
  lesson05::softmax<float>(matrix(where, kRows, kColumns, x).cview(), out.view());
  return differs("The softmax", out, lesson05::reference::softmax(to_doubles(x), kColumns), 1e-5);
}

std::string cross_entropy_backward(device where) {
  const floats x = scores();
  const buffer<int> target(where, {kRows}, kTargets);
  const buffer<float, 2> dx(where, {kRows, kColumns});
  lesson15::cross_entropy_backward(matrix(where, kRows, kColumns, x).cview(), target.cview(), 0.5f,
                                   dx.view());
  return differs("The gradient of the scores", dx,
                 lesson15::reference::cross_entropy_backward(to_doubles(x), kTargets, 0.5), 1e-5);
}

std::string adamw(device where) {
  const floats w = numbers(1500, 1), g = numbers(1500, 2), m = numbers(1500, 3);
  const floats v = kw::testing::make_input<float>(1500, 4, {0.1, 2.0});
  const auto weight = vector(where, w), mean = vector(where, m), square = vector(where, v);
  lesson15::adamw(vector(where, g).cview(), weight.view(), mean.view(), square.view(), 0.1f, 0.1f,
                  3);
  const auto want = lesson15::reference::adamw(
      to_doubles(g), {to_doubles(w), to_doubles(m), to_doubles(v)}, 0.1, 0.1, 3);
  return first_of({differs("The average of the gradients", mean, want.mean, kFine),
                   differs("The average of their squares", square, want.square, kFine),
                   differs("The vector of weights", weight, want.weight, kFine)});
}

}  // namespace

const std::vector<check_case>& check_cases() {
  static const std::vector<check_case> cases = {
      {"lesson15.1", "characters to rows", embed},
      {"lesson06.2", "LayerNorm", layer_norm},
      {"lesson07.2", "matrix product", matmul},
      {"lesson15.3", "rows to heads, and back", split_heads},
      {"lesson08.7", "attention", attention},
      {"lesson14.4", "bias, dropout, residual", bias_dropout_residual},
      {"lesson15.5", "GELU and its slope", bias_gelu},
      {"lesson05.6", "cross-entropy", cross_entropy},
      {"lesson05.2", "softmax", softmax},
      {"lesson15.4", "gradient of the loss", cross_entropy_backward},
      {"lesson02.4", "transpose", transpose},
      {"lesson06.4", "LayerNorm, backward", layer_norm_backward},
      {"lesson06.5", "sums of columns", column_sums},
      {"lesson03.2", "sum of two gradients", masked_add},
      {"lesson14.3", "dropout, backward", dropout_backward},
      {"lesson08.8", "gradients of k and v", key_gradients},
      {"lesson08.9", "gradient of q", query_gradients},
      {"lesson15.2", "gradient of the table", embed_backward},
      {"lesson15.6", "a step of AdamW", adamw},
  };
  return cases;
}

}  // namespace training
