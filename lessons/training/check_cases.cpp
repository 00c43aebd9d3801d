#include "check_cases.hpp"

#include <cstdio>
#include <tuple>

#include <kernelwright/testing/entry.hpp>
#include <kernelwright/testing/row_products.hpp>

#include "kernels.hpp"
#include "lessons/05_softmax/softmax_reference.hpp"
#include "lessons/06_layernorm/layernorm_reference.hpp"
#include "lessons/08_flash_attention/flash_attention_reference.hpp"
#include "lessons/14_dropout/dropout_reference.hpp"
#include "lessons/15_small_model/small_model_reference.hpp"

namespace training {
namespace {

using namespace kw::testing;
using kw::float16_t;
using floats = std::vector<float>;

constexpr float kEps = 1e-5f;
constexpr int kSeed = 12;
constexpr float kDropped = 0.25f;

/// Rounding in float32 stays far below this, and a mistake far above it.
constexpr tolerance kFine{2e-4, 2e-4};
/// The same if the operands of a product have 16 bits.
constexpr tolerance kCoarse{1e-2, 1e-2};
constexpr tolerance kShares{1e-5, 1e-5};

floats numbers(std::int64_t n, std::uint64_t stream) {
  return make_input<float>(n, 100 + stream);
}
floats to_floats(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

/// An output: values that its sentence calls `name`.
template <int Rank, class Want>
auto result(const char* name, const std::int64_t (&extents)[Rank], Want want,
            const tolerance& limit = kFine) {
  return out(extents, std::move(want), limit, {}, name);
}

/// A sentence that says where a result differs first, or nothing if it is close.
template <class Parameter, class Argument>
std::string differs(const held_argument<Parameter, Argument>& held) {
  if constexpr (requires { held.wanted; }) {
    const auto& want = held.wanted.want;
    const std::vector<double> got = to_doubles(held.memory.download());
    std::size_t wrong = 0, first = 0;
    for (std::size_t i = want.size(); i-- > 0;) {
      if (!close(got[i], want[i], held.wanted.limit)) {
        ++wrong;
        first = i;
      }
    }
    if (wrong > 0) {
      char text[300];
      std::snprintf(text, sizeof text,
                    "%s differs in %zu of %zu elements; element %zu is %.5g and should be %.5g.",
                    held.wanted.name.c_str(), wrong, got.size(), first, got[first],
                    static_cast<double>(want[first]));
      return text;
    }
  }
  return "";
}

/// Calls the entry. \returns a sentence for each result that is wrong
template <class... Parameters, class... Arguments>
std::string check(void (*entry)(Parameters...), const Arguments&... arguments) {
  std::tuple<held_argument<std::remove_cvref_t<Parameters>, Arguments>...> held{arguments...};
  std::apply([&](const auto&... each) { entry(each.pass()...); }, held);
  std::string all;
  const auto add = [&](const std::string& sentence) {
    all += (all.empty() || sentence.empty() ? "" : "\n") + sentence;
  };
  std::apply([&](const auto&... each) { (add(differs(each)), ...); }, held);
  return all;
}

constexpr std::int64_t kRows = 6, kColumns = 70, kCount = 1500;

/// Makes a row of a matrix with kColumns columns `x * factor + more`.
void change_row(floats* x, std::int64_t row, float factor, float more) {
  for (std::int64_t i = row * kColumns; i < (row + 1) * kColumns; ++i) {
    auto& element = (*x)[static_cast<std::size_t>(i)];
    element = element * factor + more;
  }
}

const std::vector<int> kTokens = {3, 0, 4, 3, 1, 3};

std::string embed() {
  const floats table = numbers(5 * kColumns, 1), places = numbers(3 * kColumns, 2);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    return double{table[kTokens[row] * kColumns + column]} + places[row % 3 * kColumns + column];
  };
  return check(lesson15::embed, in({kRows}, kTokens), in({5, kColumns}, table),
               in({3, kColumns}, places), result("x", {kRows, kColumns}, want));
}

std::string embed_backward() {
  const floats dx = numbers(kRows * kColumns, 1);
  return check(lesson15::embed_backward, in({kRows}, kTokens), in({kRows, kColumns}, dx),
               result("The gradient of the table", {5, kColumns},
                      lesson15::reference::embed_backward(kTokens, to_doubles(dx), kColumns, 5)));
}

std::string layer_norm() {
  floats x = numbers(kRows * kColumns, 1);
  change_row(&x, 1, 1e-3f, 0);  // eps counts for more than the variance
  change_row(&x, 2, 1, 300);    // far from 0, where mean(x * x) - mean * mean cancels
  const floats w = numbers(kColumns, 2), b = numbers(kColumns, 3);
  const auto s = lesson06::reference::statistics(to_doubles(x), kColumns, kEps);
  return check(
      lesson06::layer_norm<float>, in({kRows, kColumns}, x), in({kColumns}, w), in({kColumns}, b),
      result("The result of LayerNorm", {kRows, kColumns},
             lesson06::reference::layer_norm(to_doubles(x), to_doubles(w), to_doubles(b), kEps)),
      result("The mean of a row", {kRows}, s.mean),
      result("The inverse deviation of a row", {kRows}, s.rstd), kEps);
}

std::string layer_norm_backward() {
  constexpr std::int64_t kPrograms = 4;
  const floats dy = numbers(kRows * kColumns, 1), x = numbers(kRows * kColumns, 2);
  const floats w = numbers(kColumns, 3);
  const auto s = lesson06::reference::statistics(to_doubles(x), kColumns, kEps);
  const floats mean = to_floats(s.mean), rstd = to_floats(s.rstd);
  const auto want = lesson06::reference::layer_norm_backward(to_doubles(dy), to_doubles(x),
                                                             to_doubles(w), kEps, kPrograms);
  return check(
      lesson06::layer_norm_backward<float>, in({kRows, kColumns}, dy), in({kRows, kColumns}, x),
      in({kColumns}, w), in({kRows}, mean), in({kRows}, rstd),
      result("The gradient of LayerNorm's input", {kRows, kColumns}, want.dx),
      result("The gradient of LayerNorm's weight (partial sums)", {kPrograms, kColumns}, want.dw),
      result("The gradient of LayerNorm's bias (partial sums)", {kPrograms, kColumns}, want.db));
}

std::string column_sums() {
  constexpr std::int64_t kMany = 530;  // more rows than a tile has, as in a training
  const floats a = numbers(kMany * kColumns, 1), b = numbers(kMany * kColumns, 2);
  using lesson06::reference::column_sums;
  return check(lesson06::column_sums, in({kMany, kColumns}, a), in({kMany, kColumns}, b),
               result("The sum of the columns of the first matrix", {kColumns},
                      column_sums(to_doubles(a), kColumns)),
               result("The sum of the columns of the second matrix", {kColumns},
                      column_sums(to_doubles(b), kColumns)));
}

std::string matmul() {
  constexpr std::int64_t kInner = 75;
  const floats a = numbers(kRows * kInner, 1), b = numbers(kInner * kColumns, 2);
  return check(lesson07::matmul_float32, in({kRows, kInner}, a), in({kInner, kColumns}, b),
               result("The product", {kRows, kColumns},
                      product_of(to_doubles(a), to_doubles(b), kRows, kColumns, kInner)));
}

std::string transpose() {
  const floats x = numbers(64 * 128, 1);
  const auto turned = [&](std::int64_t column, std::int64_t row) { return x[row * 128 + column]; };
  return check(lesson02::transpose, in({64, 128}, x),
               result("The transpose", {128, 64}, turned, {}));
}

std::string masked_add() {
  const floats x = numbers(kCount, 1), y = numbers(kCount, 2);
  const auto sum = [&](std::int64_t i) { return double{x[i]} + y[i]; };
  return check(lesson03::masked_add, in({kCount}, x), in({kCount}, y),
               result("The sum", {kCount}, sum));
}

std::string split_heads() {
  constexpr std::int64_t kTexts = 2, kHeads = 3, kN = 17, kD = 64;
  constexpr std::int64_t kSize = kTexts * kHeads * kN * kD;
  const auto place = [](std::int64_t i) {  // in the matrix, of element i of the heads
    const std::int64_t row = i / kD % kN, head = i / kD / kN % kHeads, text = i / kD / kN / kHeads;
    return ((text * kN + row) * kHeads + head) * kD + i % kD;
  };
  const floats x = numbers(kSize, 1);
  const auto heads = make_input<float16_t>(kSize, 7);
  const auto split = elements(kSize, [&](std::int64_t i) { return 2 * x[place(i)]; });
  const auto values = to_doubles(heads);
  std::vector<double> merged(kSize);
  for (std::int64_t i = 0; i < kSize; ++i) {
    merged[place(i)] = values[i] / 2;
  }
  return check(lesson15::split_heads, in({kTexts * kN, kHeads * kD}, x), 2.0f,
               result("What split_heads stores", {kTexts, kHeads, kN, kD}, split, kCoarse)) +
         check(lesson15::merge_heads, in({kTexts, kHeads, kN, kD}, heads), 0.5f,
               result("What merge_heads stores", {kTexts * kN, kHeads * kD}, merged));
}

/// Two texts of 70 characters with one head each, and the result of attention on them.
struct attention_case {
  static constexpr std::int64_t kN = 70, kD = 64, kTexts = 2;
  static constexpr std::int64_t kArray[] = {kTexts, 1, kN, kD}, kLse[] = {kTexts, 1, kN},
                                kSums[] = {kTexts, 1, 2, kN};
  const lesson08::reference::problem p{kTexts, 1, 1, kN, kD, true};
  const std::vector<float16_t> q = values(1), k = values(2), v = values(3), dout = values(4);
  const lesson08::reference::result want =
      lesson08::reference::attention(p, to_doubles(q), to_doubles(k), to_doubles(v));
  const std::vector<float16_t> o = rounded(want.o);
  const floats lse = to_floats(want.lse);

  static std::vector<float16_t> values(std::uint64_t stream) {
    return make_input<float16_t>(kTexts * kN * kD, 200 + stream, {-0.6, 0.8});
  }
  static std::vector<float16_t> rounded(const std::vector<double>& values) {
    std::vector<float16_t> result;
    for (const double value : values) {
      result.push_back(kw::core::convert<float16_t>(value));
    }
    return result;
  }
  lesson08::reference::gradients gradients() const {
    return lesson08::reference::attention_backward(p, to_doubles(q), to_doubles(k), to_doubles(v),
                                                   to_doubles(o), to_doubles(lse),
                                                   to_doubles(dout));
  }
  /// Checks gradients, which come after the arrays that both kernels take.
  template <class Entry, class... Results>
  std::string check_gradients(Entry entry, const Results&... results) const {
    return check(entry, in(kArray, q), in(kArray, k), in(kArray, v), in(kArray, o), in(kLse, lse),
                 in(kArray, dout), scratch(kSums), results..., true);
  }
};

std::string attention() {
  const attention_case c;
  return check(lesson08::attention_pipelined<float16_t>, in(c.kArray, c.q), in(c.kArray, c.k),
               in(c.kArray, c.v), result("The result of attention", c.kArray, c.want.o, kCoarse),
               result("The log-sum-exp of a row", c.kLse, c.want.lse, kCoarse), true);
}

std::string key_gradients() {
  const attention_case c;
  const auto want = c.gradients();
  return c.check_gradients(lesson08::key_gradients,
                           result("The gradient of the keys", c.kArray, want.dk.value, kCoarse),
                           result("The gradient of the values", c.kArray, want.dv.value, kCoarse));
}

std::string query_gradients() {
  const attention_case c;
  return c.check_gradients(
      lesson08::query_gradients,
      result("The gradient of the queries", c.kArray, c.gradients().dq.value, kCoarse));
}

std::string bias_gelu() {
  using namespace lesson15::reference;
  const floats z = numbers(kRows * kColumns, 1), bias = numbers(kColumns, 2);
  const floats dy = numbers(kRows * kColumns, 3);
  const auto at = [&](std::int64_t row, std::int64_t column) {
    return double{z[row * kColumns + column]} + bias[column];
  };
  const auto value = [&](std::int64_t row, std::int64_t column) { return gelu(at(row, column)); };
  const auto slope = [&](std::int64_t row, std::int64_t column) {
    return dy[row * kColumns + column] * gelu_slope(at(row, column));
  };
  return check(lesson15::bias_gelu, in({kRows, kColumns}, z), in({kColumns}, bias),
               result("The result of GELU", {kRows, kColumns}, value)) +
         check(lesson15::bias_gelu_backward, in({kRows, kColumns}, z), in({kColumns}, bias),
               in({kRows, kColumns}, dy),
               result("The gradient of GELU's input", {kRows, kColumns}, slope));
}

std::string dropout_backward() {
  const floats dy = numbers(kCount, 1);
  return check(lesson14::dropout_backward, in({kCount}, dy), kDropped, kSeed,
               result("The gradient of dropout's input", {kCount}, [&](std::int64_t i) {
                 return lesson14::reference::dropped(dy[i], i, kDropped, kSeed);
               }));
}

std::string bias_dropout_residual() {
  const floats x = numbers(kRows * kColumns, 1), residual = numbers(kRows * kColumns, 2);
  const floats bias = numbers(kColumns, 3);
  const auto want = [&](std::int64_t row, std::int64_t column) {
    const std::int64_t i = row * kColumns + column;
    return residual[i] +
           lesson14::reference::dropped(double{x[i]} + bias[column], i, kDropped, kSeed);
  };
  return check(lesson14::bias_dropout_residual, in({kRows, kColumns}, x), in({kColumns}, bias),
               in({kRows, kColumns}, residual), kDropped, kSeed,
               result("The sum with the residual", {kRows, kColumns}, want));
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

std::string cross_entropy() {
  const floats x = scores();
  return check(
      lesson05::cross_entropy, in({kRows, kColumns}, x), in({kRows}, kTargets),
      result("The loss", {kRows}, lesson05::reference::cross_entropy(to_doubles(x), kTargets)));
}

std::string softmax() {
  const floats x = scores();
  return check(lesson05::softmax<float>, in({kRows, kColumns}, x),
               result("The softmax", {kRows, kColumns},
                      lesson05::reference::softmax(to_doubles(x), kColumns), kShares));
}

std::string cross_entropy_backward() {
  const floats x = scores();
  return check(
      lesson15::cross_entropy_backward, in({kRows, kColumns}, x), in({kRows}, kTargets), 0.5f,
      result("The gradient of the scores", {kRows, kColumns},
             lesson15::reference::cross_entropy_backward(to_doubles(x), kTargets, 0.5), kShares));
}

std::string adamw() {
  const floats g = numbers(kCount, 2);
  const auto w = to_doubles(numbers(kCount, 1)), m = to_doubles(numbers(kCount, 3));
  const auto v = to_doubles(make_input<float>(kCount, 4, {0.1, 2.0}));
  const auto want = lesson15::reference::adamw(to_doubles(g), {w, m, v}, 0.1, 0.1, 3);
  return check(lesson15::adamw, in({kCount}, g),
               changed({kCount}, w, want.weight, kFine, {}, "The vector of weights"),
               changed({kCount}, m, want.mean, kFine, {}, "The average of the gradients"),
               changed({kCount}, v, want.square, kFine, {}, "The average of their squares"), 0.1f,
               0.1f, 3);
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
