// Tests of elective 11, task 7: the gradients of attention through C.
#include "../../08_flash_attention/tests/attention_cases.hpp"
#include "pytorch_test.hpp"

namespace lesson11 {
namespace {

using lesson08::attention_case;

/// The inputs of a backward pass in memory, and its outputs.
struct backward_arrays : lesson08::backward_inputs {
  kw::buffer<float16_t, 4> q, k, v, o, dout, dq, dk, dv;
  kw::buffer<float, 3> lse;
  kw::buffer<float, 4> sums;

  backward_arrays(kw::device device, const attention_case& c)
      : backward_inputs(c),
        q(device, c.q_extents().of, backward_inputs::q),
        k(device, c.kv_extents().of, backward_inputs::k),
        v(device, c.kv_extents().of, backward_inputs::v),
        o(device, c.q_extents().of, backward_inputs::o),
        dout(device, c.q_extents().of, backward_inputs::dout),
        dq(device, c.q_extents().of),
        dk(device, c.kv_extents().of),
        dv(device, c.kv_extents().of),
        lse(device, {c.batch, c.heads, c.n}, backward_inputs::lse),
        sums(device, {c.batch, c.heads, 2, c.n}) {}
};

result run(place where, const backward_arrays& a, c_array q, c_array dk, bool causal) {
  return kw_attention_backward(where, q, array_of(a.k), array_of(a.v), array_of(a.o),
                               array_of(a.lse), array_of(a.dout), array_of(a.sums), array_of(a.dq),
                               dk, array_of(a.dv), causal ? 1 : 0);
}

bool check_attention_gradients(const attention_case& c) {
  const backward_arrays a(kw::default_device(), c);
  const auto want = a.want();
  const double score = a.forward.largest_score;
  const auto right = [&](const char* name, const kw::buffer<float16_t, 4>& got,
                         const lesson08::reference::gradient& of) {
    return check_close(got, of.value, limit_of(of, c, score), name + shape(c));
  };
  return expect_done([&] { return run(here(), a, array_of(a.q), array_of(a.dk), c.causal); },
                     shape(c)) &&
         right("dq, ", a.dq, want.dq) && right("dk, ", a.dk, want.dk) &&
         right("dv, ", a.dv, want.dv);
}

using AttentionBackward = operator_test;

const std::vector<attention_case> kLengths = {{33, 64}, {65, 64, false, 1, 2, 2}, {40, 128}};

const tests<attention_case, AttentionBackward> attention_backward_tests = {
    "AttentionBackward",
    {
        {"Lengths", check_attention_gradients, kLengths},
        {"Causal", check_attention_gradients, {{33, 64, true}, {70, 64, true, 2, 2, 2}}},
        {"HeadsThatShareKeys",
         check_attention_gradients,
         {{40, 64, false, 1, 4, 2}, {33, 64, true, 2, 2, 1}}},
    },
};

TEST_F(AttentionBackward, Refusals) {
  const backward_arrays a(device(), {20, 64, false, 1, 2, 2});
  c_array q = array_of(a.q), dk = array_of(a.dk);
  expect_done_except_nowhere([&](place where) { return run(where, a, q, dk, false); });
  q.strides[2] = 128;
  expect_refusal([&](place where) { return run(where, a, q, dk, false); }, outcome::wrong_argument,
                 {"q", "128"});
  dk.sizes[2] = 19;
  expect_refusal([&](place where) { return run(where, a, array_of(a.q), dk, false); },
                 outcome::wrong_argument, {"dk"});
}

}  // namespace
}  // namespace lesson11
