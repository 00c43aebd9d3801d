// The solutions on random shapes: the checker must find nothing, and no guard zone may be touched.
// `KW_FUZZ_SHAPES=2000 ctest --preset cpu -L fuzz` looks longer than continuous integration does;
// `--seed=NUMBER` takes other shapes, and a failure prints the seed and the number of the shape.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/testing/testing.hpp"

namespace fuzz {

/// The shapes of one round: the same for the same seed and number.
class shapes {
 public:
  shapes(std::uint64_t seed, std::uint64_t number) : stream_(seed * 0x9e3779b97f4a7c15u + number) {}

  std::int64_t below(std::int64_t end) {
    const double unit = kw::testing::random_unit(stream_, drawn_++);
    return std::min(end - 1, static_cast<std::int64_t>(unit * static_cast<double>(end)));
  }

  /// A length up to `most`: small ones as often as large ones, and many next to a power of two.
  std::int64_t length(std::int64_t least, std::int64_t most) {
    std::int64_t power = 1;
    while (power < most && below(6) != 0) {
      power *= 2;
    }
    const std::int64_t n = below(2) == 0 ? below(2 * power + 1) : power + below(3) - 1;
    return std::clamp(n, least, most);
  }

  /// Rows that are dense, padded, or begin at an unaligned address.
  kw::buffer_layout layout(std::int64_t columns) {
    const std::int64_t stride = below(2) == 0 ? 0 : columns + below(40);
    return {.row_stride = stride, .element_offset = below(3)};
  }

  template <class T>
  kw::buffer<T, 2> input(std::int64_t rows, std::int64_t columns) {
    return kw::buffer<T, 2>(kw::cpu_device, {rows, columns},
                            kw::testing::make_input<T>(rows * columns, stream_ + drawn_++),
                            layout(columns));
  }
  template <class T>
  kw::buffer<T> input(std::int64_t n) {
    return kw::buffer<T>(kw::cpu_device, {n}, kw::testing::make_input<T>(n, stream_ + drawn_++),
                         {.element_offset = below(3)});
  }
  template <class T>
  kw::buffer<T, 2> output(std::int64_t rows, std::int64_t columns) {
    return kw::buffer<T, 2>(kw::cpu_device, {rows, columns}, layout(columns));
  }
  template <class T>
  kw::buffer<T> output(std::int64_t n) {
    return kw::buffer<T>(kw::cpu_device, {n}, {.element_offset = below(3)});
  }

 private:
  std::uint64_t stream_, drawn_ = 0;
};

inline std::uint64_t rounds() {
  const char* text = std::getenv("KW_FUZZ_SHAPES");
  return text == nullptr || *text == '\0' ? 50 : std::strtoull(text, nullptr, 10);
}

/// \param round launches the functions under test on shapes of its choice
inline void look(const std::function<void(shapes&)>& round) {
  kw::collect_findings(true);
  for (std::uint64_t number = 0; number < rounds(); ++number) {
    (void)kw::take_findings();
    shapes s(kw::testing::seed(), number);
    round(s);
    const auto findings = kw::take_findings();
    ASSERT_TRUE(findings.empty()) << "seed " << kw::testing::seed() << ", shape " << number << ": "
                                  << to_text(findings.front());
  }
  kw::collect_findings(false);
}

template <class... Buffers>
void expect_guards(const Buffers&... buffers) {
  std::string why;
  EXPECT_TRUE((buffers.guards_intact(&why) && ...)) << why;
}

}  // namespace fuzz
