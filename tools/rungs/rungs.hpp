// The rungs of each lesson, and what measures them.
#pragma once
#include <functional>
#include <string>

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>
#include <kernelwright/runtime/device.hpp>
#include <kernelwright/tensor.hpp>

/// Prints the median time of a call, and how many GB/s these bytes are.
void measure(const std::string& name, double bytes, const std::function<void()>& call);
/// n numbers from -1 to 1 on the GPU.
kw::buffer<float> numbers(std::int64_t n);
void sums();
void softmaxes();
void layer_norms();
