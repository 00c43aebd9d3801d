#include "common/judge/stack_watch.hpp"

namespace kw::remote {
namespace {

constexpr std::uint64_t kPattern = 0x5eed'ab1e'0dd5'7acc;
constexpr std::uintptr_t kOwnFrames = 4096;  // of the functions here, and of those they call

const volatile std::uint64_t* at(std::uintptr_t address) {
  return reinterpret_cast<const volatile std::uint64_t*>(address);
}

}  // namespace

// From above to below, as a stack grows.
__attribute__((noinline, no_sanitize("address"))) stack_watch::stack_watch()
    : end_((reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - kOwnFrames) &
           ~std::uintptr_t{7}) {
  for (std::uintptr_t address = end_; address > end_ - kWatched;) {
    address -= sizeof kPattern;
    const_cast<volatile std::uint64_t&>(*at(address)) = kPattern;
  }
}

__attribute__((noinline, no_sanitize("address"))) std::int64_t stack_watch::deepest() const {
  std::uintptr_t address = end_ - kWatched;
  while (address < end_ && *at(address) == kPattern) {
    address += sizeof kPattern;
  }
  return static_cast<std::int64_t>(end_ - address);
}

}  // namespace kw::remote
