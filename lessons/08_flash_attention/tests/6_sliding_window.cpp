// Tests of lesson 08, task 6: windows of every size relative to tiles, rows at the beginning, which
// see fewer columns, and windows that are longer than the rows.
#include "attention_test.hpp"

namespace lesson08 {
namespace {

struct window_case {
  std::int64_t n, window, heads = 1;
  double size = 1;
};

/// Compares o with the oracle.
template <auto Call = sliding_window_attention, int RUNS = 1>
bool check_window(const window_case& w) {
  const attention_case c{w.n, kWindowHead, true, 1, w.heads, w.heads, w.size, 1, w.window};
  const attention_inputs<float16_t> x(c);
  const auto want = x.expected();
  return check_entry({shape(c), RUNS}, Call, in({c.heads, c.n, c.d}, x.q),
                     in({c.heads, c.n, c.d}, x.k), in({c.heads, c.n, c.d}, x.v),
                     out({c.heads, c.n, c.d}, want.o, limit_of<float16_t>(want)),
                     kw::narrow<int>(w.window));
}

std::vector<window_case> lengths_with_windows() {
  std::vector<window_case> cases;
  for (const attention_case& c : lengths(kWindowHead, true)) {
    cases.push_back({c.n, 37});
  }
  return cases;
}
std::vector<window_case> windows_of_300_rows() {
  std::vector<window_case> cases;
  for (const std::int64_t window : {2, 63, 64, 65, 100, 128, 129, 299, 300, 301}) {
    cases.push_back({300, window});
  }
  return cases;
}
window_case any_window(size_draw& d) {
  return {d.length(0, 300), d.length(1, 400), 1 + d.below(4)};
}

const tests<window_case> sliding_window_tests = {
    "SlidingWindow",
    {
        {"WithinATile", check_window<>, {{64, 16}}},
        // A row that sees only itself has the weight 1: o is v.
        {"WindowOfOne", check_window<>, {{200, 1}}},
        // Like causal attention.
        {"WindowOfAllRows", check_window<>, {{100, 100}, {150, 1000000}}},
        {"Windows", check_window<>, windows_of_300_rows},
        {"Lengths", check_window<>, lengths_with_windows},
        {"Heads", check_window<>, {{70, 20, 3}, {131, 65, 2}, {0, 5, 2}}},
        {"LargeScores", check_window<>, {{130, 3, 1, 28}, {130, 70, 1, 28}}},
        {"AnyShape", check_window<>, any_window},
        {"SameBitsTwentyTimes", check_window<sliding_window_attention, 20>, {{200, 70, 2}}},
        {"StoresNoScores",
         check_window<without_scores<sliding_window_attention>::call>,
         {{1024, 70}}},
    },
};

}  // namespace
}  // namespace lesson08
