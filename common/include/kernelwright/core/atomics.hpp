/// \file
/// Atomic operations: which there are, on which types, and what can be specified about their order.
#pragma once
#include "kernelwright/core/mask.hpp"

namespace kw {
namespace core {

/// What an atomic operation promises about the program's other loads and stores.
enum class memory_order : unsigned char { relaxed, acquire, release, acq_rel };
/// The threads and devices to which it promises that.
enum class memory_scope : unsigned char { cta, gpu, sys };

constexpr bool acquires(memory_order order) {
  return order == memory_order::acquire || order == memory_order::acq_rel;
}
constexpr bool releases(memory_order order) {
  return order == memory_order::release || order == memory_order::acq_rel;
}

template <memory_order Order>
struct atomic_order {};
template <memory_scope Scope>
struct atomic_scope {};
struct volatile_access {};

}  // namespace core

/// Memory order of an atomic operation: only the operation itself is atomic, and it orders nothing
/// else. For sums whose parts are read only after the launch.
inline constexpr core::atomic_order<core::memory_order::relaxed> relaxed{};
/// What the program loads after the operation is really loaded after it: used to take a lock.
inline constexpr core::atomic_order<core::memory_order::acquire> acquire{};
/// What the program stored before it is visible to the program that acquires: used to free a lock.
inline constexpr core::atomic_order<core::memory_order::release> release{};
/// Both, and the default.
inline constexpr core::atomic_order<core::memory_order::acq_rel> acq_rel{};

/// Scope of an atomic operation: only the program, the whole device (the default), or the device
/// together with the CPU and other devices.
inline constexpr core::atomic_scope<core::memory_scope::cta> cta{};
inline constexpr core::atomic_scope<core::memory_scope::gpu> gpu{};
inline constexpr core::atomic_scope<core::memory_scope::sys> sys{};

/// The last argument of a tl.load of what other programs may change meanwhile, such as a flag.
inline constexpr core::volatile_access is_volatile{};

namespace core {

template <class T>
inline constexpr bool is_word = std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);

enum class atomic_operation : unsigned char {
  add,
  max,
  min,
  bit_and,
  bit_or,
  bit_xor,
  exchange,
  compare_and_swap,
  read  ///< a volatile load
};

/// Is there such an operation on elements of T?
template <atomic_operation Op, class T>
constexpr bool is_atomic_on() {
  using enum atomic_operation;
  if constexpr (Op == add || Op == compare_and_swap) {
    return is_word<T> || (floating_type<T> && !float8_type<T>);
  } else if constexpr (Op == max || Op == min || Op == exchange) {
    return is_word<T> || std::is_floating_point_v<T>;
  } else {
    return is_word<T>;
  }
}

/// What is requested from a context: an operation with all that is known of it at compile time.
template <atomic_operation Op, memory_order Order, memory_scope Scope>
struct atomic_call {
  static constexpr atomic_operation operation = Op;
  static constexpr memory_order order = Order;
  static constexpr memory_scope scope = Scope;
  /// Does it order accesses of different programs?
  static constexpr bool kBetweenPrograms =
      order != memory_order::relaxed && scope != memory_scope::cta;
  static constexpr bool kReads = Op == atomic_operation::read;
};
using volatile_read = atomic_call<atomic_operation::read, memory_order::acquire, memory_scope::gpu>;

// Mask, order and scope come after the value. Each may be left out, and they may be in any order.

template <class X>
inline constexpr bool is_atomic_mask = any_tile<X> || std::is_same_v<X, bool>;
/// The order, or the scope, that an option is; -1 for any other.
template <class X>
inline constexpr int order_in = -1;
template <memory_order Order>
inline constexpr int order_in<atomic_order<Order>> = static_cast<int>(Order);
template <class X>
inline constexpr int scope_in = -1;
template <memory_scope Scope>
inline constexpr int scope_in<atomic_scope<Scope>> = static_cast<int>(Scope);

template <class... Options>
constexpr void check_atomic_options() {
  static_assert(((std::is_same_v<Options, none_type> || is_atomic_mask<Options> ||
                  order_in<Options> >= 0 || scope_in<Options> >= 0) &&
                 ...),
                "kernelwright: after its values an atomic operation takes a mask, a memory order "
                "(relaxed, acquire, release or acq_rel) and a scope (cta, gpu or sys). This "
                "argument is not one of them.");
  static_assert((is_atomic_mask<Options> + ... + 0) <= 1 &&
                    ((order_in<Options> >= 0) + ... + 0) <= 1 &&
                    ((scope_in<Options> >= 0) + ... + 0) <= 1,
                "kernelwright: an atomic operation takes one mask, one memory order and one scope. "
                "Two masks combine with &.");
}

template <class... Options>
constexpr memory_order order_among() {
  int order = static_cast<int>(memory_order::acq_rel);
  ((order = order_in<Options> >= 0 ? order_in<Options> : order), ...);
  return static_cast<memory_order>(order);
}
template <class... Options>
constexpr memory_scope scope_among() {
  int scope = static_cast<int>(memory_scope::gpu);
  ((scope = scope_in<Options> >= 0 ? scope_in<Options> : scope), ...);
  return static_cast<memory_scope>(scope);
}

KW_HD constexpr every_lane mask_among() {
  return {};
}
template <class First, class... Rest>
KW_HD constexpr decltype(auto) mask_among(const First& first, const Rest&... rest) {
  if constexpr (is_atomic_mask<First>) {
    return (first);
  } else {
    return mask_among(rest...);
  }
}

}  // namespace core
}  // namespace kw
