#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kw::grader {

/// A table or a name as UTF-8, whatever it was written in: UTF-16 with a byte order mark, as
/// spreadsheets save "Unicode text", or Windows-1252 where the bytes are not UTF-8. A byte order
/// mark is left out.
///
/// \param noticed receives the encoding's name if it was not UTF-8
std::string to_utf8(std::string_view bytes, std::string* noticed = nullptr);

/// One letter, by its number in Unicode, in UTF-8.
std::string utf8_of(std::int32_t letter);

/// A name of a zip file as UTF-8. Windows writes such names in the letters of DOS, without a word.
std::string from_dos(std::string_view bytes);

/// A text with small letters for the capital ones of ASCII. Other letters stay as they are.
std::string in_lower_case(std::string_view text);

/// What is compared of a name: its letters and digits, without the difference between capital and
/// small letters, and between a letter with an accent and the same letter followed by one, as macOS
/// writes the names of files.
std::string comparable(std::string_view name);

/// The same without accents, as some systems write names.
std::string without_accents(std::string_view name);

}  // namespace kw::grader
