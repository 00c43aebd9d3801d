// It throws an exception whose text is a null pointer.
//
// task: lesson01.3
// half: after
// earns: nothing
#include "vector_add.hpp"

#include <exception>
#include <kernelwright/kernelwright.hpp>

using namespace kw;

namespace {
struct nothing_to_say : std::exception {
  const char* what() const noexcept override { return nullptr; }
};
}  // namespace

void lesson01::vector_add(view<const float>, view<const float>, view<float>) {
  throw nothing_to_say();
}
