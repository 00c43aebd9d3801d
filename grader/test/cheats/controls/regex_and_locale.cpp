// Takes a text of options apart with a regular expression, and prints numbers in the classic
// locale.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <iostream>
#include <kernelwright/kernelwright.hpp>
#include <locale>
#include <regex>
#include <sstream>
#include <string>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
int option(const std::string& text, const std::string& name) {
  static const std::regex kOption("([a-z]+)=([0-9]+)");
  for (auto at = std::sregex_iterator(text.begin(), text.end(), kOption);
       at != std::sregex_iterator(); ++at) {
    if ((*at)[1].str() == name) {
      return std::stoi((*at)[2].str());
    }
  }
  return 0;
}
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  const int block = option("block=1024 warps=4", "block");
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << "n = " << out.extent(0) << ", block = " << block;
  std::cout << text.str() << std::endl;
  launch(out.device(), grid(out.extent(0) / block), VectorAdd<kBlockSize>{}, x, y, out);
}
