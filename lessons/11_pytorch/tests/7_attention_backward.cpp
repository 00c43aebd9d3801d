// Tests of elective 11, task 7: the gradients of attention through C.
#include "attention_arrays.hpp"

namespace lesson11 {
namespace {

class AttentionBackward : public operator_test {
 protected:
  static tolerance limit_of(const lesson08::reference::gradient& want, const attention_case& c,
                            double largest_score) {
    const double tiny = 0x1p-25 * 2 * static_cast<double>(c.n * c.heads / c.kv_heads);
    return {want.terms * (0x1p-11 + largest_score * 0x1p-21) + want.parts * 0x1p-19 + tiny, 0x1p-11,
            "p, ds and the result rounded to float16, float32 sums"};
  }

  /// All inputs and outputs of a call.
  struct problem {
    attention_values in;
    std::vector<float16_t> o_values, dout_values;
    kw::buffer<float16_t, 4> q, k, v, o, dout, dq, dk, dv;
    kw::buffer<float, 3> lse;
    kw::buffer<float, 4> sums;

    problem(kw::device device, const attention_case& c)
        : in(c), dout_values(make_input<float16_t>(c.batch * c.heads * c.n * c.d, 4)) {
      for (const double value : in.want.o) {
        o_values.push_back(kw::core::convert<float16_t>(value));
      }
      const auto make = [&](std::int64_t heads, const std::vector<float16_t>& values) {
        kw::buffer<float16_t, 4> made(device, {c.batch, heads, c.n, c.d});
        if (!values.empty()) {
          made.upload(values);
        }
        return made;
      };
      q = make(c.heads, in.q), k = make(c.kv_heads, in.k), v = make(c.kv_heads, in.v);
      o = make(c.heads, o_values), dout = make(c.heads, dout_values);
      dq = make(c.heads, {}), dk = make(c.kv_heads, {}), dv = make(c.kv_heads, {});
      lse = kw::buffer<float, 3>(device, {c.batch, c.heads, c.n},
                                 std::vector<float>(in.want.lse.begin(), in.want.lse.end()));
      sums = kw::buffer<float, 4>(device, {c.batch, c.heads, 2, c.n});
    }
  };
  static result run(place where, const problem& p, c_array q, c_array dk, bool causal) {
    return kw_attention_backward(where, q, array_of(p.k), array_of(p.v), array_of(p.o),
                                 array_of(p.lse), array_of(p.dout), array_of(p.sums),
                                 array_of(p.dq), dk, array_of(p.dv), causal ? 1 : 0);
  }

  bool check(const attention_case& c) {
    const problem p(device(), c);
    const auto want = lesson08::reference::attention_backward(
        c.problem(), to_doubles(p.in.q), to_doubles(p.in.k), to_doubles(p.in.v),
        to_doubles(p.o_values), p.in.want.lse, to_doubles(p.dout_values));
    const double score = p.in.want.largest_score;
    return expect_done([&] { return run(here(), p, array_of(p.q), array_of(p.dk), c.causal); },
                       shape(c)) &&
           check_close(p.dq, want.dq.value, limit_of(want.dq, c, score), "dq, " + shape(c)) &&
           check_close(p.dk, want.dk.value, limit_of(want.dk, c, score), "dk, " + shape(c)) &&
           check_close(p.dv, want.dv.value, limit_of(want.dv, c, score), "dv, " + shape(c));
  }
};

TEST_F(AttentionBackward, Lengths) {
  check({1, 1, 1, 33, 64}) && check({1, 2, 2, 65, 64}) && check({1, 1, 1, 40, 128});
}

TEST_F(AttentionBackward, Causal) {
  check({1, 1, 1, 33, 64, true}) && check({2, 2, 2, 70, 64, true});
}

TEST_F(AttentionBackward, HeadsThatShareKeys) {
  check({1, 4, 2, 40, 64}) && check({2, 2, 1, 33, 64, true});
}

TEST_F(AttentionBackward, Refusals) {
  const problem p(device(), {1, 2, 2, 20, 64});
  c_array q = array_of(p.q), dk = array_of(p.dk);
  expect_done_except_nowhere([&](place where) { return run(where, p, q, dk, false); });
  q.strides[2] = 128;
  expect_refusal([&](place where) { return run(where, p, q, dk, false); }, outcome::wrong_argument,
                 {"q", "128"});
  dk.sizes[2] = 19;
  expect_refusal([&](place where) { return run(where, p, array_of(p.q), dk, false); },
                 outcome::wrong_argument, {"dk"});
}

}  // namespace
}  // namespace lesson11
