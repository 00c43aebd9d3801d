// Addresses and pages, of the judge and of a worker.
#pragma once
#include <cstdint>

namespace kw::remote {

inline constexpr std::uint64_t kPage = 4096;

/// From the system's source of chance, which a submission cannot foresee.
std::uint64_t by_chance();

/// \returns addresses where nothing is; null where they are taken
char* reserve(std::uint64_t base, std::uint64_t size, int flags);
/// An address somewhere between programs and libraries.
char* reserve_anywhere(std::uint64_t size);

/// Memory between fences of untouchable addresses. \param protection as of mprotect
/// \throws kw::error where there is none
char* allocate_pages(std::uint64_t bytes, int protection);
void release_pages(char* data, std::uint64_t bytes);
/// Bytes, rounded up to pages, of which there is at least one.
std::uint64_t whole_pages(std::int64_t bytes);

}  // namespace kw::remote
