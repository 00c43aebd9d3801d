#pragma once

#include <utility>

namespace kw::base {

/// Calls a function where its scope ends, also by an exception:
/// `const at_end restored([&] { value = before; });`
template <class F>
class [[nodiscard]] at_end {
 public:
  explicit at_end(F call) : call_(std::move(call)) {}
  ~at_end() { call_(); }
  at_end(const at_end&) = delete;
  at_end& operator=(const at_end&) = delete;

 private:
  F call_;
};

}  // namespace kw::base
