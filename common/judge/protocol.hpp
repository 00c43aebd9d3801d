// What judge and worker tell each other, over a socket and shared memory that the worker inherits.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/checker/record/allocations.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/testing/remote.hpp"

namespace kw::remote {

// Where a worker finds them: the descriptors that it inherits.
inline constexpr int kSocketDescriptor = 3;
inline constexpr int kMemoryDescriptor = 4;

inline constexpr std::uint32_t kHello = 0x6b77'0006;  // grows with the protocol
inline constexpr std::uint32_t kLongestFrame = 64u << 20;

/// What a request asks for. Its body follows.
enum class request_kind : std::uint32_t {
  call,         ///< an entry function: ranges, allocations, number of the entry, arguments
  rehearse,     ///< the same, in a worker whose kernels have memory of their own
  last_writer,  ///< who stored to an address
};

/// In the place of an entry's number: a call of nothing, whose time is what a call costs by itself.
inline constexpr int kNoEntry = -1;

/// How a call ended. An answer is the end, a text, the largest request for memory, the steps of
/// streams, findings, allocations, result.
enum class call_end : std::uint32_t {
  returned,
  threw,
  gpu_failed,  ///< and this worker's GPU answers nothing any more
};

/// Whose memory a piece of the shared memory stands for. The worker has a copy of a GPU's.
enum class memory_kind : std::uint64_t { cpu, gpu };

/// A piece of the shared memory that is in use.
struct memory_range {
  std::uint64_t offset, bytes;
  memory_kind kind;
};

void put_allocations(message& to);
/// Takes over which elements were written. Entries are matched by address.
/// \param known false: allocations that are not known are registered, and others forgotten
/// \param shift from the sender's addresses to those of this process
void take_allocations(message& from, bool known, std::ptrdiff_t shift = 0);

void put_findings(message& to, const std::vector<finding>& findings);
/// Texts are cut, and made printable: they come from a process that is not trusted.
std::vector<finding> take_findings_from(message& from);

/// UTF-8 without control characters but line ends and tabs, at most `longest` bytes of it.
std::string printable(const std::string& text, std::size_t longest);

}  // namespace kw::remote
