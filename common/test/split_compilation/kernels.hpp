// Kernels of every kind in one file, which is compiled in parts.
#pragma once
#include <kernelwright/tensor.hpp>

namespace parts {

/// Each writes i + n + out[i] to out, which has n elements, with the kernel that the name says.
void template_kernels(kw::view<float> out, int block);  ///< block: 16, 32, 64, 128, 256 or 512
void kernel_of_unnamed_namespace(kw::view<float> out);
void lambda_in_function(kw::view<float> out);
void lambda_of_file(kw::view<float> out);
template <class T>
void kernel_of_types(kw::view<T> out);  ///< float and std::int32_t

int calls();  ///< of all of these, as the file itself counts them

}  // namespace parts
