/// \file
/// Errors of kernel files, which compile faster without `<string>` and `<stdexcept>` because nvcc
/// reads them three times.
#pragma once
#include <cstdint>

namespace kw {

/// Throws an error: the call does not support this argument.
///
/// \param text  the message, in which {} is replaced by the number
/// \throws kw::error always
[[noreturn]] void refuse(const char* text, std::int64_t number);

}  // namespace kw
