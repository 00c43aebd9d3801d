// It throws an error whose text turns the direction of writing, ends scripts, sections and
// formulas, and has bytes that are no characters.
//
// task: lesson01.3
// earns: nothing
// hides: ‮
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>
#include <stdexcept>

using namespace kw;

void lesson01::vector_add(view<const float>, view<const float>, view<float>) {
  throw std::runtime_error(
      "=1+1,\"\xe2\x80\xae stniop lla \xe2\x81\xa6 ]]></failure></script><script>alert(1)</script>"
      "| `x` | ![](http://localhost/) \xff\xfe {{points}} \xef\xbb\xbf");
}
