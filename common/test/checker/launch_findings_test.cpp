// What findings are besides their texts, which are in common/test/corpus.
#include <gtest/gtest.h>

#include "checked.hpp"

namespace {

using namespace kw;
using runtime_test::findings_of;
using runtime_test::iota;
using runtime_test::text_of;

// Writes blocks of 64 from `first` on, `step` apart, and in each block only the lanes whose offset
// is below n.
struct Fill {
  KW_KERNEL void operator()(program auto tl, float* out, int first, int step, int n) const {
    auto offsets = first + tl.program_id(0) * step + tl.arange(size<64>);
    tl.store(out + offsets, tl.full(size<64>, 1.0f), offsets < n);
  }
};

struct FillTiles {
  KW_KERNEL void operator()(program auto tl, float* out, int n_rows, int n_cols) const {
    auto rows = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto cols = tl.program_id(1) * 32 + tl.arange(size<32>);
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);
    tl.store(out + rows(_, None) * 100 + cols(None, _), tl.full(shape<16, 32>, 1.0f), mask);
  }
};

TEST(Findings, DoNotDependOnTheSchedule) {
  const auto once = [] {
    const buffer<float> out(cpu_device, {100000});
    return text_of(grid(1563), Fill{}, out.view(), 0, 63, 99990);
  };
  const std::string first = once();
  EXPECT_NE(first.find("programs (0) and (1)"), std::string::npos) << first;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(once(), first);
  }
}

TEST(Findings, Fields) {
  const buffer<float, 2> out(cpu_device, {50, 100});
  const auto findings = findings_of(grid(5, 4), FillTiles{}, out.view(), 66, 100);
  ASSERT_EQ(findings.size(), 1u);
  const finding& f = findings[0];
  EXPECT_EQ(f.kind, "out-of-bounds");
  EXPECT_EQ(f.kernel, "FillTiles");
  EXPECT_EQ(f.file, "common/test/checker/launch_findings_test.cpp");
  EXPECT_GT(f.line, 20);
  EXPECT_EQ(f.buffer, "out");
  EXPECT_NE(f.facts.find("program (3, 0), "), std::string::npos) << f.facts;
  EXPECT_EQ(f.count, 8);
  EXPECT_EQ(to_text(f), "[out-of-bounds] " + f.facts + "\n" + f.code + "\n  " + f.advice);
}

TEST(Findings, Json) {
  finding f;
  f.kind = "out-of-bounds";
  f.facts = "a \"b\"\n\\c";
  f.line = 7;
  EXPECT_EQ(to_json(f, "Suite.Name"),
            "{\"test\":\"Suite.Name\",\"kind\":\"out-of-bounds\",\"kernel\":\"\",\"file\":\"\","
            "\"line\":7,\"source_text\":\"\",\"buffer\":\"\",\"count\":0,"
            "\"message\":\"a \\\"b\\\"\\n\\\\c\",\"advice\":\"\"}");
}

TEST(Findings, LastWriter) {
  const buffer<float> out(cpu_device, {256});
  (void)text_of(grid(4), Fill{}, out.view(), 0, 64, 256);
  const std::string writer = last_writer(out.data() + 130);
  EXPECT_EQ(writer.substr(0, writer.rfind(':')),
            "stored by program (2), common/test/checker/launch_findings_test.cpp");
  EXPECT_EQ(last_writer(out.data() + 300), "");
  EXPECT_TRUE(was_argument(out.data()));
  (void)text_of(grid(1), Fill{}, out.view(), 0, 64, 256);
  EXPECT_EQ(last_writer(out.data() + 130), writer);  // the launch before
  forget_launches();                                 // as before a call that may launch nothing
  EXPECT_EQ(last_writer(out.data() + 130), "");
  EXPECT_FALSE(was_argument(out.data()));
}

template <int BLOCK>
struct StoreAll {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK + tl.arange(size<BLOCK>);
    auto a = tl.load(x + offsets, offsets < n, 0.0f);
    tl.store(out + offsets, a);
  }
};

TEST(OutOfBounds, NothingOutsideIsTouched) {
  const auto x = iota(1000);
  const buffer<float> out(cpu_device, {1000});
  (void)text_of(grid(4), StoreAll<256>{}, x.cview(), out.view(), 1000);
  std::string why;
  EXPECT_TRUE(out.guards_intact(&why)) << why;
  EXPECT_EQ(out.download()[767], 767.0f);
}

/// A tile of 1 MiB, the most that the language has, at offsets without a pattern.
struct LargeGather {
  KW_KERNEL void operator()(program auto tl, const std::int8_t* x, std::int8_t* y) const {
    auto i = tl.arange(size<1024>)(_, None) * 1024 + tl.arange(size<1024>)(None, _);
    tl.store(y + (i ^ 5), tl.load(x + (i ^ 3)));
  }
};
TEST(LargeTiles, AreCheckedWithoutALargeStack) {
  const std::vector<std::int8_t> values(1 << 20, 7);
  const buffer<std::int8_t> x(cpu_device, {1 << 20}, values), y(cpu_device, {1 << 20});
  EXPECT_EQ(text_of(grid(1), LargeGather{}, x.cview(), y.view()), "");
  EXPECT_EQ(y.download(), values);
}

}  // namespace
