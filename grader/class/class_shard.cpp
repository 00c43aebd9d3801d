#include "grader/class/class_shard.hpp"

#include <fmt/format.h>

#include "common/base/options.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {

class_shard class_shard::parse(std::string_view text) {
  constexpr int kMost = 100'000;
  class_shard shard;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || !base::read_number(text.substr(0, slash), shard.number) ||
      !base::read_number(text.substr(slash + 1), shard.count) || shard.number < 1 ||
      shard.number > shard.count || shard.count > kMost) {
    throw usage_error(fmt::format("--shard takes the second of eight shares as 2/8, not {}", text));
  }
  return shard;
}

bool class_shard::has(std::size_t place) const {
  return place % static_cast<std::size_t>(count) == static_cast<std::size_t>(number - 1);
}

}  // namespace kw::grader
