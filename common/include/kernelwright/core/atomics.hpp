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
struct atomic_order {
  static constexpr memory_order value = Order;
};
template <memory_scope Scope>
struct atomic_scope {
  static constexpr memory_scope value = Scope;
};
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
  compare_and_swap
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
};

// Mask, order and scope come after the value. Each may be left out, and they may be in any order.

template <class X>
inline constexpr bool is_atomic_mask = any_tile<X> || std::is_same_v<X, bool>;
template <class X>
inline constexpr bool is_atomic_order = false;
template <memory_order Order>
inline constexpr bool is_atomic_order<atomic_order<Order>> = true;
template <class X>
inline constexpr bool is_atomic_scope = false;
template <memory_scope Scope>
inline constexpr bool is_atomic_scope<atomic_scope<Scope>> = true;

template <class... Options>
constexpr void check_atomic_options() {
  static_assert(((std::is_same_v<Options, none_type> || is_atomic_mask<Options> ||
                  is_atomic_order<Options> || is_atomic_scope<Options>)&&...),
                "kernelwright: after its values an atomic operation takes a mask, a memory order "
                "(relaxed, acquire, release or acq_rel) and a scope (cta, gpu or sys). This "
                "argument is not one of them.");
  static_assert((is_atomic_mask<Options> + ... + 0) <= 1 &&
                    (is_atomic_order<Options> + ... + 0) <= 1 &&
                    (is_atomic_scope<Options> + ... + 0) <= 1,
                "kernelwright: an atomic operation takes one mask, one memory order and one scope. "
                "Two masks combine with &.");
}

template <class... Options>
constexpr memory_order order_among() {
  memory_order order = memory_order::acq_rel;
  [[maybe_unused]] const auto look = [&]<class X>(std::type_identity<X>) {
    if constexpr (is_atomic_order<X>) {
      order = X::value;
    }
  };
  (look(std::type_identity<Options>()), ...);
  return order;
}
template <class... Options>
constexpr memory_scope scope_among() {
  memory_scope scope = memory_scope::gpu;
  [[maybe_unused]] const auto look = [&]<class X>(std::type_identity<X>) {
    if constexpr (is_atomic_scope<X>) {
      scope = X::value;
    }
  };
  (look(std::type_identity<Options>()), ...);
  return scope;
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
