// What is found out by running a kernel again: on which inputs its results depend, and what it
// reads. The kernels are of several styles, and each wrong one stands beside a right
// one.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "common/testing/experiments.hpp"
#include "kernelwright/kernelwright.hpp"
#include "kernelwright/testing/testing.hpp"

namespace kw::testing {
namespace {

using floats = std::vector<float>;

template <class... Parameters, class... Arguments>
std::vector<probe> probes_of(void (*entry)(Parameters...), std::size_t output,
                             const Arguments&... arguments) {
  std::tuple<held_argument<std::remove_cvref_t<Parameters>, Arguments>...> held{arguments...};
  const entry_again again = again_of(entry, held);
  return measure_dependence(again, again.arguments[output].data, 30);
}

// What is said of an element of the last argument, 0 to n - 1; of all of them where it is -1.
template <class... Parameters, class... Arguments>
std::string difference_told(void (*own)(Parameters...), void (*right)(Parameters...),
                            std::vector<std::int64_t> wrong, std::vector<std::string> names,
                            const Arguments&... arguments) {
  constexpr std::size_t kOutput = sizeof...(Arguments) - 1;
  std::tuple<held_argument<std::remove_cvref_t<Parameters>, Arguments>...> held{arguments...};
  const auto measured = probes_of(right, kOutput, arguments...);
  const auto again = read_probes(to_text(measured));  // as it goes through a file
  const entry_again of_own = again_of(own, held);
  const auto loads = [&](std::int64_t i, std::size_t argument) {
    return loads_in(of_own.run, static_cast<const float*>(of_own.arguments[kOutput].data) + i,
                    of_own.arguments[argument].data);
  };
  const std::string text = differing_dependence(
      of_own, probes_of(own, kOutput, arguments...), again, wrong, names,
      [&](std::int64_t i) { return names.back() + (i < 0 ? "" : "[" + std::to_string(i) + "]"); },
      loads);
  return std::regex_replace(text, std::regex("line [0-9]+"), "line N");
}

floats some(std::int64_t n, std::uint64_t stream = 1) {
  return make_input<float>(n, stream);
}
output_argument<double, 1> into(std::int64_t n) {
  return out({n}, std::vector<double>(static_cast<std::size_t>(n)), {});
}

// The gradient of a dropout, in one program with a loop over blocks.
template <bool SCALED>
struct Backward {
  KW_KERNEL void operator()(program auto tl, const float* dy, float scale, float* dx, int n) const {
    const float factor = SCALED ? scale : 1.0f;
    int at = 0;
    while (at < n) {
      auto lanes = at + tl.arange(size<16>);
      tl.store(dx + lanes, tl.load(dy + lanes, lanes < n, 0.0f) * factor, lanes < n);
      at += 16;
    }
  }
};
template <bool SCALED>
void backward(view<const float> dy, float scale, view<float> dx) {
  launch(cpu_device, grid(1), Backward<SCALED>{}, dy, scale, dx, narrow<int>(dx.extent(0)));
}

TEST(Dependence, NamesOfArguments) {
  const std::string file = ::testing::TempDir() + "names.cpp";
  const std::string kernel =
      "struct Copy {\n  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, array<T, "
      "2> "
      "y) const {\n    tl.barrier();\n  }\n};\n";
  const auto names = [&](const std::string& text, std::size_t count) {
    std::ofstream(file) << text;
    return names_of_arguments(file, count);
  };
  using words = std::vector<std::string>;
  EXPECT_EQ(names(kernel, 2), (words{"`x`", "`y`"}));
  EXPECT_EQ(names(kernel, 3), (words{"argument 1", "argument 2", "argument 3"}));
  EXPECT_EQ(names(kernel + "void copy(view<const T, 2> in, view<T, 2> out) {\n}\n", 2),
            (words{"`in`", "`out`"}));
}

TEST(Dependence, OfANumberThatIsLeftOut) {
  EXPECT_EQ(difference_told(backward<false>, backward<true>, {0}, {"dy", "scale", "dx"},
                            in({40}, some(40)), 0.5f, into(40)),
            "dx does not depend on scale, and should.");
  EXPECT_EQ(difference_told(backward<true>, backward<true>, {0}, {"dy", "scale", "dx"},
                            in({40}, some(40)), 0.5f, into(40)),
            "");
}

// The mean of a window that ends at each element, a program for each.
template <int BACK>
struct WindowMean {
  KW_KERNEL void operator()(program auto tl, const float* keys, float* out) const {
    const int own = tl.program_id(0);
    auto keys_seen = own - BACK + tl.arange(size<16>);
    auto inside = (keys_seen >= 0) & (keys_seen <= own);
    tl.store(out + own, tl.sum(tl.load(keys + keys_seen, inside, 0.0f)) / 4.0f);
  }
};
template <int BACK>
void window_mean(view<const float> keys, view<float> out) {
  launch(cpu_device, grid(out.extent(0)), WindowMean<BACK>{}, keys, out);
}

TEST(Dependence, OfWhatIsBeforeTheWindow) {
  EXPECT_EQ(difference_told(window_mean<5>, window_mean<3>, {10}, {"keys", "out"},
                            in({16}, some(16)), into(16)),
            "out[10] depends on keys[5..10], and should depend on keys[7..10]. Program (10) reads "
            "keys[5..10] in line N (`tl.store(out + own, tl.sum(tl.load(keys + keys_seen, inside, "
            "0.0f)) / 4.0f);`).");
}

// A sum along a row, in two wrong ways: one begins at column 1, and one forgets what it has.
enum class sum_of { all, columns_from_1, last_column };
template <sum_of OF>
struct RowSum {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    const int row = tl.program_id(0);
    float sum = 0;
    for (int c = OF == sum_of::columns_from_1 ? 1 : 0; c < x.columns(); ++c) {
      const float v = tl.load(x.row(row) + c);
      sum = OF == sum_of::last_column ? v : sum + v;
    }
    tl.store(out + row, sum);
  }
};
template <sum_of OF>
void row_sum(view<const float, 2> x, view<float> out) {
  launch(cpu_device, grid(x.extent(0)), RowSum<OF>{}, x, out);
}

TEST(Dependence, LinesThatReadIt) {
  const std::string line =
      " of x in line N (`const float v = tl.load(x.row(row) + c);`), in the loop in line N (`for "
      "(int c = OF == sum_of::columns_from_1 ? 1 : 0; c < x.columns(); ++c)`).";
  EXPECT_EQ(difference_told(row_sum<sum_of::columns_from_1>, row_sum<sum_of::all>, {2, 3},
                            {"x", "out"}, in({4, 6}, some(24)), into(4)),
            "out[2] depends on columns 1..5 of x, and should depend on columns 0..5 of x. Program "
            "(2) reads columns 1..5" +
                line);
  // With more columns than are tried one by one.
  EXPECT_EQ(difference_told(row_sum<sum_of::last_column>, row_sum<sum_of::all>, {2, 3},
                            {"x", "out"}, in({4, 160}, some(640)), into(4)),
            "out[2] depends on less of x than it should. Program (2) reads columns 0..159" +
                line.substr(0, line.size() - 1) + ". That is right: look at what becomes of it.");
}

// One element of each row: the program has to read all of them to find it.
template <bool LARGEST>
struct RowEnd {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    auto row = tl.load(x.row(tl.program_id(0)) + tl.arange(size<256>));
    tl.store(out + tl.program_id(0), LARGEST ? tl.max(row) : tl.min(row));
  }
};
template <bool LARGEST>
void row_end(view<const float, 2> x, view<float> out) {
  launch(cpu_device, grid(x.extent(0)), RowEnd<LARGEST>{}, x, out);
}

TEST(Dependence, OfOtherElementsOfThoseThatAreRead) {
  floats values = some(1024);
  for (std::size_t row = 0; row < values.size(); row += 256) {
    values[row + 37] = 100;
    values[row + 90] = -100;
  }
  EXPECT_EQ(difference_told(row_end<false>, row_end<true>, {2, 3}, {"x", "out"},
                            in({4, 256}, values), into(4)),
            "out[2] depends on other parts of x than it should.");
}

// A factor for each share of the elements.
template <int SHARE>
struct ScaleShares {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* factors, float* out,
                            int n) const {
    auto i = tl.arange(size<16>);
    auto live = i < n;
    tl.store(out + i, tl.load(x + i, live) * tl.load(factors + i / SHARE, live), live);
  }
};
template <int SHARE>
void scale_shares(view<const float> x, view<const float> factors, view<float> out) {
  launch(cpu_device, grid(1), ScaleShares<SHARE>{}, x, factors, out, narrow<int>(x.extent(0)));
}

TEST(Dependence, OfTheNeighboursFactor) {
  EXPECT_EQ(
      difference_told(scale_shares<4>, scale_shares<6>, {5}, {"x", "factors", "out"},
                      in({12}, some(12)), in({3}, some(3, 2)), into(12)),
      "out[5] depends on factors[1], and should depend on factors[0]. Program (0) reads "
      "factors[0..2] in line N (`tl.store(out + i, tl.load(x + i, live) * tl.load(factors + i / "
      "SHARE, live), live);`).");
}

// Rows without their mean, two rows a program; the wrong one takes the mean of both.
template <bool OF_EACH>
struct Centre {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out) const {
    auto rows = tl.program_id(0) * 2 + tl.arange(size<2>);
    auto cols = tl.arange(size<8>);
    auto on = (rows(_, None) < x.rows()) & (cols(None, _) < x.columns());
    auto v = tl.load(x.row(rows(_, None)) + cols(None, _), on, 0.0f);
    if constexpr (OF_EACH) {
      auto mean = tl.sum(v, axis<1>) / x.columns();
      tl.store(out.row(rows(_, None)) + cols(None, _), v - mean(_, None), on);
    } else {
      tl.store(out.row(rows(_, None)) + cols(None, _), v - tl.sum(v) / (2 * x.columns()), on);
    }
  }
};
template <bool OF_EACH>
void centre(view<const float, 2> x, view<float, 2> out) {
  launch(cpu_device, grid(cdiv(x.extent(0), 2)), Centre<OF_EACH>{}, x, out);
}

TEST(Dependence, OfAnotherRow) {
  EXPECT_EQ(difference_told(centre<false>, centre<true>, {9}, {"x", "out"}, in({4, 8}, some(32)),
                            out({4, 8}, std::vector<double>(32), {})),
            "out[9] depends on rows 0..1 of x, and should depend on row 1 of x. Program (0) reads "
            "rows 0..1 of x in line N (`auto v = tl.load(x.row(rows(_, None)) + cols(None, _), on, "
            "0.0f);`).");
}

// A bias along the rows, where it belongs to the columns.
template <bool OF_COLUMN>
struct AddBias {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* bias, float* out,
                            int width) const {
    for (int c = 0; c < width; ++c) {
      const int r = tl.program_id(0);
      tl.store(out + r * width + c,
               tl.load(x + r * width + c) + tl.load(bias + (OF_COLUMN ? c : r)));
    }
  }
};
template <bool OF_COLUMN>
void add_bias(view<const float, 2> x, view<const float> bias, view<float, 2> out) {
  launch(cpu_device, grid(x.extent(0)), AddBias<OF_COLUMN>{}, x, bias, out,
         narrow<int>(x.extent(1)));
}

TEST(Dependence, OfTheOtherAxis) {
  EXPECT_EQ(difference_told(add_bias<false>, add_bias<true>, {7}, {"x", "bias", "out"},
                            in({3, 5}, some(15)), in({5}, some(5, 2)),
                            out({3, 5}, std::vector<double>(15), {})),
            "out[7] depends on bias[1], and should depend on bias[2]. Program (1) reads bias[1] in "
            "line N (`tl.store(out + r * width + c, tl.load(x + r * width + c) + tl.load(bias + "
            "(OF_COLUMN ? c : r)));`), in the loop in line N (`for (int c = 0; c < width; ++c)`), "
            "the same in each step of the loop.");
}

// A running sum that leaves out its own element.
template <bool WITH_OWN>
void running_sum(view<const float> x, view<float> out) {
  float sum = 0;
  for (std::int64_t i = 0; i < x.extent(0); ++i) {
    sum += WITH_OWN ? x.data()[i] : 0;
    out.data()[i] = sum;
    sum += WITH_OWN ? 0 : x.data()[i];
  }
}

TEST(Dependence, OfItsOwnElement) {
  EXPECT_EQ(difference_told(running_sum<false>, running_sum<true>, {0, 3}, {"x", "out"},
                            in({6}, some(6)), into(6)),
            "out[0] depends on nothing of x, and should depend on x[0].");
}

TEST(Dependence, IndicesBecomeOthersOfTheArray) {
  std::vector<std::int32_t> indices = {3, 1, 2, 0};
  const auto gather = +[](view<const float> x, view<const std::int32_t> from, view<float> out) {
    for (std::int64_t i = 0; i < out.extent(0); ++i) {
      out.data()[i] = x.data()[from.data()[i]];
    }
  };
  const auto probes = probes_of(gather, 2, in({4}, some(4)), in({4}, indices), into(4));
  EXPECT_EQ(to_text(probes),
            "0 -1 0 4 1111\n1 -1 0 4 1111\n0 0 0 1 0001\n0 0 1 2 0100\n0 0 2 3 0010\n0 0 3 4 1000\n"
            "1 0 0 1 1000\n1 0 1 2 0100\n1 0 2 3 0010\n1 0 3 4 0001\n");
}

// ---- what is read

// What is said of what the program reads that stores an element of the last argument.
template <class... Parameters, class... Arguments>
std::string reads_told(void (*own)(Parameters...), void (*right)(Parameters...), std::int64_t at,
                       std::vector<std::string> names, const Arguments&... arguments) {
  constexpr std::size_t kOutput = sizeof...(Arguments) - 1;
  std::tuple<held_argument<std::remove_cvref_t<Parameters>, Arguments>...> held{arguments...};
  const entry_again of_right = again_of(right, held), of_own = again_of(own, held);
  const auto* const output = static_cast<const float*>(of_own.arguments[kOutput].data);
  const auto measured = measure_reads(of_right, output);
  const std::string text = differing_reads(
      of_own, read_reads(to_text(std::vector<probe>()) + to_text(measured)), at, names,
      names.back() + "[" + std::to_string(at) + "]", [&](std::int64_t i, std::size_t argument) {
        return loads_in(of_own.run, output + i, of_own.arguments[argument].data);
      });
  return std::regex_replace(text, std::regex("line [0-9]+"), "line N");
}

// The sum of a row, block by block, in a right way and in three wrong ones.
enum class blocks { right, standing_still, overlapping, none };
template <blocks HOW>
struct BlockSum {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    const int row = tl.program_id(0), width = x.columns();
    auto sums = tl.zeros(size<8>);
    for (int at = 0; HOW == blocks::none ? at > width : at < width;
         at += HOW == blocks::overlapping ? 4 : 8) {
      auto c = (HOW == blocks::standing_still ? 0 : at) + tl.arange(size<8>);
      sums += tl.load(x.row(row) + c, c < width, 0.0f);
    }
    tl.store(out + row, tl.sum(sums));
  }
};
template <blocks HOW>
void block_sum(view<const float, 2> x, view<float> out) {
  launch(cpu_device, grid(x.extent(0)), BlockSum<HOW>{}, x, out);
}

TEST(Reads, InALoopThatDoesNotMove) {
  const auto told = [](auto own) {
    return reads_told(own, block_sum<blocks::right>, 1, {"x", "out"}, in({3, 20}, some(60)),
                      into(3));
  };
  const std::string loop =
      ", in the loop in line N (`for (int at = 0; HOW == blocks::none ? at > width : at < width; "
      "at "
      "+= HOW == blocks::overlapping ? 4 : 8)`)";
  const std::string line = "line N (`sums += tl.load(x.row(row) + c, c < width, 0.0f);`)" + loop;
  EXPECT_EQ(told(block_sum<blocks::right>), "");
  EXPECT_EQ(
      told(block_sum<blocks::standing_still>),
      "Program (1) reads columns 0..7 of x in " + line + ", the same in each step of the loop.");
  EXPECT_EQ(told(block_sum<blocks::overlapping>), "Program (1) reads columns 0..19 of x in " +
                                                      line +
                                                      ", some of it 2 times, where once would do.");
  EXPECT_EQ(told(block_sum<blocks::none>),
            "Program (1) reads nothing of x for out[1], and does not get to " + line + ".");
}

struct SetZero {
  KW_KERNEL void operator()(program auto tl, float* out) const { tl.store(out, 0.0f); }
};

// The sum of all, of which each program adds its share, or all.
template <bool SHARE>
struct AddUp {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto i = (SHARE ? tl.program_id(0) * 4 : 0) + tl.arange(size<16>);
    tl.atomic_add(out, tl.sum(tl.load(x + i, i < (SHARE ? tl.program_id(0) * 4 + 4 : n), 0.0f)));
  }
};
template <bool SHARE>
void add_up(view<const float> x, view<float> out) {
  launch(cpu_device, grid(1), SetZero{}, out);
  launch(cpu_device, grid(cdiv(x.extent(0), 4)), AddUp<SHARE>{}, x, out, narrow<int>(x.extent(0)));
}

TEST(Reads, ByProgramsThatAddToOneElement) {
  EXPECT_EQ(reads_told(add_up<true>, add_up<true>, 0, {"x", "out"}, in({12}, some(12)), into(1)),
            "");
  EXPECT_EQ(reads_told(add_up<false>, add_up<true>, 0, {"x", "out"}, in({12}, some(12)), into(1)),
            "Programs (0), (1) and 1 more read x[0..11] in line N (`tl.atomic_add(out, "
            "tl.sum(tl.load(x + i, i < (SHARE ? tl.program_id(0) * 4 + 4 : n), 0.0f)));`), "
            "so an element counts 3 times in out[0].");
}

}  // namespace
}  // namespace kw::testing
