// Tests of elective 11, task 6: attention through C, in both orders of axes.
#include "attention_arrays.hpp"

namespace lesson11 {
namespace {

class AttentionOperator : public operator_test {
 protected:
  bool check(const attention_case& c, order axes) {
    const attention_values in(c);
    const attention_array q(device(), c.batch, c.heads, c.n, c.d, axes, in.q),
        k(device(), c.batch, c.kv_heads, c.n, c.d, axes, in.k),
        v(device(), c.batch, c.kv_heads, c.n, c.d, axes, in.v),
        o(device(), c.batch, c.heads, c.n, c.d, axes);
    const kw::buffer<float, 3> lse(device(), {c.batch, c.heads, c.n});
    return expect_done(
               [&] {
                 return kw_attention(here(), q.as_heads_first(), k.as_heads_first(),
                                     v.as_heads_first(), o.as_heads_first(), array_of(lse),
                                     c.causal ? 1 : 0);
               },
               shape(c)) &&
           check_close(o.buffer(), o.in_memory(in.want.o), in.limit(), "o, " + shape(c)) &&
           check_close(lse, in.want.lse, in.limit_of_sums(), "lse, " + shape(c));
  }
  void check_all(const std::vector<attention_case>& cases, order axes) {
    check_until_failure(cases, [&](const attention_case& c) { return check(c, axes); });
  }
};

TEST_F(AttentionOperator, HeadsFirst) {
  check_all({{1, 1, 1, 65, 64}, {2, 3, 3, 40, 64}, {1, 2, 2, 33, 128}}, order::heads_first);
}

TEST_F(AttentionOperator, RowsFirst) {
  check_all({{1, 3, 3, 65, 64}, {2, 3, 3, 40, 64}, {2, 2, 2, 33, 128}}, order::rows_first);
}

TEST_F(AttentionOperator, Causal) {
  check_all({{1, 1, 1, 1, 64, true}, {1, 2, 2, 130, 64, true}}, order::heads_first);
  check({2, 3, 3, 70, 64, true}, order::rows_first);
}

TEST_F(AttentionOperator, HeadsThatShareKeys) {
  check({2, 4, 2, 40, 64}, order::heads_first);
  check({2, 4, 1, 40, 64, true}, order::rows_first);
}

class AttentionRefusals : public operator_test {
 protected:
  void prepare() override {
    std::int64_t seed = 0;
    for (kw::buffer<float16_t, 4>& buffer : arrays_) {
      buffer = kw::buffer<float16_t, 4>(device(), {1, 4, 20, 64},
                                        make_input<float16_t>(4 * 20 * 64, ++seed));
    }
    lse_ = kw::buffer<float, 3>(device(), {1, 4, 20});
    q = array_of(arrays_[0]), k = array_of(arrays_[1]), v = array_of(arrays_[2]);
    o = array_of(arrays_[3]), lse = array_of(lse_);
  }
  /// Calls with the arrays as the test has changed them.
  void refused(outcome code, std::initializer_list<std::string> words) {
    expect_done_except_nowhere([&](place where) {
      return kw_attention(where, array_of(arrays_[0]), array_of(arrays_[1]), array_of(arrays_[2]),
                          array_of(arrays_[3]), array_of(lse_), 0);
    });
    expect_refusal([&](place where) { return kw_attention(where, q, k, v, o, lse, 0); }, code,
                   words);
  }
  c_array q{}, k{}, v{}, o{}, lse{};

 private:
  kw::buffer<float16_t, 4> arrays_[4];
  kw::buffer<float, 3> lse_;
};

TEST_F(AttentionRefusals, OtherTypes) {
  v.type = element::float32;
  refused(outcome::wrong_type, {"v"});
}

TEST_F(AttentionRefusals, OtherHeadSizes) {
  q.sizes[3] = k.sizes[3] = v.sizes[3] = o.sizes[3] = 32;
  refused(outcome::wrong_argument, {"32"});
}

TEST_F(AttentionRefusals, OtherRows) {
  o.sizes[2] = 19;
  refused(outcome::wrong_argument, {"o"});
}

TEST_F(AttentionRefusals, HeadsThatCannotShare) {
  k.sizes[1] = v.sizes[1] = 3;
  refused(outcome::wrong_argument, {"3"});
}

TEST_F(AttentionRefusals, SumsOfOtherSizes) {
  lse.sizes[2] = 10;
  lse.strides[1] = 10, lse.strides[0] = 40;
  refused(outcome::wrong_argument, {"lse"});
}

TEST_F(AttentionRefusals, StrideThatIsNotAligned) {
  q.strides[2] = 63;
  refused(outcome::failed, {});
}

}  // namespace
}  // namespace lesson11
