// The words of CUDA C++, Triton, NumPy, PyTorch and Python, and what they are here.
#pragma once

#include <span>
#include <string_view>

namespace kw::explain {

/// How a word is used where it is from.
enum class word_use {
  name,      ///< Anywhere: `True`, `INFINITY`.
  anywhere,  ///< The same, whatever the compiler complains about: it may know `threadIdx`.
  function,  ///< As a function: `expf(x)`.
  of_tl,     ///< After `tl.`: `tl.relu(x)`.
  member,    ///< After a value: `x.T`.
  type,      ///< Where C++ has a type: `__half* x`.
};

/// A word, and what to write instead. `here` and `why` may have `$arguments`, those of the call,
/// `$x`, the value before the dot, and `$axis`, a digit after the word. Both may be empty.
struct foreign_word {
  word_use use = word_use::name;
  std::string_view word, here = {}, why = {};
};

/// All of them.
std::span<const foreign_word> foreign_words();

}  // namespace kw::explain
