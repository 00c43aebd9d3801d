#include "common/judge/gpu_moves.hpp"

#include <kernelwright/kernelwright.hpp>

#include "kernelwright/runtime/buffer.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::remote {
namespace {

constexpr int kBlock = 1024;

/// The numbers of the elements that one program takes.
template <class Tl>
KW_KERNEL auto numbers_of_program(Tl& tl) {
  return static_cast<std::int64_t>(tl.program_id(0)) * kBlock + tl.arange(size<kBlock>);
}

/// For each i, one of n numbers. With n below 2^32 each of them is about as likely.
template <class Tl, class Numbers>
KW_KERNEL auto drawn(Tl& tl, std::uint64_t seed, Numbers i, std::int64_t n) {
  return (tl.randint(seed, i).to(int64) * n) >> 32;
}

template <class T>
struct Draw {
  KW_KERNEL void operator()(program auto tl, const T* from, std::int64_t n, T* to,
                            std::int64_t count, std::uint64_t seed) const {
    auto i = numbers_of_program(tl);
    auto exists = i < count;
    tl.store(to + i, tl.load(from + drawn(tl, seed, i, n), exists), exists);
  }
};

template <class T>
struct CountUndrawn {
  KW_KERNEL void operator()(program auto tl, const T* from, std::int64_t n, const T* to,
                            std::int64_t count, std::uint64_t seed, int* others) const {
    auto i = numbers_of_program(tl);
    auto exists = i < count;
    auto want = tl.load(from + drawn(tl, seed, i, n), exists, T{});
    auto differs = want != tl.load(to + i, exists, T{});
    tl.atomic_add(others, tl.sum(differs.to(int32)));
  }
};

template <class T>
struct CountOthers {
  KW_KERNEL void operator()(program auto tl, const T* a, const T* b, std::int64_t count,
                            int* others) const {
    auto i = numbers_of_program(tl);
    auto exists = i < count;
    auto differs = tl.load(a + i, exists, T{}) != tl.load(b + i, exists, T{});
    tl.atomic_add(others, tl.sum(differs.to(int32)));
  }
};

template <class T>
struct Fill {
  KW_KERNEL void operator()(program auto tl, T* to, std::int64_t count, T value) const {
    auto i = numbers_of_program(tl);
    auto exists = i < count;
    tl.store(to + i, value, exists);
  }
};

/// Calls `run(T{})` with the unsigned integer that has this size.
template <class Run>
void with_bits(int size, Run run) {
  switch (size) {
    case 1:
      return run(std::uint8_t{});
    case 2:
      return run(std::uint16_t{});
    case 4:
      return run(std::uint32_t{});
    case 8:
      return run(std::uint64_t{});
    default:
      throw error("no elements of " + std::to_string(size) + " bytes can be measured on a GPU");
  }
}

grid programs_for(std::int64_t count) {
  return grid(narrow<int>((count + kBlock - 1) / kBlock));
}

template <class T>
T* at(const elements& e) {
  return static_cast<T*>(e.data);
}

}  // namespace

void draw(device where, const elements& from, const elements& to, std::uint64_t seed) {
  with_bits(to.size, [&]<class T>(T) {
    launch(where, programs_for(to.count), Draw<T>{}, static_cast<const T*>(at<T>(from)), from.count,
           at<T>(to), to.count, seed);
  });
  synchronize(where);
}

std::int64_t count_undrawn(device where, const elements& from, const elements& drawn,
                           std::uint64_t seed) {
  const buffer<int> others(where, {1}, std::vector<int>{0});
  with_bits(drawn.size, [&]<class T>(T) {
    launch(where, programs_for(drawn.count), CountUndrawn<T>{}, static_cast<const T*>(at<T>(from)),
           from.count, static_cast<const T*>(at<T>(drawn)), drawn.count, seed, others.data());
  });
  return others.download()[0];
}

std::int64_t count_others(device where, const elements& a, const elements& b) {
  const buffer<int> others(where, {1}, std::vector<int>{0});
  with_bits(a.size, [&]<class T>(T) {
    launch(where, programs_for(a.count), CountOthers<T>{}, static_cast<const T*>(at<T>(a)),
           static_cast<const T*>(at<T>(b)), a.count, others.data());
  });
  return others.download()[0];
}

void fill(device where, const elements& to, std::uint64_t value) {
  with_bits(to.size, [&]<class T>(T) {
    launch(where, programs_for(to.count), Fill<T>{}, at<T>(to), to.count, static_cast<T>(value));
  });
  synchronize(where);
}

}  // namespace kw::remote
