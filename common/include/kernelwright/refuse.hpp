/// \file
/// Errors of kernel files, which compile in less time without `<string>` and `<stdexcept>`: nvcc
/// reads them three times.
#pragma once
#include <cstdint>

namespace kw {

/// Ends a call that has no answer to what it was given.
///
/// \param text in which {} stands for the number
/// \throws kw::error always
[[noreturn]] void refuse(const char* text, std::int64_t number);

}  // namespace kw
