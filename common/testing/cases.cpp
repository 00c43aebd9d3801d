#include "kernelwright/testing/cases.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "kernelwright/testing/inputs.hpp"

namespace kw::testing {

size_draw::size_draw(std::uint64_t seed, std::uint64_t number)
    : stream_(seed * 0x9e3779b97f4a7c15u + number) {}

std::int64_t size_draw::below(std::int64_t end) {
  const double unit = random_unit(stream_, drawn_++);
  return std::min(end - 1, static_cast<std::int64_t>(unit * static_cast<double>(end)));
}

std::int64_t size_draw::length(std::int64_t least, std::int64_t most) {
  std::int64_t power = 1;
  while (power < most && below(6) != 0) {
    power *= 2;
  }
  const std::int64_t n = below(2) == 0 ? below(2 * power + 1) : power + below(3) - 1;
  return std::clamp(n, least, most);
}

matrix_case size_draw::rows(std::int64_t most_rows, std::int64_t most_columns,
                            std::int64_t least_columns) {
  matrix_case c{length(0, most_rows), length(least_columns, most_columns)};
  for (std::int64_t* stride : {&c.in_stride, &c.out_stride}) {
    *stride = below(2) == 0 ? 0 : c.columns + below(40);
  }
  c.offset = static_cast<int>(below(3));
  return c;
}

std::uint64_t random_cases() {
  if (std::getenv("KW_FUZZ") == nullptr) {
    return 0;
  }
  const char* text = std::getenv("KW_FUZZ_SHAPES");
  return text == nullptr || *text == '\0' ? 50 : std::strtoull(text, nullptr, 10);
}

void check_random_cases(const std::function<bool(size_draw&)>& check) {
  bool good = true;
  for (std::uint64_t number = 0; good && number < random_cases(); ++number) {
    SCOPED_TRACE("seed " + std::to_string(seed()) + ", shape " + std::to_string(number));
    size_draw from(seed(), number);
    good = check(from);
  }
}

void register_tests(const std::vector<test_part>& parts,
                    const std::function<void(const char* name, std::function<void()> body)>& add) {
  std::vector<std::string> names;  // in order
  std::map<std::string, std::vector<test_part>> parts_of;
  for (const test_part& part : parts) {
    if (!part.drawn || random_cases() > 0) {
      if (parts_of[part.name].empty()) {
        names.push_back(part.name);
      }
      parts_of[part.name].push_back(part);
    }
  }
  for (const std::string& name : names) {
    add(name.c_str(), [all = parts_of[name]] {
      for (const test_part& part : all) {
        part.run();
      }
    });
  }
}

}  // namespace kw::testing
