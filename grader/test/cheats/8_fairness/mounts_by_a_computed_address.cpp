// The object file names no function that opens files: the program finds `open` and `read` in the C
// library's own table, beside `puts`, reads what the sandbox has mounted from where, and throws it
// as the text of an error, which the test shows.
//
// task: lesson01.3
// earns: nothing
// hides: {build}
// hides: {root}
// hides: /course/lessons
#include "vector_add.hpp"

#include <elf.h>

#include <cstdio>
#include <cstring>
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/error.hpp>

using namespace kw;

#include "find.part"

void lesson01::vector_add(view<const float>, view<const float>, view<float>) {
  auto open = reinterpret_cast<int (*)(const char*, int, ...)>(find("open"));
  auto read = reinterpret_cast<long (*)(int, void*, unsigned long)>(find("read"));
  char text[4096] = "";
  const int file = open != nullptr ? open("/proc/self/mountinfo", 0) : -1;
  const long got = file >= 0 && read != nullptr ? read(file, text, sizeof text - 1) : 0;
  text[got > 0 ? got : 0] = 0;
  throw kw::error(text);
}
