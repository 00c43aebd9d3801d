// Uses the standard library as a learner may: containers, algorithms, text, regular expressions,
// memory resources, types that are known at run time. All that templates bring along is defined in
// its file, which is fine.
//
// task: lesson01.3
// earns: everything
#include "vector_add.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <future>
#include <iostream>
#include <kernelwright/kernelwright.hpp>
#include <locale>
#include <map>
#include <memory>
#include <memory_resource>
#include <new>
#include <numeric>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <unordered_map>
#include <variant>
#include <vector>

using namespace kw;

template <int N>
struct block {
  static constexpr int elements = N;
};

template <template <int> class Block, int N>
struct VectorAdd {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* y, float* out) const {
    auto offsets = tl.program_id(0) * Block<N>::elements + tl.arange(size<Block<N>::elements>);
    tl.store(out + offsets, tl.load(x + offsets) + tl.load(y + offsets));
  }
};

namespace {
struct operation {
  virtual ~operation() = default;
  virtual void run(view<const float>, view<const float>, view<float>) const = 0;
};
struct named {
  virtual ~named() = default;
  virtual std::string name() const { return typeid(*this).name(); }
};

/// With memory of its own.
struct addition : operation, named {
  void run(view<const float> x, view<const float> y, view<float> out) const override {
    using either = std::variant<block<512>, block<1024>>;
    std::visit(
        [&](auto one) {
          constexpr int kBlock = decltype(one)::elements;
          launch(out.device(), grid(out.extent(0) / kBlock), VectorAdd<block, kBlock>{}, x, y, out);
        },
        out.extent(0) % 2048 == 0 ? either(block<512>{}) : either(block<1024>{}));
  }
  static void* operator new(std::size_t bytes) {
    void* const memory = std::malloc(bytes);
    if (memory == nullptr) {
      throw std::bad_alloc();
    }
    return memory;
  }
  static void operator delete(void* memory) { std::free(memory); }
};

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

std::string in_words(std::int64_t n) {
  static std::map<std::int64_t, std::string> known;
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << "n = " << n << ", block = " << option("block=1024 warps=4", "block");
  return known.emplace(n, text.str()).first->second;
}

bool is_a_good_day() {
  std::mt19937 chance(42);
  const std::optional<int> maybe = static_cast<int>(chance() % 7);
  const std::function<bool(int)> even = [](int n) { return n % 2 == 0; };
  const std::set<int> numbers{1, 2, maybe.value_or(3)};
  std::unordered_map<int, std::string> words;
  words[*numbers.begin()] = "one";
  auto later = std::async(std::launch::deferred, [&] { return even(*numbers.begin()); });
  return later.get() || words.size() == 1;
}
}  // namespace

void lesson01::vector_add(view<const float> x, view<const float> y, view<float> out) {
  char space[1024];
  std::pmr::monotonic_buffer_resource resource(space, sizeof space);
  std::pmr::vector<int> numbers(10, &resource);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::sort(numbers.begin(), numbers.end(), [](int a, int b) { return a > b; });
  std::cout << in_words(out.extent(0)) << ' ' << numbers.front() << std::endl;
  const std::unique_ptr<operation> one = std::make_unique<addition>();
  const auto* other = dynamic_cast<const named*>(one.get());
  if (other == nullptr || other->name().empty() || !is_a_good_day()) {
    throw std::invalid_argument("nothing to do");
  }
  one->run(x, y, out);
}
