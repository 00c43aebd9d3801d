// It calls a function that there is not, whose name for the linker is a few hundred bytes, and in
// words, with all the types written out, two to the power of LEVELS pieces long. "fstream" in the
// name makes the grader want to say it in words.
//
// task: lesson01.3
// earns: nothing
// says: was not run
// hides: pair_of<pair_of<pair_of<pair_of<pair_of<pair_of<pair_of<pair_of<pair_of<
#include "vector_add.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

#ifndef LEVELS
#define LEVELS 14
#endif

template <class A, class B>
struct pair_of {};

template <int N>
struct level {
  using below = typename level<N - 1>::type;
  using type = pair_of<below, below>;
};
template <>
struct level<0> {
  using type = int;
};

template <class T>
void fstream_of();

void lesson01::vector_add(view<const float>, view<const float>, view<float>) {
  fstream_of<level<LEVELS>::type>();
}
