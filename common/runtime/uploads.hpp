// What a test put into its buffers: the inputs of a case, whatever kernels did to them since. A
// failed comparison shows them where they are few.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace kw::runtime {

/// A buffer that was filled from the host.
struct uploaded {
  const void* data = nullptr;
  std::int64_t number = 0;  ///< counts up from the first upload of the process
  int rank = 1;
  std::int64_t rows = 1, columns = 0;  ///< higher axes are folded into the rows
  std::vector<double> values;          ///< row-major; empty if they are many, or of 8-bit floats
};

/// Of more elements only the shape is kept.
inline constexpr std::int64_t kFewElements = 64;

/// Notes what a buffer is filled with. \param poison one element of fresh memory (poison_value),
/// which tells the types apart \param values contiguous
void note_upload(uploaded shape, int element_size, const unsigned char* poison, const void* values);
/// The buffer has lost its values.
void forget_upload(const void* data);
/// The buffer is gone, its values are not: a kernel may have read them just before.
void retire_upload(const void* data);

/// Of all buffers that are there, in the order in which they were filled.
std::vector<uploaded> uploads();
/// The same of the buffers that went last, some of them.
std::vector<uploaded> retired_uploads();
/// How many uploads there were so far.
std::int64_t upload_count();

}  // namespace kw::runtime

namespace kw {

/// What the kernel of the latest checked launches calls an argument that begins at this address;
/// empty if there is none, or if kernels run in another process.
std::string name_of_argument(const void* data);

}  // namespace kw
