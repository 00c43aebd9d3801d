// What the std-free headers of the language ask the runtime to say.
#include "kernelwright/core/errors.hpp"

#include <string>

#include "common/base/format.hpp"
#include "kernelwright/refuse.hpp"
#include "kernelwright/runtime/error.hpp"

void kw::refuse(const char* text, std::int64_t number) {
  std::string told = text;
  const std::size_t at = told.find("{}");
  if (at != std::string::npos) {
    told.replace(at, 2, std::to_string(number));
  }
  throw error(told);
}

namespace kw::runtime {
namespace {

using base::sentence;

std::string place_text(source_place place) {
  return place.file == nullptr ? std::string("the launch")
                               : sentence("{}:{}", place.file, place.line);
}

}  // namespace

void value_does_not_fit(long long value, int bits) {
  throw error(
      sentence("kw::narrow: {} does not fit an integer of {} bits. Kernels take sizes as int, "
               "up to 2,147,483,647; split larger work into several launches, or give the "
               "kernel a std::int64_t.",
               value, bits));
}

void grid_out_of_range(source_place place, int axis, long long extent, long long limit) {
  throw error(
      sentence("{}: the grid has {} programs along axis {}; it takes 0 to {}. Put the axis "
               "with the most programs first, or let a program do more work.",
               place_text(place), extent, axis, limit));
}

void kernel_lacks_cuda(source_place place) {
  throw error(place_text(place) +
              ": this kernel was compiled for the CPU only, but its data is on a GPU. Build the "
              "preset `cuda` (cmake --preset cuda) and run the program whose name ends in .cuda.");
}

void kernel_lacks_cpu(source_place place) {
  throw error(place_text(place) +
              ": this kernel was compiled for GPUs only, but its data is on the CPU. Run the "
              "program of the same name that ends in .cpu, or compile the kernel without "
              "-DKW_NO_CPU_SIDE.");
}

void last_axis_not_contiguous(source_place place, int rank, std::int64_t stride) {
  const std::string own = sentence("stride({})", rank - 1);
  throw error(
      sentence("{}: this view cannot be an array of the kernel, because neighbours in a row are "
               "{} elements apart (its {}), and x.row(r) + cols needs them side by side, with a "
               "{} of 1. If the view is the transpose of a matrix, pass that matrix and use "
               "tl.trans. Otherwise copy the view, or give the kernel a pointer and all "
               "strides.",
               place_text(place), stride, own, own));
}

void array_has_other_rows(source_place place, int columns, int rows, int row, std::int64_t stride) {
  throw error(
      sentence("{}: the kernel takes an array with rows of {} elements, one right after the other, "
               "and in all fewer than 2^31 in a matrix. This one has {} rows of {}, which begin {} "
               "elements apart.",
               place_text(place), columns, rows, row, stride));
}

void array_needs_other_layout(source_place place, const void* data, int element_size, int rank,
                              const std::int64_t* strides) {
  std::string why;
  if (strides[rank - 1] != 1) {
    why = sentence(
        "the last axis has a stride of {} elements, but must be contiguous (stride 1). "
        "Describe the transpose and use tl.trans, or copy the array",
        strides[rank - 1]);
  } else if (const auto past = reinterpret_cast<std::uintptr_t>(data) % 16; past != 0) {
    why = sentence(
        "its first element is {} bytes past a multiple of 16. Begin the array at an "
        "aligned address",
        past);
  }
  for (int d = 0; d + 1 < rank && why.empty(); ++d) {
    const std::string has = sentence("axis {} has a stride of {} elements", d, strides[d]);
    if (strides[d] < 0) {
      why = has +
            ": a GPU's copy engine goes only forward. Begin the view at its lowest address, and "
            "count from the end in the kernel";
    } else if (strides[d] * element_size % 16 != 0) {
      why = has + sentence(
                      " of {} bytes, which is not a multiple of 16 bytes. Pad the rows to a "
                      "multiple of {} elements",
                      element_size, 16 / element_size);
    }
  }
  throw error(place_text(place) + ": this array cannot have a tensor descriptor: " + why +
              ", or use pointers and tl.load with a mask, which take any array.");
}

}  // namespace kw::runtime
