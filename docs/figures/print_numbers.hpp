// What the figures' programs share: a list of numbers is printed as a line that begins with its
// name.
#pragma once
#include <cstdio>
#include <string>
#include <vector>

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>

namespace figures {

template <class T>
void print(const std::string& name, const std::vector<T>& values) {
  std::printf("%s", name.c_str());
  for (const T& value : values) {
    std::printf(" %.12g", static_cast<double>(kw::core::convert<float>(value)));
  }
  std::printf("\n");
}

template <class T, int RANK>
void print(const std::string& name, const kw::buffer<T, RANK>& values) {
  print(name, values.download());
}

}  // namespace figures
