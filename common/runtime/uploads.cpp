#include "common/runtime/uploads.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>

#include "kernelwright/core/dtype.hpp"

namespace kw::runtime {
namespace {

struct all_uploads {
  std::mutex mutex;
  std::vector<uploaded> list, retired;
  std::int64_t count = 0;
};

// Never destroyed: a buffer may be static.
all_uploads& instance() {
  static auto* all = new all_uploads;
  return *all;
}

template <class T>
std::vector<double> to_doubles(const void* values, std::size_t count) {
  std::vector<double> result(count);
  for (std::size_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(&value, static_cast<const char*>(values) + i * sizeof(T), sizeof(T));
    result[i] = core::convert<double>(value);
  }
  return result;
}

std::vector<double> to_doubles(const void* values, std::size_t count, int element_size,
                               unsigned char last_of_poison) {
  constexpr unsigned char kInteger = 0xCD, kFloat16 = 0x7E;
  switch (element_size) {
    case 1:
      return last_of_poison == kInteger ? to_doubles<std::int8_t>(values, count)
                                        : std::vector<double>{};
    case 2:
      return last_of_poison == kInteger   ? to_doubles<std::int16_t>(values, count)
             : last_of_poison == kFloat16 ? to_doubles<float16_t>(values, count)
                                          : to_doubles<bfloat16_t>(values, count);
    case 4:
      return last_of_poison == kInteger ? to_doubles<std::int32_t>(values, count)
                                        : to_doubles<float>(values, count);
    case 8:
      return last_of_poison == kInteger ? to_doubles<std::int64_t>(values, count)
                                        : to_doubles<double>(values, count);
    default:
      return {};
  }
}

// \returns the one that was taken out; without data if there was none
uploaded take_out(std::vector<uploaded>& list, const void* data) {
  const auto at =
      std::find_if(list.begin(), list.end(), [&](const uploaded& one) { return one.data == data; });
  if (at == list.end()) {
    return {};
  }
  uploaded taken = std::move(*at);
  list.erase(at);
  return taken;
}

}  // namespace

void note_upload(uploaded shape, int element_size, const unsigned char* poison,
                 const void* values) {
  const std::int64_t count = shape.rows * shape.columns;
  if (count <= kFewElements) {
    shape.values =
        to_doubles(values, static_cast<std::size_t>(count), element_size, poison[element_size - 1]);
  }
  all_uploads& all = instance();
  const std::lock_guard lock(all.mutex);
  const uploaded before = take_out(all.list, shape.data);
  shape.number = before.data != nullptr ? before.number : all.count++;
  const auto later = std::find_if(all.list.begin(), all.list.end(),
                                  [&](const uploaded& one) { return one.number > shape.number; });
  all.list.insert(later, std::move(shape));
}

void forget_upload(const void* data) {
  const std::lock_guard lock(instance().mutex);
  take_out(instance().list, data);
  take_out(instance().retired, data);
}

void retire_upload(const void* data) {
  constexpr std::size_t kMost = 16;
  all_uploads& all = instance();
  const std::lock_guard lock(all.mutex);
  uploaded gone = take_out(all.list, data);
  if (gone.data == nullptr) {
    return;
  }
  if (all.retired.size() == kMost) {
    all.retired.erase(all.retired.begin());
  }
  all.retired.push_back(std::move(gone));
}

std::vector<uploaded> uploads() {
  const std::lock_guard lock(instance().mutex);
  return instance().list;
}

std::vector<uploaded> retired_uploads() {
  const std::lock_guard lock(instance().mutex);
  return instance().retired;
}

std::int64_t upload_count() {
  const std::lock_guard lock(instance().mutex);
  return instance().count;
}

}  // namespace kw::runtime
