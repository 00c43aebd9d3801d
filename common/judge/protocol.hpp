// What judge and worker tell each other, over a socket and shared memory that the worker inherits.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/checker/record/allocations.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/runtime/traffic.hpp"
#include "kernelwright/runtime/tunings.hpp"
#include "kernelwright/testing/remote.hpp"

namespace kw::remote {

// The descriptors that a worker inherits.
inline constexpr int kSocketDescriptor = 3;
inline constexpr int kMemoryDescriptor = 4;
inline constexpr int kMostLent = 64;  // arrays, whose descriptors come with one request

inline constexpr std::uint32_t kHello = 0x6b77'000f;  // grows with the protocol
inline constexpr std::uint32_t kLongestFrame = 64u << 20;

/// A message as it goes over the socket: its length first.
std::string framed(const message& m);

/// What a request asks for. Its body follows.
enum class request_kind : std::uint32_t {
  prepare,  ///< maps memory for the call that follows: ranges, allocations
  call,  ///< an entry function: call_orders, ranges, allocations unless it was prepared, arguments
  lend,  ///< memory of the judge's GPU, whose descriptors come along: lent_array for each
  last_writer,  ///< who stored to an address
};

/// In place of an entry's number: calls nothing, to measure what a call costs by itself.
inline constexpr int kNoEntry = -1;

/// The spaces that autotune has looked at in a call.
void put_tunings(message& to, const std::vector<tuning>& spaces);
/// Texts are made printable. \throws kw::error for what cannot be a space
std::vector<tuning> take_tunings(message& from);

/// How a worker makes a call.
struct call_orders {
  bool prepared = false;         ///< a request to prepare came before
  bool counts_traffic = false;   ///< of launches (runtime/traffic.hpp)
  bool checks = true;            ///< launches
  bool negates_streams = false;  ///< runtime/stream_steps.hpp
  bool host_reads = false;       ///< what is in views
  int copies = 0;                ///< of lent arrays
  int entry = kNoEntry;
  tuning_effort effort;          ///< what the judge gave kw::set_tuning_effort,
  std::int64_t fast_memory = 0;  ///< and kw::set_fast_memory
};

enum class call_end : std::uint32_t {
  returned,
  threw,
  gpu_failed,  ///< and this worker's GPU does not answer any more
};

/// How a call ended and what it did. An answer goes on with a text, findings, the spaces that
/// autotune has looked at, allocations and the result.
struct call_deeds {
  call_end end = call_end::threw;
  std::int64_t asked_for = 0;  ///< bytes, by the largest request for memory
  std::int64_t stream_steps = 0;
  runtime::traffic moved;
};

/// Which device's memory a piece of shared memory holds. The worker copies a GPU's.
enum class memory_kind : std::uint64_t { cpu, gpu };

/// A piece of the shared memory that is in use.
struct memory_range {
  std::uint64_t offset, bytes;
  memory_kind kind;
};

/// Copies of an array of the judge's, in memory of a GPU that it lends to a worker. Copy k begins
/// `k * stride` bytes behind the first.
struct lent_array {
  std::uint64_t address = 0;  ///< where the judge has the array; arguments point there
  std::int64_t bytes = 0, stride = 0;
  int copies = 1;
  std::int64_t all_bytes = 0;  ///< of the memory that is lent
};

/// \param shift from the addresses of this process to those of the receiver
void put_allocations(message& to, std::ptrdiff_t shift = 0);
/// Takes over which elements were written. Entries are matched by their addresses.
/// \param known false: registers allocations that are not known, and forgets others
/// \param shift from the sender's addresses to those of this process
void take_allocations(message& from, bool known, std::ptrdiff_t shift = 0);

void put_findings(message& to, const std::vector<finding>& findings);
/// Texts are cut, and made printable, because they come from a process that is not trusted.
std::vector<finding> take_findings_from(message& from);

/// UTF-8 without control characters except line ends and tabs, at most `longest` bytes of it.
std::string printable(const std::string& text, std::size_t longest);

}  // namespace kw::remote
