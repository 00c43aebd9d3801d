// Tests of elective 11, task 6: attention through C, in both orders of axes.
#include "../../08_flash_attention/tests/attention_cases.hpp"
#include "pytorch_test.hpp"

namespace lesson11 {
namespace {

using lesson08::attention_case;

/// \tparam ROWS_FIRST the order of axes in memory as a linear layer leaves it. The caller shows
/// such an array as `x.transpose(1, 2)`.
template <bool ROWS_FIRST>
bool check_attention(const attention_case& c) {
  const kw::device device = kw::default_device();
  const lesson08::attention_inputs<float16_t> in(c);
  const kw::buffer<float, 3> lse(device, {c.batch, c.heads, c.n});
  const auto array = [&](std::int64_t heads, const std::vector<float16_t>& values = {}) {
    const std::int64_t extents[] = {c.batch, ROWS_FIRST ? c.n : heads, ROWS_FIRST ? heads : c.n,
                                    c.d};
    kw::buffer<float16_t, 4> made(device, extents);
    if (!values.empty()) {
      made.upload(ROWS_FIRST ? reference::exchange_axes(values, heads, c.n, c.d) : values);
    }
    return made;
  };
  const auto shown = [](const kw::buffer<float16_t, 4>& buffer) {
    c_array a = array_of(buffer);
    if (ROWS_FIRST) {
      std::swap(a.sizes[1], a.sizes[2]);
      std::swap(a.strides[1], a.strides[2]);
    }
    return a;
  };
  const auto q = array(c.heads, in.q), k = array(c.kv_heads, in.k);
  const auto v = array(c.kv_heads, in.v), o = array(c.heads);
  const auto want = in.expected();
  return expect_done(
             [&] {
               return kw_attention(here(), shown(q), shown(k), shown(v), shown(o), array_of(lse),
                                   c.causal ? 1 : 0);
             },
             shape(c)) &&
         check_close(o, ROWS_FIRST ? reference::exchange_axes(want.o, c.heads, c.n, c.d) : want.o,
                     lesson08::limit_of<float16_t>(want), "o, " + shape(c)) &&
         check_close(lse, want.lse, lesson08::limit_of_sums(want), "lse, " + shape(c));
}
constexpr auto kHeadsFirst = check_attention<false>;
constexpr auto kRowsFirst = check_attention<true>;

const std::vector<attention_case> kRows = {
    {65, 64, false, 1, 3, 3}, {40, 64, false, 2, 3, 3}, {33, 128, false, 2, 2, 2}};

using AttentionOperator = operator_test;

const tests<attention_case, AttentionOperator> attention_operator_tests = {
    "AttentionOperator",
    {
        {"HeadsFirst",
         kHeadsFirst,
         {{65, 64}, {40, 64, false, 2, 3, 3}, {33, 128, false, 1, 2, 2}}},
        {"RowsFirst", kRowsFirst, kRows},
        {"Causal", kHeadsFirst, {{1, 64, true}, {130, 64, true, 1, 2, 2}}},
        {"Causal", kRowsFirst, {{70, 64, true, 2, 3, 3}}},
        {"HeadsThatShareKeys", kHeadsFirst, {{40, 64, false, 2, 4, 2}}},
        {"HeadsThatShareKeys", kRowsFirst, {{40, 64, true, 2, 4, 1}}},
    },
};

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
