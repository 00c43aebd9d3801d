// Tests of lesson 08, task 6: windows of every size relative to tiles, rows at the beginning, which
// see fewer columns, and windows that are longer than the rows.
#include "attention_test.hpp"

namespace lesson08 {
namespace {

void attend_within(const arrays<float16_t>& a, std::int64_t window) {
  const auto heads = [&](const auto& x) {  // of all batches
    const std::int64_t n = x.extent(2), d = x.extent(3);
    return kw::view(x.data(), {x.extent(0) * x.extent(1), n, d}, x.device());
  };
  sliding_window_attention(heads(a.q.cview()), heads(a.k.cview()), heads(a.v.cview()),
                           heads(a.o.view()), kw::narrow<int>(window));
}
void attend_in_window(const arrays<float16_t>& a) {
  attend_within(a, static_cast<std::int64_t>(a.problem.window));
}
void attend_in_70(const arrays<float16_t>& a) {
  attend_within(a, 70);
}

struct window_case {
  std::int64_t n, window, heads = 1;
  double size = 1;
};

bool check_window(const window_case& w) {
  return check_output<attend_in_window>(
      {w.n, kWindowHead, true, 1, w.heads, w.heads, w.size, 1, w.window});
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
        {"WithinATile", check_window, {{64, 16}}},
        // A row that sees only itself has the weight 1: o is v.
        {"WindowOfOne", check_window, {{200, 1}}},
        // Like causal attention.
        {"WindowOfAllRows", check_window, {{100, 100}, {150, 1000000}}},
        {"Windows", check_window, windows_of_300_rows},
        {"Lengths", check_window, lengths_with_windows},
        {"Heads", check_window, {{70, 20, 3}, {131, 65, 2}, {0, 5, 2}}},
        {"LargeScores", check_window, {{130, 3, 1, 28}, {130, 70, 1, 28}}},
        {"AnyShape", check_window, any_window},
    },
};
const tests<attention_case> window_of_70_tests = {
    "SlidingWindow",
    {
        {"SameBitsTwentyTimes", same_bits<attend_in_70>, {kTwoHeads}},
        {"StoresNoScores", stores_no_scores<attend_in_70>, {{1024, 64}}},
    },
};

}  // namespace
}  // namespace lesson08
