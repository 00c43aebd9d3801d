// Tests of lesson 08, task 1: one tile, whole or not, and scores that overflow a naive softmax.
#include "flash_attention.hpp"

#include <cstdint>
#include <vector>

#include "attention_test.hpp"

namespace {

using kw::float16_t;
using namespace lesson08::cases;

class AttentionBlock : public lesson08::attention_test<float16_t> {
 protected:
  bool check(std::int64_t n, double size = 1) {
    const attention_case c{n, lesson08::kBlockHead, false, 1, 1, 1, size};
    const arrays a(device(), c);
    const kw::buffer<float16_t, 2> q(device(), {n, c.d}, a.q_values),
        k(device(), {n, c.d}, a.k_values), v(device(), {n, c.d}, a.v_values), o(device(), {n, c.d});
    lesson08::attention_block(q.cview(), k.cview(), v.cview(), o.view());
    const auto want = a.expected();
    return kw::testing::check_close(o, want.o, limit_of<float16_t>(want), shape(c));
  }
};

TEST_F(AttentionBlock, WholeTile) {
  check(64);
}

TEST_F(AttentionBlock, ShorterThanATile) {
  kw::testing::check_until_failure(std::vector<std::int64_t>{63, 17, 1, 0},
                                   [&](std::int64_t n) { return check(n); });
}

TEST_F(AttentionBlock, LargeScores) {
  check(50, 28);
}

}  // namespace
