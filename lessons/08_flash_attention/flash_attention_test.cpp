// Tests of lesson 08: lengths with every kind of edge, heads that share keys, causal or not, scores
// that overflow a naive softmax, and the memory that a call takes.
#include "flash_attention.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include <kernelwright/testing/counting_new.hpp>
#include <kernelwright/testing/memory_requests.hpp>
#include <kernelwright/testing/rows.hpp>
#include <kernelwright/testing/testing.hpp>

#include "flash_attention_cases.hpp"
#include "flash_attention_reference.hpp"

namespace {

using kw::bfloat16_t;
using kw::float16_t;
using kw::testing::check_close;
using kw::testing::check_until_failure;
using kw::testing::largest_request;
using kw::testing::to_doubles;
using kw::testing::tolerance;
using lesson08::cases::arrays;
using lesson08::cases::attention_case;
using lesson08::cases::backward_arrays;
using lesson08::cases::head_sizes;
using lesson08::cases::large_scores;
using lesson08::cases::lengths;
using lesson08::cases::limit_of;
using lesson08::cases::limit_of_sums;
using lesson08::cases::shape;
using lesson08::cases::shared_heads;
namespace reference = lesson08::reference;

template <class T>
using function = void (*)(kw::view<const T, 4>, kw::view<const T, 4>, kw::view<const T, 4>,
                          kw::view<T, 4>, kw::view<float, 3>, bool);

enum class output { o, lse };

class attention_test : public kw::testing::lesson_test {
 protected:
  template <class T>
  bool check(function<T> call, const attention_case& c, output which = output::o) {
    const arrays<T> a(device(), c);
    a.pass_to(call);
    const reference::result want = a.expected();
    if (which == output::lse) {
      return check_close(a.lse, want.lse, limit_of_sums(want), shape(c));
    }
    return check_close(a.o, want.o, limit_of<T>(want), shape(c));
  }

  template <class T>
  void check_all(function<T> call, const std::vector<attention_case>& cases,
                 output which = output::o) {
    check_until_failure(cases, [&](const attention_case& c) { return check(call, c, which); });
  }

  /// Runs are equal to the last bit: every row is one walk, in a fixed order.
  template <class T>
  void check_same_bits(function<T> call) {
    const attention_case c{200, 64, true, 1, 2};
    std::vector<T> first;
    for (int run = 0; run < 20; ++run) {
      const arrays<T> a(device(), c);
      a.pass_to(call);
      const std::vector<T> got = a.o.download();
      first = run == 0 ? got : first;
      ASSERT_EQ(std::memcmp(got.data(), first.data(), got.size() * sizeof(T)), 0)
          << "run " << run << " of an attention that must be the same in every run";
    }
  }

  /// A matrix of scores would be 2 n^2 bytes at least, and on the CPU the checker would keep a bit
  /// an element for it: no single request may be as large as that.
  template <class Attend>
  static void check_memory(std::int64_t n, const Attend& attend) {
    attend();  // warm-up
    EXPECT_LT(largest_request(attend), n * n / 8)
        << "bytes were asked for at once; a matrix of scores must never be stored (n = " << n
        << ")";
    std::vector<char> scores;
    const auto store = [&] { scores.resize(static_cast<std::size_t>(n * n / 8)); };
    EXPECT_GE(largest_request(store), n * n / 8) << "the test does not see what is asked for";
  }
  template <class T>
  void check_memory(function<T> call) {
    const attention_case c{2048, 64};
    const arrays<T> a(device(), c);
    check_memory(c.n, [&] { a.pass_to(call); });
  }
};

// ---- attention_block -------------------------------------------------------------------------

class AttentionBlock : public attention_test {
 protected:
  bool check(std::int64_t n, double size = 1) {
    const attention_case c{n, lesson08::kBlockHead, false, 1, 1, 1, size};
    const arrays<float16_t> a(device(), c);
    const kw::buffer<float16_t, 2> q(device(), {n, c.d}, a.q_values),
        k(device(), {n, c.d}, a.k_values), v(device(), {n, c.d}, a.v_values), o(device(), {n, c.d});
    lesson08::attention_block(q.cview(), k.cview(), v.cview(), o.view());
    const reference::result want = a.expected();
    return check_close(o, want.o, limit_of<float16_t>(want), shape(c));
  }
};

TEST_F(AttentionBlock, WholeTile) {
  check(64);
}

TEST_F(AttentionBlock, ShorterThanATile) {
  check_until_failure(std::vector<std::int64_t>{63, 17, 1, 0},
                      [&](std::int64_t n) { return check(n); });
}

TEST_F(AttentionBlock, LargeScores) {
  check(50, 28);
}

// ---- attention -------------------------------------------------------------------------------

template <class T>
class Attention : public attention_test {
 protected:
  static constexpr function<T> kCall = &lesson08::attention<T>;
};
using float16_types = ::testing::Types<float16_t, bfloat16_t>;
TYPED_TEST_SUITE(Attention, float16_types, kw::testing::dtype_names);

TYPED_TEST(Attention, OneStep) {
  this->check(this->kCall, {64, 64});
}

TYPED_TEST(Attention, Lengths) {
  this->check_all(this->kCall, lengths(64, false));
}

TYPED_TEST(Attention, HeadSizes) {
  std::vector<attention_case> cases = head_sizes<TypeParam>();
  for (attention_case& c : cases) {
    c.causal = false;
  }
  this->check_all(this->kCall, cases);
}

TYPED_TEST(Attention, RefusesOtherHeadSizes) {
  const arrays<TypeParam> a(this->device(), {10, 48});
  EXPECT_THROW(this->kCall(a.q.cview(), a.k.cview(), a.v.cview(), a.o.view(), a.lse.view(), false),
               kw::error);
}

TYPED_TEST(Attention, BatchAndHeads) {
  this->check_all(this->kCall, {{70, 64, false, 1, 3, 3}, {33, 64, false, 2, 2, 2}, {0, 64}});
}

TYPED_TEST(Attention, LargeScores) {
  this->check(this->kCall, {100, 64, false, 1, 1, 1, 28});
}

TYPED_TEST(Attention, SameBitsTwentyTimes) {
  this->check_same_bits(this->kCall);
}

TYPED_TEST(Attention, StoresNoScores) {
  this->check_memory(this->kCall);
}

class LogSumExp : public attention_test {};

TEST_F(LogSumExp, Lengths) {
  check_all(&lesson08::attention<float16_t>, lengths(64, false), output::lse);
}

TEST_F(LogSumExp, LargeScores) {
  check_all(&lesson08::attention<bfloat16_t>, {{100, 64, false, 1, 1, 1, 28}}, output::lse);
}

class CausalAttention : public attention_test {};

TEST_F(CausalAttention, Lengths) {
  check_all(&lesson08::attention<float16_t>, lengths(64, true));
}

TEST_F(CausalAttention, HeadSizes) {
  check_all(&lesson08::attention<bfloat16_t>, head_sizes<bfloat16_t>());
  check_all(&lesson08::attention<float16_t>, head_sizes<float16_t>());
}

TEST_F(CausalAttention, LogSumExp) {
  check_all(&lesson08::attention<float16_t>, lengths(64, true), output::lse);
}

TEST_F(CausalAttention, LargeScores) {
  check_all(&lesson08::attention<float16_t>, large_scores());
}

class GroupedHeads : public attention_test {};

TEST_F(GroupedHeads, TwoQueriesAKey) {
  check(&lesson08::attention<float16_t>, {33, 64, false, 1, 4, 2});
}

TEST_F(GroupedHeads, Groups) {
  check_all(&lesson08::attention<float16_t>, shared_heads());
}

// ---- attention_pipelined ---------------------------------------------------------------------

template <class T>
class AttentionPipelined : public attention_test {
 protected:
  static constexpr function<T> kCall = &lesson08::attention_pipelined<T>;
};
TYPED_TEST_SUITE(AttentionPipelined, float16_types, kw::testing::dtype_names);

TYPED_TEST(AttentionPipelined, OneStep) {
  this->check(this->kCall, {64, 64});
}

TYPED_TEST(AttentionPipelined, Lengths) {
  this->check_all(this->kCall, lengths(64, false));
}

TYPED_TEST(AttentionPipelined, CausalLengths) {
  this->check_all(this->kCall, lengths(64, true));
}

TYPED_TEST(AttentionPipelined, HeadSizes) {
  this->check_all(this->kCall, head_sizes<TypeParam>());
}

TYPED_TEST(AttentionPipelined, LogSumExp) {
  this->check_all(this->kCall, {{65, 64}, {300, 64, true}, {200, 128, false, 2, 4, 2}},
                  output::lse);
}

TYPED_TEST(AttentionPipelined, GroupedHeads) {
  this->check_all(this->kCall, shared_heads());
}

// More programs than a GPU has multiprocessors: blocks run several, one after the other.
TYPED_TEST(AttentionPipelined, ManyHeads) {
  this->check(this->kCall, {40, 64, false, 5, 40, 20});
  this->check(this->kCall, {40, 64, true, 5, 40, 20});
}

TYPED_TEST(AttentionPipelined, LargeScores) {
  this->check_all(this->kCall, large_scores());
}

// q, k and v as [batch, n, heads, d], as projections write them.
TYPED_TEST(AttentionPipelined, StridedHeads) {
  constexpr std::int64_t n = 70, d = 64, heads = 2;
  const attention_case c{n, d, true, 1, heads, heads};
  const arrays<TypeParam> a(this->device(), c);
  const auto laid_out = [&](const std::vector<TypeParam>& values) {
    std::vector<TypeParam> result(values.size());
    for (std::int64_t i = 0; i < heads * n * d; ++i) {
      const std::int64_t head = i / (n * d), row = i / d % n;
      result[static_cast<std::size_t>((row * heads + head) * d + i % d)] =
          values[static_cast<std::size_t>(i)];
    }
    return kw::buffer<TypeParam, 2>(this->device(), {n, heads * d}, result);
  };
  const auto q = laid_out(a.q_values), k = laid_out(a.k_values), v = laid_out(a.v_values);
  const auto turned = [&](const kw::buffer<TypeParam, 2>& x) {
    return kw::view<const TypeParam, 4>(x.data(), {1, heads, n, d},
                                        {n * heads * d, d, heads * d, 1}, this->device());
  };
  lesson08::attention_pipelined<TypeParam>(turned(q), turned(k), turned(v), a.o.view(),
                                           a.lse.view(), c.causal);
  const reference::result want = a.expected();
  check_close(a.o, want.o, limit_of<TypeParam>(want), shape(c) + ", heads within rows");
}

TYPED_TEST(AttentionPipelined, SameBitsTwentyTimes) {
  this->check_same_bits(this->kCall);
}

TYPED_TEST(AttentionPipelined, StoresNoScores) {
  this->check_memory(this->kCall);
}

// ---- attention_backward ----------------------------------------------------------------------

class AttentionBackward : public attention_test {
 protected:
  bool check(const attention_case& c) {
    const backward_arrays a(device(), c);
    a.run(c.causal);
    const reference::gradients want = a.want(c);
    const auto right = [&](const kw::buffer<float16_t, 4>& got, const reference::gradient& of,
                           const char* name) {
      return check_close(got, of.value, limit_of(of, c, a.forward.largest_score), name + shape(c));
    };
    const bool dv = right(a.dv, want.dv, "dv, ");
    const bool dk = right(a.dk, want.dk, "dk, ");
    return right(a.dq, want.dq, "dq, ") && dk && dv;
  }
  void check_all(const std::vector<attention_case>& cases) {
    check_until_failure(cases, [&](const attention_case& c) { return check(c); });
  }
};

TEST_F(AttentionBackward, OneStep) {
  check({32, 64});
}

// The kernel gets an o that is rounded to float16, of which finite differences know nothing: delta
// is off by half a unit in the last place of its terms.
TEST_F(AttentionBackward, AgreesWithFiniteDifferences) {
  const attention_case c{4, 64, true, 1, 2};
  const backward_arrays a(device(), c);
  a.run(c.causal);
  const reference::gradients want = a.want(c);
  const reference::gradients slopes =
      reference::numerical_gradients(c.problem(), to_doubles(a.q_values), to_doubles(a.k_values),
                                     to_doubles(a.v_values), to_doubles(a.dout_values));
  const auto compare = [&](const kw::buffer<float16_t, 4>& got, const reference::gradient& slope,
                           const reference::gradient& of, const char* name) {
    tolerance limit = limit_of(of, c, a.forward.largest_score);
    limit.abs += 0x1p-11 * of.parts;
    check_close(got, slope.value, limit, name + shape(c));
  };
  compare(a.dv, slopes.dv, want.dv, "dv by finite differences, ");
  compare(a.dk, slopes.dk, want.dk, "dk by finite differences, ");
  compare(a.dq, slopes.dq, want.dq, "dq by finite differences, ");
}

TEST_F(AttentionBackward, Lengths) {
  check_all({{1, 64}, {31, 64}, {33, 64}, {64, 64}, {65, 64}, {130, 64}});
}

TEST_F(AttentionBackward, CausalLengths) {
  check_all({{1, 64, true}, {33, 64, true}, {64, 64, true}, {65, 64, true}, {130, 64, true}});
}

TEST_F(AttentionBackward, HeadSizes) {
  check_all({{40, 128}, {70, 128, true}});
}

TEST_F(AttentionBackward, RefusesOtherHeadSizes) {
  EXPECT_THROW(backward_arrays(device(), {10, 32}).run(false), kw::error);
}

TEST_F(AttentionBackward, BatchAndHeads) {
  check_all({{20, 64, false, 1, 3, 3}, {17, 64, true, 2, 2, 2}, {0, 64}});
}

TEST_F(AttentionBackward, GroupedHeads) {
  check_all({{33, 64, false, 1, 4, 2}, {20, 64, true, 2, 6, 2}, {17, 64, true, 3, 3, 1}});
}

// Scores of up to 10,000; in the last case nearly all are below 0.
TEST_F(AttentionBackward, LargeScores) {
  check_all(
      {{70, 64, false, 1, 1, 1, 28}, {70, 64, true, 1, 1, 1, 28}, {3, 64, false, 1, 1, 1, 28, -1}});
}

TEST_F(AttentionBackward, SameBitsTwentyTimes) {
  const attention_case c{70, 64, true, 1, 2};
  const backward_arrays a(device(), c);
  std::vector<float16_t> first;
  for (int run = 0; run < 20; ++run) {
    a.run(c.causal);
    std::vector<float16_t> got = a.dq.download();
    for (const kw::buffer<float16_t, 4>* more : {&a.dk, &a.dv}) {
      const std::vector<float16_t> values = more->download();
      got.insert(got.end(), values.begin(), values.end());
    }
    first = run == 0 ? got : first;
    ASSERT_EQ(std::memcmp(got.data(), first.data(), got.size() * sizeof(float16_t)), 0)
        << "run " << run << " of gradients that must be the same in every run";
  }
}

TEST_F(AttentionBackward, StoresNoScores) {
  const attention_case c{1024, 64, true};
  arrays<float16_t> in(device(), c), out(device(), c);  // any numbers will do
  in.lse.fill(0);
  check_memory(c.n, [&] {
    lesson08::attention_backward(in.q.cview(), in.k.cview(), in.v.cview(), in.q.cview(),
                                 in.lse.cview(), in.q.cview(), out.lse.view(), out.q.view(),
                                 out.k.view(), out.v.view(), c.causal);
  });
}

}  // namespace
