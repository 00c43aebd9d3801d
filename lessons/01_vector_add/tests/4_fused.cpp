// Tests of lesson 01, task 4. Lengths are whole blocks.
#include "vector_add.hpp"

#include <cstdint>
#include <initializer_list>
#include <string>

#include <kernelwright/testing/drawn_sizes.hpp>
#include <kernelwright/testing/testing.hpp>

#include "limits.hpp"
#include "vector_add_reference.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::drawn_size;
using kw::testing::make_input;
using kw::testing::tolerance;
using lesson01::length;
namespace reference = lesson01::reference;

constexpr tolerance kFused{2e-6, 0.0, "three float32 roundings of values below 10"};

class Fused : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n) {
    const auto a = make_input<float>(n, 1);
    const auto b = make_input<float>(n, 2);
    const auto c = make_input<float>(n, 3);
    const auto d = make_input<float>(n, 4);
    const kw::buffer<float> a_buffer(device(), {n}, a);
    const kw::buffer<float> b_buffer(device(), {n}, b);
    const kw::buffer<float> c_buffer(device(), {n}, c);
    const kw::buffer<float> d_buffer(device(), {n}, d);
    const kw::buffer<float> out(device(), {n});
    lesson01::fused(a_buffer.cview(), b_buffer.cview(), c_buffer.cview(), d_buffer.cview(),
                    out.view());
    return check_close(out, reference::fused(a, b, c, d), kFused, length(n));
  }
};

TEST_F(Fused, TwoBlocks) {
  check(drawn_size(2, 8) * lesson01::kBlockSize);
}

TEST_F(Fused, Sizes) {
  for (const std::int64_t blocks :
       std::initializer_list<std::int64_t>{1, 2, 3, drawn_size(37, 70), 0}) {
    if (!check(blocks * lesson01::kBlockSize)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Fused, ManyBlocks) {
  const std::int64_t blocks = device().kind == kw::device_kind::cuda ? 1024 : 256;
  check((blocks + drawn_size(0, 20)) * lesson01::kBlockSize);
}

}  // namespace
