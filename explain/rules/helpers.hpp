// Helpers that several tables refer to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explain/rules/rule.hpp"

namespace kw::explain {

/// In a message or a type: a tile, of values or of indices.
constexpr std::string_view kTile =
    "tile<|index_tile|lazy_function|bound_mask|both_masks|core::tile";

/// The types of elements as values of the language, for those of C++.
constexpr spelling kElementTypes[] = {
    {"float", "float32"},       {"double", "float64"},  {"int", "int32"},
    {"bool", "int1"},           {"half", "float16"},    {"float16_t", "float16"},
    {"bfloat16_t", "bfloat16"}, {"int8_t", "int8"},     {"int16_t", "int16"},
    {"int32_t", "int32"},       {"int64_t", "int64"},   {"std::int32_t", "int32"},
    {"uint8_t", "uint8"},       {"uint16_t", "uint16"}, {"uint32_t", "uint32"},
    {"uint64_t", "uint64"},     {"unsigned", "uint32"}, {"std::int64_t", "int64"},
    {"T", "dtype<T>{}"}};

/// What an array of rank 2 knows.
constexpr std::string_view kKnows =
    "It knows x.row(r), x.tile(shape<M, N>, i, j), x.rows(), x.columns() and x.data(). Its rows "
    "are addresses, and tl.load reads what is there.";

/// Moves the caret to `text` if the line has it. \returns whether it does
bool point_at(explanation& e, const std::string& text);

/// Places the caret of an error that no rule has looked at yet.
///
/// Compilers point at the name of a call, at its bracket, or nowhere: the caret underlines the call
/// as far as its bracket, or the name that is there, or else the whole statement.
void find_caret(explanation& e);

/// The arguments of the call whose name is `$call`: `$arguments` are joined; `$leading` comes
/// before another one, `$trailing` after it.
bool look_at_arguments(const situation& s, explanation& e, captures& c);

/// The call operator of a kernel, as a line to write.
inline constexpr std::string_view kEntry =
    "KW_KERNEL void operator()(program auto tl, ...) const {";

/// Moves the place of an explanation to a line, without a column.
void move_to(const situation& s, int line, explanation& e);

/// The line of a place in the file's text.
int line_at(const situation& s, std::size_t place);

/// The line of the call operator of a kernel of the file; 0 if there is none.
int call_operator_of(const situation& s, const std::string& kernel);

/// The statement that begins the outermost function around a line; -1 if there is none.
int function_around(const situation& s, int line);

/// Adds `$sides`, what an operation is: both sides in brackets, as what they are, around the sign.
/// For example `[tile lazy] + [address]`. A side may be
///   pointers  a tile of addresses        address      a pointer
///   tile      a tile of any kind         lazy         made of indices, without storage
///   accumulator, descriptor, staged      mentions  its type names addresses somewhere
/// Adds the names beside the sign, `$left` and `$right`, and makes the caret as wide as the sign.
/// Before, `$sign`, `$left` and `$right` are the sign and the operands' types as the message has
/// them; false if it does not.
bool describe_operator(explanation& e, captures& c);

/// Texts joined by commas.
std::string joined(const std::vector<std::string>& parts);

}  // namespace kw::explain
