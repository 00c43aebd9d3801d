// Tests of elective 12, task 5: the whole layer as a stream.
#include "whole_layer.hpp"

#include <string>

#include <kernelwright/testing/stream_steps.hpp>

namespace lesson12 {
namespace {

class FusedLayerPipelined : public whole_layer_test {
 protected:
  bool check(const layer_case& c) const {
    bool right = true;
    const auto run = [&](auto x, auto folded, auto shift, const auto& s, auto out) {
      const kw::buffer<float> rstd(device(), {c.m});
      kw::testing::expect_stream(out.device(), out.size() > 0, [&] {
        fused_layer_pipelined(x, folded, shift, kEps, rstd.view(), out);
      });
      right = check_close(rstd, s.rstd, {0, 0x1p-12, "float32 sums, and a fast root"},
                          "rstd, " + shape(c));
    };
    right = check_layer(c, run) && right;
    static const std::string for_show = result_of_no_stream();
    if (!for_show.empty()) {
      ADD_FAILURE() << for_show;
    }
    return right && for_show.empty();
  }

 private:
  std::string result_of_no_stream() const {
    constexpr std::int64_t kLong = 520, kLargestStep = 128;
    const layer_case c{24, 40, kLong};
    const auto x = matrix(c.m, c.k, rows_of(c), c);
    const weights by = weights_of(c);
    const auto folded = matrix(c.k, c.n, by.folded, c);
    const auto shift = vector(by.shift);
    const kw::buffer<float> rstd(device(), {c.m});
    const auto out = output(c.m, c.n, c);
    return kw::testing::stream_for_show(device(), kLong / kLargestStep, [&] {
      fused_layer_pipelined(x.cview(), folded.cview(), shift.cview(), kEps, rstd.view(),
                            out.view());
      return to_doubles(out.download());
    });
  }
};

TEST_F(FusedLayerPipelined, OneStep) {
  check({8, 16, 24});
}

TEST_F(FusedLayerPipelined, Sizes) {
  check_until_failure(kAligned, [&](const layer_case& c) { return check(c); });
}

TEST_F(FusedLayerPipelined, LargeTiles) {
  check({1025, 1160, 72});
}

TEST_F(FusedLayerPipelined, LongRows) {
  check({10, 16, 5000});
}

TEST_F(FusedLayerPipelined, UnalignedRowsAreRejected) {
  EXPECT_THROW(check({65, 63, 33}), kw::error);
}

}  // namespace
}  // namespace lesson12
