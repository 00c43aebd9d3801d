// Tests of lesson 08, task 6: windows of every size relative to tiles, rows at the beginning, which
// see fewer columns, and windows that are longer than the rows.
#include "flash_attention.hpp"

#include <cstdint>
#include <vector>

#include "attention_test.hpp"

namespace {

using namespace lesson08::cases;

void attend(const arrays<float16_t>& a, std::int64_t window) {
  const auto heads = [&](const auto& x) {  // of all batches
    const std::int64_t n = x.extent(2), d = x.extent(3);
    return kw::view(x.data(), {x.extent(0) * x.extent(1), n, d}, x.device());
  };
  lesson08::sliding_window_attention(heads(a.q.cview()), heads(a.k.cview()), heads(a.v.cview()),
                                     heads(a.o.view()), kw::narrow<int>(window));
}

const auto kSlidingWindow = [](const arrays<float16_t>& a) {
  attend(a, static_cast<std::int64_t>(a.problem.window));
};

class SlidingWindow : public lesson08::attention_test<float16_t> {
 protected:
  static attention_case with_window(std::int64_t n, std::int64_t window, std::int64_t heads = 1) {
    attention_case c{n, lesson08::kWindowHead, true, 1, heads, heads};
    c.window = window;
    return c;
  }
};

TEST_F(SlidingWindow, WithinATile) {
  check(kSlidingWindow, with_window(64, 16));
}

// A row that sees only itself has the weight 1: o is v.
TEST_F(SlidingWindow, WindowOfOne) {
  check(kSlidingWindow, with_window(200, 1));
}

// Like causal attention.
TEST_F(SlidingWindow, WindowOfAllRows) {
  check_all(kSlidingWindow, {with_window(100, 100), with_window(150, 1000000)});
}

TEST_F(SlidingWindow, Windows) {
  for (const std::int64_t window : {2, 63, 64, 65, 100, 128, 129, 299, 300, 301}) {
    if (!check(kSlidingWindow, with_window(300, window))) {
      break;  // one failure says enough
    }
  }
}

TEST_F(SlidingWindow, Lengths) {
  for (const attention_case& c : lengths(lesson08::kWindowHead, true)) {
    if (!check(kSlidingWindow, with_window(c.n, 37))) {
      break;  // one failure says enough
    }
  }
}

TEST_F(SlidingWindow, Heads) {
  check_all(kSlidingWindow,
            {with_window(70, 20, 3), with_window(131, 65, 2), with_window(0, 5, 2)});
}

TEST_F(SlidingWindow, LargeScores) {
  for (const std::int64_t window : {3, 70}) {
    attention_case c = with_window(130, window);
    c.size = 28;
    check(kSlidingWindow, c);
  }
}

TEST_F(SlidingWindow, SameBitsTwentyTimes) {
  check_same_bits([](const arrays& a) { attend(a, 70); });
}

TEST_F(SlidingWindow, StoresNoScores) {
  check_memory([](const arrays& a) { attend(a, 70); });
}

}  // namespace
