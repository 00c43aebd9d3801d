// What the std-free headers of the language ask the runtime to say.
#include "kernelwright/core/errors.hpp"

#include <string>

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

std::string place_text(source_place place) {
  return place.file == nullptr ? std::string("the launch")
                               : std::string(place.file) + ":" + std::to_string(place.line);
}

}  // namespace

void value_does_not_fit(long long value, int bits) {
  throw error("kw::narrow: " + std::to_string(value) + " does not fit an integer of " +
              std::to_string(bits) +
              " bits. Kernels take sizes as int, up to 2,147,483,647; split larger work into "
              "several launches, or give the kernel a std::int64_t.");
}

void grid_out_of_range(source_place place, int axis, long long extent, long long limit) {
  throw error(place_text(place) + ": the grid has " + std::to_string(extent) +
              " programs along axis " + std::to_string(axis) + "; it takes 0 to " +
              std::to_string(limit) +
              ". Put the axis with the most programs first, or let a program do more work.");
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
  const std::string axis = "stride(" + std::to_string(rank - 1) + ")";
  throw error(place_text(place) +
              ": this view cannot be an array of the kernel, because neighbours in a row are " +
              std::to_string(stride) + " elements apart (its " + axis +
              "), and x.row(r) + cols needs them side by side, with a " + axis +
              " of 1. If the view is the transpose of a matrix, pass that matrix and use tl.trans. "
              "Otherwise copy the view, or give the kernel a pointer and all strides.");
}

void mask_has_two_edges() {
  throw error(
      "tile_at: this mask was narrowed by an assignment, such as mask = mask & (i > 3), and the "
      "threads that copy tiles ahead know only one edge of a mask. Write a new variable: auto both "
      "= mask & (i > 3).");
}

void array_needs_other_layout(source_place place, const void* data, int element_size, int rank,
                              const std::int64_t* strides) {
  std::string why;
  if (strides[rank - 1] != 1) {
    why =
        "the last axis has a stride of " + std::to_string(strides[rank - 1]) +
        " elements, but must be contiguous (stride 1). Describe the transpose and use tl.trans, or "
        "copy the array";
  } else if (reinterpret_cast<std::uintptr_t>(data) % 16 != 0) {
    why = "its first element is " + std::to_string(reinterpret_cast<std::uintptr_t>(data) % 16) +
          " bytes past a multiple of 16. Begin the array at an aligned address";
  } else {
    for (int d = 0; d + 1 < rank; ++d) {
      if (strides[d] < 0) {
        why = "axis " + std::to_string(d) + " has a stride of " + std::to_string(strides[d]) +
              " elements: a GPU's copy engine goes only forward. Begin the view at its lowest "
              "address, and count from the end in the kernel";
        break;
      }
      if (strides[d] * element_size % 16 != 0) {
        why = "axis " + std::to_string(d) + " has a stride of " + std::to_string(strides[d]) +
              " elements of " + std::to_string(element_size) +
              " bytes, which is not a multiple of 16 bytes. Pad the rows to a multiple of " +
              std::to_string(16 / element_size) + " elements";
        break;
      }
    }
  }
  throw error(place_text(place) + ": this array cannot have a tensor descriptor: " + why +
              ", or use pointers and tl.load with a mask, which take any array.");
}

}  // namespace kw::runtime
