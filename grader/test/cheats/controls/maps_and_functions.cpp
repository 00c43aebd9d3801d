// Maps, functions, optional values, variants, its own text: all that templates bring along is
// defined in its file, which is fine.
//
// task: lesson01.3
// half: after
// earns: everything
#include "vector_add.hpp"

#include <functional>
#include <future>
#include <kernelwright/kernelwright.hpp>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>

using namespace kw;

template <int BLOCK_SIZE>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
std::map<std::string, int> counts;
std::unordered_map<int, std::string> words;
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  ++counts["calls"];
  words[counts["calls"]] = "a call";
  std::mt19937 chance(42);
  const std::variant<int, std::string> either = static_cast<int>(chance() % 7);
  const std::optional<int> maybe = std::get<int>(either);
  const std::function<bool(int)> even = [](int n) { return n % 2 == 0; };
  const std::set<int> numbers{1, 2, maybe.value_or(3)};
  auto later = std::async(std::launch::deferred, [&] { return even(*numbers.begin()); });
  (void)later.get();
  launch(out.device(), grid(out.extent(0) / kBlockSize), VectorAdd<kBlockSize>{}, x, y, out);
}
