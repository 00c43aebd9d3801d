// The compiler calls these functions where int arithmetic of a kernel file goes wrong. Kernel files
// are compiled with -fsanitize=signed-integer-overflow,integer-divide-by-zero, and these are its
// handlers, instead of the sanitizer's own runtime. The layout of their arguments is the one of g++
// and clang++.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>

#include "common/checker/record/crash_guard.hpp"
#include "common/checker/record/monitor.hpp"

namespace {

struct type_descriptor {
  std::uint16_t kind, info;  // info: bit 0 signed, above it the logarithm of the width in bits
  char name[1];
  int bits() const { return 1 << (info >> 1); }
};

struct overflow_data {
  const char* file;
  std::uint32_t line, column;
  const type_descriptor* type;
};

// Values of up to 64 bits come in the argument itself.
std::string shown(const overflow_data& data, std::uintptr_t value) {
  if (data.type->bits() > 64) {
    return "a number";
  }
  const int unused = 64 - data.type->bits();
  const auto number = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << unused);
  return std::to_string(number >> unused);
}

void note(const overflow_data& data, std::string text, bool by_zero) {
  kw::runtime::program* p = kw::runtime::running_program();
  if (p == nullptr || p->monitor == nullptr) {
    // The entry function's, or that of a launch without checks.
    const std::string what =
        by_zero ? "is a division by 0"
                : "does not fit into " + std::to_string(data.type->bits()) + " bits";
    std::fprintf(stderr, "%s:%u: %s %s\n", data.file, data.line, text.c_str(), what.c_str());
    return;
  }
  const bool first_run = p->undefined == kw::runtime::filling::marked;
  if (first_run && p->marks == p->undefined) {  // else the values of lanes that have none show it
    p->monitor->happened(
        *p, {data.file, static_cast<int>(data.line)},
        kw::runtime::failed_arithmetic{by_zero, data.type->bits(), std::move(text)});
  }
}

void overflow(const overflow_data& data, std::uintptr_t a, const char* op, std::uintptr_t b) {
  note(data, shown(data, a) + op + shown(data, b), false);
}

}  // namespace

extern "C" {
void __ubsan_handle_add_overflow(overflow_data* data, std::uintptr_t a, std::uintptr_t b) {
  overflow(*data, std::min(a, b), " + ", std::max(a, b));  // compilers exchange operands
}
void __ubsan_handle_sub_overflow(overflow_data* data, std::uintptr_t a, std::uintptr_t b) {
  overflow(*data, a, " - ", b);
}
void __ubsan_handle_mul_overflow(overflow_data* data, std::uintptr_t a, std::uintptr_t b) {
  overflow(*data, std::min(a, b), " * ", std::max(a, b));
}
void __ubsan_handle_negate_overflow(overflow_data* data, std::uintptr_t a) {
  note(*data, "-(" + shown(*data, a) + ")", false);
}
void __ubsan_handle_divrem_overflow(overflow_data* data, std::uintptr_t a, std::uintptr_t b) {
  note(*data, shown(*data, a) + " / " + shown(*data, b), b == 0);
}
}
