#include "kernelwright/testing/memory_requests.hpp"

#include "kernelwright/runtime/memory_requests.hpp"

namespace kw::testing {

std::int64_t largest_request(const std::function<void()>& call) {
  (void)runtime::take_largest_request();
  call();
  return runtime::take_largest_request();
}

}  // namespace kw::testing
