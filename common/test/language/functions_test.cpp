// Functions of one number over the whole range of each float type, against long double.
#include "kernel_test.hpp"
#include "kernelwright/core/config.hpp"
#include "kernelwright/runtime/program.hpp"
#include "units_in_last_place.hpp"

namespace functions_test {

using namespace kw;
using kernel_test::every_16_bit_float;
using kernel_test::units_off;
using kernel_test::whole_range;

using real = long double;

// A function of the language, what it should be, and the error in units in the last place that its
// documentation states: of float32 and of float64, on the CPU and on a GPU.
struct bounds {
  double cpu32, cpu64, gpu32, gpu64;
};
#define KW_FUNCTION(Name, call, exact_value, ...)                             \
  struct Name {                                                               \
    static KW_HD auto of(auto& tl, const auto& x) { return tl.call(x); }      \
    static real exact(real x) { return exact_value; }                         \
    static bounds limits([[maybe_unused]] double x) { return {__VA_ARGS__}; } \
    static constexpr const char* kName = #call;                               \
  }
// On a GPU exp multiplies by log2(e) first, so its error grows with |x|, as in Triton.
KW_FUNCTION(Exp, exp, std::exp(x), 2, 1, 3 + 1.3 * std::fabs(x), 1);
KW_FUNCTION(Exp2, exp2, std::exp2(x), 2, 1, 3, 1);
KW_FUNCTION(Log, log, std::log(x), 1, 1, 2, 2);
KW_FUNCTION(Log2, log2, std::log2(x), 1, 1, 2, 2);
KW_FUNCTION(Sqrt, sqrt, std::sqrt(x), 0.5, 0.5, 0.5, 0.5);
KW_FUNCTION(Rsqrt, rsqrt, 1 / std::sqrt(x), 1.5, 1.5, 2, 2);
KW_FUNCTION(Tanh, tanh, std::tanh(x), 3, 2, 2, 2);
KW_FUNCTION(Sigmoid, sigmoid, 1 / (1 + std::exp(-x)), 4, 2, 5 + 1.3 * std::fabs(x), 3);
KW_FUNCTION(Erf, erf, std::erf(x), 1, 1, 2, 2);
KW_FUNCTION(Sin, sin, std::sin(x), 1, 1, 2, 2);
KW_FUNCTION(Cos, cos, std::cos(x), 1, 1, 2, 2);
KW_FUNCTION(Tan, tan, std::tan(x), 2, 1, 4, 2);
KW_FUNCTION(Asin, asin, std::asin(x), 1, 1, 2, 2);
KW_FUNCTION(Acos, acos, std::acos(x), 1, 1, 2, 2);
KW_FUNCTION(Atan, atan, std::atan(x), 1, 1, 2, 2);
KW_FUNCTION(Log1p, log1p, std::log1p(x), 1, 1, 1.5, 1.5);
KW_FUNCTION(Expm1, expm1, std::expm1(x), 1, 1, 1.5, 1.5);
KW_FUNCTION(Floor, floor, std::floor(x), 0, 0, 0, 0);
KW_FUNCTION(Ceil, ceil, std::ceil(x), 0, 0, 0, 0);
KW_FUNCTION(Round, round, std::round(x), 0, 0, 0, 0);
KW_FUNCTION(Rint, rint, std::rint(x), 0, 0, 0, 0);
KW_FUNCTION(SqrtRn, sqrt_rn, std::sqrt(x), 0.5, 0.5, 0.5, 0.5);
#undef KW_FUNCTION

template <class Function>
struct Apply {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out) const {
    auto i = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    tl.store(out + i, Function::of(tl, tl.load(x + i)));
  }
};

template <class Function>
class FunctionsTest : public kernel_test::KernelTest {
 protected:
  // Most of the whole range gives NaN or infinities, which the checker would report as results.
  void SetUp() override {
    KernelTest::SetUp();
    enable_checks(false);
  }
  void TearDown() override {
    enable_checks(true);
    KernelTest::TearDown();
  }

  template <class T>
  std::vector<T> run(const std::vector<T>& values) {
    const auto n = static_cast<std::int64_t>(values.size());
    return kernel_test::run(here, grid(n / 1024), Apply<Function>{}, values,
                            kernel_test::output<T>{n});
  }

  template <class T>
  void check(const std::vector<T>& x) {
    const bool gpu = here.kind == device_kind::cuda;
    const auto got = run(x);
    double worst = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const double value = core::convert<double>(x[k]);
      const bounds b = Function::limits(value);
      const double of_numbers = sizeof(T) == 8 ? (gpu ? b.gpu64 : b.cpu64)
                                : gpu          ? b.gpu32
                                               : b.cpu32;
      const double limit = std::isnan(value) ? 0 : of_numbers;
      const real want = Function::exact(value);
      const double off = units_off(got[k], want);
      if (got[k] == T{} && loses_subnormals<T>(want)) {
        continue;
      }
      if (!(off <= limit)) {
        FAIL() << Function::kName << "(" << value << ") = " << core::convert<double>(got[k])
               << ", want " << static_cast<double>(want) << ", " << off << " ulp off, at most "
               << limit;
      }
      worst = std::fmax(worst, off);
    }
    RecordProperty(sizeof(T) == 8 ? "ulp64" : "ulp32", std::to_string(worst));
  }

  /// The exponential in sigmoid becomes infinite where a subnormal number should come out, and that
  /// of a GPU is 0 there.
  template <class T>
  static bool loses_subnormals(real want) {
    constexpr bool is_exp = std::is_same_v<Function, Exp> || std::is_same_v<Function, Exp2>;
    return (std::is_same_v<Function, Sigmoid> || is_exp) &&
           std::fabs(want) < (sizeof(T) == 8 ? 2.3e-308 : 1.2e-38);
  }

  /// 16-bit floats compute in float32 and are rounded once more.
  template <class T>
  void check_16_bits() {
    const auto x = every_16_bit_float<T>();
    const auto got = run(x);
    for (std::size_t k = 0; k < x.size(); ++k) {
      const double value = to_float(x[k]);
      const real want = Function::exact(value);
      const double off = units_off(got[k], want);
      if (got[k].bits != 0 || !loses_subnormals<T>(want)) {
        ASSERT_LE(off, 0.6) << Function::kName << "(" << value << ") = " << to_float(got[k]);
      }
    }
  }
};

using Functions =
    ::testing::Types<Exp, Exp2, Log, Log2, Sqrt, Rsqrt, Tanh, Sigmoid, Erf, Sin, Cos, Tan, Asin,
                     Acos, Atan, Log1p, Expm1, Floor, Ceil, Round, Rint, SqrtRn>;
struct names {
  template <class Function>
  static std::string GetName(int) {
    return Function::kName;
  }
};
TYPED_TEST_SUITE(FunctionsTest, Functions, names);

TYPED_TEST(FunctionsTest, OfFloat32) {
  this->check(whole_range<float>(2048));
}
TYPED_TEST(FunctionsTest, OfFloat64) {
  this->check(whole_range<double>(64));
}
TYPED_TEST(FunctionsTest, OfEveryFloat16) {
  this->template check_16_bits<float16_t>();
}
TYPED_TEST(FunctionsTest, OfEveryBfloat16) {
  this->template check_16_bits<bfloat16_t>();
}

}  // namespace functions_test
