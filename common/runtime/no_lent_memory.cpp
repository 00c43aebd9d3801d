// What seams without a GPU of their own say about memory that is lent, for all of them.
#include "common/runtime/cuda_seam.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::runtime::cuda {
namespace {

[[noreturn]] void refuse() {
  throw error("this program has no GPU of its own, so it can neither lend nor borrow its memory");
}

}  // namespace

void run_nothing(int) {
  refuse();
}
lent_memory lend(int, std::int64_t) {
  refuse();
}
void* borrow(int, int, std::int64_t) {
  refuse();
}
void unmap(int, void*, std::int64_t) {
  refuse();
}
allocation_range allocation_of(int, const void*) {
  refuse();
}
std::int64_t free_bytes(int) {
  refuse();
}

}  // namespace kw::runtime::cuda
