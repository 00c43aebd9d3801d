/// \file
/// Elective 11's oracle: its C functions compute what lessons 05, 06 and 08 compute, so their
/// oracles serve here as well. The only addition is the order of axes that PyTorch's layers leave.
#pragma once
#include <cstddef>
#include <vector>

#include "../05_softmax/softmax_reference.hpp"
#include "../06_layernorm/layernorm_reference.hpp"
#include "../08_flash_attention/flash_attention_reference.hpp"

namespace lesson11::reference {

/// `[batch, n, heads, d]` to `[batch, heads, n, d]`, or back with n and heads exchanged.
template <class T>
std::vector<T> exchange_axes(const std::vector<T>& x, std::size_t n, std::size_t heads,
                             std::size_t d) {
  std::vector<T> result(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t c = i % d, head = i / d % heads, row = i / d / heads % n;
    const std::size_t batch = i / d / heads / n;
    result[((batch * heads + head) * n + row) * d + c] = x[i];
  }
  return result;
}

}  // namespace lesson11::reference
