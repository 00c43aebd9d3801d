/// \file
/// The arguments of a launch: what the kernel receives for them, and how they are described to the
/// runtime.
#pragma once
#include "kernelwright/array.hpp"
#include "kernelwright/descriptor.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw {

/// What the kernel's parameter receives for an argument of launch: a view arrives as its pointer.
template <class T>
KW_HD constexpr const T& as_kernel_argument(const T& value) {
  return value;
}
template <class T, int Rank>
constexpr T* as_kernel_argument(const view<T, Rank>& v) {
  return v.data();
}

template <class T>
runtime::argument describe_argument(const T& value) {
  std::int64_t number = 0;
  if constexpr (std::is_integral_v<T>) {
    number = static_cast<std::int64_t>(value);
  }
  return {runtime::argument_kind::scalar, true, sizeof(T), nullptr, 0, {number}, {},
          std::is_integral_v<T>};
}
template <class T>
runtime::argument describe_argument(T* const& pointer) {
  return {runtime::argument_kind::pointer,
          std::is_const_v<T>,
          sizeof(T),
          pointer,
          0,
          {},
          {},
          std::is_integral_v<T>};
}
template <shaped_memory Array>
runtime::argument describe_argument(const Array& array) {
  using T = typename Array::element_type;
  runtime::argument result{runtime::argument_kind::view,
                           std::is_const_v<T>,
                           sizeof(T),
                           array.data(),
                           Array::kRank,
                           {},
                           {},
                           std::is_integral_v<T>};
  for (int d = 0; d < Array::kRank; ++d) {
    result.extents[d] = array.extent(d);
    result.strides[d] = array.stride(d);
  }
  return result;
}
/// The same for an argument whose type is known only to the caller.
template <class Argument>
runtime::argument describe_argument_at(const void* argument) {
  return describe_argument(*static_cast<const Argument*>(argument));
}

namespace core {

/// A launch whose arguments do not match the kernel's parameters. Their types are in the message.
template <class Kernel, class... Arguments>
struct this_kernel_is_launched_with {
  static_assert(never<Kernel>,
                "kernelwright: the arguments of launch do not fit the parameters of the kernel. "
                "They are matched in order, after tl.");
};

/// A concept of types only: over the parameters of a function, nvcc 13 takes `requires` for false.
template <class Kernel, class Context, class... Arguments>
concept runs_with = requires(Kernel& kernel, Context (&make_context)(),
                             const Arguments&... arguments) {
  kernel(make_context(), arguments...);
};

/// Can one program call the functor? If not, a static assertion says why.
template <class Context, class Kernel, class... Arguments>
constexpr bool is_callable() {
  constexpr bool result = runs_with<const Kernel, Context, Arguments...>;
  if constexpr (!result && runs_with<Kernel, Context, Arguments...>) {
    static_assert(never<Kernel>,
                  "kernelwright: the kernel's operator() is not const. All programs share one "
                  "functor, so write const after the parameters.");
  } else if constexpr (!result) {
    (void)this_kernel_is_launched_with<Kernel, Arguments...>{};
  }
  return result;
}

/// The name of the functor reaches the messages through this function's own name.
template <class Kernel>
constexpr const char* kernel_signature() {
  return __PRETTY_FUNCTION__;
}

/// What a kernel takes for the views of its launch: pointers, as in the first lessons; arrays where
/// there is more than one axis, and pointers to vectors; or arrays.
enum class views_are { pointers, arrays_and_pointers, arrays };

template <views_are How, class T>
struct passed_as {
  using type = T;
};
template <views_are How, class T, int Rank>
struct passed_as<How, view<T, Rank>> {
  static constexpr bool kIsArray =
      How == views_are::arrays || (How == views_are::arrays_and_pointers && Rank > 1);
  using type = std::conditional_t<kIsArray, array<T, Rank>, view<T, Rank>>;
};

template <views_are How, class T>
constexpr decltype(auto) pass_on(const T& value, [[maybe_unused]] source_place launch) {
  if constexpr (std::is_same_v<typename passed_as<How, T>::type, T>) {
    return (value);
  } else {
    return typename passed_as<How, T>::type(value, launch);
  }
}

/// The type that the kernel takes for an argument of this one.
template <class T>
using received = std::remove_cvref_t<decltype(as_kernel_argument(std::declval<const T&>()))>;

/// \tparam ContextOf  the type of `tl` in a launch with these arguments
template <template <class...> class ContextOf, views_are How, class Kernel, class... Args>
inline constexpr bool takes_views_as =
    runs_with<Kernel, ContextOf<Kernel, received<typename passed_as<How, Args>::type>...>,
              received<typename passed_as<How, Args>::type>...>;

template <template <class...> class ContextOf, class Kernel, class... Args>
constexpr views_are views_taken_by() {
  if constexpr (takes_views_as<ContextOf, views_are::pointers, Kernel, Args...>) {
    return views_are::pointers;
  } else if constexpr (takes_views_as<ContextOf, views_are::arrays_and_pointers, Kernel, Args...>) {
    return views_are::arrays_and_pointers;
  } else if constexpr (takes_views_as<ContextOf, views_are::arrays, Kernel, Args...>) {
    return views_are::arrays;
  } else {
    return views_are::pointers;  // the launch then says what does not fit
  }
}

}  // namespace core

}  // namespace kw
