// The solutions of lessons 02, 03 and 06 where offsets pass 2^31, on the CPU: a few rows so far
// apart that nothing between them is ever touched.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdint>
#include <vector>

#include "kernelwright/kernelwright.hpp"
#include "kernelwright/runtime/buffer.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "solutions/02_grid_math/2_tile_numbers.cpp"
#include "solutions/02_grid_math/3_scale.cpp"
#include "solutions/02_grid_math/4_transpose.cpp"
#include "solutions/03_masking/4_masked_add_2d.cpp"
#include "solutions/03_masking/7_pad_rows.cpp"
#include "solutions/06_layernorm/4_layer_norm_backward.cpp"
#include "solutions/06_layernorm/5_column_sums.cpp"

namespace large_test {

using namespace kw;

/// Rows far apart, in memory that the system provides page by page.
template <class T>
class sparse_matrix {
 public:
  sparse_matrix(std::int64_t rows, std::int64_t columns, std::int64_t stride)
      : rows_(rows), columns_(columns), stride_(stride) {
    data_ = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  }
  sparse_matrix(const sparse_matrix&) = delete;
  sparse_matrix& operator=(const sparse_matrix&) = delete;
  ~sparse_matrix() {
    if (exists()) {
      munmap(data_, bytes());
    }
  }
  bool exists() const { return data_ != MAP_FAILED; }
  T* row(std::int64_t r) const { return static_cast<T*>(data_) + r * stride_; }
  kw::view<T, 2> view() const {
    return kw::view<T, 2>(row(0), {rows_, columns_}, {stride_, 1}, cpu_device);
  }

 private:
  std::size_t bytes() const { return static_cast<std::size_t>(rows_ * stride_) * sizeof(T); }

  std::int64_t rows_, columns_, stride_;
  void* data_;
};

/// On the CPU, 64 rows of 64 columns that are 2^26 elements apart: the last begins at 63 * 2^26.
class RowsFarApart : public ::testing::Test {
 protected:
  static constexpr std::int64_t kRows = 64, kColumns = 64, kApart = std::int64_t{1} << 26;

  void SetUp() override {
    if (!x.exists() || !out.exists() || !numbers.exists()) {
      GTEST_SKIP() << "the system maps no 17 GB, even though they are hardly used";
    }
    collect_findings(true);
    take_findings();
    for (std::int64_t r = 0; r < kRows; ++r) {
      for (std::int64_t c = 0; c < kColumns; ++c) {
        x.row(r)[c] = value(r, c);
      }
    }
  }
  void TearDown() override {
    for (const finding& f : take_findings()) {
      ADD_FAILURE() << to_text(f);
    }
    collect_findings(false);
  }
  static float value(std::int64_t r, std::int64_t c) { return static_cast<float>(r * 100 + c); }
  template <class Wanted>
  void expect(const Wanted& wanted) const {
    for (std::int64_t r = 0; r < kRows; ++r) {
      for (std::int64_t c = 0; c < kColumns; ++c) {
        ASSERT_EQ(out.row(r)[c], wanted(r, c)) << r << ", " << c;
      }
    }
  }

  sparse_matrix<float> x{kRows, kColumns, kApart}, out{kRows, kColumns, kApart};
  sparse_matrix<int> numbers{kRows, kColumns, kApart};
};

TEST_F(RowsFarApart, TileNumbers) {
  lesson02::tile_numbers(numbers.view());
  EXPECT_EQ(numbers.row(0)[0], 0);
  EXPECT_EQ(numbers.row(kRows - 1)[kColumns - 1], 0);
}
TEST_F(RowsFarApart, Scale) {
  lesson02::scale(x.view(), 3.0f, out.view());
  expect([](std::int64_t r, std::int64_t c) { return 3.0f * value(r, c); });
}
TEST_F(RowsFarApart, Transpose) {
  lesson02::transpose(x.view(), out.view());
  expect([](std::int64_t r, std::int64_t c) { return value(c, r); });
}
TEST_F(RowsFarApart, MaskedAdd2d) {
  lesson03::masked_add_2d(x.view(), x.view(), out.view());
  expect([](std::int64_t r, std::int64_t c) { return 2.0f * value(r, c); });
}
TEST_F(RowsFarApart, PadRows) {
  const buffer<int> lengths(cpu_device, {kRows}, std::vector<int>(kRows, 40));
  lesson03::pad_rows(x.view(), lengths.cview(), -1.0f, out.view());
  expect([](std::int64_t r, std::int64_t c) { return c < 40 ? value(r, c) : -1.0f; });
}

/// Rows whose numbers would pass 2^31 on the way are refused before anything is read.
TEST(ManyRows, AreRefusedWhereProgramsWalkThem) {
  const std::int64_t many = (std::int64_t{1} << 30) + 1;
  const device here = cpu_device;
  float number = 0;
  const view<const float, 2> tall(&number, {many, 1}, here), flat(&number, {1, 1}, here);
  const view<float, 2> tall_out(&number, {many, 1}, here), flat_out(&number, {1, 1}, here);
  const view<const float> row(&number, {1}, here), column(&number, {many}, here);
  const view<float> row_out(&number, {1}, here);
  EXPECT_THROW(lesson06::layer_norm_backward<float>(tall, tall, row, column, column, tall_out,
                                                    flat_out, flat_out),
               error);
  EXPECT_THROW(
      lesson06::layer_norm_backward<float>(flat, flat, row, row, row, flat_out, tall_out, tall_out),
      error);
  try {
    lesson06::column_sums(tall, tall, row_out, row_out);
    ADD_FAILURE() << "no error";
  } catch (const error& e) {
    EXPECT_STREQ(e.what(),
                 "these are 1073741825 rows, or partial sums of so many programs: at most 2^30 can "
                 "be added up");
  }
}

}  // namespace large_test
