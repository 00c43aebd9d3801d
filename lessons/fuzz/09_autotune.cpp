#include "../09_autotune/autotune.hpp"

#include <cstdlib>
#include <filesystem>

#include "fuzz.hpp"
#include "kernelwright/runtime/error.hpp"

namespace {

/// Results are kept in a folder of this program, and removed with it.
class own_cache {
 public:
  own_cache() {
    char path[] = "/tmp/kernelwright-fuzz-XXXXXX";
    if (::mkdtemp(path) == nullptr) {
      throw kw::error("cannot make a folder like " + std::string(path));
    }
    folder_ = path;
    ::setenv("XDG_CACHE_HOME", path, 1);
  }
  ~own_cache() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

 private:
  std::string folder_;
};

template <class T>
void rows_of(fuzz::shapes& s) {
  const auto x = s.input<T>(s.length(0, 60), s.length(1, lesson09::kWidestRow));
  const auto y = s.output<T>(x.extent(0), x.extent(1));
  lesson09::softmax<T>(x.cview(), y.view());
  const auto turned = s.output<T>(x.extent(1), x.extent(0));
  lesson09::transpose<T>(x.cview(), turned.view(), 1024 << s.below(6));
  fuzz::expect_guards(y, turned);
}

}  // namespace

// Each shape is a separate key: first all configs are timed, unchecked, then one runs checked.
TEST(Fuzz, Autotune) {
  const own_cache cache;
  fuzz::look([](fuzz::shapes& s) {
    const auto a = s.input<float>(s.length(0, 120), s.length(0, 120));
    const auto b = s.input<float>(a.extent(1), s.length(0, 120));
    const auto c = s.output<float>(a.extent(0), b.extent(1));
    lesson09::matmul(a.cview(), b.cview(), c.view());
    fuzz::expect_guards(c);
    s.below(2) == 0 ? rows_of<float>(s) : rows_of<kw::float16_t>(s);
  });
}
