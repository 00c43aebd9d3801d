/// \file
/// Calling a lesson's entry functions in another process: what generated code needs.
///
/// A judge is a test program whose entry functions are stubs (kernels.hpp). It holds the tests,
/// their data and the verdict, and asks a worker, which holds the kernel file, for each call.
/// Buffers are in memory that both have mapped at the same address, so a view can be sent as it is.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernelwright/core/dtype.hpp"
#include "kernelwright/runtime/autotune.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/tensor.hpp"

namespace kw::remote {

/// What a judge that measures must know about a view that is handed to a call.
struct buffer_argument {
  void* data = nullptr;
  std::int64_t elements = 0;  ///< from the first to the last that the view reaches
  int element_size = 0;       ///< bytes
  bool floating = false;
  bool input = false;   ///< a view of const
  double rounding = 0;  ///< relative to a number, when it is rounded to this type
  double (*value)(const void* data, std::int64_t index) = nullptr;
};

/// Bytes to send, or bytes that came. Everything read from it is checked against its length, since
/// the other side may be hostile.
class message {
 public:
  message() = default;
  explicit message(std::string bytes) : bytes_(std::move(bytes)) {}

  const std::string& bytes() const { return bytes_; }
  /// What the caller noted about the views among the arguments; it is not sent.
  const std::vector<buffer_argument>& buffers() const { return buffers_; }
  void note(const buffer_argument& buffer) { buffers_.push_back(buffer); }
  /// \throws kw::error when more follows, because then the worker has not written all of it
  void require_end() const {
    if (next_ != bytes_.size()) {
      throw error("a message goes on after its end");
    }
  }

  void put_bytes(const void* data, std::size_t size) {
    bytes_.append(static_cast<const char*>(data), size);
  }
  /// \throws kw::error when fewer bytes are left
  void take_bytes(void* data, std::size_t size) {
    if (size > bytes_.size() - next_) {
      throw error("a message ends too early");
    }
    std::memcpy(data, bytes_.data() + next_, size);
    next_ += size;
  }

  template <class T>
  void put(const T& value);
  template <class T>
  T take();

 private:
  std::string bytes_;
  std::size_t next_ = 0;
  std::vector<buffer_argument> buffers_;
};

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

template <class T>
void message::put(const T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    put(static_cast<std::uint64_t>(value.size()));
    put_bytes(value.data(), value.size());
  } else if constexpr (is_vector<T>) {
    put(static_cast<std::uint64_t>(value.size()));
    for (const auto& element : value) {
      put<typename T::value_type>(element);
    }
  } else {
    static_assert(
        std::is_trivially_copyable_v<T>,
        "kernelwright: an entry function takes and returns views, numbers, plain structs, "
        "std::string and std::vector. A judge cannot send anything else to a worker");
    put_bytes(&value, sizeof value);
  }
}

template <class T>
T message::take() {
  if constexpr (std::is_same_v<T, std::string>) {
    std::string text;
    const auto size = take<std::uint64_t>();
    if (size > bytes_.size() - next_) {
      throw error("a message ends too early");
    }
    text.assign(bytes_, next_, static_cast<std::size_t>(size));
    next_ += static_cast<std::size_t>(size);
    return text;
  } else if constexpr (is_vector<T>) {
    const auto size = take<std::uint64_t>();
    T values;
    for (std::uint64_t i = 0; i < size; ++i) {  // ends with an error if the size is wrong
      values.push_back(take<typename T::value_type>());
    }
    return values;
  } else if constexpr (std::is_same_v<T, bool>) {
    return take<std::uint8_t>() != 0;  // any other byte in a bool is undefined behaviour
  } else {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    take_bytes(&value, sizeof value);
    return value;
  }
}

// ---- in the judge ----------------------------------------------------------------------------

/// How a judge makes calls. Without one, kernels are in the same program and all of these are null.
struct judge_calls {
  message (*exchange)(int entry, const message& arguments) = nullptr;
  void (*require_shared)(const void* data, int argument) = nullptr;
};
judge_calls& calls_of_judge();

/// Whether the stubs send their calls to a worker.
inline bool calls_go_elsewhere() {
  return calls_of_judge().exchange != nullptr;
}

/// Sends a call to the worker and waits for its answer, which is the function's result.
/// \throws kw::error with what the entry function threw, or how the worker failed
inline message exchange(int entry, const message& arguments) {
  return calls_of_judge().exchange(entry, arguments);
}

/// \throws kw::error unless `data` points into a `kw::buffer`; `argument` counts from 1
inline void require_shared(const void* data, int argument) {
  calls_of_judge().require_shared(data, argument);
}

template <class T>
void put_argument(message& to, const T& value, int argument) {
  if constexpr (std::is_pointer_v<T>) {
    require_shared(value, argument);
  }
  to.put<T>(value);
}

template <class T, int Rank>
buffer_argument describe_buffer(const kw::view<T, Rank>& view) {
  using element = std::remove_const_t<T>;
  // Elements of 8 bits are compared and drawn as bytes.
  buffer_argument buffer{
      const_cast<element*>(view.data()), view.size() > 0 ? 1 : 0, sizeof(element),
      core::floating_type<element> && !core::float8_type<element>, std::is_const_v<T>};
  for (int d = 0; d < Rank && view.size() > 0; ++d) {
    buffer.elements += (view.extent(d) - 1) * view.stride(d);
  }
  if constexpr (std::is_same_v<element, float16_t>) {
    buffer.rounding = 0x1p-11;
  } else if constexpr (std::is_same_v<element, bfloat16_t>) {
    buffer.rounding = 0x1p-8;
  } else if constexpr (std::is_floating_point_v<element>) {
    buffer.rounding = sizeof(element) == 4 ? 0x1p-24 : 0x1p-53;
  }
  if constexpr (core::scalar<element>) {
    buffer.value = [](const void* data, std::int64_t index) {
      return core::convert<double>(static_cast<const element*>(data)[index]);
    };
  }
  return buffer;
}

template <class T, int Rank>
void put_argument(message& to, const kw::view<T, Rank>& view, int argument) {
  if (view.size() > 0) {
    require_shared(view.data(), argument);
  }
  to.put(view);
  to.note(describe_buffer(view));
}

/// The body of a stub: entry function number `entry` with these arguments, in the worker.
template <class Result, class... Arguments>
Result call(int entry, const Arguments&... arguments) {
  message request;
  int argument = 0;
  (put_argument(request, arguments, ++argument), ...);
  message answer = exchange(entry, request);
  if constexpr (std::is_void_v<Result>) {
    answer.require_end();
  } else {
    auto result = answer.take<std::remove_cvref_t<Result>>();
    answer.require_end();
    return result;
  }
}

// ---- in the worker ---------------------------------------------------------------------------

/// An entry function that a worker can call.
struct entry {
  const char* name;       ///< for messages: "lesson03::masked_add"
  const char* signature;  ///< "lesson03::masked_add(kw::view<float const, 1>, int)"
  void (*answer)(message& arguments, message& result);
};

/// Generated for each lesson, in the order of its stubs.
extern const entry entries[];
extern const int entry_count;

/// The worker's address for what the judge has at `data`: the same one, or one on its GPU.
void* local_address(void* data);

/// \throws kw::error unless autotune has returned this in the call that the worker answers
void require_found(const tuned& told);

/// A plain struct that says where an array is, for functions that C can call.
template <class T>
concept struct_of_an_array = std::is_class_v<T> && requires(T& t) {
  requires std::is_same_v<decltype(t.data), void*>;
};

template <class T>
struct argument {
  static T take_from(message& arguments) {
    if constexpr (std::is_pointer_v<T>) {
      return static_cast<T>(local_address(const_cast<void*>(arguments.take<const void*>())));
    } else if constexpr (struct_of_an_array<T>) {
      T value = arguments.take<T>();
      value.data = local_address(value.data);
      return value;
    } else {
      return arguments.take<T>();
    }
  }
};

template <class T, int Rank>
struct argument<kw::view<T, Rank>> {
  static kw::view<T, Rank> take_from(message& arguments) {
    const auto sent = arguments.take<kw::view<T, Rank>>();
    std::int64_t extents[Rank], strides[Rank];
    for (int axis = 0; axis < Rank; ++axis) {
      extents[axis] = sent.extent(axis);
      strides[axis] = sent.stride(axis);
    }
    void* const data = const_cast<std::remove_const_t<T>*>(sent.data());
    return {static_cast<T*>(local_address(data)), extents, strides, sent.device()};
  }
};

template <auto Function>
struct answer_with;

template <class Result, class... Parameters, Result (*Function)(Parameters...)>
struct answer_with<Function> {
  static void call(message& arguments, message& result) {
    if (Function == nullptr) {  // a weak declaration that nothing defines
      throw error("the file does not define it");
    }
    // With braces, the arguments are taken from left to right.
    std::tuple<std::remove_cvref_t<Parameters>...> values{
        argument<std::remove_cvref_t<Parameters>>::take_from(arguments)...};
    if constexpr (std::is_void_v<Result>) {
      std::apply(Function, values);
    } else {
      const std::remove_cvref_t<Result> value = std::apply(Function, values);
      if constexpr (std::is_same_v<Result, tuned>) {
        require_found(value);
      }
      result.put<std::remove_cvref_t<Result>>(value);
    }
  }
};

}  // namespace kw::remote
