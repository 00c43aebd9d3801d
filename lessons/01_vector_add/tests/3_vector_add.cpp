// Tests of lesson 01, task 3. Lengths are whole blocks.
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
using lesson01::kSum;
using lesson01::length;
namespace reference = lesson01::reference;

class VectorAdd : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n, kw::buffer_layout layout = {}) {
    const auto x = make_input<float>(n, 1);
    const auto y = make_input<float>(n, 2);
    const kw::buffer<float> x_buffer(device(), {n}, x, layout);
    const kw::buffer<float> y_buffer(device(), {n}, y, layout);
    const kw::buffer<float> out(device(), {n}, layout);
    lesson01::vector_add(x_buffer.cview(), y_buffer.cview(), out.view());
    return check_close(out, reference::vector_add(x, y), kSum, length(n));
  }
};

TEST_F(VectorAdd, TwoBlocks) {
  check(2 * lesson01::kBlockSize);
}

TEST_F(VectorAdd, Sizes) {
  for (const std::int64_t blocks :
       std::initializer_list<std::int64_t>{1, 2, 3, drawn_size(37, 70), 0}) {
    if (!check(blocks * lesson01::kBlockSize)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(VectorAdd, UnalignedBase) {
  check(drawn_size(4, 9) * lesson01::kBlockSize, {.element_offset = 1});
}

TEST_F(VectorAdd, ManyBlocks) {
  const std::int64_t blocks = device().kind == kw::device_kind::cuda ? 1024 : 256;
  check((blocks + drawn_size(0, 20)) * lesson01::kBlockSize);
}

}  // namespace
