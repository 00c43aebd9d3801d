// A kernel whose block and warps are chosen by measuring.
#include <cstdlib>
#include <filesystem>

#include <kernelwright/autotune.hpp>

#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

template <int BLOCK_SIZE>
struct Scale {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    tl.store(out + offsets, tl.load(x + offsets, offsets < n) * 2, offsets < n);
  }
};

//! [autotune]
constexpr configs<config{.block = 256, .warps = 2}, config{.block = 1024, .warps = 4}> space;

template <class T>
tuned scale(view<const T> x, view<T> out) {
  const int n = narrow<int>(out.extent(0));
  const tuning_key key{{"n", n}, {"x", dtype<T>{}}};
  const auto allowed = [&](config c) { return c.block <= n; };
  return autotune("Scale", out.device(), key, space, allowed, [&](auto c) {
    launch<c.warps>(out.device(), grid(cdiv(n, c.block)), Scale<c.block>{}, x, out, n);
  });
}
//! [autotune]

TEST_F(Examples, Autotune) {
  char folder[] = "/tmp/kernelwright-example-XXXXXX";
  ASSERT_NE(mkdtemp(folder), nullptr);
  ::setenv("XDG_CACHE_HOME", folder, 1);
  const device where = default_device();
  const buffer<float> x(where, {1000}, counting(1000));
  const buffer<float> out(where, {1000});
  EXPECT_EQ(scale(x.cview(), out.view()).best.block, 256) << "1024 is more than there are";
  EXPECT_EQ(out.download(), counting(1000, 2.0f));
  EXPECT_EQ(scale(x.cview(), out.view()).runs, 0);
  std::filesystem::remove_all(folder);
}

}  // namespace
