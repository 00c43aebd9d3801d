// Tests of lesson 01, task 1. Lengths are whole blocks.
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
using lesson01::kExact;
using lesson01::length;
namespace reference = lesson01::reference;

class ProgramIds : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n) {
    const kw::buffer<int> out(device(), {n});
    lesson01::program_ids(out.view());
    return check_close(out, reference::program_ids(n, lesson01::kSmallBlock), kExact, length(n));
  }
};

TEST_F(ProgramIds, FourBlocks) {
  check(64 * kw::testing::drawn_size(4, 9));
}

TEST_F(ProgramIds, Sizes) {
  for (const std::int64_t n :
       std::initializer_list<std::int64_t>{64, 128, 64 * kw::testing::drawn_size(37, 70), 0}) {
    if (!check(n)) {
      break;  // one failure says enough
    }
  }
}

}  // namespace
